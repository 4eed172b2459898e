public import Gamut
public import PNGCodec

/// What one image loses in one destination, and how the file said what it means.
public struct GamutReport: Sendable, Hashable {
  /// The image as its header describes it.
  public var image: ImageHeader
  /// Whether there is more than was analysed: the other frames of an APNG.
  public var isPartial: Bool
  public var source: Source
  public var destination: Destination
  public var loss: LossReport
  /// What is irregular about the file, in the order in which it was found.
  public var findings: [ReportFinding]
  /// How often the file was read: more than once where its colours did not fit the memory allowed.
  public var passes = 1

  /// The space of the file's codes.
  public struct Source: Sendable, Hashable {
    public var origin: SourceOrigin
    /// The profile's own description, or what the declaration is in words.
    public var description: String?
    /// By its numbers, not by its name; nil for any other space.
    public var space: KnownSpace?
    /// Whether some pixel of the image can be anything but grey.
    public var isGrey: Bool
    /// What a decoder that does not know cICP sees, where a cICP is in force.
    public var withoutCICP: Fallback?
  }

  /// What lies below a cICP chunk.
  public struct Fallback: Sendable, Hashable {
    public var origin: SourceOrigin
    public var description: String?
    public var space: KnownSpace?
    /// Why such a decoder sees nothing that can be used.
    public var error: GamutError?
  }

  /// Where the image is rendered to.
  public struct Destination: Sendable, Hashable {
    public var space: KnownSpace?
    public var description: String?
    /// 8 or 16.
    public var bitDepth: Int
  }

  public var verdict: LossReport.Verdict { loss.verdict }
}

/// Something irregular about a file that was reported on all the same.
public struct ReportFinding: Sendable, Hashable {
  /// A stable word in kebab case; `allCodes` has them all.
  public var code: String
  /// One sentence for a person.
  public var message: String
  /// Byte offset in the file, where one applies.
  public var offset: Int?
  public var chunk: String?

  /// The closed list of codes, sorted.
  public static let allCodes =
    (Finding.Kind.allCases.map(\.rawValue) + [rgbProfileOnGrey, disagreement, profileVersion5]).sorted()

  static let rgbProfileOnGrey = "rgb-profile-on-grey"
  static let disagreement = "declarations-disagree"
  static let profileVersion5 = "profile-version-5"

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
