import Gamut
public import GamutBasics
public import GamutCatalogs

/// A set of an asset catalog to process.
public struct CatalogInput: Sendable, Hashable {
  /// The set, whose file is not compared with its folder.
  public var set: AssetSet
  /// The names of the images to process; nil for all.
  public var files: Set<Pathname>?

  /// Returns the sets of images and colours of the given names, sorted by their paths: all of a catalog or of another
  /// folder, a set, or the set of a file, and of an image only its slots.
  ///
  /// - Parameters:
  ///   - names: the paths of folders, catalogs, sets and files.
  ///   - excludes: the patterns of paths to omit, as for ``Input/collect(_:excluding:)``.
  /// - Returns: the sets, the names that are neither a folder nor a file of a set, and the folders that cannot be read.
  public static func collect(_ names: [Pathname], excluding excludes: [Glob] = []) -> (
    inputs: [CatalogInput], others: [Pathname], unread: [(folder: Pathname, error: GamutError)]
  ) {
    var found: [Pathname: Set<Pathname>?] = [:]
    var others: [Pathname] = []
    var unread: [(folder: Pathname, error: GamutError)] = []
    for given in names {
      // The current folder may be a set.
      let name = [".", ".."].contains(given.normalized.fileName) ? given.absolute : given
      func isExcluded(_ path: Pathname) -> Bool {
        excludes.contains { $0.matches(path.normalized) || $0.matches(path.rest(after: name)) }
      }
      switch try? FileStatus(of: name)?.kind {
      case .folder where name.isConvertibleSet: found[name.normalized] = .some(nil)
      case .folder:
        let images = Input.images(
          below: name, skipping: isExcluded,
          other: { path, isFolder in if isFolder, path.isConvertibleSet { found[path.normalized] = .some(nil) } })
        for case .unusable(let path, let error) in images { unread.append((path, error)) }
      case .file where name.normalized.folderOfSet != nil:
        let folder = name.normalized.folderOfSet ?? name
        if name.hasPNGSuffix, found[folder] != .some(nil) {
          found[folder] = (found[folder] ?? [])?.union([Pathname(bytes: name.name ?? [])])
        } else if !name.hasPNGSuffix {
          found[folder] = .some(nil)
        }
      default: others.append(given)
      }
    }
    let inputs = found.sorted { $0.key < $1.key }.compactMap { path, files in
      AssetSet.Kind(folder: path).map { CatalogInput(set: AssetSet(fileIn: path, $0), files: files) }
    }
    return (inputs, others, unread)
  }
}

/// The outcome for one set of an asset catalog.
public struct CatalogRow: OutcomeRow, Sendable, Hashable {
  /// The folder of the set.
  public var path: Pathname
  /// The changes, or the reason that the set is unchanged.
  public var result: Result<SetChange, SetError>
  /// Whether nothing is written.
  public var isDryRun = false

  package var failure: (any FileError)? { if case .failure(let error) = result { error } else { nil } }
  package mutating func showFromHere() { path = path.fromHere }
}

/// The changes of a set: slots for displays of sRGB that were added.
public struct SetChange: Sendable, Hashable {
  /// An image for displays of sRGB.
  public struct Image: Sendable, Hashable {
    /// The conditions of the slot.
    public var conditions: SlotConditions
    /// The line of the slot of the image, from 1.
    public var line: Int
    /// The name of the image.
    public var file: Pathname
    /// The name of its variant.
    public var variant: Pathname
    /// The strength of `preserve`; nil for other mappings, and if the variant was there.
    public var preserve: PreserveStrength?
  }

  /// A colour for displays of sRGB.
  public struct Color: Sendable, Hashable {
    /// The conditions of the slot.
    public var conditions: SlotConditions
    /// The line of the slot of the colour, from 1.
    public var line: Int
    /// The colour with its space, in words.
    public var words: String
    /// The code in sRGB as `#rrggbb`.
    public var code: String
    /// The difference (DIN99o) between both.
    public var shift: Double
    /// The name of a set whose colour still looks the same in sRGB; nil if there is none.
    public var merging: Pathname?
  }

  /// The kind of the set.
  public var kind: AssetSet.Kind
  /// The name that apps load it by.
  public var name: Pathname
  /// The action for the file that lists the slots.
  public var action = WriteAction.unchanged
  /// The images, in the order of the slots.
  public var images: [Image] = []
  /// The colours, in the order of the slots.
  public var colors: [Color] = []
  /// The names of images that slots named before and no longer do.
  public var unnamed: [Pathname] = []
  /// Whether another run could change the catalog at the same time, because its file system has no locks.
  public var isUnlocked = false
}

/// The reason that a set is unchanged.
public enum SetError: FileError, Hashable {
  /// A file of the set, by its name, cannot be read or written.
  case file(Pathname, ConvertError)
  /// The file of the set makes no sense.
  case broken(CatalogFault)

  /// A stable identifier in kebab case: one of ``ConvertError``, or `set-broken`.
  public var code: String { if case .file(_, let error) = self { error.code } else { "set-broken" } }

