import Gamut
package import GamutBasics
package import GamutCatalogs
import PNGCodec

/// The slots of a set of an asset catalog, and their contents.
package struct SetInspection: Sendable, Hashable {
  package struct Slot: Sendable, Hashable {
    package var slot: AssetSlot
    /// The image of the slot; nil if it has none, or one that is not a PNG.
    package var image: Result<PNGInspection, GamutError>?
    package var color: ColorFacts?
    package var words: String?
  }

  package var set: AssetSet
  package var slots: [Slot]
}

package typealias SetRow = RunRow<SetInspection>

extension Inspector {
  /// Returns the sets of the given names, sorted by their paths; nil if one of the names is neither an asset catalog nor a
  /// set of one.
  ///
  /// - Throws: `GamutError.unanswered` if the system cannot read a folder of a catalog.
  package static func places(of names: [Pathname]) throws(GamutError) -> [SetPlace]? {
    try GamutError.asking { () throws(UnansweredQuestion) in try unconvertedPlaces(of: names) }
  }

  private static func unconvertedPlaces(of names: [Pathname]) throws(UnansweredQuestion) -> [SetPlace]? {
    var places: [Pathname: SetPlace] = [:]
    for given in names {
      guard try FileStatus(of: given)?.kind == .folder else { return nil }
      // The current folder may be a set.
      let name = [".", ".."].contains(given.normalized.fileName) ? given.absolute : given
      if let place = try SetPlace(name.normalized) {
        places[place.path] = place
      } else if name.absolute.enclosingCatalog != nil {
        for place in try SetPlace.all(in: name.normalized) { places[place.path] = place }
      } else {
        return nil
      }
    }
    return places.isEmpty ? nil : places.values.sorted { $0.path < $1.path }
  }

  /// Inspects every set on `jobs` threads, and passes the rows to `each` in the order of the sets, on the calling thread.
  /// Few sets are in memory at a time: those whose files have `heldSize` bytes together, or one larger set. An error thrown
  /// by `each` stops the work and is rethrown.
  package func inspect<Failure: Error>(
    _ places: [SetPlace], jobs: Int, each: (SetRow) throws(Failure) -> Void
  ) throws(Failure) {
    var rest = places[...]
    while !rest.isEmpty {
      var size = 0
      let group = Array(
        rest.prefix { place in
          defer { size += place.size }
          return size < Self.heldSize
        })
      rest.removeFirst(group.count)
      try mapInOrder(count: group.count, jobs: jobs, work: { row(of: group[$0].read()) }, each: each)
    }
  }

  private static let heldSize = 1 << 20

  private func row(of set: AssetSet) -> SetRow {
    SetRow(path: set.path, result: set.unread.map { .failure(GamutError($0)) } ?? .success(inspect(set)))
  }

  private func inspect(_ set: AssetSet) -> SetInspection {
    let slots = set.slots.map { slot in
      var found = SetInspection.Slot(slot: slot)
      if let file = slot.file, file.hasPNGSuffix {
        found.image = Result { () throws(GamutError) in
          let input = try OpenedInput(.file(set.path.appending(file.bytes)), keeping: .nothing)
          do throws(PNGError) { return try inspect(input.open()) } catch { throw .png(error) }
        }
      }
      if let color = SetColor(slot) {
        found.color = ColorFacts(color.color, alpha: color.components.alpha)
        found.words = color.words
      }
      return found
    }
    return SetInspection(set: set, slots: slots)
  }
}

extension SetInspection.Slot {
  var content: String {
    if let words { return words }
    switch slot.color {
    case .system(let name, _): return name
    case .components(let components): return "\(components.space.rawValue), a space that gamut does not know"
    case nil: break
    }
    guard let file = slot.file else { return slot.isUnassigned ? "unassigned" : "empty" }
    return file.text
  }

  var imageWords: String? {
    switch image {
    case .success(let png):
      let header = png.survey.header
      let label = png.inForce.map(\.label) ?? "undeclared"
      return "\(header.width) x \(header.height), \(header.bitDepth)-bit \(header.colorType.words), \(label)"
    case .failure(let error): return error.meansAbsence ? "is not there" : "cannot be read (\(error.code))"
    case nil: return slot.file == nil ? nil : "not a PNG"
    }
  }
}

