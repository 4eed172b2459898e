import Gamut

extension WriteRow<ConvertReport, ConvertError> {
  /// Returns the row according to `Schemas/convert.schema.json`, on one line, without a line feed.
  public func json() -> [UInt8] {
    json("gamut.convert/3") { $0.members(of: $1) }
  }
}

extension JSONWriter {
  private mutating func members(of effect: ConversionEffect) {
    func loss(_ object: inout JSONWriter, _ loss: LossReport) {
      object.member("clipped", loss.pixels.clipped)
      JSONFields.write(to: &object) { fields in
        var loss = loss
        fields.object("steps") { loss.steps.listVisible(in: &$0) }
        fields.object("areas") { loss.areas.listCounts(in: &$0) }
        fields.object("lost") { loss.listLost(in: &$0) }
      }
      object.member("verdict", loss.verdict.rawValue)
    }
    member("effect") { object in
      object.member("mapping", effect.mapping.rawValue)
      object.member("jnd", effect.after.jnd)
      object.member("pixels", effect.after.pixels.analyzed)
      object.member("changed", effect.changed)
      object.member("shift", effect.shift)
      object.member("fitting", effect.fitting)
      if let hue = effect.hueShift { object.member("hueShift", hue) }
      object.member("before") { loss(&$0, effect.before) }
      object.member("after") { loss(&$0, effect.after) }
    }
  }

  fileprivate mutating func members(of report: ConvertReport) {
    member("image", report.image)
    member("source", report.source)
    member("destination") { object in
      object.member("name", report.destination)
      object.member("space", orNull: report.space?.rawValue)
    }
    member("result", report.result)
    if report.usesTables { member("tables", true) }
    member("keepsPixels", report.keepsPixels)
    member("dropped", array: report.dropped) { $0.string($1) }
    if let preserve = report.preserve {
      member("preserve") { object in
        object.member("strength", preserve.level)
        object.member("strengths", PreserveStrength.count)
        object.member("left") { left in
          left.member("regions", preserve.regions)
          left.member("pairs", preserve.pairs)
          left.member("pixels", preserve.lostPixels)
        }
      }
    }
    if let effect = report.effect { members(of: effect) }
    if report.size > 0 { member("bytes", report.size) }
  }
}
