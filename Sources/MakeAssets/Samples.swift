import LittleCMS
import SyntheticPNG

/// 16 bits per channel, inside sRGB.
var deep: [UInt8] {
  let image = PNGBuilder(width: 32, height: 32, depth: 16) { x, y, channel in
    [20_000 + 300 * x, 30_000, 9_000 + 200 * y][channel]
  }
  return file(image, [.sRGB()])
}

/// Returns the images of `Samples/`: name and file.
func samples() -> [(name: String, bytes: [UInt8])] {
  [
    ("two-reds.png", twoReds), ("swatches.png", swatches), ("flat-gradient.png", flatGradient),
    ("photo-16bit.png", photo), ("soft-disc.png", softDisc), ("icon-alpha.png", icon),
    ("p3-that-fits.png", muted(.displayP3)), ("srgb.png", muted(nil)),
    ("untagged.png", untagged), ("contradiction.png", contradiction), ("grey.png", grey), ("palette.png", palette),
    ("interlaced.png", interlaced),
  ]
}

func writeSamples(to directory: String) throws(AssetError) {
  for sample in samples() { try writeFile(directory + "/" + sample.name, sample.bytes) }
  for file in sampleCatalog() { try writeFile(directory + "/Media.xcassets/" + file.path, file.bytes) }
}

/// Returns a file with compressed streams that are identical on every machine.
private func file(_ image: PNGBuilder, _ colorChunks: [PNGChunk]) -> [UInt8] {
  var image = image
  image.colorChunks = colorChunks
  let chunks = image.chunks.filter { $0.type != "IDAT" && $0.type != "IEND" }
  return PNGBuilder.file(chunks + [PNGChunk("IDAT", deflatedAlike(image.scanlines)), .end])
}

private func iCCP(_ profile: Profile, name: String) -> PNGChunk {
  PNGChunk("iCCP", Array(name.utf8) + [0, 0] + deflatedAlike(profile.bytes))
}

private let displayP3 = iCCP(.displayP3, name: "Display P3")

/// A disc on a background: both pure reds, distinct on a P3 display and both #ff0000 in sRGB.
private var twoReds: [UInt8] {
  let image = PNGBuilder(width: 64, height: 64) { x, y, channel in
    channel == 0 ? (disc(x, y, radius: 15) ? 255 : 236) : 0
  }
  return file(image, [displayP3])
}

private func disc(_ x: Int, _ y: Int, radius: Int) -> Bool {
  let (dx, dy) = (2 * x - 63, 2 * y - 63)
  return dx * dx + dy * dy <= 4 * radius * radius
}

/// The legend of a chart: two greens, each with a grey bar as its name, that are both #00ff00 in sRGB.
private var swatches: [UInt8] {
  let image = PNGBuilder(width: 72, height: 48) { x, y, channel in
    let line = y / 24
    guard (6..<18).contains(y % 24) else { return 255 }
    if (6..<18).contains(x) { return line == 0 ? [0, 255, 0][channel] : [110, 255, 70][channel] }
    return (24..<(line == 0 ? 66 : 56)).contains(x) && (10..<14).contains(y % 24) ? 128 : 255
  }
  return file(image, [displayP3])
}

/// The reddest disc of Display P3 on white, with an edge that is blended in 64 steps: all of it clips, but the loss of
/// the few blends that become one colour is not visible.
private var softDisc: [UInt8] {
  let image = PNGBuilder(width: 64, height: 64) { x, y, channel in
    channel == 0 ? 255 : 255 - 255 * coverage(x, y, radius: 22) / 64
  }
  return file(image, [displayP3])
}

/// Returns the number of 8 x 8 points of a pixel of a 64 x 64 image that lie in a centred disc.
private func coverage(_ x: Int, _ y: Int, radius: Int) -> Int {
  // In sixteenths of a pixel from the centre.
  func offsets(_ place: Int) -> [Int] { (0..<8).map { 16 * (place - 32) + 2 * $0 + 1 } }
  let squares = offsets(x).map { $0 * $0 }
  return offsets(y).reduce(0) { count, dy in
    count + squares.count { $0 + dy * dy <= 256 * radius * radius }
  }
}

/// A gradient of bright reds whose bright end is completely #ff0000 in sRGB.
private var flatGradient: [UInt8] {
  let image = PNGBuilder(width: 192, height: 32, depth: 16) { x, _, channel in
    channel == 0 ? 39_000 + x * 26_535 / 191 : 0
  }
  return file(image, [displayP3])
}

