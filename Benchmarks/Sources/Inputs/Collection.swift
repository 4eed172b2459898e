/// The inputs of the measurements, by name.
public struct BenchmarkInput: Sendable {
  /// Of the file, without its extension.
  public let name: String
  public let picture: any Picture

  init(_ name: String, _ picture: some Picture) {
    self.name = name
    self.picture = picture
  }

  private static let seed: UInt64 = 20_260_101

  /// The large images, and the icons and what is smaller in folders.
  public static var all: [BenchmarkInput] { photos + [ui, random, skew] + icons(2000) + small(10_000) }

  /// Photographs of 6, 12, 24 and 50 megapixels.
  static var photos: [BenchmarkInput] {
    let photo = Photo(width: 6000, height: 4000, seed: seed)
    return [
      BenchmarkInput("photo16", photo), BenchmarkInput("photo8", EightBit(photo)),
      BenchmarkInput("photo16-6mp", Photo(width: 3000, height: 2000, seed: seed + 6)),
      BenchmarkInput("photo16-12mp", Photo(width: 4242, height: 2828, seed: seed + 12)),
      BenchmarkInput("photo16-50mp", Photo(width: 8660, height: 5774, seed: seed + 50)),
    ]
  }

  /// Photographs of 100 and 200 megapixels.
  public static var large: [BenchmarkInput] {
    [
      BenchmarkInput("photo16-100mp", Photo(width: 12_247, height: 8165, seed: seed + 100)),
      BenchmarkInput("photo16-200mp", Photo(width: 17_320, height: 11_547, seed: seed + 200)),
    ]
  }

  static var ui: BenchmarkInput { BenchmarkInput("ui16", Panels(width: 4096, height: 4096, seed: seed + 100)) }
  static var random: BenchmarkInput {
    BenchmarkInput("random16", Scatter(width: 4096, height: 4096, spread: .everywhere))
  }
  static var skew: BenchmarkInput {
    BenchmarkInput("skew", Scatter(width: 4096, height: 4096, spread: .oneDestination))
  }

  /// Half of them of 8 bits; the first is 64 pixels wide.
  static func icons(_ count: Int, folder: String = "icons") -> [BenchmarkInput] {
    (0..<count).map { index in
      let number = String(10000 + index).dropFirst()
      let size = index == 0 ? 64 : Icon.sizes[Int(RandomNumbers(seed: seed + 200)[index] >> 32) % Icon.sizes.count]
      let icon = Icon(size: size, seed: seed + 1000 + UInt64(index))
      let name = "\(folder)/\(number)"
      return index % 2 == 0 ? BenchmarkInput(name, EightBit(icon)) : BenchmarkInput(name, icon)
    }
  }

  /// Of 16, 24 and 32 pixels, a thousand in each folder.
  static func small(_ count: Int) -> [BenchmarkInput] {
    (0..<count).map { index in
      BenchmarkInput(
        "small/\(index / 1000)/\(String(10_000 + index).dropFirst())",
        EightBit(Icon(size: [16, 24, 32][index % 3], seed: seed + 10_000 + UInt64(index))))
    }
  }

  /// Small ones, for counting instructions.
  public static var guarded: [BenchmarkInput] {
    [
      BenchmarkInput("guard/photo16", Photo(width: 600, height: 400, seed: seed)),
      BenchmarkInput("guard/ui16", Panels(width: 512, height: 512, seed: seed + 100)),
    ] + icons(20, folder: "guard/icons")
  }
}
