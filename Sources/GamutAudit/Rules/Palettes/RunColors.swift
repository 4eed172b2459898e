import ColorScience
import Gamut
import GamutCatalogs
import GamutKit
import GamutPalettes
import Synchronization

/// The colours in sRGB of all palettes, sets and app icons of a run, by their numbers: a colour in Display P3 with the numbers
/// of one of them was probably typed in the wrong space. They are read at the first question, which few runs have.
final class RunColors: Sendable {
  struct Twin: Sendable {
    var name: Pathname
    var text: String
    var file: Pathname
    var line: Int?
    var levels: SIMD3<Double>
    var alpha = 1.0

    /// The rest of the sentence about a colour that has the same numbers in another space.
    func words(isOwn: Bool, inDisplayP3: Bool = true) -> String {
      let levels = ExtendedSRGB.encoded(ExtendedSRGB.linearDisplayP3(ExtendedSRGB.linear(levels)))
      let displayP3 = [levels.x, levels.y, levels.z].map { Words.decimal(max($0, 0), 3) }.joined(separator: ", ")
      return "has the numbers of "
        + (isOwn
          ? "its own colour for displays of sRGB, \(text.printable)" : "\(name.text.printable) (\(text.printable))")
        + ", which are for sRGB (\(file.text.printable)\(line.map { ":\($0)" } ?? ""))"
        + (inDisplayP3 ? ": in Display P3, that colour is \(displayP3)." : ".")
    }
  }

  private let inputs: [AuditInput]
  private let reporter: Reporter
  /// Reads the numbers of all images as those of sRGB.
  private let undeclared: Reporter
  private let inspector: Inspector
  private let catalog: @Sendable (_ set: Pathname) -> CatalogColors
  private let twins = Mutex<[Key: [Twin]]?>(nil)
  /// The latest palette: its rules mostly ask for the colours of the run.
  private let palettes = Memo<[PaletteFile.Part], (palette: Palette, checksum: UInt64)>(limit: 1)
  private let tokenNames = Mutex<Set<Pathname>?>(nil)

  /// `catalog` returns the colours around a colour set.
  init(
    _ inputs: [AuditInput], _ reporter: Reporter, undeclared: Reporter, _ inspector: Inspector,
    catalog: @escaping @Sendable (_ set: Pathname) -> CatalogColors
  ) {
    (self.reporter, self.undeclared, self.inspector, self.catalog) = (reporter, undeclared, inspector, catalog)
    self.inputs = inputs.filter { input in
      guard case .file(let path) = input.input else { return false }
      return input.palette == .named || path.isOfAppIcon
        || AssetSet.Kind(contents: path).map { $0 == .colorSet || $0 == .icon } ?? false
    }
  }

  func palette(
    _ path: Pathname, as name: Pathname, and others: [PaletteFile.Part]
  ) throws(GamutError) -> (palette: Palette, checksum: UInt64) {
    try palettes.value(for: [PaletteFile.Part(path, as: name)] + others) { () throws(GamutError) in
      try PaletteFile.read(path, as: name, and: others)
    }
  }

  /// Returns the sentence about an image in another space of which an area has the numbers of a colour in sRGB, and the area's
  /// share in percent; nil if there is none.
  func sentence(on path: Pathname) -> (words: String, share: Int)? {
    guard let declared = inspector.declaration(of: path), declared.space != .sRGB else { return nil }
    let isDisplayP3 = declared.space == .displayP3
    for (color, share) in areas(path, undeclared).sorted(by: { $0.share > $1.share }) {
      let levels = ExtendedSRGB.encoded(color.linear).clamped(lowerBound: .zero, upperBound: .one)
      let channels = [levels.x, levels.y, levels.z]
      guard let twin = twin(ofDisplayP3: isDisplayP3, channels, named: "") else { continue }
      // Of one set with Display P3, the image without a declaration is the doubtful one.
      if isDisplayP3, twin.file.folder == path.folder { continue }
      let numbers = channels.map { Words.decimal($0, 3) }.joined(separator: ", ")
      return (
        "the colour \(isDisplayP3 ? "display-p3 " : "")\(numbers) in \(share)% of the image "
          + twin.words(isOwn: false, inDisplayP3: isDisplayP3), share
      )
    }
    return nil
  }

  /// The area colours of an image with at least a hundredth of its pixels.
  private func areas(_ path: Pathname, _ reporter: Reporter) -> [(color: ColorInSRGB, share: Int)] {
    guard let colors = try? ImageColors(of: path, reporter) else { return [] }
    return colors.areas.map { ($0.color, 100 * $0.pixels / colors.pixels) }.filter { $0.share > 0 }
  }

