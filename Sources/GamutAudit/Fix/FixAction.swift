public import GamutKit

/// A change that a fix makes for one file. No action changes the pixels of an existing file.
public enum FixAction: Sendable, Hashable {
  /// Replaces the file with a copy that declares its colour space in another way; the image data stay byte for byte.
  case embed(EmbedOptions)
  /// Writes an sRGB variant beside the image, which stays as it is.
  case writeVariant(ConvertOptions)
}

/// The reason that a finding is not fixed.
public enum FixObstacle: String, Sendable, Hashable, CaseIterable {
  /// The file declares no colour space, and none is assumed.
  case spaceUnknown = "space-unknown"
  /// The policy requires another space than the one that is assumed.
  case otherSpaceRequired = "other-space-required"
  /// A new declaration would be a guess, or would mean other colours.
  case changesColors = "changes-colours"
  /// The remedy changes the pixels of the file.
  case changesPixels = "changes-pixels"
  /// The remedy adds slots to the sets of an asset catalog.
  case changesCatalog = "changes-catalog"
  /// The remedy replaces an sRGB variant, which may have been made by hand.
  case replacesVariant = "replaces-variant"
  /// The file could not be processed.
  case isDamaged = "is-damaged"
  /// No command can fix it.
  case needsAuthor = "needs-author"
}

/// The decision about a finding.
enum FixDecision {
  case act(FixAction)
  case leave(FixObstacle)
  /// The finding is for information.
  case nothingToDo
}

extension AuditFinding {
  /// Decides about a finding: applies its remedy if that requires no guess and changes no pixel, and otherwise leaves
  /// the finding. A note that is left needs no action.
  ///
  /// - Parameters:
  ///   - row: the row of the finding.
  ///   - expected: the declaration that the policy requires for the file.
  ///   - assumed: the space of files without a declaration; nil if it is not known.
  func fix(
    in row: AuditRow, expecting expected: AuditPolicy.ExpectedProfile?, assuming assumed: SpaceChoice?
  ) -> FixDecision {
    let decision = decide(in: row, expecting: expected, assuming: assumed)
    if fault.severity == .note, case .leave = decision { return .nothingToDo }
    return decision
  }

  private func decide(
    in row: AuditRow, expecting expected: AuditPolicy.ExpectedProfile?, assuming assumed: SpaceChoice?
  ) -> FixDecision {
    if row.error != nil { return .leave(.isDamaged) }
    guard let remedy else { return .leave(.needsAuthor) }
    switch remedy.action {
    case .embed(let embedding):
      // Without an assumed space, embedding refuses to change the meaning of a declaration.
      if embedding.assumed != nil { return .leave(.changesColors) }
      guard row.image?.declaration == nil else {
        return EmbedOptions(embedding).map { .act(.embed($0)) } ?? .leave(.needsAuthor)
      }
      guard let assumed else { return .leave(.spaceUnknown) }
      if case .space(let required, _)? = expected, !required.isSame(as: assumed) {
        return .leave(.otherSpaceRequired)
      }
      return .act(.embed(EmbedOptions(.space(assumed))))
    case .addSRGBSlots: return .leave(.changesCatalog)
    case .convert(let conversion):
      guard remedy.output != nil else { return .leave(.changesPixels) }
      guard !remedy.replacesOutput else { return .leave(.replacesVariant) }
      guard var options = ConvertOptions(conversion) else { return .leave(.needsAuthor) }
      if let jnd = remedy.jnd { options.jnd = jnd }
      options.assume = assumed
      return .act(.writeVariant(options))
    case .inspect, .report: return .leave(.needsAuthor)
    }
  }
}

extension EmbedOptions {
  /// The options of a remedy that keeps the meaning; nil if its space is the path of a profile.
  fileprivate init?(_ embedding: Remedy.Embedding) {
    if let name = embedding.space {
      guard let space = SpaceChoice(name) else { return nil }
      self.init(.space(space))
    } else {
      self.init(.none)
    }
    usesSRGBChunk = embedding.usesSRGBChunk
  }
}

extension ConvertOptions {
  /// The options of a remedy; nil if its space is the path of a profile. An audit overrides no declaration.
  fileprivate init?(_ conversion: Remedy.Conversion) {
    guard let space = SpaceChoice(conversion.space) else { return nil }
    self.init(to: space)
    if conversion.reducesDepth { depth = .eight }
    if conversion.keepsColorsApart { mapping = .preserve }
  }
}

extension SpaceChoice {
  /// The published space of this name.
  fileprivate init?(_ name: String) {
    guard let space = ReferenceSpace(named: name) else { return nil }
    self = .known(space)
  }
}
