extension Rendition {
  /// Returns linear sRGB values, not clamped, of colours of the source at a depth of 1 to 16 bits.
  public func linearSRGB(of codes: [SIMD3<UInt16>], depth: Int) -> [SIMD3<Double>] {
    let model = ColorModel(self, sourceDepth: depth)
    return model.sourceLinear(codes).map { model.toSRGB * $0 }
  }

  /// Returns linear sRGB values, not clamped, of a destination code.
  public func linearSRGB(ofDestination code: SIMD3<UInt16>) -> SIMD3<Double> {
    let maximum = Double(1 << depth - 1)
    let linear = SIMD3(
      destination.red(Double(code.x) / maximum), destination.green(Double(code.y) / maximum),
      destination.blue(Double(code.z) / maximum))
    return RGBSpace.sRGB.fromPCS * destination.toPCS * linear
  }
}
