import Gamut
import PNGCodec

/// What the image loses where it is shown.
extension AuditJudge {
  func judgeLoss() {
    guard case .success(let report) = report else { return }
    switch report.verdict {
    case .collapses: judgeCollapse(report)
    case .clips: judgeClips(report)
    case .fits: break
    }
    judgeNeed(report)
  }

  private func judgeCollapse(_ report: GamutReport) {
    let loss = report.loss
    let (groups, regions) = (loss.collapse.visible.groups, loss.flattened.visibleRegions)
    let isWanted =
      groups > 0 && policy.severity(of: .collapses) != nil || regions > 0 && policy.severity(of: .flattens) != nil
    if !policy.refuses(report) {
      if isWanted { findTolerated(report) }
    } else if let variant, variant.fault == nil, let file = variant.file {
      if isWanted { findVariant(file, of: report) }
    } else {
      findMerged(report)
      findVanished(report)
    }
  }

  private func findMerged(_ report: GamutReport) {
    guard let merged = report.mergedWords(" in \(report.destination.name)") else { return }
    let loss = report.loss
    find(.collapses) { finding in
      let visible = loss.collapse.visible
      let largest = loss.collapse.largest.first
      finding.message = merged
      if let largest, let witnesses = report.witnessWords(of: largest) {
        finding.message += visible.groups == 1 ? ": \(witnesses)" : "; the worst are \(witnesses)"
        finding.message += " (difference \(Words.difference(largest.spread)))"
      }
      finding.message += ". " + (report.lostWords ?? "")
      finding.numbers =
        [.init("groups", visible.groups), .init("colors", visible.colors)] + Self.lost(loss) + [
          .init("largestDifference", largest?.spread ?? 0)
        ]
      advise(&finding, report)
    }
  }

  private func findVanished(_ report: GamutReport) {
    guard let vanished = report.vanishedWords(" in \(report.destination.name)") else { return }
    let loss = report.loss
    find(.flattens) { finding in
      let flat = loss.flattened
      finding.message = vanished + "."
      if let region = flat.regions.first {
        finding.message +=
          " The pixels at \(region.witnesses.first.words) and at \(region.witnesses.second.words) become one colour "
          + "(difference \(Words.difference(region.loss)))."
      }
      finding.message += " " + (report.lostWords ?? "")
      finding.numbers =
        [.init("regions", flat.visibleRegions)] + Self.lost(loss) + [
          .init("largestLoss", flat.regions.map(\.loss).max() ?? 0)
        ]
      advise(&finding, report)
    }
  }

  /// What to do about a loss, and why the variant that is there does not help.
  private func advise(_ finding: inout AuditFinding, _ report: GamutReport) {
    finding.weight = Self.weight(report.loss.lostPixels, report.loss)
    if let variant, let fault = variant.fault {
      finding.message += " \(variant.path.fileName) does not count as its sRGB variant: \(fault.asClause)"
      finding.other = variant.file
    }
    let advice = VariantAdvice(report, at: place.input.path, called: place.path, replaces: variant != nil)
    finding.advice = advice.words
    finding.remedy = advice.remedy
  }

  private func findVariant(_ file: AuditFinding.OtherFile, of report: GamutReport) {
    let loss = report.loss
    find(.hasVariant) { finding in
      finding.message =
        "\(report.lostWords ?? "") For sRGB there is \(file.path.fileName) (\(Words.count(file.size, "byte"))) beside it."
      finding.numbers =
        [.init("groups", loss.collapse.visible.groups), .init("regions", loss.flattened.visibleRegions)]
        + Self.lost(loss)
      finding.weight = Self.weight(loss.lostPixels, loss)
      finding.other = file
    }
  }

  private func findTolerated(_ report: GamutReport) {
    let loss = report.loss
    find(.tolerated) { finding in
      finding.message =
        "\(report.lostWords ?? "") In \(report.destination.name) that is a share of \(JSONWriter.text(of: loss.lostShare)), "
        + "and the policy tolerates \(JSONWriter.text(of: policy.thresholds.collapsed))."
      finding.numbers = Self.lost(loss) + [.init("tolerated", policy.thresholds.collapsed)]
      finding.weight = Self.weight(loss.lostPixels, loss)
    }
  }

