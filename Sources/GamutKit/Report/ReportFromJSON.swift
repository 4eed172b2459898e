import Gamut
import PNGCodec

extension GamutReport {
  /// Parses the members that `JSONWriter.members(of:)` writes; nil if they are not those of a report.
  package init?(_ node: JSONNode) {
    guard let image = node["image"].flatMap({ ImageHeader($0) }), let declared = node["source"],
      let source = DeclaredColor(declared), let target = node["destination"], let depth = target["bitDepth"]?.integer,
      depth == 8 || depth == 16,
      let loss = LossReport(node), let list = node["findings"]?.array
    else { return nil }
    self.init(
      image: image, isPartial: node["partial"]?.bool ?? false, source: source,
      destination: Destination(
        space: ReferenceSpace(target), description: target["description"]?.string, bitDepth: depth),
      loss: loss, findings: [])
    if let fallback = declared["withoutCICP"] {
      guard let color = DeclaredColor(fallback) else { return nil }
      withoutCICP = Fallback(
        color: color, error: fallback["error"].flatMap { RecordedError($0) }.map { .recorded($0) })
    }
    for item in list {
      guard let code = item["code"]?.string, let message = item["message"]?.string else { return nil }
      findings.append(
        FileFinding(
          code: code, severity: .warning, message: message, offset: item["offset"]?.integer,
          chunk: item["chunk"]?.string))
    }
  }
}

extension ReferenceSpace {
  /// Parses the member `space`.
  fileprivate init?(_ node: JSONNode) {
    guard let word = node["space"]?.string else { return nil }
    self.init(rawValue: word)
  }
}

extension LossReport {
  /// Parses the members of a report.
  fileprivate init?(_ node: JSONNode) {
    guard let tolerance = node["tolerance"]?.number, let jnd = node["jnd"]?.number, let counts = node["pixels"],
      let shifts = node["shift"], let groups = node["collapse"], let steps = node["steps"],
      let areas = node["areas"], let excess = node["excess"]?["maximum"]?.number,
      jnd > 0, jnd.isFinite, let largest = groups.list("largest", { CollapseGroup($0) }),
      let renditions = node.list("renditions", { ViewingLoss($0) }),
      let regions = steps.list("largest", { LostRegion($0) }), let pairs = areas.list("largest", { AreaPair($0) }),
      regions.allSatisfy({ $0.shape.map { pairs.indices.contains($0.pair) } ?? true })
    else { return nil }
    self.init(tolerance: tolerance, jnd: jnd)
    pixels.total = counts.count("total")
    pixels.transparent = counts.count("transparent")
    pixels.analyzed = counts.count("analyzed")
    pixels.clipped = counts.count("clipped")
    pixels.darker = counts.count("darker")
    clippedColors = node["colors"]?.count("clipped") ?? 0
    self.excess = excess
    shift.maximum = shifts.real("maximum")
    shift.mean = shifts.real("mean")
    shift.p95 = shifts.real("p95")
    collapse.groups = groups.count("groups")
    collapse.colors = groups.count("colors")
    collapse.pixels = groups.count("pixels")
    collapse.largest = largest
    self.steps.pixels = steps.count("pixels")
    self.steps.regions = steps.count("regions")
    self.steps.visibleRegions = steps["visible"]?.count("regions") ?? 0
    self.steps.visiblePixels = steps["visible"]?.count("pixels") ?? 0
    self.steps.largest = regions
    self.areas.pairs = areas.count("pairs")
    self.areas.pixels = areas.count("pixels")
    self.areas.largest = pairs
    lostPixels = node["lost"]?.count("pixels") ?? 0
    self.renditions = renditions
  }
}

extension JSONNode {
  /// Returns an integer member, or 0 if it is missing or is no count: any program may have written it.
  fileprivate func count(_ name: String) -> Int { integer(name, below: 1 << 53) }

  /// Returns a coordinate or a size in pixels (PNG, 11.2.1), or 0.
  fileprivate func pixels(_ name: String) -> Int { integer(name, below: 1 << 31) }

  private func integer(_ name: String, below limit: Int) -> Int {
    self[name]?.integer.flatMap { (0..<limit).contains($0) ? $0 : nil } ?? 0
  }

  fileprivate func real(_ name: String) -> Double { self[name]?.number ?? 0 }

  /// Returns the elements of an array, which may be missing; nil if one is not complete: it would take many times its
  /// size, and more again when it is written.
  fileprivate func list<Element>(_ name: String, _ element: (JSONNode) -> Element?) -> [Element]? {
    let nodes = self[name]?.array ?? []
    var list: [Element] = []
    list.reserveCapacity(nodes.count)
    for node in nodes {
      guard let element = element(node) else { return nil }
      list.append(element)
    }
    return list
  }

