import Gamut

extension CompareRow {
  func json() -> [UInt8] {
    JSONWriter.object { row in
      row.member("schema", "gamut.compare/1")
      row.member("path", a)
      row.member("other", b)
      if isRenamed { row.member("renamed", true) }
      switch outcome {
      case .failed(let error):
        row.member("side", error.side.rawValue)
        row.member("error", error.error)
      case .alone(let side):
        row.member("verdict", PictureDifference.Verdict.differs.rawValue)
        row.member("alone", side.rawValue)
      case .compared(let comparison):
        row.member("verdict", comparison.verdict.rawValue)
        row.members(of: comparison)
      }
    }
  }
}

extension JSONWriter {
  fileprivate mutating func members(of comparison: Comparison) {
    for (name, file) in [("a", comparison.a), ("b", comparison.b)] {
      member(name) { object in
        object.member("image", file.image)
        object.member("source", file.source)
        if file.isPartial { object.member("partial", true) }
      }
    }
    let difference = comparison.difference
    member("reasons", objects: difference.reasons) { object, reason in
      object.member("code", reason.code.rawValue)
      if let side = reason.side { object.member("side", side.rawValue) }
      if let offset = reason.offset {
        object.member("x", offset.x)
        object.member("y", offset.y)
      }
      object.member("message", comparison.words(of: reason))
    }
    guard difference.pixels.total > 0 else { return }
    member("tolerance", comparison.tolerance)
    member("pixels") { pixels in
      pixels.member("total", difference.pixels.total)
      pixels.member("visible", difference.pixels.visible)
      pixels.member("codes", difference.pixels.codes)
      pixels.member("unequal", difference.pixels.unequal)
      pixels.member("differing", difference.pixels.differing)
    }
    member("shift") { shift in
      shift.members(of: difference.shift)
      shift.numbers("direction", difference.direction)
    }
    member("regions") { regions in
      regions.member("count", difference.regions)
      regions.member("pixels", difference.regionPixels)
      regions.member("largest", objects: difference.largest) { object, region in
        object.members(of: region.box)
        object.member("pixels", region.pixels)
        object.member("difference", region.difference)
        object.member("at", region.at)
      }
    }
    guard let first = difference.first else { return }
    member("first") { object in
      object.member("at", first.position)
      for (name, code, levels) in [("a", first.a, first.aInB), ("b", first.b, first.bInA)] {
        object.member(name) { side in
          side.member("code", array: [code.x, code.y, code.z].map { Int($0) }) { $0.integer($1) }
          side.member("alpha", Int(code.w))
          if let levels { side.numbers("inOther", levels) }
        }
      }
    }
  }

  private mutating func numbers(_ name: String, _ values: SIMD3<Double>) {
    member(name, array: [values.x, values.y, values.z]) { $0.real($1) }
  }
}
