public import GamutKit

/// What a fix does to one file. No action changes the pixels of a file that exists.
public enum FixAction: Sendable, Hashable {
  /// Replaces the file with a copy that declares its colour space in another way; the image data stay byte for byte.
  case embed(EmbedOptions)
  /// Writes an sRGB variant beside the image, which stays as it is.
  case writeVariant(ConvertOptions)
}

/// The reason that a finding is not fixed.
#if hasAttribute(nonexhaustive)
  @nonexhaustive
#endif
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
  /// Decides what to do about a finding: to apply its remedy if that needs no guess and changes no pixel, otherwise to
  /// leave it. Nothing has to be done about a note that is left.
  ///
  /// - Parameters:
  ///   - row: the row of the finding.
  ///   - expected: the declaration that the policy requires for the file.
  ///   - assumed: the space of files without a declaration; nil if it is not known.
  func fix(
    in row: AuditRow, expecting expected: AuditPolicy.ExpectedProfile?, assuming assumed: SpaceChoice?
  ) -> FixDecision {
    let decision = decide(in: row, expecting: expected, assuming: assumed)
    if severity == .note, case .leave = decision { return .nothingToDo }
    return decision
  }

  private func decide(
    in row: AuditRow, expecting expected: AuditPolicy.ExpectedProfile?, assuming assumed: SpaceChoice?
  ) -> FixDecision {
    if row.error != nil { return .leave(.isDamaged) }
    switch remedy?.verb {
    case "embed":
      // Without --assume, embedding refuses to change the meaning of a declaration.
      if remedy?.options.contains("--assume") == true { return .leave(.changesColors) }
      guard row.image?.declaration == nil else {
        return remedy?.embedding.map { .act(.embed($0)) } ?? .leave(.needsAuthor)
      }
      guard let assumed else { return .leave(.spaceUnknown) }
      if case .space(let required, _)? = expected, !required.isSame(as: assumed) {
        return .leave(.otherSpaceRequired)
      }
      return .act(.embed(EmbedOptions(.space(assumed))))
    case "convert":
      if remedy?.options.contains("--catalog") == true { return .leave(.changesCatalog) }
      guard let remedy, remedy.output != nil else { return .leave(.changesPixels) }
      guard !remedy.replacesOutput else { return .leave(.replacesVariant) }
      return remedy.conversion.map { .act(.writeVariant($0)) } ?? .leave(.needsAuthor)
    default:
      return .leave(.needsAuthor)
    }
  }
}

extension Remedy {
  /// The options of `embed` in place; nil for any other command.
  var embedding: EmbedOptions? {
    var words = self.options
    guard verb == "embed", words.remove("--in-place"), let profile = words.remove(valueOf: "--profile") else {
      return nil
    }
    guard let label = profile == "none" ? EmbedOptions.Label.none : SpaceChoice(profile).map({ .space($0) }) else {
      return nil
    }
    var options = EmbedOptions(label)
    options.usesSRGBChunk = words.remove("--srgb-chunk")
    if let assumed = words.remove(valueOf: "--assume") {
      guard let space = SpaceChoice(assumed) else { return nil }
      options.assume = space
    }
    return words.isEmpty ? options : nil
  }

  /// The options of `convert`; nil for any other command.
  var conversion: ConvertOptions? {
    var words = self.options
    guard verb == "convert", let space = words.remove(valueOf: "--to").flatMap({ SpaceChoice($0) }) else { return nil }
    _ = words.remove("--in-place")
    var options = ConvertOptions(to: space)
    if let depth = words.remove(valueOf: "--depth") {
      guard let known = ConvertOptions.Depth(rawValue: depth) else { return nil }
      options.depth = known
    }
    if let mapping = words.remove(valueOf: "--mapping") {
      guard let known = ConvertOptions.Mapping(rawValue: mapping) else { return nil }
      options.mapping = known
    }
    return words.isEmpty ? options : nil
  }
}

extension SpaceChoice {
  /// The published space of this name.
  fileprivate init?(_ name: String) {
    guard let space = ReferenceSpace(named: name) else { return nil }
    self = .known(space)
  }
}

extension [String] {
  /// Removes a flag. Returns whether there was one.
  fileprivate mutating func remove(_ flag: String) -> Bool {
    guard let index = firstIndex(of: flag) else { return false }
    remove(at: index)
    return true
  }

  /// Removes an option and its value, and returns the value.
  fileprivate mutating func remove(valueOf option: String) -> String? {
    guard let index = firstIndex(of: option), index + 1 < count else { return nil }
    remove(at: index)
    return remove(at: index)
  }
}
