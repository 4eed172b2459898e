import Gamut
import PNGCodec

/// What the image loses where it is shown.
extension AuditJudge {
  func judgeLoss() {
    guard case .success(let report) = report else { return }
    let loss = report.loss
    let target = report.destination.name
    let place = " in \(target)"
    if loss.collapse.visible.groups > policy.thresholds.groups, let merged = report.mergedWords(place) {
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
        finding.weight = Self.weight(loss.lostPixels, loss)
        if let variant { finding.remedy = variant }
      }
    }
    if loss.flattened.visibleRegions > policy.thresholds.regions, let vanished = report.vanishedWords(place) {
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
        finding.weight = Self.weight(loss.lostPixels, loss)
        if let variant { finding.remedy = variant }
      }
    }
    let share = Self.share(loss.pixels.clipped, loss)
    if share > policy.thresholds.clipped, !exceedsVisible(loss) {
      find(.clips) { finding in
        finding.message =
          "\(Words.share(loss.pixels.clipped, of: loss.pixels.analyzed)) of the pixels clip in \(target) and move by up to "
          + "\(Words.difference(loss.shift.maximum)) (\(JSONWriter.text(of: loss.jnd)) is just visible); "
          + (report.verdict == .collapses
            ? "what vanishes is within the policy's thresholds." : "nothing that could be seen vanishes.")
        finding.numbers = [
          .init("pixels", loss.pixels.clipped), .init("share", share), .init("largestShift", loss.shift.maximum),
          .init("meanShift", loss.shift.mean),
        ]
        finding.weight = Self.weight(loss.pixels.clipped, loss)
      }
    }
    judgeNeed(report)
  }

  /// Where images are not shown in sRGB: a copy for that place, in which what can be told apart stays so.
  private var variant: AuditRemedy? {
    policy.destination == .sRGB
      ? nil
      : AuditRemedy("convert", "--to", policy.destinationName, "--mapping", "preserve", "--output-dir", "Variants")
  }

  private static func lost(_ loss: LossReport) -> [AuditFinding.Number] {
    [.init("lostPixels", loss.lostPixels), .init("lostShare", loss.lostShare)]
  }

  private func exceedsVisible(_ loss: LossReport) -> Bool {
    loss.collapse.visible.groups > policy.thresholds.groups || loss.flattened.visibleRegions > policy.thresholds.regions
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
