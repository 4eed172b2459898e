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
      let channels = node["channels"], let shifts = node["shift"], let groups = node["collapse"],
      let flat = node["flattened"], let excess = node["excess"]?["maximum"]?.number,
      jnd > 0, jnd.isFinite, let largest = groups.list("largest", { CollapseGroup($0) }),
      let regions = flat.list("regions", { FlattenedRegion($0) })
    else { return nil }
    self.init(tolerance: tolerance, jnd: jnd)
    pixels.total = counts.count("total")
    pixels.transparent = counts.count("transparent")
    pixels.analyzed = counts.count("analyzed")
    pixels.clipped = counts.count("clipped")
    clippedColors = node["colors"]?.count("clipped") ?? 0
    red.read(channels["red"])
    green.read(channels["green"])
    blue.read(channels["blue"])
    self.excess = excess
    shift.maximum = shifts.real("maximum")
    shift.mean = shifts.real("mean")
    shift.p95 = shifts.real("p95")
    collapse.all.read(groups)
    collapse.visible.read(groups["visible"])
    collapse.largest = largest
    flattened.runs = flat.count("runs")
    flattened.pixels = flat.count("pixels")
    flattened.visibleRegions = flat["visible"]?.count("regions") ?? 0
    flattened.visiblePixels = flat["visible"]?.count("pixels") ?? 0
    flattened.regions = regions
    lostPixels = node["lost"]?.count("pixels") ?? 0
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

  /// Two positions; nil if there are not exactly two.
  fileprivate var witnesses: LossReport.Witnesses? {
    guard let array, array.count == 2 else { return nil }
    return .init(array[0].position, array[1].position)
  }

  /// Three integers of 16 bits.
  fileprivate var code: SIMD3<UInt16> {
    let values = (array ?? []).map { UInt16(clamping: $0.integer ?? 0) }
    return values.count == 3 ? SIMD3(values[0], values[1], values[2]) : .zero
  }
}

extension LossReport.ChannelCounts {
  fileprivate mutating func read(_ node: JSONNode?) {
    below = node?.count("below") ?? 0
    above = node?.count("above") ?? 0
  }
}

extension LossReport.GroupCounts {
  fileprivate mutating func read(_ node: JSONNode?) {
    groups = node?.count("groups") ?? 0
    colors = node?.count("colors") ?? 0
    pixels = node?.count("pixels") ?? 0
  }
}

extension LossReport.CollapseGroup {
  /// Parses the value; nil if a member is missing.
  fileprivate init?(_ node: JSONNode) {
    guard node.has("destination", "colors", "pixels", "spread", "deltaE2000", "witnesses", "example"),
      let members = node.list("members", { LossReport.Member($0) })
    else { return nil }
    self.init(
      destination: node["destination"]?["code"]?.code ?? .zero, colors: node.count("colors"),
      pixels: node.count("pixels"), spread: node.real("spread"), deltaE2000: node["deltaE2000"]?.number,
      witnesses: node["witnesses"]?.witnesses, members: members,
      example: node["example"]?.position ?? LossReport.Position(x: 0, y: 0))
  }
}

extension LossReport.Member {
  /// Parses the value; nil if a member is missing.
  fileprivate init?(_ node: JSONNode) {
    guard node.has("code", "pixels") else { return nil }
    self.init(code: node["code"]?.code ?? .zero, pixels: node.count("pixels"))
  }
}

extension LossReport.FlattenedRegion {
  /// Parses the value; nil if a member is missing.
  fileprivate init?(_ node: JSONNode) {
    guard node.has("x", "y", "width", "height", "pixels", "loss", "witnesses") else { return nil }
    self.init(
      x: node.pixels("x"), y: node.pixels("y"), width: node.pixels("width"), height: node.pixels("height"),
      pixels: node.count("pixels"), loss: node.real("loss"),
      witnesses: node["witnesses"]?.witnesses ?? .init(.init(x: 0, y: 0), .init(x: 0, y: 0)))
  }
}
