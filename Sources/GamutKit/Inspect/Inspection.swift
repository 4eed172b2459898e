public import Gamut
public import LittleCMS
public import PNGCodec

/// What a file says about its colours.
public enum Inspection: Sendable, Hashable {
  case png(PNGInspection)
  /// An ICC profile in a file of its own.
  case profile(InspectedProfile)

  public var findings: [InspectFinding] {
    switch self {
    case .png(let png): png.findings
    case .profile(let profile): profile.findings
    }
  }
}

/// What a PNG says about its colours: every chunk, which of them counts, and what is wrong.
public struct PNGInspection: Sendable, Hashable {
  /// The chunks, and the faults of the file.
  public var survey: ChunkSurvey
  /// The profile of iCCP, if the bytes are one.
  public var profile: InspectedProfile?
  /// The declarations that are present, the one with the highest precedence first (PNG Third Edition, 4.3).
  public var declarations: [InspectedDeclaration]
  /// What a decoder that does not know cICP sees, where there is one: the next declaration, or sRGB.
  public var withoutCICP: InspectedDeclaration?
  /// What a lenient decoder falls back to, where the declaration in force cannot be used: the next that can, or sRGB.
  public var fallback: InspectedDeclaration?
  /// Whether the chunks say the same: each against the highest that can be used.
  public var comparisons: [ChunkComparison]
  public var findings: [InspectFinding]

  /// The declaration that the standard says counts, usable or not; nil where there is none.
  public var inForce: InspectedDeclaration? { declarations.first }
}

/// One declaration and what it comes to.
public struct InspectedDeclaration: Sendable, Hashable {
  /// `assumed` where the file declares nothing (more).
  public var origin: SourceOrigin
  /// Of its (first) chunk.
  public var offset: Int?
  /// The profile's own description, or the declaration in words.
  public var description: String?
  /// Which published space it is; nil where it cannot be used.
  public var identification: SpaceIdentification?
  /// Why it cannot be used.
  public var fault: DeclarationFault?
}

/// Two statements about one image, held against each other.
public struct ChunkComparison: Sendable, Hashable {
  /// A chunk, or two that speak together.
  public enum Statement: String, Sendable, Hashable, CaseIterable {
    case cICP, iCCP, sRGB
    case gammaAndChromaticities = "gAMA+cHRM"
    case gamma = "gAMA"
    case chromaticities = "cHRM"
    case eXIf
  }

  /// The one with the higher precedence.
  public var higher: Statement
  public var lower: Statement
  /// The largest difference between a colour's code by one and by the other.
  public var difference: SpaceDifference
  /// The lower one is what the standard recommends beside the higher (11.3.2.3 and 11.3.2.5): a gAMA that stands for a
  /// curve which no exponent can express, so that only primaries were compared, or a cHRM with its five digits.
  public var isApproximation: Bool

  /// Whether no colour differs by more than half a code of 255; by two codes, of an approximation.
  public var agrees: Bool { isApproximation ? difference.codes8 <= 2 : difference.level != nil }
}

/// An ICC profile and what it comes to.
public struct InspectedProfile: Sendable, Hashable {
  public var profile: Profile
  /// Which published space it is; nil where it cannot be used.
  public var identification: SpaceIdentification?
  /// Why it cannot be used for an image of its own kind.
  public var fault: DeclarationFault?
  public var findings: [InspectFinding]
}

/// Something about a file that is wrong or worth knowing.
public struct InspectFinding: Sendable, Hashable {
  /// A stable word in kebab case; `allCodes` has them all.
  public var code: String
  public var severity: Severity
  /// Whole sentences for a person.
  public var message: String
  /// Byte offset in the file, where one applies.
  public var offset: Int?
  /// The chunk, where one is meant.
  public var chunk: String?
}
