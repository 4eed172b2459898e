public import GamutBasics

/// A set of an asset catalog: a folder such as `Sun.imageset`, with the slots that its `Contents.json` lists.
public struct AssetSet: Sendable, Hashable {
  /// The kind of a set: the extension of its folder.
  public struct Kind: RawRepresentable, Sendable, Hashable {
    /// The extension in lower case.
    public var rawValue: String

    /// Creates a kind, known or not.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Images for conditions of a display.
    public static let imageSet = Kind(rawValue: "imageset")
    /// The icon of an app, of any age of the format.
    public static let appIconSet = Kind(rawValue: "appiconset")
    /// Colours for conditions of a display.
    public static let colorSet = Kind(rawValue: "colorset")
    /// A document of Icon Composer (`Name.icon`), whose slots are its colours and layers.
    public static let icon = Kind(rawValue: "icon")
  }

  /// The kind of the set.
  public var kind: Kind
  /// The folder of the set.
  public var path: Pathname
  /// The name that apps load it by: that of its folder, after those of the folders that provide a namespace, with `/`
  /// between them.
  public var name: String
  /// The slots in the order of the file.
  public var slots: [AssetSlot] = []
  /// Whether the app draws the images in one colour of its own, so that theirs do not matter.
  public var isTemplate = false
  /// Whether its file could be read, so that its slots can be compared with its folder.
  var isRead = false
  /// A checksum of its file; 0 without one.
  package var checksum: UInt64 = 0
  /// What is wrong with its file and its folder.
  public var faults: [CatalogFault] = []

  /// The file that lists the slots.
  public var contents: Pathname { Self.contents(ofSetAt: path, kind) }

  /// Returns the file that lists the slots of the set in a folder.
  package static func contents(ofSetAt folder: Pathname, _ kind: Kind?) -> Pathname {
    folder.appending(Array((kind == .icon ? "icon.json" : "Contents.json").utf8))
  }
}

/// A fault of a catalog or of a set.
public struct CatalogFault: Sendable, Hashable {
  /// What is wrong. The raw value is the name of the rule about it.
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum Kind: String, Sendable, Hashable {
    /// The file cannot be read, or says something that makes no sense.
    case broken = "catalog-broken"
    /// A slot names a file that is not there.
    case missingFile = "catalog-missing-file"
    /// A file belongs to no slot.
    case orphanFile = "catalog-orphan-file"
  }

  /// What is wrong.
  public var kind: Kind
  /// The line of the file that lists the slots, from 1; nil if none applies.
  public var line: Int?
  /// A sentence.
  public var message: String

  /// Creates a fault.
  public init(_ kind: Kind, line: Int? = nil, _ message: String) {
    (self.kind, self.line, self.message) = (kind, line, message)
  }
}
