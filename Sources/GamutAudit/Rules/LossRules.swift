import Gamut
import GamutCatalogs
import GamutKit

extension AuditRule {
  public static let collapses = AuditRule(
    "collapses", severity: .error, traits: .variesByFile,
    title: "Something that can be seen vanishes",
    explanation: """
      An edge or a gradient can be seen on a wide-gamut display and not in the destination: a shape disappears into its \
      ground; or two areas, which need not touch, look different and then alike. What can be seen differs from what is \
      beside it by at least the JND (1.75 in DIN99o, unless the policy sets another) and is lost if nothing of this \
      difference is left there; a connected set of lost pixels counts from 48 pixels, and 1 in 10,000, on. Two areas \
      look different from a difference of 2.5 on, and alike up to 1.25. Plain conversion loses the same. Ship a \
      separate sRGB variant, X-srgb.png beside X.png or X-p3.png: 'gamut convert --mapping preserve' makes one that \
      keeps what is seen, and the note 'has-variant' then replaces this finding. In an asset catalog, give the set a \
      slot for displays of sRGB: 'gamut convert --catalog' does. It is a warning where under 1 % of the pixels are \
      lost, and a note under 0.2 %, unless the smaller of two areas that become alike has as many; and a note in slots \
      for 3x beside one for 2x, because all iPhones with 3x since the 7 Plus have displays of Display P3. \
      thresholds.collapsed in the policy sets the share of pixels that may be lost.
      """,
    remedy: .toVariant(at: placeholder.variant ?? placeholder)
  ) { file, finding throws(UnansweredQuestion) in
    guard let report = file.visibleLoss, file.shippedVariant == nil else { return false }
    let loss = report.loss
    let place = file.catalog?.appearances.map { "In the slot (\($0)): " } ?? ""
    finding.message = place + (report.lossSentences + [report.lostWords ?? ""]).joined(separator: " ")
    let largest = (loss.steps.largest.map(\.loss) + loss.areas.largest.map(\.before)).max()
    finding.numbers =
      [.init("regions", loss.steps.visibleRegions), .init("pairs", loss.areas.pairs)] + loss.lostNumbers + [
        .init("largestDifference", largest ?? 0)
      ]
    finding.weight = loss.weight(of: loss.lostPixels)
    let smaller = loss.areas.largest.map { min($0.first.pixels, $0.second.pixels) }.max() ?? 0
    let isSmall = loss.areas.pairs == loss.areas.largest.count && loss.share(of: smaller) < 0.002
    if loss.lostShare < 0.01, isSmall { file.policy.set(loss.lostShare < 0.002 ? .note : .warning, of: &finding) }
    // Other displays show the image for 2x.
    if let place = file.catalog, place.slots.allSatisfy({ $0.conditions.factor == 3 }),
      place.set.slots.contains(where: { $0.conditions.factor == 2 && $0.file != nil })
    {
      file.policy.set(.note, of: &finding)
    }
    try file.advise(&finding, on: report)
    return true
  }

