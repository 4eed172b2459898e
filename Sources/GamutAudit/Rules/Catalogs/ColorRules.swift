import Gamut
import GamutCatalogs
import GamutKit
import GamutPalettes

extension AuditRule {
  public static let colorsMerge = AuditRule(
    "colors-merge", severity: .error,
    title: "Two colours of a catalog or a palette become one in sRGB",
    explanation: """
      Two colours of a catalog or a palette differ by at least 2.5 (DIN99o) on a wide-gamut display and by at most \
      1.25 on displays of sRGB, because at least one of them is outside the gamut: what they tell apart looks the same \
      there. Colours are compared for the same idiom and appearances, with the same alpha, in sRGB as the slots for \
      such displays have them. Give one of the two such a slot, with a colour that stays apart; 'gamut convert \
      --catalog' finds one. In a palette, give displays of sRGB a colour of their own, as CSS does with '@media \
      (color-gamut: p3)', or move one of the two inside sRGB.
      """,
    remedy: .addSRGBSlots(toWideOnly: false),
    sets: { set, finding in
      if set.catalog.isTooMuch, !set.colors.isEmpty {
        finding.message =
          "So many colours of the catalog look alike that comparing them takes more than "
          + "\(Words.count(CatalogColors.comparisonLimit)) comparisons, which is the limit; none was compared."
        finding.remedy = nil
        return true
      }
      func shown(_ color: SetColor) -> ColorInSRGB { set.shown.color(for: color.slot) ?? color.color }
      guard
        let worst = set.describeWorst(
          in: &finding, >, number: "largestDifference",
          of: { set.catalog.merged(with: $0, shown($0), of: set.set.path) },
          {
            "differ by \(Words.din99o($1.difference)) and look alike in sRGB: \(shown($0).hex) and \($1.entry.shown.hex)."
          })
      else { return false }
      if !set.canHaveSRGBSlots { finding.remedy = nil }
      finding.weight = AuditFinding.weight(difference: worst)
      return true
    },
    palettes: { palette in
      palette.findings(of: palette.compared.merged) { pair in
        PaletteFinding(
          place: palette.place(of: pair),
          message: "\(palette.words(of: pair)) differ by \(Words.din99o(pair.difference)) and look alike in sRGB: "
            + "\(palette.study.color(pair.first).inSRGB.hex) and \(palette.study.color(pair.second).inSRGB.hex).",
          numbers: [.init("difference", pair.difference), .init("inSRGB", pair.inSRGB)],
          weight: AuditFinding.weight(difference: pair.difference))
      }
    })

  public static let colorOutsideSRGB = AuditRule(
    "color-outside-srgb", severity: .note,
    title: "A colour outside sRGB has no replacement inside it",
    explanation: """
      A colour of a colour set is outside sRGB, and the set has no slot with the display gamut sRGB for the same idiom \
      and appearances, or the colour is in that slot itself. Displays of sRGB show the nearest colour of theirs; the \
      shift is the difference (DIN99o), of which 1.75 is just visible. Add an sRGB slot if you want another one; \
      'gamut convert --catalog --only wide' adds them all. In a palette, the colour has no other one for displays of \
      sRGB, as CSS has outside of '@media (color-gamut: p3)' and design tokens as 'hex'; or the 'hex' of a token is 10 \
      or more (DIN99o) from what sRGB shows of the colour, and keeps no pair apart.
      """,
    remedy: .addSRGBSlots(toWideOnly: true),
    sets: { set, finding in
      let outside = set.colors.filter {
        $0.color.isClipped && ($0.slot.conditions.gamut == .sRGB || set.shown.slot(for: $0.slot) == nil)
      }.sorted { $0.color.shift > $1.color.shift }
      guard let worst = outside.first else { return false }
      if !set.canHaveSRGBSlots { finding.remedy = nil }
      finding.describe(
        outside.count, lines: outside.map(\.slot.line),
        "The colour \(worst.wordsInSlot) is outside sRGB: it shifts by \(Words.din99o(worst.color.shift)) to "
          + "\(worst.color.hex)\(end(alpha: worst.components.alpha))")
      finding.numbers = [.init("slots", outside.count), .init("largestShift", worst.color.shift)]
      finding.weight = AuditFinding.weight(difference: worst.color.shift)
      return true
    },
    palettes: { palette in
      palette.colors { color in
        if let wrong = palette.wrongFallback(of: color) { return wrong }
        let shown = color.inSRGB
        guard shown.isClipped else { return nil }
        let entry = color.replacement?.entry ?? color.entry
        let end = end(alpha: entry.color.alpha)
        return PaletteFinding(
          place: entry.place,
          message:
            "\(entry.words) is outside sRGB: it shifts by \(Words.din99o(shown.shift)) to \(shown.hex)\(end)",
          numbers: [.init("shift", shown.shift)], weight: AuditFinding.weight(difference: shown.shift)
        )
      }
    })

