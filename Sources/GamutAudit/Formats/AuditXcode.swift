import GamutKit

extension AuditFormat {
  /// `path:1:1: warning: ...`, for Xcode and editors.
  public static let xcode = AuditFormat("xcode", suffix: "txt", heading: OutputFile.heading("audit")) {
    _, _, pictures in
    AuditXcode(root: (try? pictures.root.resolved) ?? pictures.root)
  }
}

/// An audit as compiler diagnostics: `path:1:1: warning: message (rule)`. Paths are absolute, because Xcode opens no
/// others; so are those of the commands that fix the findings.
struct AuditXcode: AuditFormatter {
  let root: Pathname

  func add(_ row: AuditRow) -> [UInt8] {
    var text = ""
    func place(_ path: Pathname) -> String { root.joined(path).text.diagnostic }
    if let error = row.error { text += "\(place(row.path)):1:1: error: \(error.message.diagnostic) (\(error.code))\n" }
    for finding in row.findings {
      let remedy = finding.command(at: row.path, { root.joined($0) }).map { " Fix: \($0.diagnostic)" } ?? ""
      text +=
        "\(place(finding.file ?? row.path)):\(finding.line ?? 1):1: \(finding.severity.rawValue): \(finding.sentences.diagnostic)\(remedy) "
        + "(\(finding.rule.rawValue))\n"
    }
    return Array(text.utf8)
  }

  func end(_ totals: AuditTotals) -> [UInt8] { [] }
}

extension String {
  /// The text for the line of a diagnostic: printable, and nowhere with `: error:` or the like, which some readers take
  /// for the kind of the diagnostic wherever in the line it is.
  fileprivate var diagnostic: String {
    let text = printable
    let bytes = Array(text.utf8)
    guard bytes.indices.contains(where: { Self.isKind(bytes[$0...]) }) else { return text }
    let escaped = bytes.indices.flatMap { Self.isKind(bytes[$0...]) ? Array("\\u{3a}".utf8) : [bytes[$0]] }
    return String(decoding: escaped, as: UTF8.self)
  }

  private static func isKind(_ text: ArraySlice<UInt8>) -> Bool {
    let (colon, space) = (UInt8(ascii: ":"), UInt8(ascii: " "))
    guard text.first == colon else { return false }
    func rest(_ text: ArraySlice<UInt8>, after word: String) -> ArraySlice<UInt8>? {
      let start = text.prefix(word.utf8.count).map { (65...90).contains($0) ? $0 | 0x20 : $0 }
      return start.elementsEqual(word.utf8) ? text.dropFirst(word.utf8.count).drop { $0 == space } : nil
    }
    let words = text.dropFirst().drop { $0 == space }
    let kind = rest(words, after: "fatal") ?? words
    return ["error", "warning", "note"].contains { rest(kind, after: $0)?.first == colon }
  }
}