  public static let variantLoses = AuditRule(
    "variant-loses", severity: .error,
    title: "An sRGB variant has the same loss as its image",
    explanation: """
      The sRGB variant of a wide-gamut image has the loss that the image has in sRGB: where two areas of the image \
      become alike, their first pixels differ by at most 1.25 (DIN99o) in the variant, or one of them is transparent. \
      Plain conversion makes such variants. Remove it, and 'gamut audit --fix' makes another by 'gamut convert \
      --mapping preserve'. Reported for the variant, or for the image if the variant is not part of the audit.
      """
  ) { file, finding throws(UnansweredQuestion) in
    guard let kept = file.kept, let worst = kept.losses.worst else { return false }
    let losses = kept.losses
    let (first, second) = (worst.pair.first.witness.words, worst.pair.second.witness.words)
    finding.message =
      "\(kept.subject) has the same loss: "
      + "of \(Words.count(losses.all, "pair")) of areas that look different in the image and alike in sRGB, "
      + "\(Words.count(losses.lost)) \(losses.lost == 1 ? "is" : "are") alike in the variant, "
      + (losses.lost == 1 ? "" : "the worst ") + "at \(first) and \(second) "
      + (worst.difference.map { "(difference \(Words.difference($0)))." } ?? "(transparent).")
    finding.numbers = [.init("pairs", losses.all), .init("lostPairs", losses.lost)]
    if let difference = worst.difference { finding.numbers.append(.init("smallestDifference", difference)) }
    finding.weight = losses.lost * 1_000_000 / losses.all
    finding.other = kept.other
    // In a catalog the slot, and not the name, determines the display.
    let path = file.place.input.path
    let isInCatalog = try path.leadsToAssetCatalog
    finding.advice =
      "Make \(kept.variant.fileName) again"
      + (isInCatalog ? "." : ": if nobody made it by hand, remove it, and gamut audit --fix makes it again.")
    return true
  }

  public static let hasVariant = AuditRule(
    "has-variant", severity: .note,
    title: "An sRGB variant covers the loss",
    explanation: """
      The image has a visible loss in sRGB, and an sRGB variant beside it: X-srgb.png for X.png or X-p3.png (if both \
      exist, for X-p3.png). A variant counts if it can be decoded, has the same size, and declares sRGB, by its numbers \
      to half an 8-bit code. 'variant-loses' checks whether it keeps what the image loses.
      """
  ) { file, finding in
    guard let report = file.visibleLoss, let variant = file.shippedVariant else { return false }
    let loss = report.loss
    finding.message =
      "\(report.lostWords ?? "") Its sRGB variant is \(variant.path.fileName) (\(Words.count(variant.size, "byte")))."
    finding.numbers =
      [.init("regions", loss.steps.visibleRegions), .init("pairs", loss.areas.pairs)]
      + loss.lostNumbers
    finding.weight = loss.weight(of: loss.lostPixels)
    finding.other = variant
    return true
  }

  public static let clips = AuditRule(
    "clips", severity: .note,
    title: "Colours become duller, but no detail is lost",
    explanation: """
      Some pixels are outside the gamut of the destination. They become duller, by the shift, but nothing that was seen \
      vanishes: automatic conversion is good enough, unless brilliance matters. Reported only if the largest shift can \
      be seen (the JND). thresholds.clipped in the policy sets the share of pixels that may clip.
      """,
    remedy: .report
  ) { file, finding in
    guard case .success(let report) = file.report, report.verdict == .clips else { return false }
    // Displays of sRGB show another image.
    guard file.catalog?.sRGBVariant == nil else { return false }
    let loss = report.loss
    let share = loss.share(of: loss.pixels.clipped)
    guard loss.shift.maximum >= loss.jnd, share > file.policy.thresholds.clipped else { return false }
    finding.message =
      "\(Words.share(loss.pixels.clipped, of: loss.pixels.analyzed)) of the pixels clip in \(report.destination.name) "
      + "and shift by up to \(Words.difference(loss.shift.maximum)) "
      + "(\(GamutReport.unit); \(JSONWriter.text(of: loss.jnd)) is just visible); no detail is lost."
    finding.numbers = [
      .init("pixels", loss.pixels.clipped), .init("share", share), .init("largestShift", loss.shift.maximum),
      .init("meanShift", loss.shift.mean),
    ]
    finding.weight = loss.weight(of: loss.pixels.clipped)
    return true
  }

  public static let eyeConfuses = AuditRule(
    "eye-confuses", severity: .note,
    title: "Colours or edges that some people cannot tell apart",
    explanation: """
      For eyes that the policy names (renditions: [deuteranopia, protanopia], or tritanopia, achromatopsia, and an eye \
      in a light, as in sun+deuteranopia), edges of the image vanish, or two of its drawn colours look alike: they \
      differ by at least 10 (DIN99o), and by less than 5 as these people see them; an edge by less than 2.5. Where that \
      carries a meaning, change the lightness of one side, or say it by a label or a shape, too: whether one does is \
      not judged. Without that key of the policy, nothing is reported. 'gamut report --renditions all' lists all losses \
      and shows them.
      """
  ) { file, finding in file.judgeRenditions(&finding) { $0.eye != nil } }

