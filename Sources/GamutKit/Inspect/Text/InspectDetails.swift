import Gamut
import PNGCodec

/// The full description of one file.
struct InspectDetails {
  let path: Pathname
  let inspection: Inspection
  let style: TextStyle

  var text: String {
    var blocks = ["\(path.text.printable): \(style.paint(inspection.label, inspection.worst))"]
    switch inspection {
    case .png(let png):
      blocks.append(facts(png))
      let chunks = ColorChunkText(survey: png.survey).rows
      if !chunks.isEmpty { blocks.append(section("Colour chunks", chunks.map { Self.row($0.label, $0.text) })) }
      if let profile = png.shownProfile {
        blocks.append(section("Profile", ProfileText(profile).rows.map(Self.row)))
      }
      if !png.comparisons.isEmpty {
        blocks.append(section("Comparison of the declarations", png.comparisons.map { Self.item($0.words) }))
      }
    case .profile(let profile):
      blocks.append(ProfileText(profile).rows.map(Self.row).joined(separator: "\n"))
    }
    if !inspection.findings.isEmpty { blocks.append(section("Findings", inspection.findings.map(finding))) }
    return blocks.joined(separator: "\n\n") + "\n"
  }

  private func section(_ heading: String, _ lines: [String]) -> String {
    style.heading("  " + heading) + "\n" + lines.joined(separator: "\n")
  }

  private static func item(_ text: String) -> String { text.wrapped(indent: "      ", first: "    ") }

  private static func row(_ label: String, _ text: String) -> String {
    text.printable.wrapped(indent: String(repeating: " ", count: 17), first: "    " + label.padded(to: 13))
  }

  private func finding(_ finding: FileFinding) -> String {
    let label = finding.severity.rawValue.padded(to: 9)
    let place = finding.offset.map { offset in (finding.chunk.map { "\($0), " } ?? "") + "byte \(offset): " } ?? ""
    let text = (place + finding.message).printable.wrapped(
      indent: String(repeating: " ", count: 13), first: "    " + label)
    guard style.usesColor else { return text }
    return "    " + style.paint(label, finding.severity) + text.dropFirst(4 + label.count)
  }

  private func facts(_ png: PNGInspection) -> String {
    let image = png.survey.header
    var kind = image.colorType.words
    if image.isInterlaced { kind += ", interlaced" }
    var rows = [
      (
        "Image",
        "\(image.width) x \(image.height) pixels, \(kind), \(Words.count(image.bitDepth, "bit")) per "
          + (image.colorType == .palette ? "index" : "channel")
      ),
      (
        "File",
        Words.count(png.survey.size, "byte") + ", " + Words.count(png.survey.runs.reduce(0) { $0 + $1.count }, "chunk")
      ),
    ]
    if let animation = png.survey.animation {
      let plays = animation.plays == 0 ? "for ever" : Words.count(Int(animation.plays), "time")
      rows.append(("Animation", "APNG, \(Words.count(Int(animation.frames), "frame")), plays \(plays)"))
    }
    rows.append(("Colour space", png.meaning))
    if let withoutCICP = png.withoutCICP {
      rows.append(("No cICP", "A decoder without support for cICP uses \(withoutCICP.words)."))
    }
    if let fallback = png.fallback { rows.append(("Lenient", "A lenient decoder falls back to \(fallback.words).")) }
    if png.profileWithoutChecksum != nil, png.inForce?.origin == .iCCP {
      rows.append(("Lenient", "A lenient decoder uses the profile."))
    }
    return rows.map { label, text in
      text.printable.wrapped(indent: String(repeating: " ", count: 16), first: "  " + label.padded(to: 14))
    }.joined(separator: "\n")
  }
}

extension PNGInspection {
  /// The meaning of the codes according to the standard.
  var meaning: String { inForce?.words ?? "none declared; most programs use sRGB" }
}

extension InspectedDeclaration {
  /// "Display P3, to within 0.49 codes of 65,535, by its iCCP chunk".
  var words: String {
    if origin == .assumed { return "sRGB, as there is no other declaration" }
    guard let identification else {
      return "unknown: the \(origin.chunkNames) "
        + (origin == .gammaAndChromaticities ? "apply and cannot be used" : "applies and cannot be used")
    }
    let called = identification.space == nil ? color.description.map { "\"\($0)\", " } ?? "" : ""
    return "\(called)\(identification.words), by its \(origin.chunkNames)"
  }
}

extension ChunkComparison {
  /// "gAMA and cHRM chunks and iCCP chunk agree ...".
  var words: String {
    let pair = "\(higher.rawValue) and \(lower.rawValue)"
    let note =
      isApproximation && lower != .chromaticities ? " (gAMA approximates the curve, as the standard recommends)" : ""
    return agrees
      ? "\(pair) agree: codes are \(difference.words)\(note)"
      : "\(pair) disagree: codes are \(difference.words), at \(difference.color.codeWords)\(note)"
  }
}
