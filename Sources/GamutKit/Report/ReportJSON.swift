import Gamut
import PNGCodec

extension ReportRow {
  /// Returns the row according to `Schemas/report.schema.json`, on one line, without a line feed.
  public func json() -> [UInt8] {
    JSONWriter.row("gamut.report/3", path, result) { row, report in
      row.members(of: report)
      guard report.verdict == .collapses else { return }
      row.member("advice", report.variantAdvice(at: path))
      if let command = report.commands(for: path).first { row.member("command", command) }
    }
  }
}

extension JSONWriter {
  package mutating func members(of report: GamutReport) {
    if report.isPartial { member("partial", true) }
    member("image", report.image)
    member("source", report.source)
    member("destination") { destination in
      destination.member("space", orNull: report.destination.space?.rawValue)
      destination.member("description", orNull: report.destination.description)
      destination.member("bitDepth", report.destination.bitDepth)
    }
    JSONFields.write(to: &self, depth: report.destination.bitDepth) { fields in
      var loss = report.loss
      loss.list(in: &fields)
    }
    member("findings", array: report.findings) { $0.finding($1, hasSeverity: false) }
    member("verdict", report.verdict.rawValue)
  }
}

extension GamutReport {
  /// Parses the members that `JSONWriter.members(of:)` writes; nil if they are not those of a report.
  package init?(_ node: JSONNode) {
    guard let image = node["image"].flatMap({ ImageHeader($0) }),
      let source = node["source"].flatMap({ DeclaredColor($0) }), let target = node["destination"],
      let depth = target["bitDepth"]?.integer,
      depth == 8 || depth == 16, let loss: LossReport = JSONFields.read(node), loss.isConsistent,
      let list = node["findings"]?.array
    else { return nil }
    self.init(
      image: image, isPartial: node["partial"]?.bool ?? false, source: source,
      destination: Destination(
        space: target["space"]?.string.flatMap { ReferenceSpace(rawValue: $0) },
        description: target["description"]?.string, bitDepth: depth),
      loss: loss, findings: [])
    for item in list {
      guard let code = item["code"]?.string, let message = item["message"]?.string else { return nil }
      findings.append(
        FileFinding(
          code: code, severity: .warning, message: message, offset: item["offset"]?.integer,
          chunk: item["chunk"]?.string))
    }
  }

  /// The report with its real numbers rounded as in the output, so that a report that is read again is equal.
  package var rounded: GamutReport {
    var copy = self
    JSONFields.round(&copy.loss)
    return copy
  }
}

extension LossReport {
  fileprivate var isConsistent: Bool {
    let sides =
      steps.largest.map(\.sides.count) + renditions.flatMap { ($0.largest + $0.confused).map(\.sides.count) }
    return jnd > 0 && jnd.isFinite && sides.allSatisfy { $0 == 2 }
      && steps.largest.allSatisfy { $0.shape.map { areas.largest.indices.contains($0.pair) } ?? true }
  }
}

/// Returns `#rrggbb` at 8 bits, `#rrrrggggbbbb` at 16.
func hexText(of code: SIMD3<UInt16>, depth: Int) -> String {
  let digits = depth == 16 ? 4 : 2
  return (0..<3).reduce("#") { $0 + String(code[$1], radix: 16).zeroPadded(to: digits) }
}
