/// The names of a wide-gamut image and of its sRGB variant: `X.png` or `X-p3.png`, with `X-srgb.png` in the same
/// folder. They are compared byte for byte.
extension Pathname {
  private static let variantEnd = Array("-srgb".utf8), wideEnd = Array("-p3".utf8)
  private static let catalogEnds = [".xcassets", ".imageset", ".appiconset", ".icon"].map { Array($0.utf8) }

  /// The path of the sRGB variant of this file; nil if this file itself has the name of a variant.
  package var variant: Pathname? {
    let (stem, suffix) = parts
    guard !stem.ends(with: Self.variantEnd) else { return nil }
    let base = stem.ends(with: Self.wideEnd) ? stem.dropLast(Self.wideEnd.count) : stem[...]
    return Pathname(bytes: base + Self.variantEnd + (suffix.isEmpty ? Array(".png".utf8) : suffix))
  }

  /// The path of the sRGB variant of this file in an asset catalog, where slots say which file is which.
  package var variantInCatalog: Pathname {
    let (stem, suffix) = parts
    return variant ?? Pathname(bytes: stem + Self.variantEnd + suffix)
  }

  /// The possible paths of the image of this variant. The first that exists is used.
  package var possibleWideImages: [Pathname] {
    let (stem, suffix) = parts
    guard !suffix.isEmpty, stem.ends(with: Self.variantEnd) else { return [] }
    let base = Array(stem.dropLast(Self.variantEnd.count))
    let names = [base + Self.wideEnd + suffix, base + suffix, base + Self.wideEnd, base]
    return names.map { Pathname(bytes: $0) }.filter { $0.name != nil && $0.variant == self }
  }

  /// The existing image of this variant, whether or not the variant exists.
  package var wideImage: Pathname? { possibleWideImages.first { $0.isThere } }

  /// The existing image of this variant that comes before another one.
  package func wideImage(before other: Pathname) -> Pathname? {
    possibleWideImages.prefix { $0 != other }.first { $0.isThere }
  }

  /// The path of another file in the same folder.
  package func sibling(_ name: [UInt8]) -> Pathname {
    Pathname(bytes: Array(bytes.dropLast(self.name?.count ?? 0)) + name)
  }

  /// Whether a file exists with exactly this name, also on file systems that ignore differences between names.
  package var isThere: Bool {
    guard let status = FileStatus(of: self, followingLink: false), status.kind != .folder else { return false }
    // Uses the system's spelling of the name; the spelling of a link would be lost by resolving it.
    return status.kind == .link ? FileStatus(of: self) != nil : resolved?.name == name
  }

  /// Returns whether two names refer to one file.
  package func isSameFile(as other: Pathname) -> Bool {
    guard let status = FileStatus(of: self) else { return false }
    return status.identity == FileStatus(of: other)?.identity
  }

  /// The path without `.png`, and this suffix as written; the suffix is empty if the path has none.
  private var parts: (stem: [UInt8], suffix: [UInt8]) {
    hasPNGSuffix ? (bytes.dropLast(4), Array(bytes.suffix(4))) : (bytes, [])
  }

  /// Whether the path, its folder or the file that it leads to is in an asset catalog.
  package var leadsToAssetCatalog: Bool {
    if isInAssetCatalog || (folder.resolvedAsFarAsPossible ?? folder).appending(name ?? []).isInAssetCatalog {
      return true
    }
    // Any other file is in its folder.
    let isFile = FileStatus(of: self, followingLink: false)?.kind == .file
    return !isFile && (resolvedAsFarAsPossible ?? self).isInAssetCatalog
  }

  /// Whether a file is in an asset catalog of Xcode, in which slots and not names determine the display.
  package var isInAssetCatalog: Bool {
    folder.components.contains { component in Self.catalogEnds.contains { component.ends(with: $0) } }
  }
}

extension [UInt8] {
  fileprivate func ends(with other: [UInt8]) -> Bool { suffix(other.count).elementsEqual(other) }
}
