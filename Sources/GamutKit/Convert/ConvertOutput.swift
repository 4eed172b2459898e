import Gamut
import PNGCodec

/// The rows of `gamut convert`; in text, those of a list are one line each.
public struct ConvertDocument: RunDocument {
  public static let formats = runFormats
  public static let command = "convert"
  public var style: TextStyle
  private let isList: Bool

  /// Creates the document of one input, or of a list.
  public init(_ style: TextStyle, isList: Bool) { (self.style, self.isList) = (style, isList) }

  public var text: any RowFormatter<ConvertRow, Void> {
    ConvertTextFormatter(text: WriteText(style: style, isList: isList))
  }
  package var json: RowsInJSON<ConvertRow> {
    RowsInJSON(actions: { try? $0.result.get().action }, json: { $0.json() })
  }
}

private struct ConvertTextFormatter: RowFormatter {
  var text: WriteText
  /// What the colours of areas became, each with a file, by their code and spaces, at most 4,096.
  var areas: [String: [SIMD3<UInt16>: Pathname]] = [:]

  mutating func add(_ row: ConvertRow) -> [UInt8] {
    if case .success(let report) = row.result {
      for area in report.areas {
        let code = hexText(of: area.code, depth: report.image.bitDepth)
        let key = "\(code) (\(report.source.words) to \(report.destination))"
        if areas.count < 4096 || areas[key] != nil { areas[key, default: [:]][area.becomes] = row.path }
      }
    }
    return Array(text.text(for: row, reasons: \.reasons, details: \.details).utf8)
  }

  func end(_: Void) -> [UInt8] {
    let summary = text.summary
    let split = areas.filter { $0.value.count > 1 }.sorted { $0.key < $1.key }
    guard let (color, files) = split.first, !summary.isEmpty else { return Array(summary.utf8) }
    let colors = Words.count(split.count, "colour of areas became", plural: "colours of areas became")
    let names = files.values.sorted().prefix(2).map(\.text).joined(separator: " and ")
    let note =
      "\(colors) different ones in different files, such as \(color) in \(names): --together gives all one strength."
    return Array((summary + "\n" + note.printable.wrapped(indent: "") + "\n").utf8)
  }
}

extension ConvertReport {
  var details: [String] {
    let indent = "              "
    var lines: [String] = []
    func add(_ label: String, _ words: String) {
      lines.append(words.printable.wrapped(indent: indent, first: ("  " + label).padded(to: indent.count)))
    }
    add(
      "From", "\(source.words) (\(source.origin == .override ? "--override" : source.origin.rawValue)), \(image.words)")
    add("To", "\(destination), \(result.words)")
    if keepsPixels {
      lines.append("  The codes are the same in both, and the image data is unchanged.")
    } else if image.colorType == .palette, action != .unchanged {
      lines.append("  The palette is converted; the pixels keep their indices.")
    }
    if source.origin == .assumed {
      lines.append(
        "The file has no declaration, and is read as \(source.words.printable); --assume SPACE changes that."
          .wrapped(indent: "  ", first: "  "))
    }
    if let preserve { add("Preserve", preserve.words) }
    if !dropped.isEmpty {
      lines.append(
        "Removed chunks that no longer apply: \(dropped.joined(separator: ", ").printable)."
          .wrapped(indent: "  ", first: "  "))
    }
    return lines
  }

  var reasons: [String] {
    var reasons = ["\(source.origin == .assumed ? "untagged, read as " : "")\(source.words) to \(destination)"]
    if result.colorType == .palette, image.colorType != .palette {
      reasons.append("as a palette")
    } else if result.bitDepth != image.bitDepth {
      reasons.append("\(image.bitDepth) to \(result.bitDepth) bits")
    }
    if let preserve, preserve.remainingLosses > 0 { reasons.append("preserve leaves \(preserve.remainingWords)") }
    if keepsPixels { reasons.append("same codes") }
    let notes = findings.count { $0.code != "palette-depth" }
    if notes < findings.count { reasons.append("a palette keeps 8 bits") }
    if notes > 0 { reasons.append(Words.count(notes, "note")) }
    return reasons
  }
}

extension PreserveStrength {
  fileprivate var words: String {
    if level == 0 { return "Clipping loses no detail, so the result is that of clip." }
    let chosen = "Strength \(level) of \(Self.count)"
    return remainingLosses == 0
      ? "\(chosen): the weakest that loses nothing that was seen."
      : "Every strength loses something that was seen. \(chosen) loses the fewest pixels, "
        + "\(Words.count(lostPixels)): \(remainingWords)."
  }

  fileprivate var remainingWords: String {
    let parts = [
      (regions, "vanished place", "vanished places"), (pairs, "pair of colours alike", "pairs of colours alike"),
    ]
    return parts.filter { $0.0 > 0 }.map { Words.count($0, $1, plural: $2) }.joined(separator: ", ")
  }
}

extension WriteRow<ConvertReport, ConvertError> {
  /// Returns the row according to `Schemas/convert.schema.json`, on one line, without a line feed.
  public func json() -> [UInt8] {
    json("gamut.convert/3") { $0.members(of: $1) }
  }
}

extension JSONWriter {
  fileprivate mutating func members(of report: ConvertReport) {
    member("image", report.image)
    member("source", report.source)
    member("destination") { object in
      object.member("name", report.destination)
      object.member("space", orNull: report.space?.rawValue)
    }
    member("result", report.result)
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
    if report.size > 0 { member("bytes", report.size) }
  }
}
