import GamutCatalogs
package import GamutKit
import GamutPalettes

extension AuditSelection {
  package init(palettes names: [Pathname], root: Pathname) {
    self.root = root
    self.names = names.map { name in
      if name == .standardInput { return name }
      let isFolder = (try? FileStatus(of: name))?.kind == .folder
      return (try? Self.place(of: name, root: root, isFolder: isFolder)) ?? name
    }
    var found: [AuditInput] = []
    for (name, path) in zip(names, self.names) {
      for file in Self.palettes(in: name) {
        var input = AuditInput(input: file, path: path.joined(file.path.rest(after: name)))
        input.palette = .named
        found.append(input)
      }
    }
    inputs = Self.unique(found)
  }

  private static func palettes(in path: Pathname) -> [Input] {
    guard (try? FileStatus(of: path))?.kind == .folder, !path.isCatalogOrInside else { return [.file(path)] }
    var (ignored, found) = (IgnoredPaths(), [Input]())
    ignored.begin(path)
    let images = Input.images(below: path, skipping: { ignored.skip($0) }, repository: { ignored.enter($0) }) {
      file, _ in
      // Other files of these kinds are mostly no palettes.
      let isPalette =
        file.isNamedAsCatalog
        || file.looksLikePalette && (file.fileName.contains(".tokens") || PaletteFile.hasColors(file))
      if isPalette, file.canBePalette { found.append(.file(file)) }
    }
    for case .unusable(let folder, let error) in images { found.append(.unusable(folder, error)) }
    return found.isEmpty ? [.unusable(path, .noPalettes)] : found
  }

  /// Joins the palettes that a list of patterns of the policy names to one, whose input is the first of them.
  package mutating func joinPalettes(_ policy: AuditPolicy) {
    for own in [policy] + policy.folders.values {
      for list in own.joinedPalettes {
        join { input in
          input.palette == .named && list.contains { $0.matches(input.path) }
            && policy.policy(for: input.path).folder == own.folder
        }
      }
    }
  }

  /// Joins the files of a format that can refer to each other, as the command names them.
  package mutating func joinFormats() {
    for endings in [[".tokens", ".json"], [".css"]] {
      join { input in endings.contains { input.path.fileName.lowercased().hasSuffix($0) } }
    }
  }

  private mutating func join(_ isPart: (AuditInput) -> Bool) {
    // In the order in which they are given: later style sheets replace earlier ones.
    let parts = names.compactMap { name in inputs.firstIndex { $0.path == name } }.filter { isPart(inputs[$0]) }
    let all = parts.count > 1 ? parts : inputs.indices.filter { isPart(inputs[$0]) }
    guard let first = all.first, all.count > 1 else { return }
    for index in all.dropFirst() {
      guard case .file(let path) = inputs[index].input else { continue }
      inputs[first].others.append(PaletteFile.Part(path, as: inputs[index].path))
    }
    inputs = inputs.indices.filter { !all.dropFirst().contains($0) }.map { inputs[$0] }
  }

  /// The number of files that are tried as palettes in a folder without inputs.
  static let paletteLimit = 200

  package var unnamedPalette: Pathname? { possiblePalettes.first { PaletteFile.hasColors($0) } }
}

extension Pathname {
  /// Whether the folder is an asset catalog, or is in one, so that it is a palette as a whole.
  package var isCatalogOrInside: Bool {
    isNamedAsCatalog || (try? absolute.leadsToAssetCatalog) == true
      || AssetSet.Kind(folder: absolute) != nil
  }

  private static let paletteEnds = [".css", ".json", ".svg", ".tokens"].map { Array($0.utf8) }

  var looksLikePalette: Bool {
    Self.paletteEnds.contains { bytes.count > $0.count && bytes.suffix($0.count).elementsEqual($0) }
  }

  /// Whether a path that a walk found can be a palette: an asset catalog, or something outside of asset catalogs.
  var canBePalette: Bool {
    isNamedAsCatalog || absolute.enclosingCatalog == nil
  }

  var isNamedAsCatalog: Bool {
    // Few names end with this letter.
    bytes.last.map { $0 | 0x20 == UInt8(ascii: "s") } == true && fileName.lowercased().hasSuffix(".xcassets")
  }
}

extension Auditor {
  /// More colours of a catalog are hardly used together: their pairs are checked only if it is named as a palette.
  private static let foundLimit = 1_000

  func auditPalette(
    at path: Pathname, _ use: AuditInput.PaletteUse, and others: [PaletteFile.Part], in run: RunColors?,
    _ row: inout AuditRow
  ) throws(GamutError) {
    // Also of a row with an error, which is no image.
    row.palette = AuditedPalette(format: "", colors: 0, contexts: [], content: 0)
    let (palette, checksum): (Palette, UInt64)
    if use == .named {
      (palette, checksum) = try (run ?? colors(of: [])).palette(path, as: row.path, and: others)
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
      contexts: subject.study.contexts.map(\.conditions.words), content: checksum)
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
