/// Returns `Samples/Palettes/brand.ase`: colours as Adobe Swatch Exchange, in a group, without a colour space.
func sampleSwatches() -> [UInt8] {
  func big<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
    (0..<Number.bitWidth / 8).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
  }
  func text(_ name: String) -> [UInt8] {
    big(UInt16(name.utf16.count + 1)) + name.utf16.flatMap { big($0) } + [0, 0]
  }
  func block(_ kind: UInt16, _ contents: [UInt8]) -> [UInt8] { big(kind) + big(UInt32(contents.count)) + contents }
  func color(_ name: String, _ levels: Float...) -> [UInt8] {
    block(1, text(name) + Array("RGB ".utf8) + levels.flatMap { big($0.bitPattern) } + big(UInt16(2)))
  }
  let blocks = [
    block(0xc001, text("Brand")), color("alarm", 1, 0, 0), color("alarm pressed", 0.925, 0, 0),
    color("accent", 0, 0.478, 1), block(0xc002, []),
  ]
  return Array("ASEF".utf8) + big(UInt16(1)) + big(UInt16(0)) + big(UInt32(blocks.count)) + blocks.joined()
}
