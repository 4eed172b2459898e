import GamutCatalogs
public import GamutKit

/// The inputs selected by the paths of a run, and the root of their reported paths, so that the output does not depend
/// on the working directory.
public struct AuditSelection: Sendable {
  /// The root: an absolute path without symbolic links.
  public var root: Pathname
  /// Sorted by the bytes of the path relative to the root, without duplicates.
  public var inputs: [AuditInput]
  /// The names that were given, relative to the root.
  public var names: [Pathname]
  /// What no rule checks below the folders: images that are not PNG files, and what is left out.
  public var unchecked = UncheckedFiles()
  /// Whether there is something to audit besides the inputs: what patterns exclude, or a catalog without sets.
  package private(set) var hasOthers = false
  /// The folders about which git does not say what it ignores, so that nothing is left out there, and why.
  package private(set) var unanswered: [(folder: Pathname, error: AuditError)] = []
  private(set) var possiblePalettes: [Pathname] = []

  /// The root and the policy file of a run.
  public struct Place: Sendable, Hashable {
    /// The root: an absolute path without symbolic links.
    public var root: Pathname
    /// The policy file of all paths that have no nearer one; nil if there is none.
    public var policy: Pathname?
    var searches = true
    /// Whether the patterns of the policy are relative to the root, and not to its folder.
    var isForAll = false

    /// Reads the policies of the run.
    ///
    /// - Parameter change: changes each policy for the run.
    public func policies(change: @escaping (inout AuditPolicy) -> Void = { _ in }) throws(PolicyError) -> PolicyTree {
      let top = try policy.map { path throws(PolicyError) in
        try PolicyFile(reading: path, root: root, isForAll: isForAll)
      }
      return PolicyTree(top ?? PolicyFile(), root: root, searches: searches, change: change)
    }

    package func path(of name: Pathname) throws(UnansweredQuestion) -> Pathname {
      try AuditSelection.place(of: name, root: root, isFolder: FileStatus(of: name)?.kind == .folder)
    }

    package var viewpoint: Viewpoint? { Viewpoint(from: root) }

    package func shown(_ path: Pathname) -> Pathname {
      let path = path.below(root)
      return viewpoint?.shown(path) ?? path
    }

    /// The root, relative to the top folder of its git repository; nil if it is that folder or in no repository.
    package var folderInRepository: Pathname? {
      get throws(UnansweredQuestion) {
        guard let top = try GitChanges.repository(of: root), top != root else { return nil }
        return root.below(top)
      }
    }
  }

  /// Determines the top policy for the names, and the root of their paths: the folder of that policy if all names are
  /// below it; else the nearest parent folder that contains `.git`; else the common folder of all names. The top policy
  /// is the farthest above all names in their git work tree.
  ///
  /// - Parameters:
  ///   - names: files and folders, as given.
  ///   - root: the root, if given.
  ///   - policy: the policy file, if given.
  ///   - searching: whether to search for a policy if none is given.
  public static func place(
    of names: [Pathname], root: Pathname?, policy: Pathname?, searching: Bool = true
  ) throws(AuditError) -> Place {
    var given: Pathname?
    if let root {
      given = try? root.resolved
      guard let given, (try? FileStatus(of: given))?.kind == .folder else {
        throw AuditError("The root '\(root.text.printable)' is not a folder that can be reached.")
      }
    }
    do throws(UnansweredQuestion) {
      return try place(of: names, resolvedRoot: given, policy: policy, searching: searching)
    } catch {
      let error = GamutError(error)
      throw AuditError(error.message, hint: error.hint)
    }
  }

  private static func place(
    of names: [Pathname], resolvedRoot root: Pathname?, policy: Pathname?, searching: Bool
  ) throws(UnansweredQuestion) -> Place {
    // Whoever does not know where it stands would report other paths.
    let here = try Pathname.here.resolved
    let common = Self.common(Set(names.map(Self.folder)).sorted()) ?? here ?? "/"
    var place = Place(root: common, policy: nil, searches: policy == nil && searching)
    if let policy {
      // A file descriptor path, as `<(...)` creates it, is not resolved.
      place.policy = try FileStatus(of: policy)?.kind == .file ? policy.resolved ?? policy : policy
      // Above a repository, it is for all of it: the name of the repository's folder is no part of its paths.
      let top = try GitChanges.repository(of: common)
      place.isForAll =
        place.policy.map { path in
          !path.isAbsolute || !path.folder.contains(common)
            || top.map { $0 != path.folder && path.folder.contains($0) } == true
        } ?? true
    } else if searching {
      place.policy = try PolicyFile.nearest(to: common, isTop: true)
    }
    if let root {
      place.root = root
      if place.searches, root.contains(common) { place.policy = try PolicyFile.nearest(to: root) }
    } else if !place.isForAll, let policy = place.policy {
      let top = try place.searches ? policy : PolicyFile.nearest(to: policy.folder, isTop: true) ?? policy
      place.root = top.folder
    } else if let repository = try GitChanges.repository(of: common) {
      place.root = repository
    }
    return place
  }

