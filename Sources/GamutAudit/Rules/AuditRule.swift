public import GamutKit
import LittleCMS

/// A rule of an audit: one value with its name, its texts and its checks, and an entry in `allCases`. Findings and
/// baselines, of which there are hundreds of thousands, refer to it.
public final class AuditRule: CaseIterable, CustomStringConvertible, Hashable, Sendable {
  /// The name in policies, baselines and all outputs.
  public let rawValue: String
  /// The severity unless a policy changes it, or the rule has reasons for another one in a file.
  public let defaultSeverity: Severity
  /// The meaning of a finding, in a few words.
  public let title: String
  /// A paragraph for people: the findings of the rule, their importance, and the remedies.
  public let explanation: String
  /// The command that fixes most files that violate the rule, or shows the details; nil if only the author of the file
  /// can fix it. A finding can have a more specific one.
  let remedy: Remedy?
  let traits: Traits
  let fileCheck: FileCheck?, setCheck: SetCheck?, paletteCheck: PaletteCheck?
  var isBroken: Bool { traits.contains(.isBroken) }
  var isOfPalettesOnly: Bool { paletteCheck != nil && fileCheck == nil && setCheck == nil }

  struct Traits: OptionSet, Sendable {
    let rawValue: UInt8
    /// The rule does not depend on the colours of an image, so it applies to templates too.
    static let ignoresColors = Traits(rawValue: 1)
    /// Unless the policy sets a severity, that of a finding depends on the file, and the rule may be off for it.
    static let variesByFile = Traits(rawValue: 2)
    /// The space in its remedy is a guess.
    static let guessesSpace = Traits(rawValue: 4)
    /// Something cannot be read or is missing, which is reported before everything else.
    static let isBroken = Traits(rawValue: 8)
  }

  /// Determines whether a file violates the rule, and if so completes the finding, which has the severity in force and
  /// the remedy of the rule. It may ask for other files.
  typealias FileCheck =
    @Sendable (_ file: AuditSubject, _ finding: inout AuditFinding) throws(UnansweredQuestion) ->
    Bool
  typealias SetCheck = @Sendable (_ set: SetSubject, _ finding: inout AuditFinding) -> Bool
  /// Returns the places of a palette that violate the rule, in any order.
  typealias PaletteCheck = @Sendable (_ palette: PaletteSubject) -> PaletteFindings

  init(
    _ rawValue: String, severity: Severity, traits: Traits = [], title: String, explanation: String,
    remedy: Remedy? = nil, file: FileCheck? = nil, sets: SetCheck? = nil, palettes: PaletteCheck? = nil
  ) {
    (self.rawValue, defaultSeverity, self.traits) = (rawValue, severity, traits)
    (self.title, self.explanation, self.remedy) = (title, explanation, remedy)
    (fileCheck, setCheck, paletteCheck) = (file, sets, palettes)
  }

  /// Returns whether both are the same rule: each is created once.
  public static func == (a: AuditRule, b: AuditRule) -> Bool { a === b }

  /// Hashes which rule it is.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

  /// The name of the rule.
  public var description: String { rawValue }

  /// All rules, worst first; findings of one severity have the same order. The title of a rule describes it.
  public static let allCases: [AuditRule] = [
    .collapses,
    .colorsMerge,
    .variantLoses,
    .catalogBroken,
    .catalogMissingFile,
    .damaged,
    .declarationsDisagree,
    .profileUnusable,
    .lfsPointer,
    .notPNG,
    .profileIgnored,
    .unexpectedProfile,
    .appIconAlpha,
    .profileStripped,
    .scaleMismatch,
    .gamutSlotMismatch,
    .numbersInWrongSpace,
    .missingAppearance,
    .chunkFault,
    .profileMisnamed,
    .paletteInvalid,
    .hdr,
    .lowContrast,
    .gammaOnly,
    .profileDevice,
    .hasVariant,
    .untagged,
    .clips,
    .eyeConfuses,
    .lightLoses,
    .colorOutsideSRGB,
    .p3Unneeded,
    .p3EightBit,
    .needless16Bit,
    .systemColor,
    .apng,
    .confusableColors,
    .nearDuplicate,
    .paletteUnknown,
    .catalogOrphanFile,
    .sRGBKnownBad,
  ]

  private static let ranks = Dictionary(uniqueKeysWithValues: zip(allCases.map(\.rawValue), 0...))

  var rank: Int { Self.ranks[rawValue] ?? 0 }

  /// Returns the rule of this name; nil if there is none.
  public static func named(_ name: String) -> AuditRule? { ranks[name].map { allCases[$0] } }

  package static func unknown(_ name: String) -> String {
    let nearest = Suggestion.nearest(to: name, among: allCases.map(\.rawValue)).map { " Did you mean '\($0)'?" } ?? ""
    return "There is no rule '\(name.shortened)'.\(nearest) 'gamut audit --list-rules' lists the rules."
  }

  package var command: String? { remedy?.command(for: Self.placeholder) }

  static let placeholder = Pathname("FILE")
}
