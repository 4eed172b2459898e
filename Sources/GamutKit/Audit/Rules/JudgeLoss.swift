import Gamut
import PNGCodec

/// What the image loses where it is shown.
extension AuditJudge {
  func judgeLoss() {
    guard case .success(let report) = report else { return }
    let loss = report.loss
    let target = report.destination.name
    if loss.collapse.visible.groups > policy.thresholds.groups {
      find(.collapses) { finding in
        let visible = loss.collapse.visible
        let largest = loss.collapse.largest.first
        finding.message =
          "\(Words.count(visible.colors)) colours that can be told apart become \(Words.count(visible.groups)) in \(target), "
          + "in \(Words.count(visible.pixels, "pixel")) (\(Words.share(visible.pixels, of: loss.pixels.analyzed)))."
        if let largest {
          finding.message +=
            " The largest difference lost is \(Words.difference(largest.spread)), in "
            + "\(hexText(of: largest.destination, depth: report.destination.bitDepth)) at \(largest.example.x), "
            + "\(largest.example.y)."
        }
        finding.numbers = [
          .init("groups", visible.groups), .init("colors", visible.colors), .init("pixels", visible.pixels),
          .init("share", Self.share(visible.pixels, loss)), .init("largestDifference", largest?.spread ?? 0),
        ]
        finding.weight = Self.weight(visible.pixels, loss)
        if let variant { finding.remedy = variant }
      }
    }
    if loss.flattened.visibleRegions > policy.thresholds.regions {
      find(.flattens) { finding in
        let flat = loss.flattened
        finding.message =
          "Gradients go flat in \(Words.count(flat.visibleRegions, "area")) in \(target), "
          + "\(Words.count(flat.visiblePixels, "pixel")) (\(Words.share(flat.visiblePixels, of: loss.pixels.analyzed)))."
        if let region = flat.regions.first {
          finding.message +=
            " The largest is \(region.width) x \(region.height) pixels at \(region.x), \(region.y)."
        }
        finding.numbers = [
          .init("regions", flat.visibleRegions), .init("pixels", flat.visiblePixels),
          .init("share", Self.share(flat.visiblePixels, loss)),
          .init("largestLoss", flat.regions.map(\.loss).max() ?? 0),
        ]
        finding.weight = Self.weight(flat.visiblePixels, loss)
        if let variant { finding.remedy = variant }
      }
    }
    let share = Self.share(loss.pixels.clipped, loss)
    if share > policy.thresholds.clipped, !exceedsVisible(loss) {
      find(.clips) { finding in
        finding.message =
          "\(Words.share(loss.pixels.clipped, of: loss.pixels.analyzed)) of the pixels clip in \(target) and shift by up to "
          + "\(Words.difference(loss.shift.maximum)) (\(JSONWriter.text(of: loss.jnd)) is just visible); colours stay apart."
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
