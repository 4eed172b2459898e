import CPageFiles
import Gamut

/// The HTML of a page: a fixed document with the data of a run in it. A script renders the data; without script, it
/// shows the summary, the table of the worst findings, and the pictures of the worst images.
struct PageDocument {
  let run: PageRun
  let options: PageOptions
  /// The totals of the run.
  let rows: PageRows
  let plainViews: [(entry: Int, pictures: PagePictures)]
  /// The JSON of the rows and of the images without a finding, escaped.
  let data: [UInt8]

  /// The number of entries in the table for readers without script, and of those with pictures there.
  static let plainLimit = 100, plainPictureLimit = 10
  /// The number of bytes from which on that table is not continued.
  private static let plainSize = 8 << 20

  /// The style and the script of a page.
  struct Resources: Sendable {
    let style, script: [UInt8]
    /// Their SHA-256, which a test computes: after a change of a file in CPageFiles, it prints the new ones.
    let styleHash, scriptHash: String

    static func bytes(of part: gamut_page_part) -> [UInt8] {
      unsafe Array(UnsafeBufferPointer(start: part.bytes, count: part.count))
    }

    /// Returns a page up to the beginning of its body.
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

  static let resources = resources(
    "kWNr3nWVlOgbZFNeX3pkBF4vwM7iFwXMCCFSJ72jGkc=", "TWM8S0fFbHuuySLoQhYyaZNY2pv0UBCWdDCbswqutr8=")
  static let resourcesWithPalettes = resources(
    "84emyZu8b/bkVkwoPOAd61vCbdmZRXl+O+K4DoK1w3I=", "fYD+9pL+jGJP7Ze1XRoRbznFN5rQF3+B7QZW/nrOdVQ=",
    unsafe Resources.bytes(of: gamut_palette_style), unsafe Resources.bytes(of: gamut_palette_script))

  private static func resources(
    _ styleHash: String, _ scriptHash: String, _ style: [UInt8] = [], _ script: [UInt8] = []
  ) -> Resources {
    Resources(
      style: unsafe Resources.bytes(of: gamut_page_style) + style,
      script: unsafe Array("\"use strict\";\n(() => {\n".utf8) + Resources.bytes(of: gamut_page_script) + script
        + Resources.bytes(of: gamut_page_script_end) + Array("})();\n".utf8),
      styleHash: styleHash, scriptHash: scriptHash)
  }

  var bytes: [UInt8] {
    let resources = rows.kinds[.verdict(.palette)] == nil ? Self.resources : Self.resourcesWithPalettes
    var text = resources.begin("gamut \(run.name): \(verdict)")
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
    return text + resources.end
  }

  private var failures: Int { rows.kinds[.notProcessed] ?? 0 }
  private var target: String { rows.destination?.name.pageText ?? ReferenceSpace.sRGB.name }

  /// Whether something is wrong, and how bad it is, in one line.
  private var verdict: String {
    if rows.files == 0 { return "No PNG files." }
    if run.name == "report", rows.files == 1, let row = rows.first {
      return verdict(of: row) + renditionWords(of: row)
    }
    let failed = failures > 0 ? "\(Words.count(failures, "file")) could not be processed" : nil
    let parts = [run.name == "report" ? lossWords : findingWords, failed].compactMap(\.self)
    if !parts.isEmpty { return parts.joined(separator: "; ") + "." }
    let notes = rows.rules[.note].map { " \(Words.count($0.values.reduce(0, +), "note")), for information." } ?? ""
    return "Nothing to do for \(Words.count(rows.files, "file"))." + notes
  }

  private func verdict(of row: PageRow) -> String {
    switch row.kind {
    case .notProcessed, .verdict(.unjudged): return "The file could not be processed."
    case .verdict(.collapses): return "Something that can be seen vanishes in \(target)."
    case .verdict(.clips):
      if let loss = row.report?.loss, loss.shift.maximum < loss.jnd {
        return "Some pixels clip in \(target), and no change is visible."
      }
      return "Colours become duller in \(target), and everything can still be seen."
    case .verdict(.set): return "This is a set of an asset catalog."
    case .verdict(.palette): return "This is a palette."
    case .verdict(.template): return "The image is a template, whose colours are not shown."
    case .verdict(.partial): return "Every colour of the first image fits \(target)."
    case .verdict(.fits):
      guard let source = row.report?.source, source.origin == .assumed else {
        return "Every colour fits \(target)."
      }
      return "The file declares no colour space; read as \(source.words.pageText), every colour fits \(target)."
    }
  }

  /// What other eyes and other light lose, in a sentence; empty if that is nothing.
  private func renditionWords(of row: PageRow) -> String {
    let names = row.report?.loss.renditions.filter { $0.verdict != .keeps }.map(\.viewing.name) ?? []
    return names.isEmpty ? "" : " Something vanishes or becomes alike with \(Words.list(names))."
  }

