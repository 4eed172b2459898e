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
