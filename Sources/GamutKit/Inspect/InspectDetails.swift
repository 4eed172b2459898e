import Gamut
import LittleCMS
import PNGCodec

struct InspectDetails {
  let path: Pathname
  let inspection: Inspection
  let style: TextStyle

  var text: String {
    var blocks = ["\(path.text.printable): \(style.paint(inspection.label, inspection.worst))"]
    switch inspection {
    case .png(let png):
      blocks.append(facts(png))
      let chunks = png.survey.colorRows
      if !chunks.isEmpty { blocks.append(section("Colour chunks", chunks.map(Self.row))) }
      if let profile = png.profile {
        blocks.append(section("Profile", profile.rows.map(Self.row)))
      }
      if !png.comparisons.isEmpty {
        blocks.append(
          section(
            "Comparison of the declarations", png.comparisons.map { $0.words.wrapped(indent: "      ", first: "    ") })
        )
      }
    case .profile(let profile):
      blocks.append(profile.rows.map(Self.row).joined(separator: "\n"))
    }
    if !inspection.findings.isEmpty { blocks.append(section("Findings", inspection.findings.map(finding))) }
    return blocks.joined(separator: "\n\n") + "\n"
  }

  private func section(_ heading: String, _ lines: [String]) -> String {
    style.heading("  " + heading) + "\n" + lines.joined(separator: "\n")
  }

  private static func row(_ label: String, _ text: String) -> String {
    text.printable.labelled(label, margin: 4, width: 13)
  }

  private func finding(_ finding: FileFinding) -> String {
    let label = finding.severity.rawValue.padded(to: 9)
    let place = finding.offset.map { offset in (finding.chunk.map { "\($0), " } ?? "") + "byte \(offset): " } ?? ""
    let text = (place + finding.message).printable.labelled(label, margin: 4, width: 9)
    guard style.usesColor else { return text }
    return "    " + style.paint(label, finding.severity) + text.dropFirst(4 + label.count)
  }

  private func facts(_ png: PNGInspection) -> String {
    let chunks = png.survey.runs.reduce(0) { $0 + $1.count }
    var rows = [
      ("Image", png.survey.header.words),
      ("File", Words.count(png.survey.size, "byte") + ", " + Words.count(chunks, "chunk")),
    ]
    if let animation = png.survey.animation {
      let plays = animation.plays == 0 ? "for ever" : Words.count(Int(animation.plays), "time")
      let outside = animation.includesDefaultImage ? "" : "; the default image is not part of it"
      rows.append(("Animation", "APNG, \(Words.count(Int(animation.frames), "frame")), plays \(plays)\(outside)"))
    }
    rows.append(("Colour space", png.inForce?.words ?? "none declared; most programs use sRGB"))
    return rows.map { $1.printable.labelled($0, margin: 2, width: 14) }.joined(separator: "\n")
  }
}

