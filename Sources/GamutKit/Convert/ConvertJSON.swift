import Gamut
import PNGCodec

extension ConvertRow {
  /// The row as `Schemas/convert.schema.json` describes it, on one line, without a line feed.
  public var json: [UInt8] {
    var writer = JSONWriter()
    writer.object { row in
      row.member("schema", "gamut.convert/1")
      row.member("path", path)
      if isDryRun { row.member("dryRun", true) }
      switch result {
      case .success(let report): row.members(of: report)
      case .failure(let error):
        row.member("error") { object in
          object.member("code", error.code)
          object.member("message", error.message)
          if let offset = error.offset { object.member("offset", offset) }
        }
      }
    }
    return writer.bytes
  }
}

extension JSONWriter {
  fileprivate mutating func member(_ name: String, _ image: ImageHeader) {
    member(name) { object in
      object.member("width", image.width)
      object.member("height", image.height)
      object.member("bitDepth", image.bitDepth)
      object.member("colorType", image.colorType.rawValue)
      object.member("interlaced", image.isInterlaced)
    }
  }

  private mutating func members(of effect: ConversionEffect) {
    func loss(_ object: inout JSONWriter, _ loss: LossReport) {
      object.member("clipped", loss.pixels.clipped)
      object.member("collapse") { visible in
        visible.member("groups", loss.collapse.visible.groups)
        visible.member("colors", loss.collapse.visible.colors)
        visible.member("pixels", loss.collapse.visible.pixels)
      }
      object.member("flattened") { visible in
        visible.member("regions", loss.flattened.visibleRegions)
        visible.member("pixels", loss.flattened.visiblePixels)
      }
      object.member("verdict", loss.verdict.rawValue)
    }
    member("effect") { object in
      object.member("mapping", effect.mapping.rawValue)
      object.member("pixels", effect.after.pixels.analyzed)
      object.member("changed", effect.changed)
      object.member("shift") { shift in
        shift.member("maximum", effect.shift.maximum)
        shift.member("mean", effect.shift.mean)
        shift.member("p95", effect.shift.p95)
      }
      object.member("inGamutShift", effect.inGamutShift)
      if let hue = effect.hueShift { object.member("hueShift", hue) }
      object.member("before") { loss(&$0, effect.before) }
      object.member("after") { loss(&$0, effect.after) }
    }
  }

  fileprivate mutating func members(of report: ConvertReport) {
    member("image", report.image)
    member("source") { object in
      object.member("origin", report.source.origin.rawValue)
      object.member("description", orNull: report.source.description)
      object.member("space", orNull: report.source.space?.rawValue)
    }
    member("destination") { object in
      object.member("name", report.destination)
      object.member("space", orNull: report.space?.rawValue)
    }
    member("result", report.output)
    member("keepsPixels", report.keepsPixels)
    member("dropped", array: report.dropped) { $0.string($1) }
    if let effect = report.effect { members(of: effect) }
    member("action", report.action.rawValue)
    if report.size > 0 { member("bytes", report.size) }
    if let path = report.path { member("output", path) }
    if let other = report.sameFile { member("sameFile", other) }
    if !report.removedTemporaries.isEmpty {
      member("removedTemporaries", array: report.removedTemporaries) { $0.string($1.text) }
    }
    member("findings", array: report.findings) { writer, finding in
      writer.object { object in
        object.member("code", finding.kind.rawValue)
        object.member("message", finding.message.asSentence)
        object.member("offset", finding.offset)
        if let chunk = finding.chunk { object.member("chunk", chunk) }
      }
    }
  }
}