  /// Returns a colour in sRGB with these numbers and alpha, to half a code of 8 bits, preferably of the same name; nil
  /// if there is none, where nobody sees a difference from Display P3, for greys, and for the corners of the space.
  func twin(
    ofDisplayP3 isDisplayP3: Bool = true, _ channels: [Double], alpha: Double = 1, named name: Pathname
  ) -> Twin? {
    guard channels.count == 3, channels.allSatisfy({ (0...1).contains($0) }),
      !channels.allSatisfy({ $0 == 0 || $0 == 1 })
    else { return nil }
    func judged(_ space: CSSColor.Space) -> JudgedColor {
      ColorInSRGB(linearSRGB: CSSColor(space, channels).linearSRGB).judged
    }
    let isSeen =
      isDisplayP3
      ? judged(.displayP3).difference(to: judged(.sRGB)) >= JudgedColor.jnd
      : (channels.max() ?? 0) - (channels.min() ?? 0) >= 0.1
    guard isSeen else { return nil }
    let levels = SIMD3(channels[0], channels[1], channels[2])
    let cell = Self.cell(levels)
    return twins.withLock { known in
      let twins = known ?? read()
      known = twins
      let halfCode = 0.5 / 255
      func first(named name: Pathname?) -> Twin? {
        Self.neighbors.lazy.compactMap {
          twins[Key(cell: cell &+ $0, name: name)]?.first { twin in
            let difference = twin.levels - levels
            return max(difference.max(), -difference.min(), (twin.alpha - alpha).magnitude) <= halfCode
          }
        }.first
      }
      return first(named: name) ?? first(named: nil)
    }
  }

  /// Whether a palette of the run has a design token of this name.
  func hasToken(_ name: Pathname) -> Bool {
    tokenNames.withLock { known in
      let names: Set<Pathname> =
        known
        ?? inputs.filter { $0.palette == .named }.reduce(into: []) { names, input in
          guard case .file(let path) = input.input else { return }
          names.formUnion((try? palette(path, as: input.path, and: input.others).palette.tokenNames) ?? [])
        }
      known = names
      return names.contains(name)
    }
  }

  private static let neighbors: [SIMD3<Int32>] = (-1...1).flatMap { x in
    (-1...1).flatMap { y in (-1...1).map { SIMD3(x, y, $0) } }
  }

  /// The code of a colour, and its name; nil for colours of any name.
  private struct Key: Hashable {
    var cell: SIMD3<Int32>
    var name: Pathname?
  }

  private static func cell(_ levels: SIMD3<Double>) -> SIMD3<Int32> {
    SIMD3<Int32>(clamping: SIMD3<Int>((levels * 255).rounded(.toNearestOrAwayFromZero)))
  }

  private func read() -> [Key: [Twin]] {
    var twins: [Key: [Twin]] = [:]
    var numbers: Set<SIMD4<Double>> = []
    for input in inputs {
      for twin in colors(of: input) where twin.levels.min() >= -1 && twin.levels.max() <= 2 {
        // One place is enough for each name, and one name for each colour.
        let cell = Self.cell(twin.levels)
        let own = Key(cell: cell, name: twin.name)
        if twins[own]?.contains(where: { $0.alpha == twin.alpha }) == true { continue }
        twins[own, default: []].append(twin)
        if numbers.insert(SIMD4(twin.levels, twin.alpha)).inserted { twins[Key(cell: cell), default: []].append(twin) }
      }
    }
    return twins
  }

  private func colors(of input: AuditInput) -> [Twin] {
    guard case .file(let path) = input.input else { return [] }
    if path.isOfAppIcon {
      guard [nil, .sRGB].contains(inspector.declaration(of: path)?.space) else { return [] }
      return areas(path, reporter).map { color, _ in
        Twin(
          name: "an area of the app icon", text: color.hex, file: input.path,
          levels: ExtendedSRGB.encoded(color.linear))
      }
    }
    if let kind = AssetSet.Kind(contents: path) {
      let folder = path.absolute.folder
      let known = kind == .colorSet ? catalog(folder).sets[folder] : nil
      let set = known?.set ?? AssetSet(fileIn: folder, kind)
      return (known?.colors ?? set.slots.compactMap { SetColor($0) }).filter { $0.components.space == .sRGB }.map {
        color in
        let levels = color.components.channels
        return Twin(
          name: set.name, text: color.words, file: input.path, line: color.slot.line,
          levels: SIMD3(levels[0], levels[1], levels[2]), alpha: color.components.alpha)
      }
    }
    guard let (palette, _) = try? palette(path, as: input.path, and: input.others) else { return [] }
    return palette.entries.compactMap { entry in
      guard entry.target == nil, entry.color.alpha > 0, let levels = entry.color.sRGBLevels else { return nil }
      return Twin(
        name: entry.name, text: entry.text,
        file: entry.place.file.map { palette.format == .catalog ? input.path.joined($0) : $0 } ?? input.path,
        line: entry.line, levels: SIMD3(levels[0], levels[1], levels[2]), alpha: entry.color.alpha)
    }
  }
}

extension Pathname {
  var isOfAppIcon: Bool { hasPNGSuffix && AssetSet.Kind(folder: absolute.folder) == .appIconSet }
}
