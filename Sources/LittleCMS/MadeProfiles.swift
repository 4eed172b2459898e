extension Profile {
  /// A profile for grey with the red curve of this profile, which must have matrix and curves: for grey images whose
  /// colours are those of this space.
  public var greySibling: Profile? {
    guard let redTRC else { return nil }
    var writer = ProfileWriter(colorSpace: "GRAY")
    writer.add("desc", text: "\(description ?? "RGB") grey")
    writer.add("cprt", text: "No copyright, use freely")
    writer.add("wtpt", .d50)
    writer.add("kTRC", redTRC)
    return try? Profile(bytes: writer.bytes())
  }
}

extension ProfileWriter {
  /// Adds a `curveType`, or a `parametricCurveType` if the curve was parametric.
  mutating func add(_ signature: Signature, _ curve: ToneCurve) {
    switch curve {
    case .identity: add(signature, samples: [])
    case .gamma(let exponent): add(signature, samples: [exponent])
    case .table(let entries): add(signature, samples: entries)
    case .parametric(let kind, let parameters):
      add(signature, kind: UInt16(truncatingIfNeeded: kind), parameters: parameters)
    }
  }
}

extension Profile {
  /// Returns a new display profile of matrix and curves.
  public static func display(_ colorants: Colorants, red: ToneCurve, green: ToneCurve, blue: ToneCurve) -> Profile? {
    var writer = ProfileWriter(colorSpace: "RGB ")
    writer.add("desc", text: "RGB")
    writer.add("cprt", text: "No copyright, use freely")
    writer.add("wtpt", .d50)
    writer.add("rXYZ", colorants.red)
    writer.add("gXYZ", colorants.green)
    writer.add("bXYZ", colorants.blue)
    writer.add("rTRC", red)
    writer.add("gTRC", green)
    writer.add("bTRC", blue)
    return try? Profile(bytes: writer.bytes())
  }
}
