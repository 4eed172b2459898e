/// Where the output of each input goes. Made before anything is written, so that what would go wrong by the choice of
/// names goes wrong before that.
public struct OutputPlan: Sendable {
  /// For one input.
  enum Destination: Sendable, Hashable {
    /// The file itself, which is where its symbolic links lead.
    case inPlace(Path)
    /// Another place.
    case place(Path)
    case standardOutput
    /// The input is another name of this one, which comes before it.
    case sameFile(as: Path)
  }

  let options: WriteOptions
  /// In the order of the inputs. Refusals are those that keep the whole run from writing.
  private(set) var destinations: [Result<Destination, WriteError>]

  /// Whether an output falls on another, on an input, or out of its folder: nothing is written then.
  public var isRefused: Bool {
    destinations.contains { if case .failure(let error) = $0 { error.refusesRun } else { false } }
  }

  /// - Parameters:
  ///   - inputs: what is worked on.
  ///   - names: what the user named, in which the folders matter: the path of a file below the folder that was named
  ///     is the one that it gets in the output folder.
  ///   - options: where outputs go, and what they may replace.
  ///   - suffix: what the names of files in an output folder get before `.png`.
  ///   - others: what the run reads besides, such as profiles and lists.
  public init(
    _ inputs: [Input], named names: [Path], options: WriteOptions, suffix: String = "", reading others: [Path] = []
  ) {
    self.options = options
    switch options.target {
    case .standardOutput: destinations = inputs.map { _ in .success(.standardOutput) }
    case .inPlace:
      let folders = options.followsLinksOutside ? [] : names.filter { FileKind(following: $0) == .folder }
      destinations = Self.inPlace(inputs, named: Set(names), walked: folders)
    case .file(let path): destinations = inputs.map { _ in .success(.place(path)) }
    case .tree(let root):
      let folders = names.filter { FileKind(following: $0) == .folder }
      destinations = inputs.map { Self.place(of: $0, in: root, folders: folders, suffix: suffix) }
    }
    switch options.target {
    case .file, .tree: checkPlaces(inputs, others)
    case .inPlace, .standardOutput: break
    }
    if isRefused {
      destinations = destinations.map { destination in
        if case .failure = destination { destination } else { .failure(.othersRefused) }
      }
    }
  }

  /// The places that files are written to.
  public var places: [Path] {
    destinations.compactMap { if case .success(.place(let path)) = $0 { path } else { nil } }
  }

  /// - Parameter folders: those whose links are not to be followed out of them.
  private static func inPlace(
    _ inputs: [Input], named names: Set<Path>, walked folders: [Path]
  ) -> [Result<Destination, WriteError>] {
    let walked = folders.compactMap { folder in folder.resolved.map { (folder, $0) } }
    var paths: [Path: Path] = [:]
    var files: [FileStatus.Identity: Path] = [:]
    return inputs.map { input in
      guard input != .standardInput else { return .failure(.standardInput) }
      // One that cannot be resolved gives its error when it is opened.
      guard let resolved = input.path.resolved else { return .success(.inPlace(input.path)) }
      if !names.contains(input.path), walked.contains(where: { input.path.isBelow($0.0) }),
        !walked.contains(where: { $0.1.contains(resolved) })
      {
        return .failure(.linkOutside(resolved))
      }
      if let first = paths[resolved] { return .success(.sameFile(as: first)) }
      paths[resolved] = input.path
      // Where case does not count, a file with one name has several spellings of it. Hard links are different places.
      if let status = FileStatus(of: resolved), status.links == 1 {
        if let first = files[status.identity] { return .success(.sameFile(as: first)) }
        files[status.identity] = input.path
      }
      return .success(.inPlace(resolved))
    }
  }

  /// Below the folder that was named; else as it is named itself, or its name alone where that is absolute.
  private static func place(
    of input: Input, in root: Path, folders: [Path], suffix: String
  ) -> Result<Destination, WriteError> {
    guard input != .standardInput else { return .failure(.standardInput) }
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
      let stem = path.hasPNGSuffix ? Array(name.dropLast(4)) : name
      relative.append(stem + Array(suffix.utf8) + Array(".png".utf8))
    }
    let place = relative.reduce(root) { $0.appending($1) }
    guard !relative.contains(Array("..".utf8)) else { return .failure(.outsideTree(place)) }
    return .success(.place(place))
  }

  /// Refuses outputs that fall together, on an input, or out of the tree.
  private mutating func checkPlaces(_ inputs: [Input], _ others: [Path]) {
    var read: [FileStatus.Identity: Path] = [:]
    for path in others {
      if let status = FileStatus(ofInput: path) { read[status.identity] = path }
    }
    var files: [FileStatus.Identity: Path] = [:]
    for input in inputs {
      if case .unusable = input { continue }
      if let status = FileStatus(ofInput: input.path), files[status.identity] == nil {
        files[status.identity] = input.path
      }
    }
    var root: Path?
    if case .tree(let path) = options.target { root = path.resolvedAsFarAsPossible }
    var folders: [Path: Path?] = [:]
    var taken: [String: Path] = [:]
    for index in inputs.indices {
      guard case .success(.place(let place)) = destinations[index] else { continue }
      let folder = folders[place.folder] ?? place.folder.resolvedAsFarAsPossible
      folders[place.folder] = .some(folder)
      // A folder that cannot be resolved gives its error when the file is written.
      guard let folder, let name = place.name else { continue }
      let status = FileStatus(of: place)
      let resolved = status == nil ? folder.appending(name) : place.resolved ?? folder.appending(name)
      if let root, !root.contains(resolved) {
        destinations[index] = .failure(.outsideTree(resolved))
      } else if let status, let input = files[status.identity] {
        destinations[index] = .failure(.isInput(input))
      } else if let status, let path = read[status.identity] {
        destinations[index] = .failure(.isRead(path))
      } else if let other = taken.updateValue(inputs[index].path, forKey: resolved.folded) {
        destinations[index] = .failure(.collision(with: other))
      }
    }
  }
}

extension WriteError {
  /// Whether nothing of a run may be written as long as this is so.
  fileprivate var refusesRun: Bool {
    switch self {
    case .isInput, .isRead, .collision, .outsideTree: true
    default: false
    }
  }
}

extension Path {
  /// Whether this path, as it is spelt, is that of something in a folder or below it.
  fileprivate func isBelow(_ folder: Path) -> Bool {
    isAbsolute == folder.isAbsolute && components.count > folder.components.count
      && components.starts(with: folder.components)
  }
}
