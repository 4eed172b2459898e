import CPageFiles
import Gamut

/// The HTML of a page: a fixed document with the data of a run in it. A script renders the data; without script, it
/// shows the summary and the table of the worst findings.
struct PageDocument {
  let run: PageRun
  let command: String?
  let rows: PageRows
  let data: [UInt8]

  private static let plainLimit = 100

  struct Resources: Sendable {
    let style, script: [UInt8]
    /// Their SHA-256, which a test computes: after a change of a file in CPageFiles, it prints the new ones.
    let styleHash, scriptHash: String

    static func bytes(of part: gamut_page_part) -> [UInt8] {
      unsafe Array(UnsafeBufferPointer(start: part.bytes, count: part.count))
    }

    func begin(_ title: String) -> [UInt8] {
      Array(
        """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'sha256-\(styleHash)'; \
        script-src 'sha256-\(scriptHash)'; base-uri 'none'; form-action 'none'">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <meta name="referrer" content="no-referrer">
        <meta name="generator" content="gamut \(gamutVersion)">
        <title>\(title.htmlText)</title>
        <style>
        """.utf8) + style + Array("</style>\n</head>\n<body>\n".utf8)
    }

    var end: [UInt8] { Array("<script>".utf8) + script + Array("</script>\n</body>\n</html>\n".utf8) }
  }

  static let resources = Resources(
    style: unsafe Resources.bytes(of: gamut_page_style),
    script: unsafe Array("\"use strict\";\n(() => {\n".utf8) + Resources.bytes(of: gamut_page_script)
      + Array("})();\n".utf8),
    styleHash: "gwBTfkttB6EW7ak7qmt3Is9zZENaRKwSL3evAv5+mEY=",
    scriptHash: "btWlFn0TC4kQqYWkVEKzdfJhMUp1iUPsHYnH08Pzp94=")

  var bytes: [UInt8] {
    var text = Self.resources.begin("gamut \(run.name): \(verdict)")
    // The data of many files are large enough to not copy them while the text grows.
    text.reserveCapacity(data.count + (1 << 20))
    text +=
      """
      <a class="skip" href="#content">Skip to the findings</a>
      <header>
      <h1>\(verdict.htmlText)</h1>
      <p class="lede">\(lede.htmlText)</p>
      </header>
      <main id="content">
      \(plain)</main>
      <footer>
      \(origin.htmlText)
      </footer>
      <script type="application/json" id="data">
      """.utf8
    text += data
    text += "</script>\n".utf8
    return text + Self.resources.end
  }

  private var failures: Int { rows.levels[.notProcessed] ?? 0 }
  private var target: String { rows.destination?.name.pageText ?? ReferenceSpace.sRGB.name }

  private var verdict: String {
    if rows.files == 0 { return "No PNG files." }
    if run.name == "report", rows.files == 1, let row = rows.first {
      let names = row.report?.loss.renditions.filter { $0.verdict != .keeps }.map(\.viewing.name) ?? []
      return verdict(of: row)
        + (names.isEmpty ? "" : " Something vanishes or becomes alike with \(Words.list(names)).")
    }
    let failed = failures > 0 ? "\(Words.count(failures, "file")) could not be processed" : nil
    let parts = [run.name == "report" ? lossWords : findingWords, failed].compactMap(\.self)
    if !parts.isEmpty { return parts.joined(separator: "; ") + "." }
    let notes = rows.rules[.note].map { " \(Words.count($0.values.reduce(0, +), "note")), for information." } ?? ""
    return "Nothing to do for \(Words.count(rows.files, "file"))." + notes
  }

  private func verdict(of row: PageRow) -> String {
    switch row.verdict {
    case .unjudged: return "The file could not be processed."
    case .collapses: return "Something that can be seen vanishes in \(target)."
    case .clips:
      if let loss = row.report?.loss, loss.shift.maximum < loss.jnd {
        return "Some pixels clip in \(target), and no change is visible."
      }
      return "Colours become duller in \(target), and everything can still be seen."
    case .set: return "This is a set of an asset catalog."
    case .palette: return "This is a palette."
    case .template: return "The image is a template, whose colours are not shown."
    case .partial: return "Every colour of the first image fits \(target)."
    case .fits:
      guard let source = row.report?.source, source.origin == .assumed else {
        return "Every colour fits \(target)."
      }
      return "The file declares no colour space; read as \(source.words.pageText), every colour fits \(target)."
    }
  }

  private var lossWords: String? {
    if failures == rows.files { return nil }
    guard let lossy = rows.verdicts[.collapses] else {
      return "No image loses anything that can be seen in \(target)"
    }
    return "\(Words.count(lossy)) of \(Words.count(rows.files, "image")) \(lossy == 1 ? "loses" : "lose") "
      + "something that can be seen in \(target)"
  }