  /// - Parameters:
  ///   - names: files and folders, as given.
  ///   - root: absolute, without symbolic links.
  ///   - palettes: returns whether the file or the folder at a path, which is relative to the root, is a palette; nil if
  ///     none is.
  ///   - excludes: returns whether to exclude a path, which is relative to the root; nil to exclude none.
  public init(
    _ names: [Pathname], root: Pathname, palettes: ((Pathname) -> Bool)? = nil, excludes: ((Pathname) -> Bool)?
  ) {
    self.init(names, [], root: root, palettes: palettes, excludes: excludes)
  }

  /// Files that are `named` are reported by their names. What git ignores below the folders may be left out, and untracked
  /// folders of packages and builds.
  package init(
    _ names: [Pathname], _ named: [NamedFile], root: Pathname, palettes: ((Pathname) -> Bool)?,
    excludes: ((Pathname) -> Bool)?, skipsIgnored: Bool = false
  ) {
    self.root = root
    var ignored = skipsIgnored ? IgnoredPaths() : nil
    var (hasOthers, possiblePalettes) = (false, [Pathname]())
    func isExcluded(_ path: Pathname) -> Bool {
      guard excludes?(path) == true else { return false }
      hasOthers = true
      return true
    }
    var found: [AuditInput] = []
    func add(
      _ input: Input, _ path: Pathname, palette: AuditInput.PaletteUse? = nil, isNamed: Bool = false,
      isAlone: Bool = false
    ) {
      var added = AuditInput(input: input, path: path)
      (added.palette, added.isNamed, added.isAlone) = (palette, isNamed, isAlone)
      found.append(added)
    }
    var others = UncheckedFiles()
    var given: [Pathname] = []
    for name in names {
      let isFolder: Bool
      let base: Pathname
      do throws(UnansweredQuestion) {
        isFolder = try FileStatus(of: name)?.kind == .folder
        base = try Self.place(of: name, root: root, isFolder: isFolder)
      } catch {
        add(.unusable(name, GamutError(error)), name)
        continue
      }
      given.append(base)
      guard !isExcluded(base) else { continue }
      guard isFolder else {
        // Inputs are collected as for the other commands: names from a list may have Windows line ends.
        add(Input.collect([name]).first ?? .file(name), base, palette: palettes?(base) == true ? .named : nil)
        continue
      }
      // A set without its file has a row, too.
      var sets = AssetSet.Kind(folder: name.absolute) == nil ? [] : [name]
      // Folders of sets that have other files.
      var full = Set(sets)
      func path(of file: Pathname) -> Pathname { base.joined(file.rest(after: name)) }
      hasOthers = hasOthers || name.isCatalogOrInside
      ignored?.begin(name)
      let images = Input.images(
        below: name,
        skipping: { file in
          if excludes != nil, isExcluded(path(of: file)) { return true }
          guard ignored?.skip(file) == true else { return false }
          others.add(skipped: file)
          return true
        }, repository: { ignored?.enter($0) },
        other: { file, isFolder in
          if let palettes, file.canBePalette, palettes(path(of: file)), !isFolder || file.isNamedAsCatalog {
            return add(.file(file), path(of: file), palette: isFolder ? .namedBesideSets : .named)
          }
          hasOthers = hasOthers || file.isNamedAsCatalog
          if possiblePalettes.count < Self.paletteLimit, file.looksLikePalette { possiblePalettes.append(file) }
          others.add(file.name ?? [])
          if AssetSet.Kind(contents: file) == nil { full.insert(file.folder) }
          if isFolder, AssetSet.Kind(folder: file) != nil { sets.append(file) }
        })
      sets = sets.map { AssetSet.contents(ofSetAt: $0, AssetSet.Kind(folder: $0.absolute)) }
        .filter { !isExcluded(path(of: $0)) }
      full.formUnion(images.lazy.map(\.path.folder))
      for image in images { add(image, path(of: image.path)) }
      for set in sets {
        let isAlone = AssetSet.Kind(contents: set) == .colorSet && !full.contains(set.folder)
        add(.file(set), path(of: set), isAlone: isAlone)
      }
      for catalog in Self.catalogs(of: sets, below: name) {
        let path = path(of: catalog)
        add(.file(catalog), path, palette: palettes?(path) == true ? .namedBesideSets : .found)
      }
    }
    for file in named where !isExcluded(file.name) {
      // An audit stores names beside its inputs.
      add(.file(file.file), file.name, palette: palettes?(file.name) == true ? .named : nil, isNamed: true)
    }
    inputs = Self.unique(found)
    unchecked = others
    self.names = given
    (self.hasOthers, self.possiblePalettes) = (hasOthers, possiblePalettes)
    unanswered = ignored?.unanswered ?? []
  }