extension RowFormat {
  package func setFormatter(_ style: TextStyle) -> any RowFormatter<SetRow, Void> {
    formatter(
      text: SetTextFormatter(style: style),
      json: RowsInJSON(
        schema: "gamut.asset-set/1", member: "sets", results: ["intact", "faulty"],
        result: { (try? $0.result.get()).map { $0.set.faults.isEmpty ? "intact" : "faulty" } },
        json: { $0.json() }))
  }
}

/// Sets as tables: a line for each slot.
private struct SetTextFormatter: RowFormatter {
  let style: TextStyle
  private var counts: [String: Int] = [:]
  private var sets = 0, faults = 0

  init(style: TextStyle) { self.style = style }

  mutating func add(_ row: SetRow) -> [UInt8] {
    guard case .success(let found) = row.result else { return [] }
    sets += 1
    faults += found.set.faults.count
    counts[found.set.kind.rawValue, default: 0] += 1
    if style.detail == .quiet, found.set.faults.isEmpty { return [] }
    return Array(((sets > 1 ? "\n" : "") + text(of: found, at: row.path)).utf8)
  }

  func end(_: Void) -> [UInt8] {
    guard sets > 1, style.detail != .quiet else { return [] }
    let kinds = counts.sorted { $0.key < $1.key }.map { "\(Words.count($0.value)) \($0.key)" }
    let all = style.heading(Words.count(sets, "set")) + ": " + kinds.joined(separator: ", ")
    return Array(("\n" + all + (faults > 0 ? "; " + style.warning(Words.count(faults, "fault")) : "") + "\n").utf8)
  }

  private func text(of found: SetInspection, at path: Pathname) -> String {
    let set = found.set
    var lines = [style.heading(path.text.printable) + (set.isTemplate ? "  (template)" : "")]
    lines += table(found).map { "  " + $0 }
    lines += set.faults.map { fault in
      let place = fault.line.map { "line \($0): " } ?? ""
      return style.warning("  \(place)\(fault.message.printable)")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func table(_ found: SetInspection) -> [String] {
    guard !found.slots.isEmpty else { return ["no slots"] }
    let hasColors = found.slots.contains { $0.color != nil }
    var rows = hasColors ? [["slot", "colour", "OKLCH", "sRGB", "shift (DIN99o)", "on white", "on black"]] : []
    for slot in found.slots {
      var row = [slot.slot.conditions.words, slot.content]
      if let facts = slot.color {
        row += [
          facts.oklchWords, facts.color.hex, facts.color.isClipped ? Words.decimal(facts.color.shift, 1) : "-",
          Words.decimal(facts.white.least, 2), Words.decimal(facts.black.least, 2),
        ]
      } else if let image = slot.imageWords {
        row.append(image)
      }
      rows.append(row.map(\.printable))
    }
    return rows.alignedLines
  }
}

extension SetRow {
  /// Returns the row according to `Schemas/asset.schema.json`, on one line, without a line feed.
  func json() -> [UInt8] {
    JSONWriter.row("gamut.asset/1", path, result) { row, found in
      row.member("kind", found.set.kind.rawValue)
      row.member("name", found.set.name)
      row.member("template", found.set.isTemplate)
      row.member("slots", objects: found.slots) { object, slot in
        object.member("slot", slot.slot.conditions.words)
        object.member("line", slot.slot.line)
        if let file = slot.slot.file { object.member("file", file.text) }
        object.members(of: slot)
      }
      row.member("faults", objects: found.set.faults) { object, fault in
        object.member("code", fault.kind.rawValue)
        object.member("message", fault.message)
        if let line = fault.line { object.member("line", line) }
      }
    }
  }
}

extension JSONWriter {
  fileprivate mutating func members(of slot: SetInspection.Slot) {
    switch slot.image {
    case .success(let png):
      member("image", png.survey.header)
      member("declaration", orNull: png.inForce?.label)
    case .failure(let error): member("error", error)
    case nil: break
    }
    switch slot.slot.color {
    case .system(let name, _): member("system", name)
    case .components(let components):
      member("color") { object in
        object.member("space", components.space.rawValue)
        object.member("components", array: components.channels) { $0.real($1) }
        object.member("alpha", components.alpha)
        if let facts = slot.color { object.members(of: facts) }
      }
    case nil: break
    }
  }
}
