import PNGCodec

/// A fault of a file, or other useful information about it.
public struct FileFinding: Sendable, Hashable {
  /// A stable identifier in kebab case: of the schemas, or the name of the rule in an audit.
  public var code: String
  /// How bad it is.
  public var severity: Severity
  /// Whole sentences, for people.
  public var message: String
  /// The byte offset in the file, if there is one.
  public var offset: Int?
  /// The chunk concerned, if there is one.
  public var chunk: String?

  /// The kinds of findings beside those of the codec and those that are errors of other commands. The list is closed.
  package enum Kind: String, CaseIterable {
    case declaresNothing = "declares-nothing"
    case textProfile = "profile-in-text"
    case doubtfulCodePoints = "cicp-doubtful"
    case profileIgnored = "profile-ignored"
    case profileWarned = "profile-warned"
    case tablesDiffer = "tables-differ"
    case disagreement = "declarations-disagree"
    case misleadingName = "misleading-name"
    case chromaticitiesAlone = "chrm-without-gama"
    case masteringWithoutCICP = "mdcv-without-cicp"
    case sRGBBesideProfile = "srgb-beside-iccp"
    case renderingIntent = "rendering-intent"
    case significantBits = "significant-bits"
    case profileID = "profile-id"
    case profileSurplus = "profile-surplus"
  }

  /// nil for a finding of the codec or of an audit, or an error.
  package var kind: Kind? { Kind(rawValue: code) }

  package init(code: String, severity: Severity, message: String, offset: Int? = nil, chunk: String? = nil) {
    (self.code, self.severity, self.message) = (code, severity, message)
    (self.offset, self.chunk) = (offset, chunk)
  }
}

extension FileFinding {
  init(_ kind: Kind, _ severity: Severity, _ message: String, offset: Int? = nil, chunk: String? = nil) {
    self.init(code: kind.rawValue, severity: severity, message: message, offset: offset, chunk: chunk)
  }

  init(_ fault: PNGError) {
    self.init(
      code: fault.code, severity: .error, message: fault.message.asSentence, offset: fault.offset,
      chunk: fault.chunk)
  }

  init(_ finding: Finding) {
    self.init(
      code: finding.kind.rawValue, severity: .warning, message: finding.message.asSentence, offset: finding.offset,
      chunk: finding.chunk)
  }
}

/// The severity of a finding.
public enum Severity: String, Sendable, Hashable, CaseIterable, Comparable {
  /// Other commands reject the file for this reason, or a build fails.
  case error
  /// The file contains wrong information, or programs interpret it differently.
  case warning
  /// Useful information; no action is required.
  case note

  /// The worse severity is the larger one.
  public static func < (a: Severity, b: Severity) -> Bool { a.rank > b.rank }

  var rank: Int { self == .error ? 0 : self == .warning ? 1 : 2 }
}
