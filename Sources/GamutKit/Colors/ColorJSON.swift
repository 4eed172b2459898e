import Gamut
import GamutBasics
import GamutPalettes

extension ColorComparison {
  /// The colours and their pairs according to `Schemas/color.schema.json`, on one line, with a line feed.
  package var json: [UInt8] {
    JSONWriter.object { object in
      object.member("schema", "gamut.color/1")
      object.member("colors", objects: colors) { $0.members(of: $1) }
      object.member("pairs", objects: pairs) { $0.members(of: $1) }
    } + [UInt8(ascii: "\n")]
  }
}

extension JSONWriter {
  fileprivate mutating func members(of color: ColorReport) {
    let (l, c, h) = color.facts.oklch
    member("input", color.given.text)
    member("space", color.given.color.space.rawValue)
    if color.given.color.alpha < 1 { member("alpha", color.given.color.alpha) }
    member("oklch", array: [l, c, h]) { $0.real($1) }
    member("srgb") { object in
      object.member("hex", color.sRGB.hex)
      object.member("hex16", color.sRGB.hex16)
      object.member("inside", !color.facts.color.isClipped)
      object.member("shift", color.facts.color.shift)
      object.member("mapped") { mapped in
        mapped.member("hex", color.mapped.hex)
        mapped.member("shift", color.mapped.shift)
      }
    }
    member("p3") { object in
      object.member("hex", color.displayP3.hex)
      object.member("hex16", color.displayP3.hex16)
      object.member("inside", color.displayP3.isInside)
    }
    contrast(of: color.facts)
    member("seen") { object in
      for seen in color.seen { object.member(seen.eye.rawValue, ColorCode(linear: seen.linear).hex) }
    }
    if color.facts.color.isClipped {
      member("seenOriginal") { object in
        for seen in color.seen { object.member(seen.eye.rawValue, ColorCode(linear: seen.original).hex) }
      }
    }
  }

  fileprivate mutating func members(of pair: ColorPair) {
    member("a", pair.first)
    member("b", pair.second)
    member("difference", pair.difference)
    member("srgb") { object in
      object.member("difference", pair.inSRGB)
      object.member("merges", pair.merges)
    }
    for (name, contrast) in [("contrast", pair.contrast), ("contrastReversed", pair.reverse)] {
      guard let contrast else { continue }
      member(name) { object in
        object.member("srgb", contrast.sRGB)
        object.member("p3", contrast.wide)
      }
    }
    member("seen") { object in
      for seen in pair.seen { object.member(seen.eye.rawValue, seen.difference) }
    }
    if pair.isClipped {
      member("seenOriginal") { object in
        for seen in pair.seen { object.member(seen.eye.rawValue, seen.original ?? seen.difference) }
      }
    }
    member("confusable", array: pair.seen.filter { $0.verdict == .confusable }) { $0.string($1.eye.rawValue) }
  }
}
