import Gamut

extension LossReport: JSONReadable {
  static var blank: LossReport { LossReport(tolerance: 0, jnd: 0) }

  mutating func list(in fields: inout JSONFields) {
    fields.real("tolerance", &tolerance)
    fields.real("jnd", &jnd)
    fields.object("pixels") { object in
      object.count("total", &pixels.total)
      object.count("transparent", &pixels.transparent)
      object.count("analyzed", &pixels.analyzed)
      object.count("clipped", &pixels.clipped)
      if object.has("darker", pixels.darker > 0) { object.count("darker", &pixels.darker) }
    }
    fields.object("colors") { $0.count("clipped", &clippedColors) }
    fields.object("excess") { $0.real("maximum", &excess) }
    fields.object("shift", &shift)
    fields.object("collapse") { object in
      object.count("groups", &collapse.groups)
      object.count("colors", &collapse.colors)
      object.count("pixels", &collapse.pixels)
      object.array("largest", &collapse.largest)
    }
    fields.object("steps") { object in
      object.count("pixels", &steps.pixels)
      object.count("regions", &steps.regions)
      object.object("visible") { visible in
        visible.count("regions", &steps.visibleRegions)
        visible.count("pixels", &steps.visiblePixels)
      }
      object.array("largest", &steps.largest)
    }
    fields.object("areas") { object in
      object.count("pairs", &areas.pairs)
      object.count("pixels", &areas.pixels)
      object.array("largest", &areas.largest)
    }
    fields.object("lost") { object in
      object.count("pixels", &lostPixels)
      object.derived { $0.member("share", lostShare) }
    }
    if fields.has("renditions", !renditions.isEmpty) { fields.array("renditions", &renditions) }
  }
}

extension LossReport.Shift: JSONListed {
  mutating func list(in fields: inout JSONFields) {
    fields.real("maximum", &maximum)
    fields.real("mean", &mean)
    fields.real("p95", &p95)
  }
}

extension LossReport.CollapseGroup: JSONReadable {
  static var blank: Self { Self(destination: .zero, colors: 0, pixels: 0, members: []) }

  mutating func list(in fields: inout JSONFields) {
    fields.object("destination") { object in
      object.code("code", &destination)
      object.derived { [depth = object.depth] in $0.member("hex", hexText(of: destination, depth: depth)) }
    }
    fields.count("colors", &colors)
    fields.count("pixels", &pixels)
    fields.array("members", &members)
  }
}

extension LossReport.Member: JSONReadable {
  static var blank: Self { Self(code: .zero, pixels: 0) }

  mutating func list(in fields: inout JSONFields) {
    fields.code("code", &code)
    fields.count("pixels", &pixels)
  }
}

extension LossReport.Box: JSONReadable {
  static var blank: Self { Self(x: 0, y: 0, width: 0, height: 0) }

  /// Coordinates and sizes in pixels (PNG, 11.2.1).
  mutating func list(in fields: inout JSONFields) {
    fields.count("x", &x, below: 1 << 31)
    fields.count("y", &y, below: 1 << 31)
    fields.count("width", &width, below: 1 << 31)
    fields.count("height", &height, below: 1 << 31)
  }
}

extension LossReport.Position: JSONReadable {
  static var blank: Self { Self(x: 0, y: 0) }

  mutating func list(in fields: inout JSONFields) {
    fields.count("x", &x, below: 1 << 31)
    fields.count("y", &y, below: 1 << 31)
  }
}

extension LossReport.ChangedColor: JSONReadable {
  static var blank: Self { Self(code: .zero, becomes: .zero) }

  mutating func list(in fields: inout JSONFields) {
    fields.code("code", &code)
    fields.code("becomes", &becomes)
  }
}

extension LossReport.LostRegion: JSONReadable {
  static var blank: Self { Self(box: .blank, pixels: 0, loss: 0, witness: .blank, sides: []) }

  mutating func list(in fields: inout JSONFields) {
    box.list(in: &fields)
    fields.count("pixels", &pixels)
    fields.real("loss", &loss)
    fields.object("witness", &witness)
    fields.array("sides", &sides)
    guard fields.has("shape", shape != nil) else { return }
    var shown = shape ?? LossReport.LostShape(box: .blank, pair: 0)
    fields.object("shape") { object in
      shown.box.list(in: &object)
      object.count("pair", &shown.pair)
    }
    shape = shown
  }
}

extension LossReport.AreaPair: JSONReadable {
  static var blank: Self { Self(first: .blank, second: .blank, before: 0, after: 0) }

  mutating func list(in fields: inout JSONFields) {
    fields.real("before", &before)
    fields.real("after", &after)
    fields.object("first", &first)
    fields.object("second", &second)
  }
}

extension LossReport.AreaColor: JSONReadable {
  static var blank: Self { Self(color: .blank, pixels: 0, witness: .blank) }

  mutating func list(in fields: inout JSONFields) {
    color.list(in: &fields)
    fields.count("pixels", &pixels)
    fields.object("witness", &witness)
  }
}

extension ViewingLoss: JSONReadable {
  static var blank: Self { Self(Viewing.all[0]) }

  mutating func list(in fields: inout JSONFields) {
    fields.named("name", &viewing, viewing.name) { Viewing($0) }
    fields.derived { $0.member("verdict", verdict.rawValue) }
    fields.count("regions", &regions)
    fields.count("boxes", &boxes)
    fields.count("pairs", &pairs)
    fields.array("largest", &largest)
    fields.array("confused", &confused)
  }
}

extension ViewingLoss.Finding: JSONReadable {
  static var blank: Self { Self(sides: [], before: 0, after: 0) }

  mutating func list(in fields: inout JSONFields) {
    if fields.has("x", box != nil) {
      var shown = box ?? .blank
      shown.list(in: &fields)
      fields.count("boxes", &boxes)
      box = shown
    }
    fields.real("before", &before)
    fields.real("after", &after)
    fields.array("sides", &sides)
  }
}

extension ViewingLoss.Side: JSONReadable {
  static var blank: Self { Self(code: .zero, shown: .zero, seen: .zero, pixels: 0, witness: .blank) }

  mutating func list(in fields: inout JSONFields) {
    fields.code("code", &code)
    fields.code("shown", &shown)
    fields.code("seen", &seen)
    fields.count("pixels", &pixels)
    fields.object("witness", &witness)
  }
}
