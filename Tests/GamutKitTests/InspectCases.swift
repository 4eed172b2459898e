import GamutKit
import LittleCMS
import PNGCodec
import SyntheticPNG
import TestSupport
import Testing

/// A hand-made file and its interpretation according to the standard.
///
/// The expectations are derived from PNG Third Edition (4.3 on precedence; 5.6 and 11.3.2 on chunks, positions and
/// lengths), ICC.1:2022 and ITU-T H.273, not from the code.
struct InspectCase: Sendable, CustomTestStringConvertible {
  /// The expected outcome for a declaration.
  enum Outcome: Sendable, Equatable {
    /// A published space.
    case space(ReferenceSpace)
    /// Usable, but not a published space.
    case other
    /// Not usable, with the code of the reason.
    case unusable(String)
    /// Nothing is declared.
    case undeclared

    /// What `verify` answers of an image in colour.
    var isP3: Answer { self == .space(.displayP3) ? .yes : isUnusable ? .undetermined : .no }
    var isSRGB: Answer { self == .space(.sRGB) ? .yes : isUnusable ? .undetermined : .no }
    var isAny: Answer { self == .undeclared ? .no : isUnusable ? .undetermined : .yes }
    private var isUnusable: Bool { if case .unusable = self { true } else { false } }
  }

  /// The answer of `verify`: exit status.
  enum Answer: Int, Sendable {
    case yes, no, undetermined
  }

  var name: String
  var testDescription: String { name }
  var bytes: [UInt8]
  var inForce: SourceOrigin?
  var outcome: Outcome
  /// The expected results for Display P3, for sRGB, and for any space; unless a case says otherwise, those of the outcome.
  var p3: Answer
  var sRGB: Answer
  var any: Answer
  /// The codes of all errors and warnings, in any order; notes are not listed.
  var findings: [String] = []

  init(
    _ name: String, _ image: PNGBuilder, _ chunks: [PNGChunk], other: [PNGChunk] = [],
    _ inForce: SourceOrigin?, _ outcome: Outcome, p3: Answer? = nil, sRGB: Answer? = nil, any: Answer? = nil,
    findings: [String] = [],
    change: (inout [PNGChunk]) -> Void = { _ in }, bytes: (inout [UInt8]) -> Void = { _ in }
  ) {
    var builder = image
    builder.colorChunks = chunks
    builder.otherChunks = other
    var list = builder.chunks
    change(&list)
    var file = PNGBuilder.file(list)
    bytes(&file)
    self.bytes = file
    self.name = name
    self.inForce = inForce
    self.outcome = outcome
    (self.p3, self.sRGB, self.any) = (p3 ?? outcome.isP3, sRGB ?? outcome.isSRGB, any ?? outcome.isAny)
    self.findings = findings
  }
}

extension InspectCase {
  static let rgb = PNGBuilder.rgb
  static let rgb16 = PNGBuilder.rgb16
  static let rgba = PNGBuilder(width: 3, height: 2, depth: 8, colorType: 6) { x, y, channel in 40 * x + y + channel }
  static let grey = PNGBuilder.grey
  static let greyAlpha = PNGBuilder(width: 3, height: 2, depth: 8, colorType: 4) { x, y, _ in 40 * x + y }
  static let indexed: PNGBuilder = {
    var image = PNGBuilder(width: 2, height: 1, depth: 2, colorType: 3, samples: [2, 1])
    image.palette = [1, 2, 3, 4, 5, 6, 7, 8, 9]
    return image
  }()
}

extension InspectCase {
  static let p3Profile = Profile.displayP3.bytes
  static let sRGBProfile = Profile.sRGB.bytes
  static let greyProfile = Profile.sGray.bytes

  static let curve = ICCData.sRGBCurve
  /// The curve as 1,024 samples, as in the profiles of 1998 and 2014 (facts about them: header, colorants, size of the
  /// table; the samples are those of IEC 61966-2-1).
  static let table = ICCData.curve(
    (0..<1024).map { UInt16((65535 * linear(Double($0) / 1023)).rounded()) })

  private static func linear(_ x: Double) -> Double {
    x <= 0.04045 ? x / 12.92 : power((x + 0.055) / 1.055)
  }

  /// Returns x to the power of 2.4 without a library: the fifth root of x to the twelfth, by Newton's method.
  private static func power(_ x: Double) -> Double {
    let target = (0..<12).reduce(1.0) { product, _ in product * x }
    return (0..<200).reduce(x) { root, _ in root - (root - target / (root * root * root * root)) / 5 }
  }

  static func matrix(_ colorants: [[Int32]], _ curve: [UInt8], called name: String = "test") -> [UInt8] {
    ICCBuilder.matrix(colorants, red: curve, green: curve, blue: curve).replacing("desc", with: ICCData.localized(name))
      .bytes()
  }

  static let p3Colorants: [[Int32]] = [[0x83df, 0x3dbf, -0x45], [0x4abf, 0xb137, 0xab9], [0x2838, 0x110a, 0xc8b9]]
  static let hpColorants: [[Int32]] = [[0x6fa2, 0x38f5, 0x390], [0x6299, 0xb785, 0x18da], [0x24a0, 0xf84, 0xb6cf]]
  static let sRGBPrimaries = PNGChunk.sRGBPrimaries
  static let p3Primaries = PNGChunk.p3Primaries

  /// Returns a profile with modified bytes.
  static func changed(_ profile: [UInt8], _ change: (inout [UInt8]) -> Void) -> [UInt8] {
    var copy = profile
    change(&copy)
    return copy
  }

  /// Returns an RGB profile with sRGB's matrix, whose lookup table of two samples per channel has the given values.
  static func withTables(_ samples: [UInt16]) -> [UInt8] {
    var builder = ICCBuilder.sRGBPrimaries(curve: curve).adding("A2B0", ICCData.lut16(grid: 2, samples: samples))
    builder.pcs = "XYZ "
    return builder.bytes()
  }

  /// The corners of the sRGB cube in XYZ, in the encoding of `mft2`: 1 is 0x8000 (ICC.1:2022 table 11). Tables are
  /// linear between the corners, so this is linear light.
  static let cornersOfLinearSRGB: [UInt16] = {
    let columns: [[Double]] = [[0x6FA0, 0x38F2, 0x038F], [0x6296, 0xB789, 0x18DA], [0x24A0, 0x0F85, 0xB6C4]]
    var samples: [UInt16] = []
    for corner in 0..<8 {
      for row in 0..<3 {
        var sum = 0.0
        for (channel, column) in columns.enumerated() where corner >> (2 - channel) & 1 == 1 { sum += column[row] }
        samples.append(UInt16((sum / 2).rounded()))
      }
    }
    return samples
  }()
}