  /// Whether all these members are there.
  fileprivate func has(_ names: String...) -> Bool { names.allSatisfy { self[$0] != nil } }

  fileprivate var position: LossReport.Position { .init(x: pixels("x"), y: pixels("y")) }

  /// A rectangle; nil if a member is missing.
  fileprivate var box: LossReport.Box? {
    guard has("x", "y", "width", "height") else { return nil }
    return .init(x: pixels("x"), y: pixels("y"), width: pixels("width"), height: pixels("height"))
  }

  /// Three integers of 16 bits.
  fileprivate var code: SIMD3<UInt16> {
    let values = (array ?? []).map { UInt16(clamping: $0.integer ?? 0) }
    return values.count == 3 ? SIMD3(values[0], values[1], values[2]) : .zero
  }
}

extension LossReport.CollapseGroup {
  /// Parses the value; nil if a member is missing.
  fileprivate init?(_ node: JSONNode) {
    guard node.has("destination", "colors", "pixels"),
      let members = node.list("members", { LossReport.Member($0) })
    else { return nil }
    self.init(
      destination: node["destination"]?["code"]?.code ?? .zero, colors: node.count("colors"),
      pixels: node.count("pixels"), members: members)
  }
}

extension LossReport.Member {
  /// Parses the value; nil if a member is missing.
  fileprivate init?(_ node: JSONNode) {
    guard node.has("code", "pixels") else { return nil }
    self.init(code: node["code"]?.code ?? .zero, pixels: node.count("pixels"))
  }
}

extension LossReport.ChangedColor {
  /// Parses the members; nil if one is missing.
  fileprivate init?(_ node: JSONNode) {
    guard let code = node["code"]?.code, let becomes = node["becomes"]?.code else { return nil }
    self.init(code: code, becomes: becomes)
  }
}

extension LossReport.LostRegion {
  /// Parses the value; nil if a member is missing.
  fileprivate init?(_ node: JSONNode) {
    guard let box = node.box, node.has("pixels", "loss"), let witness = node["witness"]?.position,
      let sides = node.list("sides", { LossReport.ChangedColor($0) }), sides.count == 2
    else { return nil }
    self.init(box: box, pixels: node.count("pixels"), loss: node.real("loss"), witness: witness, sides: sides)
    guard let shape = node["shape"] else { return }
    guard let box = shape.box, let pair = shape["pair"]?.integer else { return nil }
    self.shape = LossReport.LostShape(box: box, pair: pair)
  }
}

extension LossReport.AreaPair {
  /// Parses the value; nil if a member is missing.
  fileprivate init?(_ node: JSONNode) {
    guard node.has("before", "after"), let first = node["first"].flatMap({ LossReport.AreaColor($0) }),
      let second = node["second"].flatMap({ LossReport.AreaColor($0) })
    else { return nil }
    self.init(first: first, second: second, before: node.real("before"), after: node.real("after"))
  }
}

extension LossReport.AreaColor {
  /// Parses the value; nil if a member is missing.
  fileprivate init?(_ node: JSONNode) {
    guard let color = LossReport.ChangedColor(node), node.has("pixels"), let witness = node["witness"]?.position
    else { return nil }
    self.init(color: color, pixels: node.count("pixels"), witness: witness)
  }
}

extension ViewingLoss {
  /// Parses a rendition; nil if a member is missing.
  fileprivate init?(_ node: JSONNode) {
    guard let name = node["name"]?.string, let viewing = Viewing(name),
      let largest = node.list("largest", { Finding($0) }), let confused = node.list("confused", { Finding($0) })
    else { return nil }
    self.init(viewing)
    (regions, boxes, pairs) = (node.count("regions"), node.count("boxes"), node.count("pairs"))
    (self.largest, self.confused) = (largest, confused)
  }
}

extension ViewingLoss.Finding {
  /// Parses the value; nil if a member is missing.
  fileprivate init?(_ node: JSONNode) {
    let sides = node.list("sides") { side -> ViewingLoss.Side? in
      guard let code = side["code"]?.code, let shown = side["shown"]?.code, let seen = side["seen"]?.code,
        let witness = side["witness"]?.position
      else { return nil }
      return ViewingLoss.Side(code: code, shown: shown, seen: seen, pixels: side.count("pixels"), witness: witness)
    }
    guard let sides, sides.count == 2, node.has("before", "after") else { return nil }
    self.init(
      box: node.box, boxes: node.count("boxes"), sides: sides, before: node.real("before"), after: node.real("after"))
  }
}