extension InspectedDeclaration {
  /// "Display P3, to within 0.49 codes of 65,535, by its iCCP chunk".
  var words: String {
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

extension ChunkSurvey {
  fileprivate var colorRows: [(String, String)] {
    let chunks = colorChunks
    var rows: [(String, String)] = []
    func add(_ label: String, _ text: String) { rows.append((label, text)) }
    /// Candelas per square metre, from the unit of the chunks.
    func luminance(_ value: UInt32) -> String { JSONWriter.text(of: Double(value) / 10_000) }
    if let cICP = chunks.cICP?.value {
      let range = cICP.fullRange == 1 ? "full range" : cICP.fullRange == 0 ? "narrow range" : "range \(cICP.fullRange)"
      let primaries = named(CodePoints.primariesName(cICP.primaries), cICP.primaries)
      let transfer = named(CodePoints.transferName(cICP.transfer), cICP.transfer)
      add("cICP", "\(primaries) primaries, \(transfer) transfer, matrix \(cICP.matrix), \(range)")
    }
    if let iCCP = chunks.iCCP?.value {
      switch iCCP.contents {
      case .success(let bytes): add("iCCP", "\"\(iCCP.name)\", a profile of \(Words.count(bytes.count, "byte"))")
      case .failure(let fault): add("iCCP", "\"\(iCCP.name)\", no profile: \(fault.message)")
      }
    }
    if let sRGB = chunks.sRGB?.value {
      add("sRGB", "intent \(named(RenderingIntent.name(Int(sRGB)) ?? "unknown", sRGB))")
    }
    if let gAMA = chunks.gAMA?.value {
      let exponent =
        gAMA == 0 ? "" : ", an exponent of \(JSONWriter.text(of: 100_000 / Double(gAMA), significantDigits: 4))"
      add("gAMA", JSONWriter.text(of: Double(gAMA) / 100_000) + exponent)
    }
    if let cHRM = chunks.cHRM?.value { add("cHRM", words(of: cHRM.points)) }
    if let mDCV = chunks.mDCV?.value {
      let luminances = "\(luminance(mDCV.minimumLuminance)) to \(luminance(mDCV.maximumLuminance)) cd/m2"
      add("mDCV", "\(words(of: mDCV.points)); \(luminances)")
    }
    if let cLLI = chunks.cLLI?.value {
      add(
        "cLLI",
        "at most \(luminance(cLLI.maximumContentLightLevel)) cd/m2 in a pixel, "
          + "\(luminance(cLLI.maximumFrameAverageLightLevel)) on average")
    }
    if let sBIT = chunks.sBIT?.value {
      add("sBIT", sBIT.map(String.init).joined(separator: ", ") + " significant bits")
    }
    if let xmp = xmp?.value {
      let name = xmp.profileName.map { "profile \"\($0)\"" }
      add("XMP", [xmp.colorSpace.map(words), name].compactMap(\.self).joined(separator: ", "))
    }
    if let exif { add("eXIf", exif.value.map(words) ?? "no colour space") }
    return rows
  }

  private func named(_ name: String, _ code: UInt8) -> String {
    name.hasSuffix("(\(code))") ? name : "\(name) (\(code))"
  }

  private func words(of points: [(name: String, xy: [Double])]) -> String {
    points.map { name, xy in ([name] + xy.map { JSONWriter.text(of: $0) }).joined(separator: " ") }
      .joined(separator: ", ")
  }

  private func words(_ colorSpace: ExifColorSpace) -> String {
    switch colorSpace {
    case .sRGB: "colour space 1, sRGB"
    case .adobeRGB: "colour space 2, Adobe RGB"
    case .uncalibrated: "colour space 65535, uncalibrated"
    default: "colour space \(colorSpace.rawValue), unknown"
    }
  }
}

extension InspectedProfile {
  fileprivate var rows: [(String, String)] {
    let header = profile.header
    var rows = [("Name", profile.description.map { "\"\($0)\"" } ?? "none")]
    if let identification {
      rows.append(("Space", identification.words))
      if identification.level == nil, let nearest = identification.nearest {
        rows.append(("", "at \(nearest.difference.color.codeWords)"))
      }
    } else {
      rows.append(("Space", "not usable"))
    }
    let kind = "version \(header.version), class \(header.deviceClass), \(header.colorSpace) to \(header.pcs)"
    rows.append(("Kind", kind + ", " + Words.count(header.size, "byte")))
    rows += curves
    rows.append(("Tables", profile.tableTags.isEmpty ? "none" : profile.tableTags.joined(separator: ", ")))
    return rows
  }

  private var curves: [(String, String)] {
    let curves = profile.curves
    guard let first = curves.first else { return [("Curve", "none")] }
    if curves.allSatisfy({ $0.curve == first.curve }) {
      return [("Curve", words(first.curve) + (curves.count > 1 ? ", of all channels" : ""))]
    }
    return curves.map { ("Curve \($0.name)", words($0.curve)) }
  }

  private func words(_ curve: ToneCurve) -> String {
    switch curve {
    case .identity: return "linear"
    case .gamma(let raw): return "gamma \(JSONWriter.text(of: Double(raw) / 256))"
    case .table(let entries): return "table of \(Words.count(entries.count, "entry", plural: "entries"))"
    case .parametric(let kind, let parameters):
      let numbers = parameters.map { JSONWriter.text(of: Double($0) / 65536, significantDigits: 6) }
      return "parametric, kind \(kind): \(numbers.joined(separator: " "))"
    }
  }
}
