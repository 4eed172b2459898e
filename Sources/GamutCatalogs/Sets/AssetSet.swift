public import GamutBasics

/// A set of an asset catalog: a folder such as `Sun.imageset`, with the slots that its `Contents.json` lists.
public struct AssetSet: Sendable, Hashable {
  /// The kind of a set: the extension of its folder.
  public struct Kind: RawRepresentable, Sendable, Hashable {
    /// The extension in lower case.
    public var rawValue: String

    /// Creates a kind, known or not.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Images for various displays and appearances.
    public static let imageSet = Kind(rawValue: "imageset")
    /// An app icon, in any version of the format.
    public static let appIconSet = Kind(rawValue: "appiconset")
    /// Colours for various displays and appearances.
    public static let colorSet = Kind(rawValue: "colorset")
    /// A document of Icon Composer (`Name.icon`), whose slots are its colours and layers.
    public static let icon = Kind(rawValue: "icon")
  }

  /// The kind of the set.
  public var kind: Kind
  /// The folder of the set.
  public var path: Pathname
  /// The name with which apps load the set: the names of the folders that provide a namespace, then that of its own
  /// folder, with `/` between them.
  public var name: String
  /// The slots in the order of the file.
  public var slots: [AssetSlot] = []
  /// Whether the app draws the images in a single colour of its own, so that their own colours do not matter.
  public var isTemplate = false
  /// Whether the file that lists the slots could be read, so that the slots can be compared with the folder.
  var isRead = false
  /// A checksum of the file that lists the slots; 0 if there is none.
  package var checksum: UInt64 = 0
  /// The faults of the file that lists the slots, and of the folder.
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

  /// Creates a fault.
  public init(_ kind: Kind, line: Int? = nil, _ message: String) {
    (self.kind, self.line, self.message) = (kind, line, message)
  }
}
