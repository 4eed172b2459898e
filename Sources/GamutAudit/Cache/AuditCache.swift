import Gamut
import GamutCatalogs
package import GamutKit

extension Auditor {
  /// Audits every input of a shard like `audit(_:shard:jobs:each:)`, and takes the rows of images from a cache if nothing
  /// that they depend on has changed.
  package func audit<Failure: Error>(
    _ selection: AuditSelection, shard: Shard?, jobs: Int, cache: RowCache?, each: (AuditRow) throws(Failure) -> Void
  ) throws(Failure) {
    let paths = AuditedPaths(selection.inputs)
    let rows = cache.map { CachedRows($0, context, paths) }
    try audit(
      selection, among: paths, shard: shard, jobs: jobs, by: { rows?.row(of: $0, $1) ?? $1(nil) }, each: each)
  }

  /// Everything that all rows depend on.
  private var context: CacheContext {
    var context = CacheContext("audit")
    var writer = JSONWriter()
    writer.value(policy.node)
    context.add(writer.bytes)
    context.add(policy.folder.bytes)
    context.add(assumed)
    context.add(memory)
    return context
  }
}

/// The rows of an audit with a cache.
private struct CachedRows: Sendable {
  private let cache: RowCache
  private let context: CacheContext
  /// The files of the audit, of all shards.
  private let audited: AuditedPaths
  /// Whether the files of a folder are in an asset catalog. Files come in the order of their paths.
  private let catalogs = Memo<Pathname, Bool>(limit: 64)
  /// The name of a folder of Android resources, whose images get other advice; nil for other folders.
  private let resources = Memo<Pathname, [UInt8]?>(limit: 64)

  init(_ cache: RowCache, _ context: CacheContext, _ audited: AuditedPaths) {
    (self.cache, self.context, self.audited) = (cache, context, audited)
  }

  /// Returns the row of an input.
  ///
  /// - Parameter compute: computes it, from the open file if it is given.
  func row(of input: AuditInput, _ compute: (OpenedInput?) -> AuditRow) -> AuditRow {
    guard case .file(let file) = input.input, input.palette == nil, AssetSet.Kind(contents: file) == nil else {
      return compute(nil)
    }
    let key = CacheKey(context, name(of: input, file))
    let ticket: RowCache.Ticket
    switch cache.recall(key, at: file) {
    case .known(var coder):
      var row = AuditRow(path: input.path)
      var circumstances = Circumstances()
      circumstances.code(&coder)
      row.code(&coder)
      if !coder.isFaulty, coder.isAtEnd, isTrue(circumstances, of: input, file) { return row }
      ticket = cache.ticket(key, at: file)
    case .unknown(let other): ticket = other
    }
    var row = compute(ticket.opened)
    let names = Self.neighbors(of: file, row)
    var circumstances = self.circumstances(names, of: input, file)
    var coder = RowCoder()
    circumstances.code(&coder)
    row.code(&coder)
    cache.keep(ticket, besides: names, coder)
    return row
  }

  /// Returns the circumstances of a regular file. Its folder decides whether it is in an asset catalog.
  private func circumstances(_ names: [[UInt8]], of input: AuditInput, _ file: Pathname) -> Circumstances {
    guard !names.isEmpty else { return Circumstances() }
    return Circumstances(
      names, of: input, audited.all,
      isInCatalog: catalogs.value(for: file.folder) { (try? file.leadsToAssetCatalog) ?? true })
  }

  /// Whether circumstances are still the same.
  private func isTrue(_ known: Circumstances, of input: AuditInput, _ file: Pathname) -> Bool {
    known.names.isEmpty || known == circumstances(known.names, of: input, file)
  }

  /// Returns the bytes that identify the row of an input: the path that the row reports and, if the path does not
  /// contain them, the names of the file and its folder.
  private func name(of input: AuditInput, _ file: Pathname) -> [UInt8] {
    var name = input.path.bytes
    if input.isNamed { name += [0] + (file.name ?? []) }
    if let folder = file.folderWithExtension { name += [0] + folder }
    guard file.mayBeAndroidResource else { return name }
    let resources = resources.value(for: file.folder) {
      file.qualifiersOfAndroid == nil ? nil : file.absolute.folder.name
    }
    if let resources { name += [1] + resources }
    return name
  }

