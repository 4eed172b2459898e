import Gamut
import LittleCMS
import PNGCodec

extension InspectRow {
  /// Returns the row according to `Schemas/inspect.schema.json`, on one line, without a line feed.
  public func json() -> [UInt8] {
    JSONWriter.row("gamut.inspect/1", path, result) { row, inspection in
      switch inspection {
      case .png(let png): row.members(of: png)
      case .profile(let profile):
        row.member("kind", "icc")
        row.member("profile") { $0.members(of: profile) }
        row.member("findings", array: profile.findings) { $0.finding($1) }
      }
    }
  }
}

extension JSONWriter {
  fileprivate mutating func members(of png: PNGInspection) {
    member("kind", "png")
    member("size", png.survey.size)
    member("image", png.survey.header)
    if let animation = png.survey.animation {
      member("animation") { object in
        object.member("frames", Int(animation.frames))
        object.member("plays", Int(animation.plays))
      }
    }
    member("chunks", objects: png.survey.runs) { object, run in
      object.member("type", run.type.description)
      object.member("offset", run.offset)
      object.member("count", run.count)
      object.member("length", run.length)
    }
    member("color") { $0.members(ofColor: png) }
    member("declarations", objects: png.declarations) { $0.members(of: $1) }
    member("inForce", orNull: png.inForce) { $0.members(of: $1) }
    member("comparisons", objects: png.comparisons) { object, comparison in
      object.member("higher", comparison.higher.rawValue)
      object.member("lower", comparison.lower.rawValue)
      object.member("agrees", comparison.agrees)
      if comparison.isApproximation { object.member("approximation", true) }
      object.member("difference") { $0.members(of: comparison.difference) }
    }
    member("findings", array: png.findings) { $0.finding($1) }
  }

  mutating func members(of declaration: InspectedDeclaration) {
    member("origin", declaration.origin.rawValue)
    if let offset = declaration.offset { member("offset", offset) }
    member("description", orNull: declaration.color.description)
    members(declaration.identification, declaration.fault)
  }

  /// Writes which space it is, or why that cannot be determined.
  mutating func members(_ identification: SpaceIdentification?, _ fault: DeclarationFault?) {
    if let identification { member("equivalence") { $0.members(of: identification) } }
    guard let fault else { return }
    member("error") { error in
      error.member("code", fault.code)
      error.member("message", fault.message.asSentence)
    }
  }

  mutating func members(of identification: SpaceIdentification) {
    member("space", orNull: identification.space?.rawValue)
    member("level", identification.level?.rawValue ?? (identification.hasClaim ? "name-only" : "none"))
    member("nearest", orNull: identification.nearest) { $0.members(of: $1) }
    if let claimed = identification.claimed { member("claimed") { $0.members(of: claimed) } }
  }

  private mutating func members(of match: SpaceIdentification.Match) {
    member("space", match.reference.rawValue)
    member("name", match.reference.name)
    member("difference") { $0.members(of: match.difference) }
    member("meanCodes8", 255 * match.difference.mean)
  }

  mutating func members(of difference: SpaceDifference) {
    member("largest", difference.largest)
    member("codes16", difference.codes16)
    member("codes8", difference.codes8)
    member("color", numbers: [difference.color.x, difference.color.y, difference.color.z])
    member("encoded", numbers: [difference.encoded.x, difference.encoded.y, difference.encoded.z])
  }

  mutating func member(_ name: String, numbers: [Double]) {
    member(name, array: numbers) { $0.real($1) }
  }

  /// Writes each colour chunk by its name, with values in the units of the standard, and raw numbers if they differ.
  mutating func members(ofColor png: PNGInspection) {
    let chunks = png.survey.colorChunks
    chunk("cICP", chunks.cICP) { object, cICP in
      object.member("primaries", Int(cICP.primaries))
      object.member("primariesName", CodePoints.primariesName(cICP.primaries))
      object.member("transfer", Int(cICP.transfer))
      object.member("transferName", CodePoints.transferName(cICP.transfer))
      object.member("matrix", Int(cICP.matrix))
      object.member("fullRange", Int(cICP.fullRange))
    }
    chunk("iCCP", chunks.iCCP) { object, iCCP in
      object.member("name", iCCP.name)
      if let profile = png.profile { object.member("profile") { $0.members(of: profile) } }
    }
    chunk("sRGB", chunks.sRGB) { object, intent in
      object.member("intent", Int(intent))
      object.member("intentName", orNull: RenderingIntent.name(Int(intent)))
    }
    chunk("gAMA", chunks.gAMA) { $0.member("value", Int($1)) }
    chunk("cHRM", chunks.cHRM) { object, cHRM in
      for (name, xy) in cHRM.points { object.member(name, numbers: xy) }
    }
    chunk("mDCV", chunks.mDCV) { object, mDCV in
      for (name, xy) in mDCV.points { object.member(name, numbers: xy) }
      object.member("maximumLuminance", Double(mDCV.maximumLuminance) / 10_000)
      object.member("minimumLuminance", Double(mDCV.minimumLuminance) / 10_000)
    }
    chunk("cLLI", chunks.cLLI) { object, cLLI in
      object.member("maximumContentLightLevel", Double(cLLI.maximumContentLightLevel) / 10_000)
      object.member("maximumFrameAverageLightLevel", Double(cLLI.maximumFrameAverageLightLevel) / 10_000)
    }
    chunk("sBIT", chunks.sBIT) { $0.member("bits", array: $1) { $0.integer(Int($1)) } }
    chunk("eXIf", png.survey.exif) { object, colorSpace in
      object.key("colorSpace")
      if let colorSpace { object.integer(Int(colorSpace.rawValue)) } else { object.null() }
    }
    chunk("XMP", png.survey.xmp) { object, xmp in
      if let colorSpace = xmp.colorSpace { object.member("colorSpace", Int(colorSpace.rawValue)) }
      if let name = xmp.profileName { object.member("profileName", name) }
    }
  }