  public static let nearDuplicate = AuditRule(
    "near-duplicate", severity: .note,
    title: "Two colours of a catalog or a palette are the same, or nearly",
    explanation: """
      Two colours of a catalog or a palette, for the same idiom, appearances and gamut and with the same alpha, differ by \
      less than 1.75 (DIN99o): nobody sees that. Equal colours of a catalog, and names that refer to one colour, are not \
      reported, because that can be on purpose. Names of a palette with equal colours (below 0.12, which is rounding) \
      that do not refer to one another are, with the number of names that refer to them (aliases).
      """,
    sets: { set, finding in
      set.describeWorst(
        in: &finding, <, number: "smallestDifference",
        of: { set.catalog.nearDuplicates(of: $0, of: set.set.path) },
        { "differ by only \(Words.din99o($1.difference))." }) != nil
    },
    palettes: { palette in
      var found = palette.equalColors
      found.add(
        palette.findings(of: palette.compared.nearlyEqual) { pair in
          PaletteFinding(
            place: palette.place(of: pair),
            message: "\(palette.words(of: pair)) differ by only \(Words.din99o(pair.difference)).",
            numbers: [.init("difference", pair.difference)],
            weight: 2_000_000 - AuditFinding.weight(difference: pair.difference))
        })
      return found
    })

