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

/// The output of each input. The plan is made before anything is written, so that conflicts of names are found before
/// that.
public struct OutputPlan: Sendable {
  /// The output of one input.
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
    let (folders, unknown) = Self.folders(among: names)
    switch options.target {
    case .standardOutput: destinations = inputs.map { _ in .success(.standardOutput) }
    case .inPlace:
      destinations = Self.inPlace(inputs, named: Set(names), walked: options.followsLinksOutside ? [] : folders)
    case .file(let path): destinations = inputs.map { _ in .success(.place(path)) }
    case .variants:
      destinations = inputs.map { input in
        if let fault = input.placeFault { return .failure(fault) }
        return input.path.variant.map { .success(.place($0)) } ?? .failure(.isInput(input.path))
      }
    case .tree(let root):
      destinations = inputs.map { Self.place(of: $0, in: root, folders: folders, suffix: suffix) }
    }
    for (index, input) in inputs.enumerated() where !unknown.isEmpty {
      var folder = input.path.normalized
      repeat {
        folder = folder.folder
        if let number = unknown[folder] { destinations[index] = .failure(.io(.examine, number: number)) }
      } while folder != .here
    }
    if !places.isEmpty { checkPlaces(inputs, others) }
    if isRefused {
      destinations = destinations.map { destination in
        if case .failure = destination { destination } else { .failure(.otherOutputsRefused) }
      }
    }
  }

  /// Returns the folders among the names, on which it depends where files are written, and errno for the names of which
  /// the system does not say whether they are folders.
  private static func folders(among names: [Pathname]) -> (folders: [Pathname], unknown: [Pathname: Int32]) {
    var folders: [Pathname] = []
    var unknown: [Pathname: Int32] = [:]
    for name in names {
      do throws(UnansweredQuestion) {
        if try FileStatus(of: name)?.kind == .folder { folders.append(name) }
      } catch {
        unknown[name.normalized] = error.number
      }
    }
    return (folders, unknown)
  }

  /// The paths of the files to write.
  public var places: [Pathname] {
    destinations.compactMap { if case .success(.place(let path)) = $0 { path } else { nil } }
  }

  private static func inPlace(
    _ inputs: [Input], named names: Set<Pathname>, walked folders: [Pathname]
  ) -> [Result<Destination, WriteError>] {
    var walked: [(Pathname, Pathname)] = []
    for folder in folders {
      do throws(UnansweredQuestion) {
        if let resolved = try folder.resolved { walked.append((folder, resolved)) }
      } catch {
        // Where its links lead is not known.
        return inputs.map { _ in .failure(.io(.examine, number: error.number)) }
      }
    }
    var paths: [Pathname: Pathname] = [:]
    var files: [FileStatus.Identity: Pathname] = [:]
    func place(of input: Input) throws(UnansweredQuestion) -> Result<Destination, WriteError> {
      if let fault = input.placeFault { return .failure(fault) }
      // A path that cannot be resolved fails when it is opened.
      guard let resolved = try input.path.resolved else { return .success(.inPlace(input.path)) }
      if !names.contains(input.path), walked.contains(where: { input.path.isBelow($0.0) }),
        !walked.contains(where: { $0.1.contains(resolved) })
      {
        return .failure(.linkOutside(resolved))
      }
      if let first = paths[resolved] { return .success(.sameFile(as: first)) }
      paths[resolved] = input.path
      // On a case-insensitive file system, a file with one name has several spellings of it. Hard links are different
      // places.
      if let status = try FileStatus(of: resolved), status.links == 1 {
        if let first = files[status.identity] { return .success(.sameFile(as: first)) }
        files[status.identity] = input.path
      }
      return .success(.inPlace(resolved))
    }
    return inputs.map { input in
      do throws(UnansweredQuestion) {
        return try place(of: input)
      } catch {
        return .failure(.io(.examine, number: error.number))
      }
    }
  }

  /// Returns the path relative to the given folder; otherwise the given path, or only its name if it is absolute.
  private static func place(
    of input: Input, in root: Pathname, folders: [Pathname], suffix: String
  ) -> Result<Destination, WriteError> {
    if let fault = input.placeFault { return .failure(fault) }
    let path = input.path
    let folder = folders.filter { path.bytes.count > $0.bytes.count && path.isBelow($0) }
      .min { $0.bytes.count < $1.bytes.count }
    var relative = path.components
    if let folder {
      relative.removeFirst(folder.components.count)
    } else if path.isAbsolute {
      relative = Array(relative.suffix(1))
    }
    if !suffix.isEmpty, let name = relative.popLast() {
      relative.append(Pathname(bytes: name).ending(in: suffix.utf8).bytes)
    }
    let place = relative.reduce(root) { $0.appending($1) }
    guard !relative.contains(Array("..".utf8)) else { return .failure(.outsideTree(place)) }
    return .success(.place(place))
  }

  /// Rejects outputs that coincide with each other or with an input, or lie outside the tree.
  private mutating func checkPlaces(_ inputs: [Input], _ others: [Pathname]) {
    var read: [FileStatus.Identity: Pathname] = [:]
    for path in others {
      if let status = try? FileStatus(ofInput: path) { read[status.identity] = path }
    }
    var files: [FileStatus.Identity: Pathname] = [:]
    for input in inputs {
      if case .unusable = input { continue }
      if let status = try? FileStatus(ofInput: input.file), files[status.identity] == nil {
        files[status.identity] = input.path
      }
    }
    var folders: [Pathname: Pathname?] = [:]
    func resolve(_ folder: Pathname) throws(UnansweredQuestion) -> Pathname? {
      if let known = folders[folder] { return known }
      let resolved = try folder.resolvedAsFarAsPossible
      folders[folder] = .some(resolved)
      return resolved
    }
    var taken: [String: Pathname] = [:]
    for index in inputs.indices {
      guard case .success(.place(let place)) = destinations[index] else { continue }
      var (root, status): (Pathname?, FileStatus?)
      let resolved: Pathname
      do throws(UnansweredQuestion) {
        if case .tree(let path) = options.target {
          root = try resolve(path)
        }
        // A folder that cannot be resolved fails when the file is written.
        guard let folder = try resolve(place.folder), let name = place.name else { continue }
        status = try FileStatus(of: place)
        resolved = try (status == nil ? nil : place.resolved) ?? folder.appending(name)
      } catch {
        destinations[index] = .failure(.io(.examine, number: error.number))
        continue
      }
      if let root, !root.contains(resolved) {
        destinations[index] = .failure(.outsideTree(resolved))
      } else if let status, let path = read[status.identity] {
        destinations[index] = .failure(.isRead(path))
      } else if let status, let input = files[status.identity] {
        destinations[index] = .failure(.isInput(input))
      } else if let other = taken.updateValue(inputs[index].path, forKey: resolved.folded) {
        destinations[index] = .failure(.collision(with: other))
      }
    }
  }
}

extension WriteError {
  /// Whether this error prevents the whole run from writing.
  fileprivate var refusesRun: Bool {
    switch self {
    case .isInput, .isRead, .collision, .outsideTree: true
    default: false
    }
  }
}

extension Pathname {
  /// Returns whether this path, as spelled, lies below a folder.
  fileprivate func isBelow(_ folder: Pathname) -> Bool {
    isAbsolute == folder.isAbsolute && components.count > folder.components.count
      && components.starts(with: folder.components)
  }
}

extension Input {
  /// The reason that nothing can be written beside the input or below its path; nil if it can.
  fileprivate var placeFault: WriteError? {
    self == .standardInput ? .standardInput : isNamed ? .named : nil
  }
}
