import Gamut
import PNGCodec

extension InspectRow {
  /// Returns the row according to `Schemas/inspect.schema.json`, on one line, without a line feed.
  public func json(_ wording: ErrorWording = .facts) -> [UInt8] {
    JSONWriter.row("gamut.inspect/1", path, result, wording) { row, inspection in
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
    member("chunks", array: png.survey.runs) { writer, run in
      writer.object { object in
        object.member("type", run.type.description)
        object.member("offset", run.offset)
        object.member("count", run.count)
        object.member("length", run.length)
      }
    }
    member("color") { $0.members(ofColor: png) }
    member("declarations", array: png.declarations) { writer, declaration in
      writer.object { $0.members(of: declaration) }
    }
    key("inForce")
    if let inForce = png.inForce { object { $0.members(of: inForce) } } else { null() }
    if let withoutCICP = png.withoutCICP { member("withoutCICP") { $0.members(of: withoutCICP) } }
    if let fallback = png.fallback { member("fallback") { $0.members(of: fallback) } }
    member("comparisons", array: png.comparisons) { writer, comparison in
      writer.object { object in
        object.member("higher", comparison.higher.rawValue)
        object.member("lower", comparison.lower.rawValue)
        object.member("agrees", comparison.agrees)
        if comparison.isApproximation { object.member("approximation", true) }
        object.member("difference") { $0.members(of: comparison.difference) }
      }
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
    member("level", identification.level.rawValue)
    key("nearest")
    if let nearest = identification.nearest { object { $0.members(of: nearest) } } else { null() }
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
}
