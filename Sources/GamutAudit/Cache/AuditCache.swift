import Gamut
import GamutCatalogs
package import GamutKit

extension Auditor {
  /// Audits every input of a shard like `audit(_:shard:jobs:each:)`, and takes the rows of images from a cache if all that
  /// they depend on is the same.
  package func audit<Failure: Error>(
    _ selection: AuditSelection, shard: Shard?, jobs: Int, cache: RowCache?, each: (AuditRow) throws(Failure) -> Void
  ) throws(Failure) {
    guard let cache else { return try audit(selection, shard: shard, jobs: jobs, each: each) }
    let rows = CachedRows(cache: cache)
    try audit(
      selection, shard: shard, jobs: jobs, by: { rows.row(of: $0, by: $1, among: $2, $3) }, each: each)
  }
}

/// The rows of an audit with a cache, by hashes of all that they may depend on.
private struct CachedRows: Sendable {
  let cache: RowCache
  /// The hashes of the settings of the auditors, by the folders of their policies.
  let settings = Memo<Pathname, ContentHash>(limit: 1024)
  /// Files come in the order of their paths.
  let folders = Memo<Pathname, Folder>(limit: 64)

  /// Returns the row of an input.
  ///
  /// - Parameters:
  ///   - auditor: that of its policy.
  ///   - audited: the files of the audit, of all shards.
  ///   - compute: computes it, from the open file if it is given.
  func row(
    of input: AuditInput, by auditor: Auditor, among audited: Set<Pathname>, _ compute: (OpenedInput?) -> AuditRow
  ) -> AuditRow {
    // The rows of sets and palettes depend on many files, and those of files with other names on files elsewhere.
    guard case .file(let file) = input.input, !input.isNamed, input.palette == nil,
      AssetSet.Kind(contents: file) == nil,
      let folder = try? folders.value(for: file.folder, { try Folder(of: file, isListed: true) }),
      let surroundings = try? surroundings(of: file, input, in: folder, audited, auditor.sets),
      let opened = try? OpenedInput(input.input, keeping: .contents), let content = try? opened.contentHash()
    else { return compute(nil) }
    var key = KeyBytes()
    key.add("audit".utf8)
    let settings = settings.value(for: auditor.policy.folder) { ContentHash(describing: auditor.settings) }
    for part in [settings, surroundings, content] { key.add(part) }
    key.add(input.path.bytes)
    if let row = cache.lookup(key.hash).flatMap({ AuditRow($0) }) { return row }
    let row = compute(opened)
    // Whether anything has changed while it was computed, by reading it again.
    guard row.error == nil, opened.held != nil || (try? opened.contentHash()) == content,
      let folder = try? Folder(of: file, isListed: false),
      (try? self.surroundings(of: file, input, in: folder, audited, Memo(limit: 1))) == surroundings
    else { return row }
    cache.store(key.hash, row.line)
    return row
  }

  /// Returns a hash of what the row of a file may depend on besides its contents and its path.
  ///
  /// - Returns: nil if the file is a link, whose row depends on where that leads.
  private func surroundings(
    of file: Pathname, _ input: AuditInput, in folder: Folder, _ audited: Set<Pathname>,
    _ sets: Memo<Pathname, AssetSet?>
  ) throws -> ContentHash? {
    guard let own = try FileStatus(of: file, followingLink: false), own.kind == .file else { return nil }
    // Its variant is in another folder.
    if file.androidResource?.keepsProfile == true { return nil }
    var key = KeyBytes()
    key.add(folder.place)
    var names = file.namesOfVariants.compactMap(\.name)
    if let contents = folder.contents {
      key.add(contents)
      // That of the set whose slots are asked for names.
      key.add(Int(truncatingIfNeeded: try CatalogPlace.set(of: file, sets)?.checksum ?? 0))
      let place = try CatalogPlace(of: file, sets)
      names += [place?.sRGBVariant, place?.wideImage].compactMap { $0?.bytes }
    }
    for name in names where name != file.name {
      key.add(name)
      let path = file.sibling(name)
      guard folder.names?.contains(Pathname(bytes: name)) != false,
        let status = try FileStatus(of: path, followingLink: false)
      else {
        key.add("absent".utf8)
        continue
      }
      let target = try FileStatus(of: path)
      key.add("\(status.kind) \(target.map { "\($0.kind)" } ?? "none")".utf8)
      key.add(target?.identity == own.identity ? 1 : 0)
      key.add(audited.contains(input.path.sibling(name)) ? 1 : 0)
      if target?.kind == .file { key.add(try OpenedInput(.file(path), keeping: .contents).contentHash()) }
    }
    return key.hash
  }

  /// What is the same for all files of a folder.
  struct Folder: Sendable {
    /// The names in it; nil if each is to be looked for.
    let names: Set<Pathname>?
    /// What decides whether the folder belongs to a catalog or to the resources of an Android app: all names with an
    /// extension on the way to it, and whether their build writes drawables anew. So a copy of a tree elsewhere is the same.
    let place: [UInt8]
    /// The hash of the file that lists the slots, if the folder is a set of images.
    let contents: ContentHash?

    init(of file: Pathname, isListed: Bool) throws {
      let folder = file.absolute.folder
      names = isListed ? FolderWalk.entries(of: file.folder).map { Set($0.map { Pathname(bytes: $0.name) }) } : nil
      var key = KeyBytes()
      for path in [file.folder, folder, try folder.resolved ?? folder] {
        let names = path.components.filter { $0.contains(UInt8(ascii: ".")) }
        key.add(names.count)
        for name in names { key.add(name) }
      }
      key.add(file.isStrippedByAndroid ? 1 : 0)
      place = key.bytes
      guard let kind = AssetSet.Kind(folderName: folder.fileName), kind == .imageSet || kind == .appIconSet else {
        contents = nil
        return
      }
      let list = AssetSet.contents(ofSetAt: folder, kind)
      let isFile = try FileStatus(of: list)?.kind == .file
      contents = try isFile ? OpenedInput(.file(list), keeping: .contents).contentHash() : ContentHash(of: [])
    }
  }
}

extension Pathname {
  /// The paths that decide whether the file is the variant of another, or has one, besides its own.
  fileprivate var namesOfVariants: [Pathname] {
    guard let variant else { return possibleWideImages }
    return [variant] + variant.possibleWideImages
  }
}
