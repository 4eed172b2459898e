/// The images below a folder that are not PNG files, counted by kind: no command reads them.
public struct UncheckedFiles: Sendable, Hashable {
  /// A kind of files or folders.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// The kind with this name; JPEG includes `.jpg`, HEIC includes `.heif`, and TIFF includes `.tif`.
    case pdf, svg, jpeg, heic, avif, webp, gif, tiff

    /// The kind of a file's extension in lower case; nil for all others.
    init?(suffix: String) {
      switch suffix {
      case "pdf", "svg", "avif", "webp", "gif": self.init(rawValue: suffix)
      case "jpg", "jpeg": self = .jpeg
      case "heic", "heif": self = .heic
      case "tif", "tiff": self = .tiff
      default: return nil
      }
    }

    /// Returns a number of files of this kind in words, such as "36 SVG".
    func words(_ count: Int) -> String {
      "\(Words.count(count)) \(name)"
    }

    private var name: String { self == .webp ? "WebP" : rawValue.uppercased() }
  }

  /// The number of each kind; 0 for one that is absent.
  public private(set) var counts: [Kind: Int] = [:]

  /// Creates an empty count.
  public init() {}

  package init(_ counts: [Kind: Int]) { self.counts = counts.filter { $0.value > 0 } }

  /// Adds a file by its name. Returns whether it is an image.
  @discardableResult
  package mutating func add(_ name: [UInt8]) -> Bool {
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), name.count - dot <= 5 else { return false }
    let suffix = String(decoding: name[(dot + 1)...], as: UTF8.self).lowercased()
    guard let kind = Kind(suffix: suffix) else { return false }
    counts[kind, default: 0] += 1
    return true
  }

  /// Adds other counts.
  package static func += (a: inout UncheckedFiles, b: UncheckedFiles) { a.counts.merge(b.counts, uniquingKeysWith: +) }

  /// A sentence such as "36 SVG and 1 colour set were not checked."; nil if there are no such files.
  package var sentence: String? {
    let parts = Kind.allCases.compactMap { kind in counts[kind].map { kind.words($0) } }
    guard let last = parts.last else { return nil }
    let list = parts.count == 1 ? last : parts.dropLast().joined(separator: ", ") + " and " + last
    return list + (counts.values.reduce(0, +) == 1 ? " was not checked." : " were not checked.")
  }
}
