import PNGCodec

/// The colour chunks of a file as labelled paragraphs, in the order of precedence.
struct ColorChunkText {
  let survey: ChunkSurvey

  var rows: [(label: String, text: String)] {
    let chunks = survey.colorChunks
    var rows: [(String, String)] = []
    if let cICP = chunks.cICP?.value {
      let range = cICP.fullRange == 1 ? "full range" : cICP.fullRange == 0 ? "narrow range" : "range \(cICP.fullRange)"
      rows.append(
        (
          "cICP",
          "\(named(CodePoints.primariesName(cICP.primaries), cICP.primaries)) primaries, "
            + "\(named(CodePoints.transferName(cICP.transfer), cICP.transfer)) transfer, matrix \(cICP.matrix), \(range)"
        ))
    }
    if let iCCP = chunks.iCCP?.value {
      switch iCCP.contents {
      case .success(let bytes):
        rows.append(("iCCP", "\"\(iCCP.name)\", a profile of \(Words.count(bytes.count, "byte"))"))
      case .failure(.noChecksum(let bytes)):
        rows.append(("iCCP", "\"\(iCCP.name)\", \(Words.count(bytes.count, "byte")) without the checksum at their end"))
      case .failure(let fault): rows.append(("iCCP", "\"\(iCCP.name)\", no profile: \(fault.message)"))
      }
    }
    if let sRGB = chunks.sRGB?.value {
      rows.append(("sRGB", "intent \(named(RenderingIntent.name(Int(sRGB)) ?? "unknown", sRGB))"))
    }
    if let gAMA = chunks.gAMA?.value {
      let exponent =
        gAMA == 0 ? "" : ", an exponent of \(JSONWriter.text(of: 100_000 / Double(gAMA), significantDigits: 4))"
      rows.append(("gAMA", JSONWriter.text(of: Double(gAMA) / 100_000) + exponent))
    }
    if let cHRM = chunks.cHRM?.value {
      rows.append(
        (
          "cHRM",
          points([("white", cHRM.white), ("red", cHRM.red), ("green", cHRM.green), ("blue", cHRM.blue)], 100_000)
        ))
    }
    if let mDCV = chunks.mDCV?.value {
      let light =
        "\(JSONWriter.text(of: Double(mDCV.minimumLuminance) / 10_000)) to "
        + "\(JSONWriter.text(of: Double(mDCV.maximumLuminance) / 10_000)) cd/m2"
      let colors = points(
        [("red", mDCV.red), ("green", mDCV.green), ("blue", mDCV.blue), ("white", mDCV.white)], 50_000)
      rows.append(("mDCV", "\(colors); \(light)"))
    }
    if let cLLI = chunks.cLLI?.value {
      rows.append(
        (
          "cLLI",
          "at most \(JSONWriter.text(of: Double(cLLI.maximumContentLightLevel) / 10_000)) cd/m2 in a pixel, "
            + "\(JSONWriter.text(of: Double(cLLI.maximumFrameAverageLightLevel) / 10_000)) on average"
        ))
    }
    if let sBIT = chunks.sBIT?.value {
      rows.append(("sBIT", sBIT.map { String($0) }.joined(separator: ", ") + " significant bits"))
    }
    if let exif = survey.exif { rows.append(("eXIf", exif.value.map(words) ?? "no colour space")) }
    return rows
  }

  private func named(_ name: String, _ code: UInt8) -> String {
    name.hasSuffix("(\(code))") ? name : "\(name) (\(code))"
  }

  private func points(_ points: [(String, Chromaticity)], _ unit: Double) -> String {
    points.map { name, xy in
      "\(name) \(JSONWriter.text(of: Double(xy.x) / unit)) \(JSONWriter.text(of: Double(xy.y) / unit))"
    }.joined(separator: ", ")
  }

  private func words(_ colorSpace: ExifColorSpace) -> String {
    switch colorSpace {
    case .sRGB: "colour space 1, sRGB"
    case .adobeRGB: "colour space 2, Adobe RGB"
    case .uncalibrated: "colour space 65535, uncalibrated"
    case .other(let value): "colour space \(value), unknown"
    }
  }
}