  /// Returns the catalogs of several colour sets that a folder is, or has, in any order.
  private static func catalogs(of sets: [Pathname], below folder: Pathname) -> [Pathname] {
    // The working folder may be a catalog.
    let own = folder.absolute.fileName.hasSuffix(".xcassets") ? folder : nil
    var counts: [Pathname: Int] = [:]
    for set in sets where set.isOfColor {
      guard let catalog = set.enclosingCatalog ?? own, catalog.bytes.count >= folder.bytes.count else { continue }
      counts[catalog, default: 0] += 1
    }
    return counts.filter { $0.value > 1 }.map(\.key)
  }

  static func place(of name: Pathname, root: Pathname, isFolder: Bool) throws(UnansweredQuestion) -> Pathname {
    if isFolder { return (try name.resolved ?? name).below(root) }
    // Only the folder is resolved; the name of a link stays.
    let folder = try name.folder.resolvedAsFarAsPossible ?? name.folder
    return (name.name.map { folder.appending($0) } ?? folder).below(root)
  }

  /// Sorts inputs by their paths. Of several with one path the first stays.
  static func unique(_ inputs: [AuditInput]) -> [AuditInput] {
    var unique: [AuditInput] = []
    // Sorting is stable.
    for input in inputs.sorted(by: { $0.path < $1.path }) {
      if let last = unique.indices.last, unique[last].path == input.path {
        if unique[last].isNamed || input.isNamed, unique[last].input != input.input {
          unique[last].input = .unusable(input.path, .nameOfTwoFiles)
        }
      } else {
        unique.append(input)
      }
    }
    return unique
  }

  /// Returns the folder that a name is, or is in; absolute, with the symbolic links of its existing part resolved.
  private static func folder(of name: Pathname) -> Pathname {
    if (try? FileStatus(of: name))?.kind == .folder, let resolved = try? name.resolved { return resolved }
    return (try? name.folder.resolvedAsFarAsPossible) ?? Pathname("/")
  }

  private static func common(_ folders: [Pathname]) -> Pathname? {
    guard var common = folders.first?.components else { return nil }
    for folder in folders.dropFirst() {
      let count = zip(common, folder.components).prefix { $0 == $1 }.count
      common.removeLast(common.count - count)
    }
    return Pathname(bytes: [UInt8(ascii: "/")] + common.joined(separator: [UInt8(ascii: "/")]))
  }
}

extension AuditSelection {
  /// Adds an image on standard input, which is in no folder.
  package mutating func addStandardInput() {
    names.append(.standardInput)
    inputs = Self.unique(inputs + [AuditInput(input: .standardInput, path: .standardInput)])
  }

  /// Keeps only the inputs that differ from a commit in their git repository: those that were added, changed or renamed
  /// since, whether or not that is committed, and those that git neither knows nor ignores. Of a wide-gamut image and
  /// its sRGB variant both are kept if one of them differs, because they are judged together, and of a set of an asset
  /// catalog all files; an input that cannot be found or read is kept too.
  ///
  /// - Parameter reference: a commit, a branch, a tag or another expression that git resolves to a commit.
  public mutating func keepOnlyChanged(since reference: String) throws(AuditError) {
    var changes = try GitChanges(since: reference)
    var kept: [AuditInput] = []
    var catalogs: Set<Pathname> = []
    for input in inputs where input.palette == nil || input.palette == .named {
      guard case .file = input.input else {
        kept.append(input)
        continue
      }
      if try changes.contains(input.path.isAbsolute ? input.path : root.appending(input.path.bytes)) {
        kept.append(input)
        if case .file(let path) = input.input, path.isOfColor, let catalog = path.absolute.enclosingCatalog {
          catalogs.insert(catalog)
        }
      }
    }
    // Colours that changed are compared with the others of their catalog.
    let palettes = inputs.filter { input in
      guard case .file(let path) = input.input, input.palette != nil, input.palette != .named else { return false }
      return catalogs.contains(path.absolute)
    }
    inputs = (kept + palettes).sorted { $0.path < $1.path }
  }
}

extension Pathname {
  fileprivate var isOfColor: Bool { AssetSet.Kind(contents: self) == .colorSet }
}