/// Like a photo: hills and a tree under a sky, and a meadow with poppies, with grain. Saturated greens and reds clip,
/// without visible merges.
private var photo: [UInt8] {
  var noise = Noise()
  var isPoppy = false
  let image = PNGBuilder(width: 60, height: 40, depth: 16) { x, y, channel in
    let (x, y) = (x * 8 / 5, y * 8 / 5)
    if channel == 0 { isPoppy = y > 44 && noise.next(below: 1000) < (y - 40) * 4 }
    let color = isPoppy ? [62_000, 9_000 + 200 * (y - 44), 4_000] : landscape(x, y)
    return min(65_535, max(0, color[channel] + noise.next(below: 1200) - 600))
  }
  return file(image, [displayP3])
}

/// Returns a colour of the landscape of 96 x 64 pixels, from the front to the back.
private func landscape(_ x: Int, _ y: Int) -> [Int] {
  func square(_ x0: Int, _ y0: Int) -> Int { (x - x0) * (x - x0) + (y - y0) * (y - y0) }
  func hill(at center: Int, width: Int, height: Int) -> Int {
    max(0, height * (width * width - (x - center) * (x - center)) / (width * width))
  }
  if square(74, 30) < 121 {
    let light = max(0, 121 - square(70, 25))
    return [3_000 + 60 * light, 14_000 + 150 * light, 2_500 + 20 * light]
  }
  if (72..<77).contains(x), (38..<50).contains(y) { return [12_000 + 600 * (x - 72), 8_000, 5_000] }
  if y < 30 - hill(at: 22, width: 34, height: 12) - hill(at: 78, width: 26, height: 9) {
    let glow = max(0, 2_500 - (x - 30) * (x - 30) - 4 * (y - 8) * (y - 8))
    return [24_000 + 500 * y + 6 * glow, 38_000 + 450 * y + 5 * glow, 59_000 - 150 * y + 2 * glow]
  }
  if y < 38 - hill(at: 60, width: 60, height: 6) { return [20_000 + 250 * y, 33_000 + 220 * y, 36_000 - 250 * y] }
  let light = 22_000 + (y - 30) * 900 + x * 60
  return [light * 30 / 100, light, light * 18 / 100]
}

private var icon: [UInt8] {
  let image = PNGBuilder(width: 64, height: 64, colorType: 6) { x, y, channel in
    if channel == 3 { return disc(x, y, radius: 29) ? 255 : disc(x, y, radius: 31) ? 128 : 0 }
    let onTick = (x < 28 && abs(y - x - 14) < 4 && x > 16) || (x >= 28 && abs(y + x - 70) < 4 && x < 48)
    return onTick ? 255 : [255, 149 + y / 4, 0][channel]
  }
  return file(image, [displayP3])
}

/// Muted colours inside sRGB with any tag: Display P3 with its profile, or sRGB with the sRGB chunk.
private func muted(_ profile: Profile?) -> [UInt8] {
  let image = PNGBuilder(width: 64, height: 64) { x, y, channel in
    [90 + x, 120 + y / 2, 150 - x / 2][channel]
  }
  return file(image, [profile.map { iCCP($0, name: "Display P3") } ?? .sRGB()])
}

/// An image without colour chunks, whose space is unknown.
private var untagged: [UInt8] {
  let image = PNGBuilder(width: 64, height: 32) { x, y, channel in [255 - y, 40 + 2 * x, 30][channel] }
  return file(image, [])
}

/// An image whose cICP declares Display P3, and whose profile for older readers is sRGB.
private var contradiction: [UInt8] {
  let image = PNGBuilder(width: 64, height: 32) { x, y, channel in [220, 120 + y, 40 + x][channel] }
  return file(image, [.cICP(12, 13), iCCP(.sRGB, name: "sRGB")])
}

private var grey: [UInt8] {
  let image = PNGBuilder(width: 256, height: 16, colorType: 0) { x, _, _ in x }
  return file(image, [iCCP(.sGray, name: "sGray")])
}

/// Eight stripes of Display P3 in a palette, the last one transparent.
private var palette: [UInt8] {
  var image = PNGBuilder(width: 64, height: 32, depth: 4, colorType: 3) { x, _, _ in x / 8 }
  image.palette = [
    255, 59, 48, 255, 149, 0, 255, 204, 0, 52, 199, 89, 0, 199, 190, 0, 122, 255, 88, 86, 214, 0, 0, 0,
  ]
  image.transparency = [255, 255, 255, 255, 255, 255, 255, 0]
  return file(image, [displayP3])
}

/// An Adam7 image from cyan to green, most of it outside sRGB.
private var interlaced: [UInt8] {
  var image = PNGBuilder(width: 64, height: 32) { x, y, channel in [20 + y, 230, 255 - 3 * x][channel] }
  image.isInterlaced = true
  return file(image, [displayP3])
}

/// A generator with a fixed seed: the high bits of Knuth's MMIX numbers.
private struct Noise {
  private var state: UInt64 = 42

  mutating func next(below limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % limit
  }
}
