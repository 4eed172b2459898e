import Gamut
import GamutKit
import GamutPalettes

/// A palette, and the facts that rules use.
struct PaletteSubject: Sendable {
  let policy: AuditPolicy
  let study: PaletteStudy
  /// The equal, similar, merging and confusable colours of each context.
  let comparisons: [PaletteComparison]
  /// The texts of each context with too little contrast; empty if the policy does not ask for them.
  let lowContrasts: [WorstItems<ContrastPair>]
  let unmeasuredRequirements: Int
  /// The number of pairs of texts and backgrounds whose names have equal words that mean something else.
  let droppedPairs: Int

  let run: RunColors?

  init(_ palette: Palette, _ policy: AuditPolicy, run: RunColors? = nil) {
    (self.policy, self.run) = (policy, run)
    let study = PaletteStudy(palette)
    self.study = study
    let roles = policy.isOn(.confusableColors) ? palette.roles : []
    var comparer = PaletteComparer(study, roles: roles, policy.vision)
    var pairs = policy.severity(of: .lowContrast).map { _ in ContrastPairs(study, policy.contrast) }
    var comparisons: [PaletteComparison] = []
    var lowContrasts: [WorstItems<ContrastPair>] = []
    // One context after the other: what all show together may be much.
    for context in study.contexts {
      let shown = study.shown(in: context)
      comparisons.append(comparer.comparison(of: context, shown))
      if let low = pairs?.low(in: shown, isOfPage: context.conditions.isOfPage) { lowContrasts.append(low) }
    }
    (self.comparisons, self.lowContrasts) = (comparisons, lowContrasts)
    unmeasuredRequirements = pairs?.unmeasuredCount ?? 0
    droppedPairs = pairs?.droppedCount ?? 0
  }

  /// Returns the findings of the rules that are on, in the order of the rules, the worst of each first.
  ///
  ///   - besideSets: whether the sets of the catalog have rows of their own, with the rules about sets and their faults.
  func findings(at path: Pathname, besideSets: Bool = false) -> [AuditFinding] {
    AuditRule.allCases.flatMap { rule -> [AuditFinding] in
      guard let check = rule.paletteCheck, let severity = policy.severity(of: rule),
        !besideSets || rule.isOfPalettesOnly && rule != .paletteInvalid
      else { return [] }
      let found = check(self)
      let sorted = found.places.enumerated().sorted { ($1.element.weight, $0.offset) < ($0.element.weight, $1.offset) }
      // As many as are kept of pairs; the numbers of the first one say how many there are.
      return sorted.prefix(WorstPairs.limit).enumerated().map { index, item in
        let place = item.element
        var finding = AuditFinding(
          rule: rule, severity: place.isMinor ? .note : severity,
          message: place.message)
        // The files of a catalog are relative to it.
        finding.file = place.place?.file.map { study.palette.format == .catalog ? path.joined($0) : $0 }
        (finding.line, finding.numbers, finding.weight) = (place.place?.line, place.numbers, place.weight)
        if index == 0, found.count > WorstPairs.limit { finding.numbers.append(.init("all", found.count)) }
        return finding
      }
    }
  }

  /// Returns the findings about single colours: at most one for each entry that a context shows. Transparent colours are
  /// ignored.
  ///
  /// - Parameter withReplacements: whether the colours that displays of sRGB show instead are checked too.
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

  func pairs(
    _ list: (PaletteComparison) -> WorstPairs, _ describe: (PalettePair) -> PaletteFinding
  ) -> PaletteFindings {
    findings(of: comparisons.map(list), describe)
  }

  func findings<Item>(of lists: [WorstItems<Item>], _ describe: (Item) -> PaletteFinding) -> PaletteFindings {
    var found = PaletteFindings([])
    for (context, worst) in zip(study.contexts, lists) {
      found.count += worst.count
      found.places += worst.items.map { describe($0).under(study.words(of: context)) }
    }
    return found
  }
}

/// The places of a palette that violate a rule.
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
  /// The place in the file; nil if the finding is about the whole palette.
  var place: Palette.Place?
  var message: String
  var numbers: [AuditFinding.Number] = []
  /// The weight; a larger one is worse.
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
  /// The name and the colour as it is written.
  var words: String { "\(name.text.printable) (\(text.printable))" }
}

extension PalettePair {
  /// The place of the colour that comes later in the file.
  var place: Palette.Place { max(first.entry.place, second.entry.place) }
  var words: String { "\(first.words) and \(second.words)" }
  var weight: Int { AuditFinding.weight(difference: difference) }
}

extension PaletteSubject {
  func notes(_ kind: Palette.Note.Kind) -> PaletteFindings {
    PaletteFindings(
      study.palette.notes.filter { $0.kind == kind }.map { PaletteFinding(place: $0.place, message: $0.message) })
  }
}
