import Gamut
import GamutKit
import GamutPalettes

extension AuditRule {
  public static let confusableColors = AuditRule(
    "confusable-colors", severity: .note,
    title: "Two colours of a palette that some people confuse",
    explanation: """
      Two colours are distinct for full colour vision, by at least 10 in DIN99o, and people with protanopia, \
      deuteranopia or tritanopia see a difference below 5: they confuse them. Below 7.5 they are hard to tell apart, \
      which is a note, as is a pair of steps of scales, such as green-600, that no other name refers to. About 8 % of men \
      and 0.5 % of women have a colour vision deficiency, mostly a milder one than in these simulations (Brettel 1997). \
      Where such a pair carries a meaning, change the lightness of one of the two, or add a sign, a text or a shape. The \
      policy's key 'vision' has these limits; with it, confused pairs are warnings.
      """,
    palettes: { palette in
      palette.findings(of: palette.compared.confused) { pair in
        let seen = pair.verdicts(palette.policy.vision)
        let words = [(ColorPair.Verdict.confusable, "are confused"), (.doubtful, "are hard to tell apart")].compactMap {
          verdict, start -> String? in
          let eyes = seen.filter { $0.verdict == verdict }
            .map { "\($0.eye.rawValue) (\(Words.decimal($0.difference, 1)))" }
          return eyes.isEmpty ? nil : "\(start) with \(Words.list(eyes))"
        }
        let isMinor = pair.isMinor || !seen.contains { $0.verdict == .confusable }
        let least = seen.map(\.difference).min() ?? 0
        return PaletteFinding(
          place: palette.place(of: pair),
          message:
            "\(palette.words(of: pair)) differ by \(Words.decimal(pair.difference, 1)) (DIN99o), and \(words.joined(separator: ", and ")).",
          numbers: [.init("difference", pair.difference), .init("seen", least)],
          weight: (isMinor ? 0 : 10_000_000)
            + min(AuditFinding.weight(difference: max(pair.difference - least, 0)) / 100, 9_999_999), isMinor: isMinor)
      }
    })

  public static let lowContrast: AuditRule = AuditRule(
    "low-contrast", severity: .warning,
    title: "A colour of a palette has too little contrast with a background",
    explanation: """
      The contrast ratio of WCAG 2.2 is below the least one: 4.5 for text, 3 for large text (from 18 point, or 14 point \
      bold) and for signs, 7 on request. The ratio is the lower one of displays of sRGB and of Display P3; a colour \
      with alpha is drawn over the background first. The policy's key 'contrast' names the pairs: text, on, and ratio. \
      Without it, a pair, which needs 4.5, is what one rule of CSS gives an element, or what the names say: on-x with \
      x, text-on-x with background-x, x-foreground with x or x-background, and text, label or body with background or \
      surface in its place in the same group, unless these names do not mean pairs; for these, a text with an alpha \
      below one half is a note. Disabled elements need none.
      """,
    palettes: { palette in
      palette.findings(of: palette.lowContrasts) { pair in
        let (text, background) = (palette.study.color(pair.text), palette.study.color(pair.background))
        let contrast = text.contrast(on: background)
        // 4.49 is not 4.5.
        let shown = Words.decimal((contrast.least * 100).rounded(.down) / 100, 2)
        let place = contrast.sRGB == contrast.wide ? "" : contrast.wide < contrast.sRGB ? " in Display P3" : " in sRGB"
        return PaletteFinding(
          place: text.entry.place,
          message: "\(text.words) on \(background.words) has a contrast of \(shown)\(place), below "
            + "\(JSONWriter.text(of: pair.ratio)).",
          numbers: [.init("contrast", contrast.least), .init("least", pair.ratio)],
          weight: Int((pair.ratio / contrast.least + pair.ratio * 100) * 1e6),
          // Faint texts are mostly meant: of what is disabled, or a hint.
          isMinor: text.entry.color.alpha < 0.5 && palette.policy.contrast.isEmpty
            && palette.policy.severities[.lowContrast] == nil)
      }
    })

  public static let paletteInvalid = AuditRule(
    "palette-invalid", severity: .warning,
    title: "A colour of a palette is not valid",
    explanation: """
      Something in the file is not what its format allows: a colour with a wrong number, a reference to nothing, or a circle of \
      references. Programs ignore it or guess. The message says what is expected.
      """,
    palettes: { $0.notes(.invalid) })

