public import GamutBasics
import GamutCatalogs

extension RowFormat {
  /// Returns a formatter for the rows of `gamut convert --catalog`.
  ///
  /// - Parameters:
  ///   - style: the style of text; in verbose detail, sets without a change are listed, too.
  ///   - wording: the wording of errors.
  public func catalogFormatter(
    _ style: TextStyle, wording: ErrorWording = .facts
  ) -> any RowFormatter<CatalogRow, Void> {
    formatter(
      text: CatalogTextFormatter(style: style),
      json: RowsInJSON(
        schema: "gamut.catalog-set/1", member: "actions", results: WriteAction.allCases.map(\.rawValue),
        result: { try? $0.result.get().action.rawValue }, json: { $0.json(wording) }))
  }
}

/// The slots that sets get, as text.
private struct CatalogTextFormatter: RowFormatter {
  let style: TextStyle
  private var counts = (sets: 0, changed: 0, images: 0, colors: 0, failures: 0)
  private var isDryRun = false

  init(style: TextStyle) { self.style = style }

  mutating func add(_ row: CatalogRow) -> [UInt8] {
    isDryRun = row.isDryRun
    counts.sets += 1
    // The message of a failure is on standard error.
    guard case .success(let change) = row.result else {
      counts.failures += 1
      return []
    }
    if change.action != .unchanged { counts.changed += 1 }
    counts.images += change.images.count
    counts.colors += change.colors.count
    guard style.detail != .quiet, change.action != .unchanged || style.detail == .verbose else { return [] }
    var lines = [style.heading(row.path.text.printable) + ": " + change.action.words]
    for image in change.images {
      lines.append("sRGB slot (\(image.conditions.words.printable)): \(image.variant.printable)\(image.source)")
    }
    for color in change.colors {
      lines.append(
        "sRGB slot (\(color.conditions.words.printable)): \(color.code) for \(color.words.printable)"
          + ", a shift of \(Words.din99o(color.shift))")
      if let merging = color.merging {
        lines.append(style.warning("In sRGB it still looks like the colour \(merging.printable)."))
      }
    }
    lines += change.unnamed.map { style.warning("No slot names \($0.printable) any more.") }
    return Array((lines.joined(separator: "\n  ") + "\n").utf8)
  }

  func end(_: Void) -> [UInt8] {
    guard style.detail != .quiet, counts.sets > 0 else { return [] }
    let done = isDryRun ? "would be written" : "written"
    let none = counts.failures > 0 ? "none \(done)" : "nothing to write"
    var parts = [counts.changed > 0 ? "\(Words.count(counts.changed)) \(done)" : none]
    var slots: [String] = []
    if counts.images > 0 { slots.append(Words.count(counts.images, "image")) }
    if counts.colors > 0 { slots.append(Words.count(counts.colors, "colour")) }
    if !slots.isEmpty { parts[0] += ", with \(slots.joined(separator: " and ")) for displays of sRGB" }
    if counts.failures > 0 { parts.append(style.failure("\(Words.count(counts.failures)) could not be processed")) }
    let text = style.heading(Words.count(counts.sets, "set")) + ": " + parts.joined(separator: "; ") + "\n"
    return Array(((counts.changed > 0 ? "\n" : "") + text).utf8)
  }
}

extension SetChange.Image {
  /// The origin of the variant in words.
  fileprivate var source: String {
    let from = " from \(file.printable)"
    guard let preserve, preserve.level > 0 else { return from }
    let left = preserve.remainingLosses
    return from + " (strength \(preserve.level) of \(PreserveStrength.count)"
      + (left > 0 ? ", \(Words.count(left, "loss", plural: "losses")) left)" : ")")
  }
}
