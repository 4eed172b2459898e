import LibC

/// The output location of a command, and its safety options.
public struct WriteOptions: Sendable, Hashable {
  /// The place where results are written.
  public enum Target: Sendable, Hashable {
    /// Each input file is replaced.
    case inPlace
    /// The only output of a single input.
    case file(Pathname)
    /// A new file beside each input: its sRGB variant, `X-srgb.png` for `X.png`.
    case variants
    /// Standard output, for a single input.
    case standardOutput
    /// A folder for the output, with the tree of the inputs.
    case tree(Pathname)
  }

  /// The place where results are written.
  public var target: Target
  /// Whether to replace an existing output, or a file whose mode forbids writing.
  public var overwrites: Bool
  /// Whether to replace a file with several hard links under one of its names.
  public var separatesHardLinks: Bool
  /// Whether to replace files in place that lie outside a walked folder, if links in the folder lead to them.
  public var followsLinksOutside: Bool
  /// Whether to write nothing.
  public var isDryRun: Bool

  /// Creates options; by default nothing that exists is replaced, except in place.
  public init(
    _ target: Target, overwrites: Bool = false, separatesHardLinks: Bool = false, followsLinksOutside: Bool = false,
    isDryRun: Bool = false
  ) {
    self.target = target
    self.overwrites = overwrites
    self.separatesHardLinks = separatesHardLinks
    self.followsLinksOutside = followsLinksOutside
    self.isDryRun = isDryRun
  }
}

/// The output of each input, planned before anything is written, so that conflicts of names are found.
public struct OutputPlan: Sendable {
  enum Destination: Sendable, Hashable {
    /// The input file itself, after resolving symbolic links.
    case inPlace(Pathname)
    /// Another path.
    case place(Pathname)
    case standardOutput
    /// The input is another name of the given one, which precedes it.
    case sameFile(as: Pathname)
  }

  let options: WriteOptions
  /// The checksums that inputs must have, by their paths; others may have any.
  package var expected: [Pathname: UInt64] = [:]
  /// What earlier runs have written, to write only the rest; nil writes everything.
  package var made: MadeFiles?
  /// The destinations in the order of the inputs. Errors are those that prevent the whole run from writing.
  private(set) var destinations: [Result<Destination, WriteError>]

  /// Whether an output coincides with another or with an input, or lies outside its folder: nothing is written then.
  public var isRefused: Bool {
    destinations.contains { if case .failure(let error) = $0 { error.refusesRun } else { false } }
  }

  /// - Parameters:
  ///   - inputs: the inputs to process.
  ///   - names: the names given by the user. Their folders matter: the path of a file relative to its given folder is
  ///     also its path in the output folder.
  ///   - options: the outputs, and which files they may replace.
  ///   - suffix: a suffix for the names of files in an output folder, before `.png`.
  ///   - others: other files that the run reads, such as profiles and lists.
  public init(
    _ inputs: [Input], named names: [Pathname], options: WriteOptions, suffix: String = "",
    reading others: [Pathname] = []
  ) {
    self.options = options
    var planner = OutputPlanner(options, names, suffix: suffix)
    destinations = inputs.map { input in
      Result { () throws(WriteError) in try planner.destination(of: input) }
    }
    if !places.isEmpty {
      planner.addFiles(inputs, others)
      destinations = zip(inputs, destinations).map { input, destination in
        guard case .success(.place(let place)) = destination else { return destination }
        return Result { () throws(WriteError) in
          try planner.check(place, of: input)
          return .place(place)
        }
      }
    }
    if isRefused {
      destinations = destinations.map { destination in
        if case .failure = destination { destination } else { .failure(.otherOutputsRefused) }
      }
    }
  }

  /// The paths of the files to write.
  public var places: [Pathname] {
    destinations.compactMap { if case .success(.place(let path)) = $0 { path } else { nil } }
  }
}

private struct OutputPlanner {
  let options: WriteOptions
  let suffix: String
  let names: Set<Pathname>
  /// The folders among the names, on which it depends where files are written.
  var folders: [Pathname] = []
  /// errno for the names of which the system does not say whether they are folders.
  var unknown: [Pathname: Int32] = [:]
  /// The first input at each path without links, and with each file.
  var paths: [Pathname: Pathname] = [:], files: [FileStatus.Identity: Pathname] = [:]
  /// The other files that the run reads, and the first input of each output.
  var read: [FileStatus.Identity: Pathname] = [:], taken: [String: Pathname] = [:]
  var resolvedFolders: [Pathname: Pathname?] = [:]

  init(_ options: WriteOptions, _ names: [Pathname], suffix: String) {
    (self.options, self.suffix, self.names) = (options, suffix, Set(names))
    for name in names {
      do throws(UnansweredQuestion) {
        if try FileStatus(of: name)?.kind == .folder { folders.append(name) }
      } catch {
        unknown[name.normalized] = error.number
      }
    }
  }

