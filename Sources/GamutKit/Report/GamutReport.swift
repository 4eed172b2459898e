public import Gamut
public import PNGCodec

/// The losses of one image in one destination, and the origin of the meaning of its codes.
public struct GamutReport: Sendable, Hashable {
  /// The image as its header describes it.
  public var image: ImageHeader
  /// Whether only a part was analysed: the other frames of an APNG were not.
  public var isPartial: Bool
  /// The meaning of the codes.
  public var source: Source
  /// The space in which the image is shown.
  public var destination: Destination
  /// What is lost.
  public var loss: LossReport
  /// Irregularities of the file, in the order in which they were found.
  public var findings: [ReportFinding]
  /// The number of times the file was read: more than once if its colours did not fit the allowed memory.
  public var passes = 1

  /// The space of the file's codes.
  public struct Source: Sendable, Hashable {
    /// The origin of the meaning.
    public var origin: SourceOrigin
    /// The profile's own description, or a description of the declaration.
    public var description: String?
    /// The space identified by its parameters, not by its name; nil for any other space.
    public var space: KnownSpace?
    /// Whether the image can only contain grey.
    public var isGrey: Bool
    /// The meaning for a decoder without support for cICP, if a cICP is in force.
    public var withoutCICP: Fallback?
  }

  /// The declaration of lower precedence than a cICP chunk.
  public struct Fallback: Sendable, Hashable {
    /// The chunks of the declaration.
    public var origin: SourceOrigin
    /// The profile's own description, or a description of the declaration.
    public var description: String?
    /// The space identified by its parameters, not by its name; nil for any other space.
    public var space: KnownSpace?
    /// The reason that it cannot be used.
    public var error: GamutError?
  }

  /// The destination of the rendition.
  public struct Destination: Sendable, Hashable {
    /// The space identified by its parameters, not by its name; nil for any other space.
    public var space: KnownSpace?
    /// The name of the space, or the profile's own description.
    public var description: String?
    /// 8 or 16.
    public var bitDepth: Int
  }

  /// The overall verdict, that of `loss`.
  public var verdict: LossReport.Verdict { loss.verdict }
}

/// An irregularity of a file that did not prevent a report.
public struct ReportFinding: Sendable, Hashable {
  /// A stable identifier in kebab case; `allCodes` lists all of them.
  public var code: String
  /// One sentence, for people.
  public var message: String
  /// The byte offset in the file, if there is one.
  public var offset: Int?
  /// The chunk concerned, if there is one.
  public var chunk: String?

  /// The closed list of codes, sorted.
  public static let allCodes =
    (Finding.Kind.allCases.map(\.rawValue) + [rgbProfileOnGrey, disagreement, profileVersion5]).sorted()

  static let rgbProfileOnGrey = "rgb-profile-on-grey"
  static let disagreement = "declarations-disagree"
  package static let profileVersion5 = "profile-version-5"

  init(_ finding: Finding) {
    self.init(
      code: finding.kind.rawValue, message: finding.message.asSentence, offset: finding.offset, chunk: finding.chunk)
  }

  init(code: String, message: String, offset: Int?, chunk: String?) {
    self.code = code
    self.message = message
    self.offset = offset
    self.chunk = chunk
  }
}
