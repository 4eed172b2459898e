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

    private var displayP3: String {
      let levels = ExtendedSRGB.encoded(ExtendedSRGB.linearDisplayP3(ExtendedSRGB.linear(levels)))
      return [levels.x, levels.y, levels.z].map { Words.decimal(max($0, 0), 3) }.joined(separator: ", ")
    }

    /// The rest of the sentence about a colour that has the same numbers in Display P3.
    func words(isOwn: Bool) -> String {
      "has the numbers of "
        + (isOwn
          ? "its own colour for displays of sRGB, \(text.printable)" : "\(name.text.printable) (\(text.printable))")
        + ", which are for sRGB (\(file.text.printable)\(line.map { ":\($0)" } ?? "")): "
        + "in Display P3, that colour is \(displayP3)."
    }
  }

  private let inputs: [AuditInput]
  private let reporter: Reporter
  private let inspector: Inspector
  private let twins = Mutex<[SIMD3<Int32>: [Twin]]?>(nil)

  init(_ inputs: [AuditInput], _ reporter: Reporter, _ inspector: Inspector) {
    (self.reporter, self.inspector) = (reporter, inspector)
    self.inputs = inputs.filter { input in
      guard case .file(let path) = input.input else { return false }
      return input.palette == .named || path.isOfAppIcon
        || AssetSet.Kind(contents: path).map { $0 == .colorSet || $0 == .icon } ?? false
    }
  }

  /// Returns the sentence about an app icon in Display P3 of which an area has the numbers of a colour in sRGB; nil if there
  /// is none.
  func sentence(onIcon path: Pathname) -> String? {
    guard path.isOfAppIcon, inspector.declaration(of: path)?.space == .displayP3 else { return nil }
    for (color, share) in areas(path) {
      let levels = ExtendedSRGB.encoded(ExtendedSRGB.linearDisplayP3(color.linear))
        .clamped(lowerBound: .zero, upperBound: .one)
      guard let twin = twin(ofDisplayP3: [levels.x, levels.y, levels.z], named: "") else { continue }
      let numbers = [levels.x, levels.y, levels.z].map { Words.decimal($0, 3) }.joined(separator: ", ")
      return "The colour display-p3 \(numbers) of \(share) % of the icon \(twin.words(isOwn: false))"
    }
    return nil
  }

  /// The area colours of an image with at least a hundredth of its pixels.
  private func areas(_ path: Pathname) -> [(color: ColorInSRGB, share: Int)] {
    guard let colors = try? ImageColors(of: path, reporter) else { return [] }
    return colors.areas.map { ($0.color, 100 * $0.pixels / colors.pixels) }.filter { $0.share > 0 }
  }

  /// Returns a colour in sRGB whose numbers are these, with alpha, to half a code of 8 bits; one of the same name is
  /// preferred. nil if there is none, or where it makes no difference that anybody sees, as for greys, and for the corners of
  /// the space.
  func twin(ofDisplayP3 channels: [Double], alpha: Double = 1, named name: Pathname) -> Twin? {
    guard channels.count == 3, channels.allSatisfy({ (0...1).contains($0) }),
      !channels.allSatisfy({ $0 == 0 || $0 == 1 })
    else { return nil }
    func judged(_ space: CSSColor.Space) -> JudgedColor {
      ColorInSRGB(linearSRGB: CSSColor(space, channels).linearSRGB).judged
    }
    guard judged(.displayP3).difference(to: judged(.sRGB)) >= JudgedColor.jnd else { return nil }
    let levels = SIMD3(channels[0], channels[1], channels[2])
    let key = Self.key(levels)
    return twins.withLock { known in
      let twins = known ?? read()
      known = twins
      var found: Twin?
      for x in Int32(-1)...1 {
        for y in Int32(-1)...1 {
          for z in Int32(-1)...1 {
            for twin in twins[key &+ SIMD3(x, y, z)] ?? [] {
              let difference = twin.levels - levels
              guard
                max(difference.x.magnitude, difference.y.magnitude, difference.z.magnitude) <= 0.5 / 255,
                (twin.alpha - alpha).magnitude <= 0.5 / 255
              else { continue }
              if twin.name == name { return twin }
              found = found ?? twin
            }
          }
        }
      }
      return found
    }
  }

  private static func key(_ levels: SIMD3<Double>) -> SIMD3<Int32> {
    SIMD3<Int32>(clamping: SIMD3<Int>((levels * 255).rounded(.toNearestOrAwayFromZero)))
  }

  private func read() -> [SIMD3<Int32>: [Twin]] {
    var twins: [SIMD3<Int32>: [Twin]] = [:]
    func add(
      _ name: Pathname, _ text: String, _ levels: [Double], alpha: Double = 1, _ file: Pathname, _ line: Int?
    ) {
      let levels = SIMD3(levels[0], levels[1], levels[2])
      guard levels.min() >= -1, levels.max() <= 2 else { return }
      // One place is enough for each name.
      let key = Self.key(levels)
      guard twins[key]?.contains(where: { $0.name == name && $0.alpha == alpha }) != true else { return }
      twins[key, default: []].append(Twin(name: name, text: text, file: file, line: line, levels: levels, alpha: alpha))
    }
    for input in inputs {
      guard case .file(let path) = input.input else { continue }
      if path.isOfAppIcon {
        guard [nil, .sRGB].contains(inspector.declaration(of: path)?.space) else { continue }
        for (color, _) in areas(path) {
          let levels = ExtendedSRGB.encoded(color.linear)
          add("an area of the app icon", color.hex, [levels.x, levels.y, levels.z], input.path, nil)
        }
        continue
      }
      guard let kind = AssetSet.Kind(contents: path) else {
        guard let (palette, _) = try? PaletteFile.read(path, as: input.path, and: input.others) else { continue }
        for entry in palette.entries where entry.target == nil && entry.color.alpha > 0 {
          let file = entry.place.file.map { palette.format == .catalog ? input.path.joined($0) : $0 } ?? input.path
          guard let levels = entry.color.sRGBLevels else { continue }
          add(entry.name, entry.text, levels, alpha: entry.color.alpha, file, entry.line)
        }
        continue
      }
      let folder = path.absolute.folder
      let set = AssetSet(fileIn: folder, kind)
      for color in set.slots.compactMap({ SetColor($0) }) where color.components.space == .sRGB {
        add(
          Pathname(set.name), color.words, color.components.channels, alpha: color.components.alpha, input.path,
          color.slot.line)
      }
    }
    return twins
  }
}

extension Pathname {
  var isOfAppIcon: Bool { hasPNGSuffix && AssetSet.Kind(folderName: absolute.folder.fileName) == .appIconSet }
}
