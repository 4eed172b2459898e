import Gamut
import PNGCodec

extension ReportRow {
  /// Returns the row according to `Schemas/report.schema.json`, on one line, without a line feed.
  public func json() -> [UInt8] {
    JSONWriter.row("gamut.report/3", path, result) { row, report in
      row.members(of: report)
      guard report.verdict == .collapses else { return }
      row.member("advice", report.variantAdvice(at: path))
      if let command = report.commands(for: path).first { row.member("command", command) }
    }
  }
}

extension JSONWriter {
  package mutating func members(of report: GamutReport) {
    if report.isPartial { member("partial", true) }
    member("image", report.image)
    member("source") { source in
      source.members(of: report.source)
      guard let fallback = report.withoutCICP else { return }
      source.member("withoutCICP") { object in
        object.members(of: fallback.color)
        if let error = fallback.error { object.member("error", error) }
      }
    }
    member("destination") { destination in
      destination.member("space", orNull: report.destination.space?.rawValue)
      destination.member("description", orNull: report.destination.description)
      destination.member("bitDepth", report.destination.bitDepth)
    }
    members(of: report.loss, depth: report.destination.bitDepth)
    member("findings", array: report.findings) { $0.finding($1, hasSeverity: false) }
    member("verdict", report.verdict.rawValue)
  }

  private mutating func members(of loss: LossReport, depth: Int) {
    member("tolerance", loss.tolerance)
    member("jnd", loss.jnd)
    member("pixels") { pixels in
      pixels.member("total", loss.pixels.total)
      pixels.member("transparent", loss.pixels.transparent)
      pixels.member("analyzed", loss.pixels.analyzed)
      pixels.member("clipped", loss.pixels.clipped)
      if loss.pixels.darker > 0 { pixels.member("darker", loss.pixels.darker) }
    }
    member("colors") { $0.member("clipped", loss.clippedColors) }
    member("excess") { $0.member("maximum", loss.excess) }
    member("shift") { shift in
      shift.member("maximum", loss.shift.maximum)
      shift.member("mean", loss.shift.mean)
      shift.member("p95", loss.shift.p95)
    }
    member("collapse") { collapse in
      collapse.member("groups", loss.collapse.groups)
      collapse.member("colors", loss.collapse.colors)
      collapse.member("pixels", loss.collapse.pixels)
      collapse.member("largest", array: loss.collapse.largest) { $0.group($1, depth: depth) }
    }
    member("steps") { steps in
      steps.member("pixels", loss.steps.pixels)
      steps.member("regions", loss.steps.regions)
      steps.member("visible") { $0.visible(loss.steps) }
      steps.member("largest", array: loss.steps.largest) { $0.region($1) }
    }
    member("areas") { areas in
      areas.members(of: loss.areas)
      areas.member("largest", array: loss.areas.largest) { $0.pair($1) }
    }
    lost(of: loss)
    guard !loss.renditions.isEmpty else { return }
    member("renditions", array: loss.renditions) { writer, loss in
      writer.object { object in
        object.members(of: loss)
        for (name, findings) in [("largest", loss.largest), ("confused", loss.confused)] {
          object.member(name, array: findings) { $0.finding($1) }
        }
      }
    }
  }

  /// The verdict and the counts of a rendition.
  mutating func members(of loss: ViewingLoss) {
    member("name", loss.viewing.name)
    member("verdict", loss.verdict.rawValue)
    member("regions", loss.regions)
    member("boxes", loss.boxes)
    member("pairs", loss.pairs)
  }

  mutating func visible(_ steps: LossReport.Steps) {
    member("regions", steps.visibleRegions)
    member("pixels", steps.visiblePixels)
  }

  mutating func members(of areas: LossReport.Areas) {
    member("pairs", areas.pairs)
    member("pixels", areas.pixels)
  }

  mutating func lost(of loss: LossReport) {
    member("lost") { lost in
      lost.member("pixels", loss.lostPixels)
      lost.member("share", loss.lostShare)
    }
  }

  private mutating func group(_ group: LossReport.CollapseGroup, depth: Int) {
    object { object in
      object.member("destination") { destination in
        destination.code("code", group.destination)
        destination.member("hex", hexText(of: group.destination, depth: depth))
      }
      object.member("colors", group.colors)
      object.member("pixels", group.pixels)
      object.member("members", array: group.members) { writer, member in
        writer.object { object in
          object.code("code", member.code)
          object.member("pixels", member.pixels)
        }
      }
    }
  }

  private mutating func region(_ region: LossReport.LostRegion) {
    object { object in
      object.members(of: region.box)
      object.member("pixels", region.pixels)
      object.member("loss", region.loss)
      object.position("witness", region.witness)
      object.member("sides", array: region.sides) { writer, side in writer.object { $0.members(of: side) } }
      guard let shape = region.shape else { return }
      object.member("shape") { object in
        object.members(of: shape.box)
        object.member("pair", shape.pair)
      }
    }
  }

  private mutating func pair(_ pair: LossReport.AreaPair) {
    object { object in
      object.member("before", pair.before)
      object.member("after", pair.after)
      for (name, area) in [("first", pair.first), ("second", pair.second)] {
        object.member(name) { object in
          object.members(of: area.color)
          object.member("pixels", area.pixels)
          object.position("witness", area.witness)
        }
      }
    }
  }

  private mutating func finding(_ finding: ViewingLoss.Finding) {
    object { object in
      if let box = finding.box {
        object.members(of: box)
        object.member("boxes", finding.boxes)
      }
      object.member("before", finding.before)
      object.member("after", finding.after)
      object.member("sides", array: finding.sides) { writer, side in
        writer.object { object in
          object.code("code", side.code)
          object.code("shown", side.shown)
          object.code("seen", side.seen)
          object.member("pixels", side.pixels)
          object.position("witness", side.witness)
        }
      }
    }
  }

  private mutating func members(of box: LossReport.Box) {
    member("x", box.x)
    member("y", box.y)
    member("width", box.width)
    member("height", box.height)
  }

  private mutating func members(of color: LossReport.ChangedColor) {
    code("code", color.code)
    code("becomes", color.becomes)
  }

  private mutating func position(_ name: String, _ position: LossReport.Position) {
    member(name) { object in
      object.member("x", position.x)
      object.member("y", position.y)
    }
  }

  private mutating func code(_ name: String, _ code: SIMD3<UInt16>) {
    key(name)
    array { array in
      for channel in 0..<3 { array.integer(Int(code[channel])) }
    }
  }
}

/// Returns `#rrggbb` at 8 bits, `#rrrrggggbbbb` at 16.
func hexText(of code: SIMD3<UInt16>, depth: Int) -> String {
  let digits = depth == 16 ? 4 : 2
  return (0..<3).reduce("#") { text, channel in
    let hex = String(code[channel], radix: 16)
    return text + String(repeating: "0", count: max(0, digits - hex.count)) + hex
  }
}
