public import GamutBasics

/// A set of an asset catalog: a folder such as `Sun.imageset`, with the slots that its `Contents.json` lists.
public struct AssetSet: Sendable, Hashable {
  /// The kind of a set: the extension of its folder, in lower case. Folders with other extensions are no sets.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// Images for various displays and appearances.
    case imageSet = "imageset"
    /// An app icon, in any version of the format.
    case appIconSet = "appiconset"
    /// Colours for various displays and appearances.
    case colorSet = "colorset"
    /// A document of Icon Composer (`Name.icon`), whose slots are its colours and layers.
    case icon
  }

  /// The kind of the set.
  public var kind: Kind
  /// The folder of the set.
  public var path: Pathname
  /// The name with which apps load the set: the names of the folders that provide a namespace, then that of its own
  /// folder, with `/` between them.
  public var name: Pathname
  /// The slots in the order of the file.
  public var slots: [AssetSlot] = []
  /// Whether the app draws the images in a single colour of its own, so that their own colours do not matter.
  public var isTemplate = false
  var isRead = false
  /// A checksum of the file that lists the slots; 0 if there is none.
  package var checksum: UInt64 = 0
  package var unread: UnansweredQuestion?
  /// The faults of the file that lists the slots, and of the folder.
  public var faults: [CatalogFault] = []

  /// The file that lists the slots.
  public var contents: Pathname { Self.contents(ofSetAt: path, kind) }

  package static func contents(ofSetAt folder: Pathname, _ kind: Kind?) -> Pathname {
    folder.appending(Array((kind == .icon ? "icon.json" : "Contents.json").utf8))
  }
}

/// A fault of a catalog or of a set.
public struct CatalogFault: Sendable, Hashable {
  /// The kind of a fault; the raw value is the name of the audit rule that reports it.
  public enum Kind: String, Sendable, Hashable {
    /// The file cannot be read, or its contents make no sense.
    case broken = "catalog-broken"
    /// A slot names a file that does not exist.
    case missingFile = "catalog-missing-file"
    /// No slot names the file.
    case orphanFile = "catalog-orphan-file"
  }

  /// The kind of the fault.
  public var kind: Kind
  /// The line, from 1, in the file that lists the slots; nil if the fault has no line.
  public var line: Int?
  /// The fault in one sentence, for people.
  public var message: String
  /// Whether Xcode mostly reads the set as it is meant, although other programs and systems may not.
  public var isMinor = false

  /// Creates a fault.
  public init(_ kind: Kind, line: Int? = nil, _ message: String) {
    (self.kind, self.line, self.message) = (kind, line, message)
  }
}

/// A slot of a set: an image or a colour for some conditions of a display.
public struct AssetSlot: Sendable, Hashable {
  /// The conditions under which the slot applies.
  public var conditions = SlotConditions()
  /// The name of the image file in the folder of the set; nil if the slot has no image.
  public var file: Pathname?
  /// The colour; nil if the slot has no colour.
  public var color: AssetColor?
  /// Whether Xcode keeps the image without using it.
  public var isUnassigned = false
  /// The line of the slot in the file, from 1.
  public var line: Int

  /// Creates an empty slot.
  public init(line: Int) { self.line = line }
}

/// The conditions of a slot. A condition that is absent does not restrict the slot.
public struct SlotConditions: Sendable, Hashable {
  /// The gamut of a display.
  public enum Gamut: String, Sendable, Hashable, CaseIterable {
    /// Displays that show no more than sRGB.
    case sRGB
    /// Displays with the gamut of Display P3.
    case displayP3 = "display-P3"
  }

  /// An appearance, such as luminosity dark, or contrast high.
  public struct Appearance: Sendable, Hashable {
    /// The property that the appearance changes, such as `luminosity`.
    public var name: Pathname
    /// The value of that property, such as `dark`.
    public var value: Pathname

    /// Creates an appearance.
    public init(_ name: Pathname, _ value: Pathname) { (self.name, self.value) = (name, value) }
  }

  /// A condition of any other kind, as a key and its value.
  public struct Other: Sendable, Hashable {
    /// The key, such as `size`.
    public var key: Pathname
    /// The value as text, such as `1024x1024`.
    public var value: Pathname
  }

  /// The device; `universal` if the file does not name one.
  public var idiom: Pathname = "universal"
  /// The scale, such as `2x`; nil for all scales.
  public var scale: String?
  /// The gamut of the displays; nil for all displays.
  public var gamut: Gamut?
  /// The appearances that must all apply; empty if the slot is for any appearance.
  public var appearances: [Appearance] = []
  /// All other conditions, sorted by their keys.
  public var others: [Other] = []

  /// Creates the conditions of a slot that always applies.
  public init() {}

  /// The conditions in words, such as "universal, 2x, dark, display-P3".
  public var words: String {
    let looks = appearances.map { $0.value.text + ($0.name == "contrast" ? " contrast" : "") }
    let rest = others.map { "\($0.key.text) \($0.value.text)" }
    return ([idiom.text, scale] + looks + [gamut?.rawValue] + rest).compactMap(\.self).joined(separator: ", ")
  }

  /// The pixels of a point of the slot in each direction, above 0 and at most 100, such as 2 for `2x`; nil if the slot has
  /// no scale, or one of no display.
  public var factor: Double? {
    guard let scale, scale.hasSuffix("x"), let factor = Double(scale.dropLast()), factor > 0, factor <= 100 else {
      return nil
    }
    return factor
  }

  /// The width and height of the slot's image in pixels, each less than 100 million: those of the condition `size` times
  /// the scale; nil if there is no such condition. Icons of a single size have no scale.
  public var imageSize: (width: Int, height: Int)? {
    guard let size = others.first(where: { $0.key == "size" })?.value, let factor = scale == nil ? 1 : factor else {
      return nil
    }
    let numbers = size.text.split(separator: "x").compactMap { Double($0) }
    guard numbers.count == 2, numbers.allSatisfy({ $0 > 0 && $0 < 1e6 }) else { return nil }
    return (Int((numbers[0] * factor).rounded()), Int((numbers[1] * factor).rounded()))
  }

  /// These conditions without the gamut.
  public var inAnyGamut: SlotConditions {
    var others = self
    others.gamut = nil
    return others
  }
}
