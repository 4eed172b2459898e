import PNGCodec

extension WriteRow<EmbedReport, EmbedError> {
  /// Returns the row according to `Schemas/embed.schema.json`, on one line, without a line feed.
  public func json() -> [UInt8] {
    json("gamut.embed/1") { $0.members(of: $1) }
  }
}

extension JSONWriter {
  fileprivate mutating func members(of report: EmbedReport) {
    member("image", report.image)
    if report.isAnimated { member("animated", true) }
    if let declared = report.declared {
      member("declared", declared)
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
  }
}
