import GamutKit

extension AuditFormat {
  /// SARIF 2.1.0 (OASIS), for code scanning.
  public static let sarif = AuditFormat("sarif", suffix: "sarif") { run, _, _ in AuditSARIF(run) }
}

/// An audit as SARIF 2.1.0 (OASIS Standard, 27 March 2020), one result for each finding.
struct AuditSARIF: AuditFormatter {
  private let run: AuditRun
  private var isFirst = true
  private var isSuccessful = true

  /// The rule ID for inputs that could not be processed.
  private static let unprocessed = "unprocessed"

  init(_ run: AuditRun) { self.run = run }

  func begin() -> [UInt8] {
    var writer = JSONWriter()
    writer.object { driver in
      driver.member("name", "gamut")
      driver.member("semanticVersion", run.version)
      driver.member("rules", array: AuditRule.allCases.map { Optional($0) } + [nil]) { writer, rule in
        writer.object { $0.descriptor(rule, id: rule?.rawValue ?? Self.unprocessed) }
      }
    }
    return Array(
      "{\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\",\"version\":\"2.1.0\",\"runs\":[{\n\"tool\":{\"driver\":"
        .utf8) + writer.bytes
      + Array(
        "},\n\"columnKind\":\"unicodeCodePoints\",\n\"originalUriBaseIds\":{\"SRCROOT\":{\"description\":{\"text\":\"The root that the paths are relative to: the folder of the policy, or of the repository.\"}}},\n\"results\":["
          .utf8)
  }

  mutating func add(_ row: AuditRow) -> [UInt8] {
    var bytes: [UInt8] = []
    for finding in row.findings {
      var writer = JSONWriter()
      writer.object { $0.result(finding, of: row) }
      bytes += separator() + writer.bytes
    }
    if let error = row.error {
      isSuccessful = false
      var writer = JSONWriter()
      writer.object { result in
        result.member("ruleId", Self.unprocessed)
        result.member("ruleIndex", AuditRule.allCases.count)
        result.member("level", "error")
        result.member("message") { $0.member("text", error.message) }
        result.location(row)
        result.member("properties") { $0.member("code", error.code) }
      }
      bytes += separator() + writer.bytes
    }
    return bytes
  }

  func end(_ totals: AuditTotals) -> [UInt8] {
    Array((isFirst ? "]" : "\n]").utf8)
      + Array(",\n\"invocations\":[{\"executionSuccessful\":\(isSuccessful)}]\n}]}\n".utf8)
  }

  private mutating func separator() -> [UInt8] {
    defer { isFirst = false }
    return Array((isFirst ? "\n" : ",\n").utf8)
  }
}

extension JSONWriter {
  fileprivate mutating func descriptor(_ rule: AuditRule?, id: String) {
    member("id", id)
    member("shortDescription") { $0.member("text", rule?.title ?? "The file could not be processed") }
    member("fullDescription") { object in
      object.member("text", rule?.explanation ?? "The file cannot be read, or not wholly; the message says why.")
    }
    member("defaultConfiguration") { $0.member("level", rule?.defaultSeverity.rawValue ?? "error") }
  }

  fileprivate mutating func result(_ finding: AuditFinding, of row: AuditRow) {
    member("ruleId", finding.rule.rawValue)
    member("ruleIndex", finding.rule.rank)
    member("level", finding.severity.rawValue)
    let command = finding.command(at: row.path).map { " Run: " + $0 } ?? ""
    member("message") { $0.member("text", finding.sentences + command) }
    location(row)
    member("partialFingerprints") { $0.member("gamut/v1", row.fingerprint(of: finding)) }
    member("properties") { object in
      for number in finding.numbers {
        switch number.value {
        case .integer(let value): object.member(number.name, value)
        case .real(let value): object.member(number.name, value)
        }
      }
    }
  }

  fileprivate mutating func location(_ row: AuditRow) {
    member("locations", array: [row.path]) { writer, path in
      writer.object { location in
        location.member("physicalLocation") { place in
          place.member("artifactLocation") { artifact in
            artifact.member("uri", path.uri)
            if !path.isAbsolute { artifact.member("uriBaseId", "SRCROOT") }
          }
          place.member("region") { $0.member("startLine", 1) }
        }
      }
    }
  }
}
