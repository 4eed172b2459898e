public import Gamut
public import LittleCMS
public import PNGCodec

/// The colour information of a file.
public enum Inspection: Sendable, Hashable {
  /// A PNG.
  case png(PNGInspection)
  /// A separate ICC profile file.
  case profile(InspectedProfile)

  /// The faults of the file, and other information about it.
  public var findings: [FileFinding] {
    switch self {
    case .png(let png): png.findings
    case .profile(let profile): profile.findings
    }
  }
}

/// The colour information of a PNG: every chunk, which of them applies, and all faults.
public struct PNGInspection: Sendable, Hashable {
  /// The chunks, and the faults of the file.
  public var survey: ChunkSurvey
  /// The profile of iCCP, if its bytes are a profile.
  public var profile: InspectedProfile?
  /// The declarations that are present, the one with the highest precedence first (PNG Third Edition, 4.3).
  public var declarations: [InspectedDeclaration]
  /// Comparisons of the chunks, each with the usable one of highest precedence.
  public var comparisons: [ChunkComparison]
  /// The faults of the file, and other information about it.
  public var findings: [FileFinding]

  /// The declaration that applies according to the standard, usable or not; nil if there is none.
  public var inForce: InspectedDeclaration? { declarations.first }
}

/// One declaration and its identification.
public struct InspectedDeclaration: Sendable, Hashable {
  /// The declared colour.
  public var color: DeclaredColor
  /// The offset in the file of its first chunk.
  public var offset: Int?
  /// The published space that the declaration matches; nil if the declaration cannot be used.
  public var identification: SpaceIdentification?
  /// The reason that the declaration cannot be used.
  public var fault: DeclarationFault?

  /// The chunk or chunks that declare the colour.
  public var origin: SourceOrigin { color.origin }
}

/// A comparison of two statements about the colours of one image.
public struct ChunkComparison: Sendable, Hashable {
  /// The statement of higher precedence.
  public var higher: SourceOrigin
  /// The statement of lower precedence.
  public var lower: SourceOrigin
  /// The largest difference between the codes of a colour in both.
  public var difference: SpaceDifference
  /// Whether the lower one is the approximation that the standard recommends beside the higher (11.3.2.3 and 11.3.2.5):
  /// a gAMA for a curve that no exponent can express, so that only primaries were compared, or a cHRM with its five
  /// digits.
  public var isApproximation: Bool

  /// Whether the lower one is metadata, which declare nothing.
  public var isWithMetadata: Bool { lower == .eXIf || lower == .xmp }

  /// Whether no colour differs by more than half a code of 255; for an approximation, by more than two codes.
  public var agrees: Bool { isApproximation ? difference.codes8 <= 2 : difference.level != nil }
}

/// An ICC profile and its identification.
public struct InspectedProfile: Sendable, Hashable {
  /// The profile as it was read.
  public var profile: Profile
  /// The published space that the profile matches; nil if the profile cannot be used.
  public var identification: SpaceIdentification?
  /// The reason that the profile cannot be used for an image of its own kind.
  public var fault: DeclarationFault?
  /// The faults of the profile, and other information about it.
  public var findings: [FileFinding]
}
