import Gamut
import PNGCodec

extension ReportRow {
  /// Returns the row according to `Schemas/report.schema.json`, on one line, without a line feed.
  public func json(_ wording: ErrorWording = .facts) -> [UInt8] {
    JSONWriter.row("gamut.report/2", path, result, wording) { row, report in
      row.members(of: report, wording)
      guard report.verdict == .collapses else { return }
      row.member("advice", report.remedy(at: path).words)
      if let command = report.commands(for: path).first { row.member("command", command) }
    }
  }
}

extension JSONWriter {
  package mutating func members(of report: GamutReport, _ wording: ErrorWording) {
    if report.isPartial { member("partial", true) }
    member("image", report.image)
    member("source") { source in
      source.members(of: report.source)
      guard let fallback = report.withoutCICP else { return }
      source.member("withoutCICP") { object in
        object.members(of: fallback.color)
        if let error = fallback.error { object.member("error", error, wording) }
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
    }
    member("colors") { $0.member("clipped", loss.clippedColors) }
    member("channels") { channels in
      for (name, count) in [("red", loss.red), ("green", loss.green), ("blue", loss.blue)] {
        channels.member(name) { channel in
          channel.member("below", count.below)
          channel.member("above", count.above)
        }
      }
    }
    member("excess") { $0.member("maximum", loss.excess) }
    member("shift") { shift in
      shift.member("maximum", loss.shift.maximum)
      shift.member("mean", loss.shift.mean)
      shift.member("p95", loss.shift.p95)
    }
    member("collapse") { collapse in
      collapse.members(of: loss.collapse.all)
      collapse.member("visible") { $0.members(of: loss.collapse.visible) }
      collapse.member("largest", array: loss.collapse.largest) { $0.group($1, depth: depth) }
    }
    member("flattened") { flattened in
      flattened.member("runs", loss.flattened.runs)
      flattened.member("pixels", loss.flattened.pixels)
      flattened.member("visible") { visible in
        visible.member("regions", loss.flattened.visibleRegions)
        visible.member("pixels", loss.flattened.visiblePixels)
      }
      flattened.member("regions", array: loss.flattened.regions) { $0.region($1) }
    }
    lost(of: loss)
  }

  mutating func lost(of loss: LossReport) {
    member("lost") { lost in
      lost.member("pixels", loss.lostPixels)
      lost.member("share", loss.lostShare)
    }
  }

  private mutating func members(of counts: LossReport.GroupCounts) {
    member("groups", counts.groups)
    member("colors", counts.colors)
    member("pixels", counts.pixels)
  }

  private mutating func group(_ group: LossReport.CollapseGroup, depth: Int) {
    object { object in
      object.member("destination") { destination in
        destination.key("code")
        destination.code(group.destination)
        destination.member("hex", hexText(of: group.destination, depth: depth))
      }
      object.member("colors", group.colors)
      object.member("pixels", group.pixels)
      object.member("spread", group.spread)
      object.key("deltaE2000")
      if let difference = group.deltaE2000 { object.real(difference) } else { object.null() }
      if let witnesses = group.witnesses {
        // The witnesses of a group are its first two members.
        let places = zip([witnesses.first, witnesses.second], group.members)
        object.member("witnesses", array: places) { $0.position($1.0, code: $1.1.code) }
      } else {
        object.key("witnesses")
        object.null()
      }
      object.member("members", array: group.members) { writer, member in
        writer.object { object in
          object.key("code")
          object.code(member.code)
          object.member("pixels", member.pixels)
        }
      }
      object.key("example")
      object.position(group.example)
    }
  }

  private mutating func region(_ region: LossReport.FlattenedRegion) {
    object { object in
      object.member("x", region.x)
      object.member("y", region.y)
      object.member("width", region.width)
      object.member("height", region.height)
      object.member("pixels", region.pixels)
      object.member("loss", region.loss)
      object.member("witnesses", array: [region.witnesses.first, region.witnesses.second]) { $0.position($1) }
    }
  }

  private mutating func position(_ position: LossReport.Position, code: SIMD3<UInt16>? = nil) {
    object { object in
      object.member("x", position.x)
      object.member("y", position.y)
      guard let code else { return }
      object.key("code")
      object.code(code)
    }
  }

  private mutating func code(_ code: SIMD3<UInt16>) {
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