  public static let paletteUnknown = AuditRule(
    "palette-unknown", severity: .note,
    title: "A part of a palette is not known",
    explanation: """
      A colour depends on something that is not in the file, or on a computation that gamut does not do, such as \
      currentColor and contrast-color(). It is not checked. Give the colour that it results in, if it should be.
      """,
    palettes: { palette in
      var found = palette.notes(.unknown)
      for (context, comparison) in zip(palette.study.contexts, palette.comparisons) where comparison.isPartial {
        let message = "Only the first \(Words.count(PaletteComparison.limit)) colours are compared."
        found.add(PaletteFindings([PaletteFinding(message: message).under(palette.study.words(of: context))]))
      }
      if palette.study.omittedContexts > 0 {
        let count = Words.count(palette.study.omittedContexts, "more context")
        found.add("The colours of \(count) are not checked: divide the file.", weight: 1)
      }
      let uncompared = palette.comparisons.count(where: \.isOmitted)
      if uncompared > 0 {
        let count = Words.count(uncompared, "context")
        found.add(
          "The colours of \(count) are not compared with each other, because the others have too many pairs: divide the "
            + "file.", weight: 1)
      }
      if palette.unmeasuredRequirements > 0 {
        let count = Words.count(palette.unmeasuredRequirements, "requirement")
        found.add(
          "The contrast of \(count) is not measured everywhere, because there are too many pairs: divide the file, or "
            + "name fewer colours in the policy.", weight: 1)
      }
      if palette.droppedPairs > 0 {
        found.add(
          "The contrast of \(Words.count(palette.droppedPairs, "text")) is not checked: the names have the words of "
            + "backgrounds, and do not seem to mean that one is on the other. The policy's key 'contrast' names pairs.")
      }
      if palette.study.palette.entries.isEmpty, palette.study.palette.notes.isEmpty {
        found.add("Nothing here is read as a colour.")
      }
      return found
    })
}

struct PaletteSubject: Sendable {
  let policy: AuditPolicy
  let study: PaletteStudy
  let comparisons: [PaletteComparison]
  let compared: PaletteComparer
  /// The texts with too little contrast; empty if the policy does not ask for them.
  let lowContrasts: WorstItems<ContrastPair>
  let unmeasuredRequirements: Int
  /// The number of pairs of texts and backgrounds whose names have equal words that mean something else.
  let droppedPairs: Int

  let run: RunColors?

  init(_ palette: Palette, _ policy: AuditPolicy, run: RunColors? = nil) {
    (self.policy, self.run) = (policy, run)
    let study = PaletteStudy(palette)
    self.study = study
    let steps = policy.isOn(.confusableColors) ? palette.steps : []
    var comparer = PaletteComparer(study, steps: steps, policy.vision)
    var pairs = policy.severity(of: .lowContrast).map { _ in ContrastPairs(study, policy.contrast) }
    var comparisons: [PaletteComparison] = []
    // One context after the other: what all show together may be much.
    for context in study.contexts {
      let shown = study.shown(in: context)
      comparisons.append(comparer.comparison(of: context, shown))
      pairs?.find(in: shown, isOfPage: context.conditions.isOfPage)
    }
    (self.comparisons, compared, lowContrasts) = (comparisons, comparer, pairs?.low ?? WorstItems())
    unmeasuredRequirements = pairs?.unmeasuredCount ?? 0
    droppedPairs = pairs?.droppedCount ?? 0
  }

  /// - Parameter besideSets: whether the sets of the catalog have rows of their own, with the rules about sets.
  func findings(at path: Pathname, besideSets: Bool = false) -> [AuditFinding] {
    AuditRule.allCases.flatMap { rule -> [AuditFinding] in
      guard let check = rule.paletteCheck, let severity = policy.severity(of: rule),
        !besideSets || rule.isOfPalettesOnly && rule != .paletteInvalid
      else { return [] }
      let found = check(self)
      let sorted = found.places.enumerated().sorted { ($1.element.weight, $0.offset) < ($0.element.weight, $1.offset) }
      // As many as are kept of pairs; the first one stands for the others.
      return sorted.prefix(PaletteComparison.listLimit).enumerated().map { index, item in
        let place = item.element
        var finding = AuditFinding(
          rule: rule, severity: place.isMinor ? .note : severity,
          message: place.message)
        // The files of a catalog are relative to it.
        finding.file = place.place?.file.map { study.palette.format == .catalog ? path.joined($0) : $0 }
        (finding.line, finding.numbers, finding.weight) = (place.place?.line, place.numbers, place.weight)
        if index == 0, found.count > PaletteComparison.listLimit {
          finding.numbers.append(.init("unlisted", found.count - min(sorted.count, PaletteComparison.listLimit)))
        }
        return finding
      }
    }
  }

