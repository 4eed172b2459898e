extension Profile {
  /// A profile for grey with the red curve of this one, which must be matrix and curves: what a grey image gets whose
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
  /// `curveType`, or `parametricCurveType` where the curve was one.
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