  /// The number of images of a report that lose something, in words; nil if no image could be processed.
  private var lossWords: String? {
    if failures == rows.files { return nil }
    guard let lossy = rows.kinds[.verdict(.collapses)] else {
      return "No image loses anything that can be seen in \(target)"
    }
    return "\(Words.count(lossy)) of \(Words.count(rows.files, "image")) \(lossy == 1 ? "loses" : "lose") "
      + "something that can be seen in \(target)"
  }

  /// The number of files with errors, or with warnings if there are no errors, and their rules, in words; nil if no
  /// file has either.
  private var findingWords: String? {
    guard let level = [PageRow.Level.error, .warning].first(where: { rows.levels[$0] != nil }),
      let count = rows.levels[level]
    else { return nil }
    let subject = rows.files == 1 ? "The file" : "\(Words.count(count)) of \(Words.count(rows.files, "file"))"
    return "\(subject) \(count == 1 ? "has" : "have") \(level.rawValue)s: \(rulesWords(level))"
  }

  private func rulesWords(_ level: PageRow.Level) -> String {
    let order = Dictionary(uniqueKeysWithValues: run.rules.enumerated().map { ($1.id, $0) })
    let rules = (rows.rules[level] ?? [:]).sorted { a, b in
      a.value == b.value ? order[a.key] ?? 0 < order[b.key] ?? 0 : a.value > b.value
    }
    let named = rules.prefix(3).map(\.key).joined(separator: ", ")
    return rules.count > 3 ? "\(named) and \(Words.count(rules.count - 3, "other rule"))" : named
  }

  private var lede: String {
    let shown = rows.destination.map { ", shown in \(target) with \($0.bitDepth) bits per channel" }
    // Sets of asset catalogs and palettes are files, and no images.
    let isOfPalettes = rows.kinds[.verdict(.palette)] == rows.files
    let noun =
      isOfPalettes
      ? "palette" : rows.kinds[.verdict(.set)] == nil && rows.kinds[.verdict(.palette)] == nil ? "image" : "file"
    let start = rows.files == 1 ? rows.first?.path.text.pageText ?? "" : Words.count(rows.files, noun)
    let hidden = run.known > 0 ? " \(Words.count(run.known, "known finding")) hidden by the baseline." : ""
    return start + (shown ?? "") + "." + hidden
  }

  /// The program, the time and the command; if the page was made later, those of the run come first.
  private var origin: String {
    (run.recorded.map { $0.pageText + " " } ?? "") + "Made by gamut \(gamutVersion)"
      + (options.timeWords.map { " at " + $0 } ?? "")
      + (options.command.map { " with: " + $0.pageText } ?? "") + ". This file loads nothing."
  }

  /// The contents for readers without script, which the script replaces.
  private var plain: String {
    let counts = PageRow.Kind.allCases.compactMap { kind in
      rows.kinds[kind].map { "\(Words.count($0)) \(kind.verb($0))" }
    }
    var text = "<div id=\"plain\">\n<p>\((counts.joined(separator: ", ") + ".").htmlText)</p>\n"
    if !rows.entries.isEmpty {
      text +=
        "<table class=\"findings\"><thead><tr><th scope=\"col\">Severity</th><th scope=\"col\">Rule</th>"
        + "<th scope=\"col\">File</th><th scope=\"col\">Finding</th></tr></thead>\n<tbody>\n"
      var listed = 0
      for entry in rows.entries.indices.prefix(Self.plainLimit) where text.utf8.count < Self.plainSize {
        let copies = rows.paths(of: entry).count - 1
        let path = rows.entries[entry].row.path.text.pageText.breakableHTML
        for finding in rows.entries[entry].row.findings where text.utf8.count < Self.plainSize {
          let level = finding.level.rawValue
          text += "<tr><td><span class=\"badge \(level)\">\(level)</span></td><td>\(finding.rule.htmlText)</td><td>"
          text += path + (copies > 0 ? " and \(Words.count(copies, "identical file"))" : "")
          text += "</td><td>\(finding.message.pageText.htmlText)</td></tr>\n"
        }
        if text.utf8.count < Self.plainSize { listed += copies + 1 }
      }
      text += "</tbody></table>\n"
      let more = rows.files - rows.fine.count - listed
      if more > 0 { text += "<p>\(Words.count(more)) more files with findings need the script of this page.</p>\n" }
    }
    for (entry, pictures) in plainViews {
      let path = rows.entries[entry].row.path.text.pageText
      text += "<section class=\"plain-card\"><h2>\(path.breakableHTML)</h2>\n<div class=\"plain-views\">"
      for (name, label, bytes) in [
        ("before", "Before, exaggerated", pictures.loss?.before ?? []),
        ("after", "After, exaggerated", pictures.loss?.after ?? []),
        ("original", "Original", pictures.whole.original), ("result", "In \(target)", pictures.whole.result),
      ] where !bytes.isEmpty {
        text += "<figure><img data-picture=\"\(entry)-\(name)\" "
        text += "src=\"data:image/png;base64,\(Base64.encoded(bytes))\" "
        text += "alt=\"\("\(label): \(path)".htmlText)\"><figcaption>\(label.htmlText)</figcaption></figure>\n"
      }
      text += "</div></section>\n"
    }
    return text + "</div>\n"
  }
}
