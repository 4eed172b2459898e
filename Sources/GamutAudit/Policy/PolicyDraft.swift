import Gamut
import GamutKit

/// A first policy for a tree, with comments that explain each key. Prose begins with `# `; a line to activate by
/// removing the mark begins with `#` without a space.
package struct PolicyDraft {
  private let survey: TreeSurvey

  package init(_ survey: TreeSurvey) { self.survey = survey }

  package var text: String {
    let blocks = [introduction, shown, exclude, expect, severity, thresholds, overrides, palettes]
    return blocks.map { $0.joined(separator: "\n") }.joined(separator: "\n\n") + "\n"
  }

  private var introduction: [String] {
    let prose = Self.prose
    return prose(
      "The policy of 'gamut audit' for this folder and all folders below it. 'gamut init' wrote it for what it found: "
        + survey.sentence.asClause)
      + ["#"]
      + prose(
        "A line that begins with '#' and no space is a suggestion: remove the '#' to use it. 'gamut audit "
          + "--print-policy' prints the policy in force, with all defaults.")
      + ["#"]
      + prose("In a folder below, another policy takes the place of this one, unless it says 'extends: ../.gamut.yml'.")
      + ["", "# The version of this format.", "version: 1", ""]
      + prose("Findings to hide until they are fixed: a file that 'gamut audit --write-baseline FILE' writes.")
      + ["#baseline: gamut-baseline.json"]
  }

  private var shown: [String] {
    Self.prose(
      "Where the images are shown: srgb, display-p3, or the path of an ICC profile, relative to this file. The audit "
        + "reports what is lost there.")
      + ["destination: srgb", "", "# The bits per channel of that display: 8 or 16.", "depth: 8", ""]
      + Self.prose(
        "The smallest difference between two colours that counts as visible (in DIN99o). A larger number reports less.")
      + ["jnd: \(JSONWriter.text(of: AuditPolicy().jnd))"]
  }

  private var exclude: [String] {
    var lines = Self.prose(
      "Files and folders that are not audited: patterns as in .gitignore, but without '!'. A name without a slash "
        + "matches at any depth; '*' stands for any part of a name, '**' for any folders.")
    let known = survey.excluded.sorted()
    var guesses = survey.guessed.sorted { $0.key < $1.key }.map { name, count in
      (name, "\(Words.count(count, "PNG file")), perhaps written by a build")
    }
    if survey.ninePatches > 0 {
      guesses.append(("*.9.png", "\(Words.count(survey.ninePatches)) for Android, whose borders are no colours"))
    }
    if known.isEmpty, guesses.isEmpty { return lines + ["exclude: []"] }
    lines.append(known.isEmpty ? "#exclude:" : "exclude:")
    lines += known.map { "  - \(AuditPolicy.scalar($0))" }
    return lines + guesses.map { "#  - \(AuditPolicy.scalar($0))  # \($1)" }
  }

  private var expect: [String] {
    let lines = Self.prose(
      "What files have to declare. 'profile' is srgb, display-p3, any (it has to declare a space), none (it must not), "
        + "or the path of an ICC profile; 'depth' is the least number of bits per channel. Of all patterns that match "
        + "a file, only the last one counts. 'appearances' are slots that colour and image sets must have: dark, light, "
        + "tinted, high-contrast.")
    // A catalog in a folder that has one suggestion needs none of its own.
    let folders = survey.folders.filter { $0.value.common != nil && survey.guessed[$0.key.text] == nil }
    let catalogs = survey.catalogs.filter { catalog in !folders.keys.contains { $0.contains(catalog.key) } }
    let places = folders.merging(catalogs) { $1 }
    let items = places.sorted { $0.key < $1.key }.compactMap { Self.expectation($0.key, $0.value) }.prefix(Self.limit)
    if items.isEmpty { return lines + ["#expect:", "#  - {files: \"**\", profile: any}"] }
    return lines + ["#expect:"] + items
  }

  private static let limit = 20

  private static func expectation(_ place: Pathname, _ group: TreeSurvey.Group) -> String? {
    guard let profile = group.common?.profile, let pattern = pattern(place) else { return nil }
    let isDeep = group.deep == group.files
    return "#  - {files: \(AuditPolicy.scalar(pattern)), profile: \(profile)\(isDeep ? ", depth: 16" : "")}"
      + "  # \(group.files == 1 ? "as its only file does" : "as all its \(Words.count(group.files)) files do")"
  }

  /// Returns the pattern for a folder of the tree and all below it; nil if none can express its name.
  private static func pattern(_ folder: Pathname) -> String? {
    guard let escaped = Glob.escaping(folder).map({ $0 + "/**" }), let glob = try? Glob(escaped),
      glob.matches(folder.appending(Array("x.png".utf8)))
    else { return nil }
    return escaped
  }

  private var severity: [String] {
    let untagged = survey.all.declared[.untagged] ?? 0
    let count = untagged > 0 ? "  # \(Words.count(untagged, "file")) today" : ""
    return Self.prose(
      "How bad it is if a file violates a rule: error, warning, note or off. Only errors make 'gamut audit' fail, "
        + "unless --fail-on says otherwise. 'gamut audit --list-rules' lists all rules, 'gamut audit --explain RULE' "
        + "explains one.")
      + ["#severity:", "#  untagged: error\(count)", "#  p3-unneeded: off"]
  }

  private var thresholds: [String] {
    Self.prose(
      "The share of an image's pixels that may be affected, from 0 to 1: 'clipped' for pixels that only become duller, "
        + "'collapsed' for pixels whose difference from others is lost.")
      + ["thresholds:", "  clipped: 0", "  collapsed: 0"]
  }

  private var overrides: [String] {
    let place = survey.folders.keys.sorted().lazy.compactMap(Self.pattern).first ?? "Tests/**"
    return Self.prose(
      "Other severities and thresholds for some files. All entries that match a file apply to it, and later ones win.")
      + [
        "#overrides:", "#  - files: [\(AuditPolicy.scalar(place))]", "#    severity: {clips: off}",
        "#    thresholds: {collapsed: 0.01}",
      ]
  }

  private var palettes: [String] {
    let vision = AuditPolicy().vision
    let limits = [
      ("distinct", vision.distinct), ("confusable", vision.confusable), ("doubtful", vision.doubtful),
    ]
    return Self.prose(
      "Files to check as palettes: design tokens (.tokens, .json), style sheets (.css), and SVG.")
      + ["#palettes:", "#  - \"*.tokens\"", ""]
      + Self.prose("With apple, all palettes, and not only catalogs, are compared with the system's colours.")
      + ["#platforms: [apple]", ""]
      + Self.prose(
        "Colours that are read on others, by patterns of their names, with the least contrast ratio of WCAG 2.2. "
          + "Without this key, the names of the colours decide.")
      + ["#contrast:", "#  - {text: \"*label*\", on: \"*background*\", ratio: 4.5}", ""]
      + Self.prose(
        "Colours that differ by 'distinct' (in DIN99o) are confused by people with a colour vision deficiency below "
          + "'confusable', and hard to tell apart below 'doubtful'.")
      + ["#vision:"]
      + limits.map { "#  \($0): \(JSONWriter.text(of: $1))" } + [""]
      + Self.prose(
        "Other eyes and other light in which images are judged: protanopia, deuteranopia, tritanopia, achromatopsia; shade, "
          + "sun.")
      + ["#renditions: [deuteranopia, protanopia]"]
  }

  private static func prose(_ text: String) -> [String] {
    text.wrapped(width: 100, indent: "# ").split(separator: "\n").map(String.init)
  }
}