  public static let numbersInWrongSpace = AuditRule(
    "numbers-in-wrong-space", severity: .warning,
    title: "Numbers of sRGB in a colour of Display P3",
    explanation: """
      A colour in Display P3 has numbers that belong to sRGB: those of a system colour, which are published for sRGB, \
      or those of a colour in sRGB of the same run: of a set, an icon, design tokens, a style sheet, or an area of the \
      image of an app icon, to half a code and with the same alpha. The same numbers are a more saturated colour in \
      Display P3: set the colour space to sRGB, or convert the numbers. It is a note if that is the colour of the same \
      name for displays of sRGB. Colours that look the same in both spaces are not reported, nor are the corners of \
      the space.
      """,
    file: { file, finding in
      guard file.place.input.path.isOfAppIcon, file.space == .displayP3, let (words, share) = file.colorOfRun() else {
        return false
      }
      (finding.message, finding.weight) = (words.asSentence, share)
      if share < 5 { file.policy.set(.note, of: &finding) }
      return true
    },
    sets: { set, finding in
      let inSRGB = set.colors.filter { $0.components.space == .sRGB }
      let wrong = set.colors.compactMap { color -> (String, Int?)? in
        guard color.components.space == .displayP3, Set(color.components.channels).count > 1 else { return nil }
        let owner: String
        if let known = color.systemColorOfItsNumbers {
          owner = "\(known.name), \(known.appearance), which are published for sRGB"
        } else {
          // The result of clipping may have the same numbers, as those of the red of Display P3.
          let twin = inSRGB.first {
            $0.components.hasNumbers(of: color.components) && $0.color.code != color.color.code
          }
          guard let twin else {
            let other = set.run?.twin(
              color.components.channels, alpha: color.components.alpha, named: set.set.name)
            return other.map { ("The colour \(color.wordsInSlot) \($0.words(isOwn: false))", color.slot.line) }
          }
          owner = "the sRGB colour in line \(twin.slot.line)"
        }
        let meant = ColorComponents(.sRGB, color.components.channels).unboundedSRGB.map { ColorInSRGB(linearSRGB: $0) }
        if let meant, looksSame(meant, color.color) { return nil }
        let end = meant.map { "; as sRGB they are \($0.hex)." } ?? "."
        return ("The colour \(color.wordsInSlot) has the numbers of \(owner)\(end)", color.slot.line)
      }
      return finding.describe(wrong)
    },
    palettes: { palette in
      palette.colors { color in
        guard color.entry.color.space == .displayP3 else { return nil }
        guard let known = SystemColor.all(color.codesInDisplayP3, for: color.use).first else {
          let own = color.entry.color
          let twin = palette.run?.twin(own.components, alpha: own.alpha, named: color.entry.name)
          return twin.map { twin in
            let isOwn = twin.name == color.entry.name
            return PaletteFinding(
              place: color.entry.place, message: "\(color.words) \(twin.words(isOwn: isOwn))", weight: isOwn ? 0 : 1,
              isMinor: isOwn)
          }
        }
        let codes = color.codesInDisplayP3
        let meant = ColorInSRGB(code: SIMD3(codes[0], codes[1], codes[2]))
        if looksSame(meant, color.color) { return nil }
        return PaletteFinding(
          place: color.entry.place,
          message:
            "\(color.words) has the numbers of \(known.name), \(known.appearance), which are published for sRGB; as "
            + "sRGB they are \(meant.hex).", weight: 1
        )
      }
    })

  private static func looksSame(_ a: ColorInSRGB, _ b: ColorInSRGB) -> Bool { a.judged.difference(to: b.judged) < 1 }

  public static let systemColor = AuditRule(
    "system-color", severity: .note,
    title: "The numbers of a system colour, instead of the system colour",
    explanation: """
      A colour has the 8-bit numbers of a colour of Apple's systems (Human Interface Guidelines of 2023, iOS 13 to 18, \
      macOS and watchOS), not black or white. The system's own colour follows the appearance, the contrast and later \
      releases: refer to it, unless the colour is yours. Other palettes need 'platforms: [apple]' in the policy.
      """,
    sets: { set, finding in
      let matches = set.colors.compactMap { color -> (String, Int?)? in
        guard let codes = color.codesInSRGB,
          let known = SystemColor.all(codes, for: color.slot.conditions.use).first
        else { return nil }
        let alpha = color.components.alpha < 1 ? " It has alpha \(Words.decimal(color.components.alpha, 2))." : ""
        return (
          "The colour \(codes.map(String.init).joined(separator: ",")) (\(color.slot.conditions.words)) is \(known.name), "
            + "\(known.appearance), in the guidelines of 2023: use the system colour, not its numbers.\(alpha)",
          color.slot.line
        )
      }
      return finding.describe(matches)
    },
    palettes: { palette in
      guard palette.study.palette.format == .catalog || palette.policy.platforms.contains(.apple) else {
        return PaletteFindings([])
      }
      return palette.colors(withReplacements: true) { color in
        guard color.entry.color.space != .displayP3 || !color.color.isClipped, color.color.isCode,
          let known = SystemColor.all(color.color.codes, for: color.use).first
        else { return nil }
        let isOfContext = known.appearance == "any" || known.appearance == color.use.appearance
        return PaletteFinding(
          place: color.entry.place,
          message:
            "\(color.words) is \(known.name), \(known.appearance), in the guidelines of 2023: "
            + (isOfContext
              ? "in an app, use the system colour, not its numbers."
              : "the system colour itself is another one here.")
        )
      }
    })
}

