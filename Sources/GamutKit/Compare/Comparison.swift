public import Gamut
public import PNGCodec

/// The options of comparisons.
public struct CompareOptions: Sendable {
  /// The least difference that people see (DIN99o), above 0.
  public var tolerance = Rendition.defaultJND
  /// Whether codes are compared as if all files declared sRGB.
  public var ignoresDeclarations = false
  /// The space of a display with 8 bits whose pictures are compared; nil compares the files.
  public var display: SpaceChoice?
  /// The meaning of files without a declaration; nil reads them as sRGB.
  public var assume: SpaceChoice?
  /// The maximum number of regions in the list.
  public var top = 10
  /// The memory limit for the two images of a comparison in bytes.
  public var memory = ReportOptions.defaultMemory
  /// The resource limits for the files and profiles that are read.
  public var limits = Limits()

  /// Creates options for files as they are.
  public init() {}
}

/// Whether two files show one picture, and why not.
public struct Comparison: Sendable, Hashable {
  /// One of the files.
  public struct File: Sendable, Hashable {
    /// The image as its header describes it.
    public var image: ImageHeader
    /// The colour space, and the declaration that it comes from.
    public var source: DeclaredColor
    /// Whether the file is an animation, of which only the first image is compared.
    public var isPartial: Bool
  }

  /// The files.
  public var a, b: File
  /// The least difference that counts (DIN99o).
  public var tolerance: Double
  /// The result.
  public var difference: PictureDifference

  /// The answer.
  public var verdict: PictureDifference.Verdict { difference.verdict }
}

/// The reason that two files could not be compared.
public struct CompareError: FileError {
  /// The file that the error is about.
  public var side: PictureDifference.Side
  /// The error.
  public var error: GamutError

  public var code: String { error.code }
  public var offset: Int? { error.offset }
  public var message: String { error.message }
  public var hint: String? { error.hint }
}

/// The outcome for two files, or for one without a partner.
public struct CompareRow: OutcomeRow, Sendable, Hashable {
  /// The result for two files.
  public enum Outcome: Sendable, Hashable {
    /// The files were compared.
    case compared(Comparison)
    /// There is only the file of this side.
    case alone(PictureDifference.Side)
    /// The files could not be compared.
    case failed(CompareError)
  }

  /// The path of each file; that of one without a partner is where its partner would be.
  public var a, b: Pathname
  /// Whether the files are partners by their bytes, and have other names.
  public var isRenamed = false
  /// The result.
  public var outcome: Outcome

  /// The answer; nil if the files could not be compared. A file without a partner differs.
  public var verdict: PictureDifference.Verdict? {
    switch outcome {
    case .compared(let comparison): comparison.verdict
    case .alone: .differs
    case .failed: nil
    }
  }

  package var path: Pathname {
    switch outcome {
    case .compared, .alone(.a): a
    case .alone: b
    case .failed(let error): error.side == .a ? a : b
    }
  }

  package var failure: (any FileError)? { if case .failed(let error) = outcome { error.error } else { nil } }
  package mutating func showFromHere() { (a, b) = (a.fromHere, b.fromHere) }
}
