import Gamut
public import GamutBasics
public import GamutCatalogs

/// The outcome for one set of an asset catalog.
public struct CatalogRow: OutcomeRow, Sendable, Hashable {
  /// The folder of the set.
  public var path: Pathname
  /// The changes, or the reason that the set is unchanged.
  public var result: Result<SetChange, SetError>
  /// Whether nothing is written.
  public var isDryRun = false

  package var failure: (any FileError)? { if case .failure(let error) = result { error } else { nil } }
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
    public var file: String
    /// The name of its variant.
    public var variant: String
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
    public var merging: String?
  }

  /// The kind of the set.
  public var kind: AssetSet.Kind
  /// The name that apps load it by.
  public var name: String
  /// The action for the file that lists the slots.
  public var action = WriteAction.unchanged
  /// The images, in the order of the slots.
  public var images: [Image] = []
  /// The colours, in the order of the slots.
  public var colors: [Color] = []
  /// The names of images that slots named before and no longer do.
  public var unnamed: [String] = []
  /// Temporary files of an earlier run that were removed.
  public var removedTemporaryFiles: [Pathname] = []
}

/// The reason that a set is unchanged.
public enum SetError: FileError, Hashable {
  /// A file of the set, by its name, cannot be read or written.
  case file(String, ConvertError)
  /// The file of the set makes no sense.
  case broken(CatalogFault)

  /// A stable identifier in kebab case: one of ``ConvertError``, or `set-broken`.
  public var code: String { if case .file(_, let error) = self { error.code } else { "set-broken" } }

  /// The problem in whole sentences, with the name of the file of the set or the line.
  public var message: String {
    switch self {
    case .file(let name, let error): "\(name.printable): \(error.message)"
    case .broken(let fault): "\(fault.line.map { "Line \($0): " } ?? "")\(fault.message)"
    }
  }

  /// The possible remedies, the best one first; empty if there is none.
  public var advice: [Advice] {
    guard case .file(_, let error) = self else { return [.correctSet] }
    // The variants of a set have one place.
    return error.advice.filter { ![.chooseOtherOutput, .separateOutputs, .nameOutput].contains($0) }
  }

  /// The byte offset in the faulty file of the set, if there is one.
  public var offset: Int? { if case .file(_, let error) = self { error.offset } else { nil } }
}

extension CatalogRow {
  /// Returns the row according to `Schemas/catalog.schema.json`, on one line, without a line feed.
  func json(_ wording: ErrorWording) -> [UInt8] {
    JSONWriter.row("gamut.catalog/1", path, result, wording, head: { if isDryRun { $0.member("dryRun", true) } }) {
      row, change in
      row.member("kind", change.kind.rawValue)
      row.member("name", change.name)
      row.member("action", change.action.rawValue)
      row.member("images", array: change.images) { writer, image in
        writer.object { object in
          object.member("slot", image.conditions.words)
          object.member("line", image.line)
          object.member("file", image.file)
          object.member("variant", image.variant)
          if let preserve = image.preserve {
            object.member("strength", preserve.level)
            object.member("left", preserve.remainingLosses)
          }
        }
      }
      row.member("colors", array: change.colors) { writer, color in
        writer.object { object in
          object.member("slot", color.conditions.words)
          object.member("line", color.line)
          object.member("color", color.words)
          object.member("srgb", color.code)
          object.member("shift", color.shift)
          if let merging = color.merging { object.member("merging", merging) }
        }
      }
      if !change.unnamed.isEmpty { row.member("unnamed", array: change.unnamed) { $0.string($1) } }
    }
  }
}