  /// The problem in whole sentences, with the name of the file of the set or the line.
  public var message: String {
    switch self {
    case .file(let name, let error): "\(name.text.printable): \(error.message)"
    case .broken(let fault): "\(fault.line.map { "Line \($0): " } ?? "")\(fault.message)"
    }
  }

  /// What helps, in whole sentences; nil if nothing is known to.
  public var hint: String? {
    if case .file(_, let error) = self { error.hint } else { "Correct it, in Xcode or in a text editor." }
  }

  /// The byte offset in the faulty file of the set, if there is one.
  public var offset: Int? { if case .file(_, let error) = self { error.offset } else { nil } }
}

extension CatalogRow {
  /// Returns the row according to `Schemas/catalog.schema.json`, on one line, without a line feed.
  func json() -> [UInt8] {
    JSONWriter.row("gamut.catalog/1", path, result, head: { if isDryRun { $0.member("dryRun", true) } }) {
      row, change in
      row.member("kind", change.kind.rawValue)
      row.member("name", change.name.text)
      row.member("action", change.action.rawValue)
      row.member("images", objects: change.images) { object, image in
        object.member("slot", image.conditions.words)
        object.member("line", image.line)
        object.member("file", image.file.text)
        object.member("variant", image.variant.text)
        if let preserve = image.preserve {
          object.member("strength", preserve.level)
          object.member("left", preserve.remainingLosses)
        }
      }
      row.member("colors", objects: change.colors) { object, color in
        object.member("slot", color.conditions.words)
        object.member("line", color.line)
        object.member("color", color.words)
        object.member("srgb", color.code)
        object.member("shift", color.shift)
        if let merging = color.merging { object.member("merging", merging.text) }
      }
      if !change.unnamed.isEmpty { row.member("unnamed", array: change.unnamed) { $0.string($1.text) } }
    }
  }
}

/// The rows of `gamut convert --catalog`; in verbose detail, text has sets without a change, too.
public struct CatalogDocument: RunDocument {
  public static let formats = runFormats
  public static let command = "catalog"
  public var style: TextStyle

  /// Creates the document of a run.
  public init(_ style: TextStyle) { self.style = style }

  public var text: any RowFormatter<CatalogRow, Void> { CatalogTextFormatter(style: style) }
  package var json: RowsInJSON<CatalogRow> {
    RowsInJSON(actions: { try? $0.result.get().action }, json: { $0.json() })
  }
}

private struct CatalogTextFormatter: RowFormatter {
  let style: TextStyle
  private var counts = (sets: 0, changed: 0, images: 0, colors: 0, failures: 0)
  private var isDryRun = false

  init(style: TextStyle) { self.style = style }

  mutating func add(_ row: CatalogRow) -> [UInt8] {
    isDryRun = row.isDryRun
    counts.sets += 1
    // The message of a failure is on standard error.
    guard case .success(let change) = row.result else {
      counts.failures += 1
      return []
    }
    if change.action != .unchanged { counts.changed += 1 }
    counts.images += change.images.count
    counts.colors += change.colors.count
    guard style.detail != .quiet, change.action != .unchanged || style.detail == .verbose else { return [] }
    var lines = [style.heading(row.path.text.printable) + ": " + change.action.words]
    for image in change.images {
      lines.append("sRGB slot (\(image.conditions.words.printable)): \(image.variant.text.printable)\(image.source)")
    }
    for color in change.colors {
      lines.append(
        "sRGB slot (\(color.conditions.words.printable)): \(color.code) for \(color.words.printable)"
          + ", a shift of \(Words.din99o(color.shift))")
      if let merging = color.merging {
        lines.append(style.warning("In sRGB it still looks like the colour \(merging.text.printable)."))
      }
    }
    lines += change.unnamed.map { style.warning("No slot names \($0.text.printable) any more.") }
    return Array((lines.joined(separator: "\n  ") + "\n").utf8)
  }

  func end(_: Void) -> [UInt8] {
    guard style.detail != .quiet, counts.sets > 0 else { return [] }
    let done = isDryRun ? "would be written" : "written"
    let none = counts.failures > 0 ? "none \(done)" : "nothing to write"
    var parts = [counts.changed > 0 ? "\(Words.count(counts.changed)) \(done)" : none]
    var slots: [String] = []
    if counts.images > 0 { slots.append(Words.count(counts.images, "image")) }
    if counts.colors > 0 { slots.append(Words.count(counts.colors, "colour")) }
    if !slots.isEmpty { parts[0] += ", with \(slots.joined(separator: " and ")) for displays of sRGB" }
    if counts.failures > 0 { parts.append(style.failure("\(Words.count(counts.failures)) could not be processed")) }
    let text = style.heading(Words.count(counts.sets, "set")) + ": " + parts.joined(separator: "; ") + "\n"
    return Array(((counts.changed > 0 ? "\n" : "") + text).utf8)
  }
}

extension SetChange.Image {
  fileprivate var source: String {
    let from = " from \(file.text.printable)"
    guard let preserve, preserve.level > 0 else { return from }
    let left = preserve.remainingLosses
    return from + " (strength \(preserve.level) of \(PreserveStrength.count)"
      + (left > 0 ? ", \(Words.count(left, "loss", plural: "losses")) left)" : ")")
  }
}