  public static let lightLoses = AuditRule(
    "light-loses", severity: .note,
    title: "Edges that vanish in the light",
    explanation: """
      In a light that the policy names (renditions: [shade, sun], or k=0.3 for a screen that reflects 0.3 of its white), \
      edges of the image vanish: they differ by at least 4 (DIN99o), and by less than 1 on a screen that reflects the \
      light. Mostly they are between dark colours. Make one side lighter. Without that key of the policy, nothing is \
      reported. 'gamut report --light sun' lists all losses and shows them.
      """
  ) { file, finding in file.judgeRenditions(&finding) { $0.eye == nil } }
}

/// The losses that a variant does not avoid; the variant, as the start of a sentence, and its path; and the file of the two
/// for which the finding is not reported.
private typealias KeptPairs = (losses: LostPairs, subject: String, variant: Pathname, other: AuditFinding.OtherFile)

extension AuditSubject {
  /// The losses that a variant does not avoid; reported in its own row, or in that of the image if it has none.
  fileprivate var kept: KeptPairs? {
    if let image {
      return (image.losses, "This variant of \(image.file.path.fileName)", place.path, image.file)
    }
    guard let variant, let losses = variant.losses, let file = variant.file else { return nil }
    return (losses, "Its variant \(variant.path.fileName)", variant.path, file)
  }

  /// The report on a visible loss; nil if there is none, or if the policy tolerates it or turns off the rule about it.
  fileprivate var visibleLoss: GamutReport? {
    guard case .success(let report) = report, policy.refuses(report), policy.severity(of: .collapses) != nil else {
      return nil
    }
    return report
  }

  /// The sRGB variant that counts; `variant-loses` checks whether it avoids the losses.
  fileprivate var shippedVariant: AuditFinding.OtherFile? { variant?.fault == nil ? variant?.file : nil }

  fileprivate func judgeRenditions(_ finding: inout AuditFinding, _ isAbout: (Viewing) -> Bool) -> Bool {
    guard case .success(let report) = report else { return false }
    let losses = report.loss.renditions.filter { isAbout($0.viewing) && $0.verdict != .keeps }
    guard let worst = losses.max(by: { ($0.regions, $0.boxes, $0.pairs) < ($1.regions, $1.boxes, $1.pairs) }) else {
      return false
    }
    finding.message =
      (losses.map { "For \($0.viewing.name), \($0.words ?? "")." } + worst.sentences.prefix(1)).joined(separator: " ")
    finding.numbers = [
      .init("regions", worst.regions), .init("boxes", worst.boxes), .init("pairs", worst.pairs),
    ]
    finding.weight = worst.boxes * 1000 + worst.pairs
    return true
  }

  func advise(_ finding: inout AuditFinding, on report: GamutReport) throws(UnansweredQuestion) {
    if let variant, let fault = variant.fault {
      finding.message += " \(variant.path.fileName) does not count as its sRGB variant: \(fault.asClause)"
      finding.other = variant.file
    }
    let advice = try VariantAdvice(report, at: place.input.path, called: place.path, isTaken: variant != nil)
    finding.advice = advice.words
    finding.remedy = advice.remedy
  }
}

extension LossReport {
  var lostNumbers: [AuditFinding.Number] { [.init("lostPixels", lostPixels), .init("lostShare", lostShare)] }

  func share(of pixels: Int) -> Double {
    self.pixels.analyzed > 0 ? Double(pixels) / Double(self.pixels.analyzed) : 0
  }

  /// The weight of a finding about some pixels: their share in parts per million.
  func weight(of pixels: Int) -> Int { Int(share(of: pixels) * 1e6) }
}
