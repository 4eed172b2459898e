import Gamut
public import GamutBasics
import GamutCatalogs
import PNGCodec

extension RowFormat {
  /// Returns a formatter for the sets of asset catalogs that `gamut inspect` shows.
  ///
  /// - Parameters:
  ///   - style: the style of text.
  ///   - wording: the wording of errors.
  public func setFormatter(_ style: TextStyle, wording: ErrorWording = .facts) -> any RowFormatter<SetRow, Void> {
    formatter(
      text: SetTextFormatter(style: style),
      json: RowsInJSON(
        schema: "gamut.asset-set/1", member: "sets", results: ["intact", "faulty"],
        result: { (try? $0.result.get()).map { $0.set.faults.isEmpty ? "intact" : "faulty" } },
        json: { $0.json(wording) }))
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
    let count = rows.map(\.count).max() ?? 0
    let widths = (0..<count).map { column in rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0 }
    return rows.map { row in
      row.enumerated().map { $0.offset == row.count - 1 ? $0.element : $0.element.padded(to: widths[$0.offset]) }
        .joined(separator: "  ")
    }
  }
}

extension SetRow {
  /// Returns the row according to `Schemas/asset.schema.json`, on one line, without a line feed.
  func json(_ wording: ErrorWording) -> [UInt8] {
    JSONWriter.row("gamut.asset/1", path, result, wording) { row, found in
      row.member("kind", found.set.kind.rawValue)
      row.member("name", found.set.name)
      row.member("template", found.set.isTemplate)
      row.member("slots", array: found.slots) { writer, slot in
        writer.object { object in
          object.member("slot", slot.slot.conditions.words)
          object.member("line", slot.slot.line)
          if let file = slot.slot.file { object.member("file", file) }
          object.members(of: slot, wording)
        }
      }
      row.member("faults", array: found.set.faults) { writer, fault in
        writer.object { object in
          object.member("code", fault.kind.rawValue)
          object.member("message", fault.message)
          if let line = fault.line { object.member("line", line) }
        }
      }
    }
  }
}

extension JSONWriter {
  fileprivate mutating func members(of slot: SetInspection.Slot, _ wording: ErrorWording) {
    switch slot.image {
    case .success(let png):
      member("image", png.survey.header)
      member("declaration", orNull: png.inForce?.label)
    case .failure(let error): member("error", error, wording)
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