  /// Returns the findings about single colours: at most one for each entry that a context shows, and if wanted for what
  /// displays of sRGB show instead. Transparent colours are ignored.
  func colors(
    withReplacements: Bool = false, _ check: (PaletteStudy.Color) -> PaletteFinding?
  ) -> PaletteFindings {
    var seen: Set<Palette.Entry> = []
    return PaletteFindings(
      study.contexts.flatMap { context in
        (context.own + (withReplacements ? context.ownReplacements : [])).compactMap { shown -> PaletteFinding? in
          let color = study.color(shown)
          guard let found = check(color), seen.insert(color.entry).inserted else { return nil }
          return found.under(study.words(of: context))
        }
      })
  }

  /// The findings about names that have one colour, which differ least of all.
  var equalColors: PaletteFindings {
    PaletteFindings(
      zip(study.contexts, comparisons).flatMap { context, comparison in
        comparison.equal.map { equal in
          let names = equal.colors.map { $0.entry.name.text.printable }
          let listed = equal.count > 5 ? names.prefix(4) + ["\(Words.count(equal.count - 4)) more"] : names[...]
          return PaletteFinding(
            place: equal.place,
            message: "\(Words.list(Array(listed))) are one colour, \(equal.colors[0].entry.text.printable).",
            numbers: [.init("names", equal.count), .init("aliases", equal.aliases)], weight: 2_000_000 + equal.count
          ).under(study.words(of: context))
        }
      })
  }

  func findings<Item>(of list: WorstItems<Item>, _ describe: (Item) -> PaletteFinding) -> PaletteFindings {
    var found = PaletteFindings(
      list.worst.map { describe($0.item).under(study.words(of: study.contexts[$0.context])) })
    found.count = list.count
    return found
  }
}

struct PaletteFindings: Sendable {
  /// The places, which include at least the worst ones.
  var places: [PaletteFinding]
  var count: Int

  init(_ places: [PaletteFinding]) { (self.places, count) = (places, places.count) }

  mutating func add(_ other: PaletteFindings) {
    places += other.places
    count += other.count
  }

  mutating func add(_ message: String, weight: Int = 0) {
    add(PaletteFindings([PaletteFinding(message: message, weight: weight)]))
  }
}

struct PaletteFinding: Sendable {
  var place: Palette.Place?
  var message: String
  var numbers: [AuditFinding.Number] = []
  var weight = 0
  var isMinor = false

  /// Returns the finding with the words of its context at the end of the sentence, if the palette has several.
  func under(_ context: String?) -> PaletteFinding {
    guard let context else { return self }
    var finding = self
    finding.message = finding.message.dropLast(finding.message.hasSuffix(".") ? 1 : 0) + " (\(context))."
    return finding
  }
}

extension PaletteStudy.Color {
  var words: String { entry.words }
}

extension Palette.Entry {
  var words: String { "\(name.text.printable) (\(text.printable))" }
}

extension PaletteSubject {
  func place(of pair: PalettePair) -> Palette.Place {
    max(study.color(pair.first).entry.place, study.color(pair.second).entry.place)
  }

  func words(of pair: PalettePair) -> String {
    "\(study.color(pair.first).words) and \(study.color(pair.second).words)"
  }

  func notes(_ kind: Palette.Note.Kind) -> PaletteFindings {
    PaletteFindings(
      study.palette.notes.compactMap { note in
        let own = study.palette.tokenNames
        let isElsewhere = note.missing.map { !own.contains($0) && run?.hasToken($0) == true } == true
        guard (isElsewhere ? .unknown : note.kind) == kind else { return nil }
        let advice = isElsewhere ? " Another palette has it: name the files in one list of 'palettes'." : ""
        return PaletteFinding(place: note.place, message: note.message + advice)
      })
  }
}