  private func judgeClips(_ report: GamutReport) {
    let loss = report.loss
    let share = Self.share(loss.pixels.clipped, loss)
    guard share > policy.thresholds.clipped else { return }
    find(.clips) { finding in
      finding.message =
        "\(Words.share(loss.pixels.clipped, of: loss.pixels.analyzed)) of the pixels clip in \(report.destination.name) and "
        + "move by up to \(Words.difference(loss.shift.maximum)) (\(JSONWriter.text(of: loss.jnd)) is just visible); "
        + "nothing that could be seen vanishes."
      finding.numbers = [
        .init("pixels", loss.pixels.clipped), .init("share", share), .init("largestShift", loss.shift.maximum),
        .init("meanShift", loss.shift.mean),
      ]
      finding.weight = Self.weight(loss.pixels.clipped, loss)
    }
  }

  /// Whether a variant keeps what its image loses: its own row says so, or the image's where it has none.
  func judgeVariant() {
    if let image {
      findLosses(image.losses, "This variant of \(image.file.path.fileName)", of: place.path, image.file) {
        .variant(of: image.file.path, replacing: true)
      }
    } else if let variant, let losses = variant.losses, let file = variant.file {
      findLosses(losses, "Its variant \(variant.path.fileName)", of: variant.path, file) {
        .variant(of: place.path, replacing: true)
      }
    }
  }

  private func findLosses(
    _ losses: LostPairs, _ subject: String, of variant: Path, _ other: AuditFinding.OtherFile,
    _ remedy: () -> Remedy
  ) {
    guard let worst = losses.worst else { return }
    find(.variantLoses) { finding in
      let (first, second) = (worst.witnesses.first.words, worst.witnesses.second.words)
      finding.message =
        "\(subject) does not keep what that loses: "
        + "of \(Words.count(losses.all, "pair")) of pixels that look different there and become one in sRGB, "
        + "\(Words.count(losses.lost)) \(losses.lost == 1 ? "is" : "are") alike here too, "
        + (losses.lost == 1 ? "" : "the worst ") + "at \(first) and \(second) "
        + (worst.difference.map { "(difference \(Words.difference($0)))." } ?? "(transparent).")
      finding.numbers = [.init("pairs", losses.all), .init("lostPairs", losses.lost)]
      if let difference = worst.difference { finding.numbers.append(.init("smallestDifference", difference)) }
      finding.weight = losses.lost * 1_000_000 / losses.all
      finding.other = other
      // In a catalog the slot says which display a file is for, and not its name.
      let path = place.input.path
      let isInCatalog = (path.resolvedAsFarAsPossible ?? path).isInAssetCatalog
      finding.advice = "Make \(variant.fileName) again\(isInCatalog ? "." : "; the command replaces it.")"
      finding.remedy = isInCatalog ? nil : remedy()
    }
  }

  private static func lost(_ loss: LossReport) -> [AuditFinding.Number] {
    [.init("lostPixels", loss.lostPixels), .init("lostShare", loss.lostShare)]
  }

  /// Whether the file needs the space that it is in.
  private func judgeNeed(_ report: GamutReport) {
    guard space == .displayP3, !header.colorType.isGrey else { return }
    let fits = report.verdict == .fits && !report.isPartial && report.loss.pixels.analyzed > 0
    if fits, report.destination.space == .sRGB {
      find(.p3Unneeded) { finding in
        let profile = inspection.survey.runs.filter { $0.type.description == "iCCP" || $0.type.description == "cICP" }
          .reduce(0) { $0 + $1.length + 12 * $1.count }
        // At 16 bits, the second byte of every sample.
        let saved = header.bitDepth == 16 ? header.width * header.height * header.colorType.channels : 0
        finding.message =
          "The file is in Display P3 and every colour fits sRGB. The declaration takes \(Words.count(profile, "byte"))"
          + (saved > 0 ? "; 8 bits per channel save \(Words.count(saved, "byte")) before compression." : ".")
        finding.numbers = [.init("declarationBytes", profile), .init("savedBytes", saved)]
        finding.weight = profile + saved
        (finding.offset, finding.chunk) = (inspection.inForce?.offset, inspection.inForce?.origin.chunk)
      }
    } else if header.bitDepth < 16 {
      find(.p3EightBit) { finding in
        finding.message =
          "The file is in Display P3 with \(header.bitDepth) bits per "
          + "\(header.colorType == .palette ? "palette index" : "channel"); gradients can band."
        finding.numbers = [.init("bitDepth", header.bitDepth)]
        (finding.offset, finding.chunk) = (inspection.inForce?.offset, inspection.inForce?.origin.chunk)
      }
    }
  }

  private static func share(_ pixels: Int, _ loss: LossReport) -> Double {
    loss.pixels.analyzed > 0 ? Double(pixels) / Double(loss.pixels.analyzed) : 0
  }

  /// In parts per million.
  private static func weight(_ pixels: Int, _ loss: LossReport) -> Int { Int(share(pixels, loss) * 1e6) }
}
