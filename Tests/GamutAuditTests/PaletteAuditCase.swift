import GamutPalettes
import TestSupport
import Testing

@testable import GamutAudit
@testable import GamutKit

/// A palette, and the findings about it.
///
/// They were computed beforehand by another program, from the text of the rules: with coloraide 8.13 (Python) for the
/// spaces, OKLab and DIN99o, the matrices of Brettel (libDaltonLens) applied to linear sRGB
/// without bounds, the formulas of WCAG 2.2, and Apple's published numbers.
struct PaletteAuditCase: Sendable, CustomTestStringConvertible {
  struct Finding: Sendable, Hashable {
    var rule: String
    /// The set of a catalog whose file it is in.
    var set: String?
    var line: Int?
    var severity: String
    /// Parts of the message.
    var words: [String] = []
  }

  var testDescription: String
  var file: String
  var text: String
  var findings: [Finding] = []
  var policy: String

  /// - Parameters:
  ///   - text: the file. Of an asset catalog, the name of a set, a space, the components of a slot, and its conditions.
  ///   - findings: for each one a line with the line in the file, the severity and the rule; and below it, indented,
  ///     parts of its message. Of catalogs, the set stands before the line, as in `ink:2`.
  init(_ title: String, _ file: String, _ text: String, _ findings: String, policy: String = "") {
    (testDescription, self.file, self.text, self.policy) = (title, file, text, policy)
    for line in findings.split(separator: "\n") {
      if line.hasPrefix("  ") {
        self.findings[self.findings.count - 1].words.append(String(line.dropFirst(2)))
        continue
      }
      let words = line.split(separator: " ").map(String.init)
      let place = words[0].split(separator: ":")
      self.findings.append(
        Finding(
          rule: words.last ?? "", set: place.count > 1 ? String(place[0]) : nil, line: place.last.flatMap { Int($0) },
          severity: words[words.count - 2]))
    }
  }

  /// The cases of the files in Palettes.
  static let all: [PaletteAuditCase] = CaseText.all(
    in: ["merging", "context", "duplicate", "system", "vision", "contrast", "notes"].map {
      "Tests/GamutAuditTests/Palettes/\($0).txt"
    }
  ).map { text in
    PaletteAuditCase(text.title, text["file"], text["palette"], text["findings"], policy: text["policy"])
  }

  /// The bytes of a file; nil for a catalog.
  var bytes: [UInt8]? { file.hasSuffix(".xcassets") ? nil : Array(text.utf8) }

  private var rows: [[String]] {
    text.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }.filter { $0.count > 1 }
  }

  /// Writes the palette into a folder.
  func write(to folder: TemporaryFolder) throws {
    if let bytes {
      try folder.write(bytes, to: file)
      return
    }
    try folder.makeFolder(file)
    var sets: [String: [String]] = [:]
    for words in rows {
      var conditions = ""
      let appearances = words.dropFirst(6).compactMap { word in
        switch word {
        case "dark", "light": "{\"appearance\":\"luminosity\",\"value\":\"\(word)\"}"
        case "contrast": "{\"appearance\":\"contrast\",\"value\":\"high\"}"
        default: nil
        }
      }
      if !appearances.isEmpty { conditions += ",\"appearances\":[\(appearances.joined(separator: ","))]" }
      if words.contains("p3") { conditions += SetAuditCase.inP3 }
      if words.dropFirst(6).contains("srgb") { conditions += SetAuditCase.inSRGB }
      sets[words[0], default: []].append(
        SetAuditCase.color(words[1], words[2..<6].joined(separator: " "), conditions))
    }
    for (name, slots) in sets {
      try folder.write(Array(SetAuditCase.colors(slots).utf8), to: "\(file)/\(name).colorset/Contents.json")
    }
  }

  /// Returns the row of the palette in a new folder.
  func row() throws -> AuditRow {
    let folder = try TemporaryFolder()
    try write(to: folder)
    return try row(in: folder)
  }

  /// Returns the row of the palette in a folder.
  func row(in folder: TemporaryFolder) throws -> AuditRow {
    let root = try #require(try Pathname(folder.path).resolved)
    let selection = AuditSelection(palettes: [root.appending(Array(file.utf8))], root: root)
    return try Auditor(AuditPolicy(policy)).audit(try #require(selection.inputs.first))
  }

  /// Returns the findings that are expected and not there, and those that are there and not expected.
  func differences(from found: [AuditFinding]) -> [String] {
    var rest = found
    var missing: [String] = []
    for finding in findings {
      let place = rest.firstIndex { other in
        other.rule.rawValue == finding.rule && other.line == finding.line
          && other.file == finding.set.map { Pathname("\(file)/\($0).colorset/Contents.json") }
          && other.severity.rawValue == finding.severity && finding.words.allSatisfy(other.message.contains)
      }
      if let place { rest.remove(at: place) } else { missing.append("missing: \(finding)") }
    }
    return missing + rest.map { "unexpected: \($0.line ?? 0) \($0.severity) \($0.rule) \($0.message)" }
  }
}