  mutating func destination(of input: Input) throws(WriteError) -> OutputPlan.Destination {
    var folder = input.path.normalized
    repeat {
      folder = folder.folder
      if let number = unknown[folder] { throw .io(.examine, number: number) }
    } while folder != .here && !unknown.isEmpty
    switch options.target {
    case .standardOutput: return .standardOutput
    case .file(let path): return .place(path)
    // Nothing can be written beside or below the path of these.
    case _ where input == .standardInput || input.isNamed: throw .noPlace
    case .tree(let root): return .place(try place(of: input.path, in: root))
    case .variants:
      guard let variant = input.path.variant else { throw .isInput(input.path) }
      return .place(variant)
    case .inPlace: return try inPlace(input.path)
    }
  }

  private mutating func inPlace(_ path: Pathname) throws(WriteError) -> OutputPlan.Destination {
    // A path that cannot be resolved fails when it is opened.
    guard let resolved = try WriteError.asking({ () throws(UnansweredQuestion) in try path.resolved }) else {
      return .inPlace(path)
    }
    if !options.followsLinksOutside, !names.contains(path), folders.contains(where: path.isBelow) {
      let folders = folders
      let walked = try folders.map { folder throws(WriteError) in try resolve(folder) }
      guard walked.contains(where: { $0?.contains(resolved) == true }) else { throw .linkOutside(resolved) }
    }
    if let first = paths[resolved] { return .sameFile(as: first) }
    paths[resolved] = path
    // On a case-insensitive file system, one name has several spellings. Hard links are different places.
    let status = try WriteError.asking { () throws(UnansweredQuestion) in try FileStatus(of: resolved) }
    if let status, status.links == 1 {
      if let first = files[status.identity] { return .sameFile(as: first) }
      files[status.identity] = path
    }
    return .inPlace(resolved)
  }

  /// Returns the path relative to the given folder; otherwise the given path, or only its name if it is absolute.
  private func place(of path: Pathname, in root: Pathname) throws(WriteError) -> Pathname {
    let folder = folders.filter { path.bytes.count > $0.bytes.count && path.isBelow($0) }
      .min { $0.bytes.count < $1.bytes.count }
    var relative = path.components
    if let folder {
      relative.removeFirst(folder.components.count)
    } else if path.isAbsolute {
      relative = Array(relative.suffix(1))
    }
    // An Android app finds both variants by one name.
    let isVariant = ["-srgb", "-p3"].contains(suffix) && relative.count > 1
    let resource = isVariant ? path.androidResource : nil
    if resource == nil, !suffix.isEmpty, let name = relative.popLast() {
      relative.append(Pathname(bytes: name).withoutWideEnd.ending(in: suffix.utf8).bytes)
    }
    var place = relative.reduce(root) { $0.appending($1) }
    if suffix == "-srgb" { place = resource?.variant(of: place) ?? place }
    guard !relative.contains(Array("..".utf8)) else { throw .outsideTree(place) }
    return place
  }

  mutating func addFiles(_ inputs: [Input], _ others: [Pathname]) {
    for path in others {
      if let status = try? FileStatus(ofInput: path) { read[status.identity] = path }
    }
    for input in inputs {
      if case .unusable = input { continue }
      if let status = try? FileStatus(ofInput: input.file), files[status.identity] == nil {
        files[status.identity] = input.path
      }
    }
  }

  mutating func check(_ place: Pathname, of input: Input) throws(WriteError) {
    var root: Pathname?
    if case .tree(let path) = options.target { root = try resolve(path) }
    // A folder that cannot be resolved fails when the file is written.
    guard let folder = try resolve(place.folder), let name = place.name else { return }
    let (status, target) = try WriteError.asking { () throws(UnansweredQuestion) -> (FileStatus?, Pathname?) in
      let status = try FileStatus(of: place)
      return (status, status == nil ? nil : try place.resolved)
    }
    let resolved = target ?? folder.appending(name)
    if let root, !root.contains(resolved) { throw .outsideTree(resolved) }
    if let status, let path = read[status.identity] { throw .isRead(path) }
    if let status, let input = files[status.identity] { throw .isInput(input) }
    if let other = taken.updateValue(input.path, forKey: resolved.folded) { throw .collision(with: other) }
  }

  private mutating func resolve(_ folder: Pathname) throws(WriteError) -> Pathname? {
    if let known = resolvedFolders[folder] { return known }
    let resolved = try WriteError.asking { () throws(UnansweredQuestion) in try folder.resolvedAsFarAsPossible }
    resolvedFolders[folder] = .some(resolved)
    return resolved
  }
}

extension WriteError {
  static func asking<Value>(_ body: () throws(UnansweredQuestion) -> Value) throws(WriteError) -> Value {
    do { return try body() } catch { throw .io(.examine, number: error.number) }
  }

  fileprivate var refusesRun: Bool {
    switch self {
    case .isInput, .isRead, .collision, .outsideTree: true
    default: false
    }
  }
}

extension Pathname {
  fileprivate func isBelow(_ folder: Pathname) -> Bool {
    isAbsolute == folder.isAbsolute && components.count > folder.components.count
      && components.starts(with: folder.components)
  }
}