  /// Returns the names of the other files in the folder of an image that its row may depend on.
  private static func neighbors(of file: Pathname, _ row: AuditRow) -> [[UInt8]] {
    var names: Set<Pathname> = []
    let folder = file.absolute.folder
    if let set = AssetSet(imagesIn: folder) {
      names.insert(Pathname(set.contents.fileName))
      names.formUnion(set.slots.compactMap(\.file).map { Pathname($0) })
    }
    // Only an image with a loss has a variant. That of another image is one by its name.
    if row.image?.report?.verdict == .collapses || file.variant == nil {
      names.formUnion(file.namesOfVariants.compactMap { $0.name.map { Pathname(bytes: $0) } })
    }
    names.remove(Pathname(bytes: file.name ?? []))
    return names.sorted().map(\.bytes)
  }
}

/// The facts other than the contents of files that a row depends on; only for a file whose row depends on other files.
private struct Circumstances: Equatable {
  /// The names of the other files in its folder.
  private(set) var names: [[UInt8]] = []
  /// Whether a file of each of these names is audited too, so that its own row reports its losses.
  private var audited: [Bool] = []
  private var isVariantAudited = false
  /// Whether the file is in an asset catalog, possibly through a link, where the advice is different.
  private var isInCatalog = false

  init() {}

  init(_ names: [[UInt8]], of input: AuditInput, _ audited: Set<Pathname>, isInCatalog: Bool) {
    self.names = names
    self.audited = names.map { audited.contains(input.path.sibling($0)) }
    isVariantAudited = input.path.variant.map { audited.contains($0) } ?? false
    self.isInCatalog = isInCatalog
  }

  mutating func code(_ coder: inout RowCoder) {
    let count = coder.codes(count: names.count)
    if coder.isReading {
      (names, audited) = (Array(repeating: [], count: count), Array(repeating: false, count: count))
    }
    guard count > 0 else { return }
    for index in names.indices {
      coder.code(&names[index])
      coder.code(&audited[index])
    }
    coder.code(&isVariantAudited)
    coder.code(&isInCatalog)
  }
}

extension Pathname {
  /// The name of the folder of a file if it has an extension, as the sets of an asset catalog do; otherwise nil.
  fileprivate var folderWithExtension: ArraySlice<UInt8>? {
    let (slash, dot) = (UInt8(ascii: "/"), UInt8(ascii: "."))
    guard let end = bytes.lastIndex(of: slash) else { return absolute.folderWithExtension }
    let folder = bytes[(bytes[..<end].lastIndex(of: slash).map { $0 + 1 } ?? 0)..<end]
    guard folder.contains(dot) else { return nil }
    let isOther = folder.allSatisfy { $0 == dot } && folder.count <= 2
    guard isOther || folder.isEmpty else { return folder }
    // That of the working folder, or of a folder above.
    let name = absolute.folder.name ?? []
    return name.contains(dot) ? name[...] : nil
  }

  /// Whether the folder above that of the file may be `res`, by the bytes of the path alone: most files need no more.
  fileprivate var mayBeAndroidResource: Bool {
    let slash = UInt8(ascii: "/")
    guard let end = bytes.lastIndex(of: slash), let start = bytes[..<end].lastIndex(of: slash), start > 0 else {
      return true
    }
    // Dots and empty names lead to a folder elsewhere.
    let (last, first) = (bytes[start - 1], bytes[start + 1])
    return last == UInt8(ascii: "s") || last == UInt8(ascii: ".") || last == slash || first == UInt8(ascii: ".")
      || first == slash
  }

  /// The paths that decide whether the file is the variant of another, or has one, besides its own.
  fileprivate var namesOfVariants: [Pathname] {
    guard let variant else { return possibleWideImages }
    return [variant] + variant.possibleWideImages
  }
}
