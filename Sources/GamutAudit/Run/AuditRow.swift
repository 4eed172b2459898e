import Gamut
public import GamutKit
public import PNGCodec

/// The audit result of one input: all data that the output formats use. A row read from a part equals the row of the
/// original run, so both produce identical output.
public struct AuditRow: OutcomeRow, Sendable, Hashable {
  /// Relative to the root of the run.
  public var path: Pathname
  /// nil if the file is no PNG with a usable header, or could not be read.
  public var image: AuditedImage?
  /// A checksum of the contents of a file without an image, if there are findings about it.
  public var content: UInt64?
  /// The set of an asset catalog whose file this is; nil for an image.
  public var set: AuditedSet?
  package var palette: AuditedPalette?
  /// The findings, at most one per rule but for palettes, worst first, without those in the baseline.
  public var findings: [AuditFinding] = []
  /// The number of findings hidden by the baseline.
  public var known = 0
  /// The number of findings in the baseline that the file no longer has.
  public var stale = 0
  /// The reason that the input could not be processed, or only in part.
  public var error: RecordedError?

  /// The overall verdict about the file.
  public var verdict: RowVerdict {
    if set != nil { return .set }
    if palette != nil { return error == nil ? .palette : .unjudged }
    guard error == nil, let image, let report = image.report else { return .unjudged }
    return image.isTemplate ? .template : RowVerdict(report)
  }
}

/// The set of a row.
public struct AuditedSet: Sendable, Hashable {
  /// The kind of the set, as `colorset`.
  public var kind: String
  /// The name by which apps load it.
  public var name: Pathname
  /// The number of its slots.
  public var slots: Int
  /// A checksum of its file.
  public var content: UInt64
}

package struct AuditedPalette: Sendable, Hashable {
  package var format: String
  package var colors: Int
  package var contexts: [String]
  package var content: UInt64
}

/// The image of a row.
public struct AuditedImage: Sendable, Hashable {
  /// The size of the file in bytes.
  public var size: Int
  /// The header of the image.
  public var header: ImageHeader
  /// Whether it is an animation (APNG), of which only the first image is audited.
  public var isAnimated: Bool
  /// Whether it is a template in an asset catalog, whose colours are not shown.
  public var isTemplate = false
  /// The declaration in force; nil if there is none.
  public var declaration: DeclaredColor?
  /// A checksum that identifies the contents that the findings are about; nil if there are none.
  public var content: UInt64?
  /// nil if the declaration cannot be used, or the pixels cannot be read. Real numbers are rounded as in the output.
  public var report: GamutReport?
}

extension AuditRow {
  package init(path: Pathname) { self.init(path: path, image: nil) }

  package var failure: (any FileError)? { error }
  /// Formats for people show all paths from where the run says that people are.
  package mutating func showFromHere() {}

  /// Returns a checksum of the contents that a finding is about: those of the file, and of the other file if there is
  /// one; nil if the row has no image.
  func content(of finding: AuditFinding) -> UInt64? {
    if let set { return set.content }
    // Palettes are texts that change often: a finding is known by what it says.
    if palette != nil { return ContentChecksum.crc64(Array(finding.message.utf8)) }
    let own = image?.content ?? content
    guard let content = own, let other = finding.other else { return own }
    return ContentChecksum.crc64(Array((hex16(content) + hex16(other.content)).utf8))
  }
}

extension AuditFinding {
  func isWorse(than other: AuditFinding) -> Bool {
    (fault.severity, other.rule.rank, weight) > (other.severity, rule.rank, other.weight)
  }
}