  private var findingWords: String? {
    guard let level = [PageRow.Level.error, .warning].first(where: { rows.levels[$0] != nil }),
      let count = rows.levels[level]
    else { return nil }
    let subject = rows.files == 1 ? "The file" : "\(Words.count(count)) of \(Words.count(rows.files, "file"))"
    return "\(subject) \(count == 1 ? "has" : "have") \(level.rawValue)s: \(rulesWords(level))"
  }

  private func rulesWords(_ level: PageRow.Level) -> String {
    let order = Dictionary(uniqueKeysWithValues: run.rules.enumerated().map { ($1.id, $0) })
    let rules = (rows.rules[level] ?? [:]).sorted { ($1.value, order[$0.key] ?? 0) < ($0.value, order[$1.key] ?? 0) }
    let named = rules.prefix(3).map(\.key).joined(separator: ", ")
    return rules.count > 3 ? "\(named) and \(Words.count(rules.count - 3, "other rule"))" : named
  }

  private var lede: String {
    let shown = rows.destination.map { ", shown in \(target) with \($0.bitDepth) bits per channel" }
    // Sets of asset catalogs and palettes are files, and no images.
    let noun =
      rows.verdicts[.palette] == rows.files
      ? "palette" : rows.verdicts[.set] == nil && rows.verdicts[.palette] == nil ? "image" : "file"
    let start = rows.files == 1 ? rows.first?.path.text.pageText ?? "" : Words.count(rows.files, noun)
    let hidden = run.known > 0 ? " \(Words.count(run.known, "known finding")) hidden by the baseline." : ""
    return start + (shown ?? "") + "." + hidden
  }

  /// The program and the command; if the page was made later, those of the run come first.
  private var origin: String {
    (run.recorded.map { $0.pageText + " " } ?? "") + "Made by gamut \(gamutVersion)"
      + (command.map { " with: " + $0.pageText } ?? "") + ". This file loads nothing."
  }

  /// The contents for readers without script, which the script replaces.
  private var plain: String {
    let counts = PageRow.verdicts.compactMap { verdict in
      rows.verdicts[verdict].map { "\(Words.count($0)) \(verdict.verb($0))" }
    }
    var text = "<div id=\"plain\">\n<p>\((counts.joined(separator: ", ") + ".").htmlText)</p>\n"
    let findings = rows.entries.lazy.flatMap { entry in
      entry.row.findings.lazy.map { (path: entry.row.path, finding: $0) }
    }
    if !findings.isEmpty {
      text +=
        "<table class=\"findings\"><thead><tr><th scope=\"col\">Severity</th><th scope=\"col\">Rule</th>"
        + "<th scope=\"col\">File</th><th scope=\"col\">Finding</th></tr></thead>\n<tbody>\n"
      for (path, finding) in findings.prefix(Self.plainLimit) {
        let level = finding.level.rawValue
        text += "<tr><td><span class=\"badge \(level)\">\(level)</span></td><td>\(finding.rule.htmlText)</td>"
        text += "<td>\(path.text.pageText.breakableHTML)</td><td>\(finding.message.pageText.htmlText)</td></tr>\n"
      }
      text += "</tbody></table>\n<p>Pictures, and more findings, need the script of this page.</p>\n"
    }
    return text + "</div>\n"
  }
}

extension String {
  /// The text for a page: without characters that change the text direction, and limited in length.
  package var pageText: String {
    let shown = printable
    let limit = 600
    guard shown.unicodeScalars.count > limit else { return shown }
    return String(shown.unicodeScalars.prefix(limit)) + "… (\(Words.count(unicodeScalars.count)) characters)"
  }

  /// The text for an element or an attribute in quotation marks (HTML, 13.1.2.4 and 13.1.4).
  var htmlText: String {
    escaping(["&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "'": "&#39;"])
  }

  var breakableHTML: String { htmlText.replacing("/", with: "/<wbr>") }
}

/// Appends JSON for a script element, whose text ends at `</script` and changes its meaning at `<!--` (HTML, 13.1.2.2):
/// JSON has these characters in strings only, where they can be escaped.
func appendEscaped(json: some Sequence<UInt8>, to text: inout [UInt8]) {
  for byte in json {
    switch byte {
    case UInt8(ascii: "<"): text += "\\u003c".utf8
    case UInt8(ascii: ">"): text += "\\u003e".utf8
    case UInt8(ascii: "&"): text += "\\u0026".utf8
    default: text.append(byte)
    }
  }
}

extension FileHead {
  /// Whether it is a page of ours.
  package var isPage: Bool {
    text.hasPrefix("<!DOCTYPE html>")
      && (0...9).contains { text.contains("<meta name=\"generator\" content=\"gamut \($0)") }
  }
}