  private mutating func chunk<Value>(
    _ name: String, _ chunk: Located<Value>?, _ members: (inout JSONWriter, Value) -> Void
  ) {
    guard let chunk else { return }
    member(name) { object in
      object.member("offset", chunk.offset)
      members(&object, chunk.value)
    }
  }

  mutating func members(of inspected: InspectedProfile) {
    let profile = inspected.profile
    let header = profile.header
    member("description", orNull: profile.description)
    member("version", header.version.description)
    member("class", header.deviceClass.description)
    member("colorSpace", header.colorSpace.description)
    member("pcs", header.pcs.description)
    member("size", header.size)
    member("intent", Int(header.renderingIntent))
    member("id") { id in
      id.member("stored", orNull: header.profileID?.description)
      id.member("computed", profile.computedID.description)
    }
    if let white = profile.whitePoint { member("whitePoint", numbers: white.coordinates) }
    if let colorants = profile.colorants {
      member("colorants") { object in
        for (name, xyz) in [("red", colorants.red), ("green", colorants.green), ("blue", colorants.blue)] {
          object.member(name, numbers: xyz.coordinates)
        }
      }
    }
    member("curves") { curves in
      for (name, curve) in profile.curves { curves.member(name) { $0.members(of: curve) } }
    }
    member("tables", array: profile.tableTags) { $0.string($1) }
    // Limited like the list of chunks; published profiles have at most a few dozen tags.
    member("tags", array: profile.tags.prefix(ChunkSurvey.listLimit)) { $0.string($1.signature.description) }
    members(inspected.identification, inspected.fault)
  }

  private mutating func members(of curve: ToneCurve) {
    switch curve {
    case .identity: member("type", "identity")
    case .gamma(let raw):
      member("type", "gamma")
      member("gamma", Double(raw) / 256)
    case .table(let entries):
      member("type", "table")
      member("entries", entries.count)
    case .parametric(let kind, let parameters):
      member("type", "parametric")
      member("function", kind)
      member("parameters", numbers: parameters.map { Double($0) / 65536 })
    }
  }
}

extension Chromaticities {
  var points: [(name: String, xy: [Double])] {
    [("white", white), ("red", red), ("green", green), ("blue", blue)].map { ($0, $1.xy(unit: 100_000)) }
  }
}

extension MasteringDisplay {
  var points: [(name: String, xy: [Double])] {
    [("red", red), ("green", green), ("blue", blue), ("white", white)].map { ($0, $1.xy(unit: 50_000)) }
  }
}

extension Chromaticity {
  fileprivate func xy(unit: Double) -> [Double] { [Double(x) / unit, Double(y) / unit] }
}

extension XYZNumber {
  var coordinates: [Double] { [values.x, values.y, values.z] }
}

extension Profile {
  var curves: [(name: String, curve: ToneCurve)] {
    [("red", redTRC), ("green", greenTRC), ("blue", blueTRC), ("grey", greyTRC)]
      .compactMap { name, curve in curve.map { (name, $0) } }
  }

  var tableTags: [String] {
    let known: Set<Signature> = [
      "A2B0", "A2B1", "A2B2", "A2B3", "B2A0", "B2A1", "B2A2", "B2A3", "D2B0", "D2B1", "D2B2", "D2B3", "B2D0", "B2D1",
      "B2D2", "B2D3",
    ]
    return tags.map(\.signature).filter { known.contains($0) }.map(\.description)
  }
}

/// ICC.1:2022 clause 7.2.15; the sRGB chunk has the same numbers.
enum RenderingIntent {
  static func name(_ value: Int) -> String? {
    let names = ["perceptual", "relative colorimetric", "saturation", "absolute colorimetric"]
    return names.indices.contains(value) ? names[value] : nil
  }
}
