import ColorScience

/// Tables of three channels, one after the other; equal channels share one.
struct ChannelTables<Element> {
  private(set) var elements: [Element] = []
  /// The start of each channel's table.
  private(set) var offsets = SIMD3<Int>()

  init(areEqual: (Int, Int) -> Bool, table: (Int) -> [Element]) {
    for channel in 0..<3 {
      if let same = (0..<channel).first(where: { areEqual($0, channel) }) {
        offsets[channel] = offsets[same]
      } else {
        offsets[channel] = elements.count
        elements += table(channel)
      }
    }
  }
}

extension ChannelTables: Sendable where Element: Sendable {}

extension ChannelTables<Double> {
  /// Creates the tables of the linear value of each source code; empty if the source is a table of a profile.
  init(decoding model: ColorModel) {
    self.init(areEqual: { model.curve($0) == model.curve($1) }) { channel in
      guard let curve = model.curve(channel) else { return [] }
      return (0...Int(model.sourceMaximum)).map { curve.unclamped(Double($0) / model.sourceMaximum) }
    }
  }

  /// Creates the tables of the linear values of codes of the destination.
  init(ofResult model: ColorModel, codes: ClosedRange<Int>) {
    let space = model.rendition.destination
    self.init(areEqual: { space[$0] == space[$1] }) { channel in
      codes.map { space[channel](Double($0) / model.maximum) }
    }
  }
}

/// The linear value of each source code in double and in single precision; empty if the source is a table of a profile.
struct DecodingTables: Sendable {
  let doubles: [Double]
  let floats: [Float]
  /// The start of each channel's table.
  let offsets: SIMD3<Int>

  init(_ tables: ChannelTables<Double>) {
    doubles = tables.elements
    floats = tables.elements.map { Float($0) }
    offsets = tables.offsets
  }

  var isEmpty: Bool { doubles.isEmpty }

  /// Returns the linear values of a colour; the tables must not be empty.
  @inline(__always)
  func linear(_ color: SIMD3<UInt16>) -> SIMD3<Double> {
    SIMD3(
      doubles[offsets.x + Int(color.x)], doubles[offsets.y + Int(color.y)], doubles[offsets.z + Int(color.z)])
  }
}
