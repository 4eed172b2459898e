import PNGCodec

extension EmbedRow {
  /// The row as `Schemas/embed.schema.json` describes it, on one line, without a line feed.
  public var json: [UInt8] {
    var writer = JSONWriter()
    writer.object { row in
      row.member("schema", "gamut.embed/1")
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
  /// A path, and its bytes in base64 where text cannot hold them.
  mutating func member(_ name: String, _ path: Path) {
    member(name, path.text)
    if !path.isUTF8 { member(name + "Bytes", base64(path.bytes)) }
  }

  fileprivate mutating func members(of report: EmbedReport) {
    member("image") { image in
      image.member("width", report.image.width)
      image.member("height", report.image.height)
      image.member("bitDepth", report.image.bitDepth)
      image.member("colorType", report.image.colorType.rawValue)
      image.member("interlaced", report.image.isInterlaced)
    }
    if report.isAnimated { member("animated", true) }
    if let declared = report.declared {
      member("declared") { object in
        object.member("origin", declared.origin.rawValue)
        object.member("description", orNull: declared.description)
        object.member("space", orNull: declared.space?.rawValue)
      }
    } else {
      key("declared")
      null()
    }
    member("meaning") { object in
      object.member("basis", report.meaning.basis)
      object.member("name", orNull: report.meaning.name)
    }
    member("changes", array: report.changes) { writer, change in
      writer.object { object in
        object.member("chunk", change.kind.rawValue)
        object.member("action", change.action)
        object.member("before", orNull: change.before)
        object.member("after", orNull: change.after)
      }
    }
    member("action", report.action.rawValue)
    if let output = report.output { member("output", output) }
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
