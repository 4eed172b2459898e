import Gamut
import PNGCodec

/// The spaces that can be given by name, with the numbers that the analysis and the conversion use.
public enum SpaceList {
  /// The list as text, of at most 80 columns: a line of numbers for each space, and below it the rest.
  public static var text: String {
    var text = line(["NAME", "RED", "GREEN", "BLUE", "WHITE"])
    for space in ReferenceSpace.allCases {
      let primaries = space.publishedPrimaries.map { [$0.red, $0.green, $0.blue].map(chromaticity) }
      text += line([space.rawValue] + (primaries ?? ["-", "-", "-"]) + [space.white.map(chromaticity) ?? "-"])
      var sentences = [space.name, space.curveWords]
      if let cicp = space.codePoints { sentences.append("cICP \(cicp.primaries)/\(cicp.transfer)") }
      if !space.otherNames.isEmpty { sentences.append("also " + space.otherNames.joined(separator: ", ")) }
      text += sentences.joined(separator: "; ").wrapped(indent: "  ") + "\n"
    }
    return text
      + "\nPrimaries and white are x and y of CIE 1931. Case, spaces, hyphens, underscores,\n"
      + "dots, commas and parentheses in a name do not matter; a name with a slash is\n" + "that of a file.\n"
  }

  /// The list according to `Schemas/spaces.schema.json`, on one line, with a line feed.
  public static var json: [UInt8] {
    JSONWriter.object { list in
      list.member("schema", "gamut.spaces/1")
      list.member("spaces", objects: ReferenceSpace.allCases) { $0.members(of: $1) }
    } + [UInt8(ascii: "\n")]
  }

  private static func line(_ columns: [String]) -> String {
    columns.indices.map { index in
      index == columns.count - 1 ? columns[index] : columns[index].padded(to: index == 0 ? 20 : 15)
    }.joined() + "\n"
  }

  private static func chromaticity(_ color: (x: Double, y: Double)) -> String {
    [color.x, color.y].map { Words.decimal($0, 4) }.joined(separator: " ")
  }
}

extension ReferenceSpace {
  fileprivate var publishedPrimaries: Primaries? { self == .sGray ? nil : primaries }

  fileprivate var white: (x: Double, y: Double)? { primaries?.white }

  fileprivate var curveWords: String {
    switch curve {
    case RGBSpace.sRGBCurve: return "sRGB curve"
    case .linear: return "linear"
    case CodePoints.bt709: return "BT.709 camera curve"
    case .parametric(let curve):
      let gamma = "gamma \(JSONWriter.text(of: curve.g))"
      if curve.d > 0 { return "\(gamma), linear below 1/\(JSONWriter.text(of: 1 / curve.d))" }
      let parts = curve.g * 256
      return parts == parts.rounded() ? "\(gamma) (\(Int(parts))/256)" : gamma
    case .sampled: return "samples"
    }
  }
}

extension JSONWriter {
  fileprivate mutating func members(of space: ReferenceSpace) {
    member("name", space.rawValue)
    member("title", space.name)
    member("otherNames", array: space.otherNames) { $0.string($1) }
    member("primaries", orNull: space.publishedPrimaries) { object, primaries in
      object.member("red", primaries.red)
      object.member("green", primaries.green)
      object.member("blue", primaries.blue)
    }
    if let white = space.white { member("white", white) }
    member("curve") { object in
      object.member("words", space.curveWords)
      guard case .parametric(let curve) = space.curve else { return }
      object.member("g", curve.g)
      object.member("a", curve.a)
      object.member("b", curve.b)
      object.member("c", curve.c)
      object.member("d", curve.d)
    }
    member("cICP", orNull: space.codePoints) { object, cicp in
      object.member("primaries", Int(cicp.primaries))
      object.member("transfer", Int(cicp.transfer))
    }
  }

  private mutating func member(_ name: String, _ color: (x: Double, y: Double)) {
    member(name, array: [color.x, color.y]) { $0.real($1) }
  }
}
