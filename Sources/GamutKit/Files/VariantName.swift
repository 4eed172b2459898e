/// The names of an image in a wide gamut and of its variant in sRGB: `X.png` or `X-p3.png`, and `X-srgb.png` beside it.
/// They are compared byte for byte.
extension Path {
  private static let variantEnd = Array("-srgb".utf8), wideEnd = Array("-p3".utf8)

  /// The path that the sRGB variant of this file has; nil where this one is named as a variant itself.
  var variant: Path? {
    let (stem, suffix) = parts
    guard !stem.ends(with: Self.variantEnd) else { return nil }
    let base = stem.ends(with: Self.wideEnd) ? stem.dropLast(Self.wideEnd.count) : stem[...]
    return Path(bytes: base + Self.variantEnd + (suffix.isEmpty ? Array(".png".utf8) : suffix))
  }

  /// The paths of the files whose variant this one may be. The first that is there is the one.
  private var wideNames: [Path] {
    let (stem, suffix) = parts
    guard !suffix.isEmpty, stem.ends(with: Self.variantEnd) else { return [] }
    let base = Array(stem.dropLast(Self.variantEnd.count))
    let names = [base + Self.wideEnd + suffix, base + suffix, base + Self.wideEnd, base]
    return names.map { Path(bytes: $0) }.filter { $0.name != nil && $0.variant == self }
  }

  /// The file on disk whose variant this one is, whether or not this one is there.
  var wideImage: Path? { wideNames.first { $0.isThere } }

  /// The path of another file in the same folder.
  func sibling(_ name: [UInt8]) -> Path {
    Path(bytes: Array(bytes.dropLast(self.name?.count ?? 0)) + name)
  }

  /// Whether a file is there under this very name, also on a system that takes some names for one.
  var isThere: Bool {
    guard let status = FileStatus(of: self, followingLink: false), status.kind != .folder else { return false }
    // The system's own spelling of the name; that of a link is lost with it.
    return status.kind == .link ? FileStatus(of: self) != nil : resolved?.name == name
  }

  /// Whether two names lead to one file.
  func isSameFile(as other: Path) -> Bool {
    guard let status = FileStatus(of: self) else { return false }
    return status.identity == FileStatus(of: other)?.identity
  }

  /// The path before its `.png`, and that, as it is written; the latter empty where there is none.
  private var parts: (stem: [UInt8], suffix: [UInt8]) {
    hasPNGSuffix ? (bytes.dropLast(4), Array(bytes.suffix(4))) : (bytes, [])
  }

  /// Whether a file stands in an asset catalog of Xcode, where slots and not names say which display it is for.
  var isInAssetCatalog: Bool {
    let ends = [".xcassets", ".imageset", ".appiconset"].map { Array($0.utf8) }
    return folder.components.contains { component in ends.contains { component.ends(with: $0) } }
  }
}

extension [UInt8] {
  fileprivate func ends(with other: [UInt8]) -> Bool { suffix(other.count).elementsEqual(other) }
}
