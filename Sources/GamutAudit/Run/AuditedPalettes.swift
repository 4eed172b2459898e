import GamutCatalogs
import GamutKit
import GamutPalettes

extension Auditor {
  /// The maximum number of colours for which the pairs of a catalog are checked, unless it is named as a palette: more
  /// colours are hardly used together.
  private static let foundLimit = 1_000

  /// Audits a palette, and completes its row.
  func auditPalette(
    at path: Pathname, _ use: AuditInput.PaletteUse, and others: [PaletteFile.Part], in run: RunColors?,
    _ row: inout AuditRow
  ) throws(GamutError) {
    // Also of a row with an error, which is no image.
    row.palette = AuditedPalette(format: "", colors: 0, contexts: [], content: 0)
    let policy = policy.policy(for: row.path)
    let (palette, checksum): (Palette, UInt64)
    if use == .named {
      (palette, checksum) = try PaletteFile.read(path, as: row.path, and: others)
    } else {
      // The sets that the rows of the catalog use.
      let (colors, unread) = colors(around: path.absolute)
      if let unread { throw GamutError(unread) }
      let sets = colors.sets.sorted { $0.key < $1.key }.map(\.value.set)
      let count = sets.reduce(0) { $0 + $1.slots.count { $0.color != nil } }
      if use == .found, count > Self.foundLimit {
        row.palette = AuditedPalette(
          format: Palette.Format.catalog.rawValue, colors: count, contexts: [], content: PaletteFile.checksum(of: sets))
        row.findings = [.uncompared(count, limit: Self.foundLimit, policy)].compactMap(\.self)
        return
      }
      (palette, checksum) = PaletteFile.palette(of: sets, in: path)
    }
    let subject = PaletteSubject(palette, policy, run: run)
    // Colours of the system are no colours of the catalog.
    if use != .found || !palette.entries.isEmpty {
      row.findings = subject.findings(at: row.path, besideSets: use != .named)
    }
    row.palette = AuditedPalette(
      format: palette.format.rawValue, colors: palette.entries.count,
      contexts: listsSwatches && (use == .named || !row.findings.isEmpty)
        ? PaletteView.all(of: subject.study)
        : subject.study.contexts.map { PaletteView(name: $0.conditions.words) },
      content: checksum)
  }
}

extension AuditFinding {
  fileprivate static func uncompared(_ count: Int, limit: Int, _ policy: AuditPolicy) -> AuditFinding? {
    policy.severity(of: .paletteUnknown).map {
      AuditFinding(
        rule: .paletteUnknown, severity: $0,
        message: "The catalog has \(Words.count(count, "colour")). Confusion, contrast and colours with two names are "
          + "checked up to \(Words.count(limit)), and for more if the policy's key 'palettes' names the catalog.")
    }
  }
}