extension PaletteSubject {
  /// Returns the note on a fallback of a token that is far from what sRGB shows of the colour, clipped or by the mapping of
  /// CSS, and that does not keep a pair apart.
  fileprivate func wrongFallback(of color: PaletteStudy.Color) -> PaletteFinding? {
    guard study.palette.format == .designTokens, color.color.isClipped, let fallback = color.replacement else {
      return nil
    }
    let mapped = color.color.mappedByCSS
    let shift = min(
      fallback.color.judged.difference(to: color.color.shown), fallback.color.judged.difference(to: mapped.shown))
    guard shift >= 10, !keepsApart(color) else { return nil }
    return PaletteFinding(
      place: fallback.entry.place,
      message: "\(color.entry.words) has the fallback \(fallback.entry.text.printable), which differs by "
        + "\(Words.din99o(shift)) from what sRGB shows of it, \(color.color.hex).",
      numbers: [.init("shift", shift)], weight: AuditFinding.weight(difference: shift), isMinor: true)
  }

  private func keepsApart(_ color: PaletteStudy.Color) -> Bool {
    study.contexts.contains { context in
      context.own.contains { shown in
        let other = study.color(shown)
        let difference = color.color.judged.difference(to: other.color.judged)
        return [other.color, other.inSRGB].contains { other in
          JudgedColor.isLost(difference, inSRGB: color.color.shown.difference(to: other.shown))
        }
      }
    }
  }
}

/// Returns the end of a sentence about the shift of a colour, which is that of the colour without its alpha.
private func end(alpha: Double) -> String {
  alpha < 1 ? ", if it were opaque; less is visible with its alpha." : "."
}

extension PaletteStudy.Color {
  /// The 8-bit codes that the colour's numbers are in Display P3, exactly or rounded to three decimal places; empty if
  /// they are not such codes, or those of a grey.
  fileprivate var codesInDisplayP3: [Int] {
    let components = ColorComponents(.displayP3, entry.color.components)
    guard components.channels.count == 3, let codes = components.codes, Set(codes).count > 1 else { return [] }
    return codes
  }

  var use: SystemColor.Use {
    SystemColor.Use(isDark: entry.context.isDark, hasHighContrast: entry.context.hasHighContrast)
  }
}

extension SetSubject {
  /// Completes a finding with the worst of the pairs that colours of the set are in.
  /// - Returns: the worst difference; nil if there is no pair.
  fileprivate func describeWorst(
    in finding: inout AuditFinding, _ isWorse: (Double, Double) -> Bool, number: String,
    of find: (SetColor) -> CatalogColors.Found?, _ words: (SetColor, CatalogColors.Found) -> String
  ) -> Double? {
    let pairs = colors.compactMap { color in find(color).map { (color: color, found: $0) } }
    guard let worst = pairs.max(by: { isWorse($1.found.difference, $0.found.difference) }) else { return nil }
    let count = pairs.reduce(0) { $0 + $1.found.count }
    finding.describe(
      count, lines: [worst.color.slot.line] + pairs.map(\.color.slot.line),
      "The colours \(worst.color.wordsInSlot) and \(worst.found.entry.name.text), \(worst.found.entry.color.words), "
        + words(worst.color, worst.found))
    finding.numbers = [.init("pairs", count), .init(number, worst.found.difference)]
    return worst.found.difference
  }
}

extension SetColor {
  var wordsInSlot: String { "\(words) (\(slot.conditions.words))" }

  /// The exact codes in sRGB with 8 bits per channel; nil for greys, and for colours that have none.
  fileprivate var codesInSRGB: [Int]? {
    switch components.space {
    case .sRGB, .extendedSRGB: return components.codes
    case .displayP3, .extendedLinearSRGB: return color.isCode ? color.codes : nil
    default: return nil
    }
  }
}
