/// The common parts of the rows of the commands that write.
extension JSONWriter {
  /// Writes the members about an output, and about the irregularities of the input.
  mutating func members(ofWriting report: some WriteReport) {
    member("action", report.action.rawValue)
    if let output = report.output { member("output", output) }
    if let other = report.sameFile { member("sameFile", other) }
    if !report.removedTemporaryFiles.isEmpty {
      member("removedTemporaries", array: report.removedTemporaryFiles) { $0.string($1.text) }
    }
    member("findings", array: report.findings) { $0.finding($1, hasSeverity: false) }
  }
}

extension WriteRow {
  /// Returns the row according to a schema.
  func json(
    _ schema: String, _ wording: ErrorWording, _ members: (inout JSONWriter, Report) -> Void
  ) -> [UInt8] {
    JSONWriter.row(schema, path, result, wording, head: { if isDryRun { $0.member("dryRun", true) } }) { row, report in
      members(&row, report)
      row.members(ofWriting: report)
    }
  }
}
