import Gamut
public import PNGCodec

/// What an audit found out about one input: all that any output says of it. A row of another run, read from a part, is
/// the same value as one of this run, which is why both lead to the same bytes.
public struct AuditRow: OutcomeRow, Sendable, Hashable {
  /// Below the root of the run.
  public var path: Path
  /// Nil where there was nothing to look at.
  public var image: AuditedImage?
  /// At most one of each rule, worst first. Those that the baseline knows are left out.
  public var findings: [AuditFinding] = []
  /// How many findings the baseline knows.
  public var known = 0
  /// Why the input could not be processed, or not wholly.
  public var error: RecordedError?

  public var verdict: AuditVerdict {
    guard let report = image?.report, error == nil else { return .unjudged }
    switch report.verdict {
    case .collapses: return .collapses
    case .clips: return .clips
    case .fits: return report.isPartial ? .partial : .fits
    }
  }
}

/// What an audit says of an image as a whole.
public enum AuditVerdict: String, Sendable, Hashable, CaseIterable {
  case collapses
  case clips
  case fits
  /// The first image of an animation fits; the others were not looked at.
  case partial
  /// There is no report: the input could not be processed, or what it declares cannot be used.
  case unjudged
}

/// The image of a row.
public struct AuditedImage: Sendable, Hashable {
  /// Bytes of the file.
  public var size: Int
  public var header: ImageHeader
  public var isAnimated: Bool
  /// The declaration in force; nil where there is none.
  public var declaration: Declared?
  /// Which contents the findings are about; nil where there are none.
  public var content: UInt64?
  /// Nil where what the file declares cannot be used, or its pixels not be read. Reals are rounded to what is written.
  public var report: GamutReport?

  /// A declaration in short.
  public struct Declared: Sendable, Hashable {
    public var origin: SourceOrigin
    public var description: String?
    /// By its numbers; nil for any other space, and where it cannot be used.
    public var space: ReferenceSpace?
  }
}

extension AuditRow {
  public var failure: (any FileError)? { error }

  /// Which contents a finding is about: those of the file, and of the other one where there is one; nil where the row has
  /// no image.
  func content(of finding: AuditFinding) -> UInt64? {
    guard let content = image?.content, let other = finding.other else { return image?.content }
    return ContentChecksum.crc64(Array((hex16(content) + hex16(other.content)).utf8))
  }
}

extension AuditRow {
  /// The lines that serve the image and its variant, and the first rule whose finding they go with; nil where it has
  /// none, or needs none.
  var webLines: (rule: AuditRule, lines: WebLines)? {
    guard let image,
      let finding = findings.first(where: {
        $0.rule == .hasVariant || [.collapses, .flattens].contains($0.rule) && $0.remedy?.output != nil
      }),
      let lines = WebLines(
        of: path, size: image.size, variantSize: finding.other?.size, width: image.header.width,
        height: image.header.height)
    else { return nil }
    return (finding.rule, lines)
  }
}

extension AuditFinding {
  /// Worst first: severity, rule, weight.
  func isWorse(than other: AuditFinding) -> Bool {
    if severity != other.severity { return severity > other.severity }
    if rule != other.rule { return rule.rank < other.rule.rank }
    return weight > other.weight
  }
}
