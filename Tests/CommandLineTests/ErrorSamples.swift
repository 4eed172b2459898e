import Foundation
import Gamut
import LittleCMS
import PNGCodec
import SyntheticPNG

@testable import GamutAudit
@testable import GamutKit

/// The errors of the libraries: every case, with its variants of wording.
enum ErrorSamples {
  static let all: [any AdvisedError] =
    gamut + embed + convert + write + space + conflict + policy + output

  static let png: [PNGError] = {
    let chunk = ChunkType(rawValue: 0x6943_4350)
    return [
      .io(operation: "open the file", number: ENOENT), .io(operation: "open the file", number: EACCES),
      .io(operation: "open the file", number: EMFILE), .io(operation: "read the file", number: EIO), .folder,
      .notAFile, .fileShrank(size: 9, offset: 8), .empty, .notPNG(looksLike: "JPEG"), .notPNG(looksLike: nil),
      .lfsPointer, .damagedSignature, .truncated(chunk: chunk, offset: 33, needed: 9, available: 8),
      .truncated(chunk: nil, offset: 33, needed: 9, available: nil),
      .crcMismatch(chunk: chunk, offset: 33, declared: 1, computed: 2),
      .chunkLength(chunk: chunk, offset: 33, length: 3, rule: "4"), .chunkType(chunk: chunk, offset: 33),
      .chunkOrder(chunk: chunk, offset: 33, rule: "before IDAT"), .duplicateChunk(chunk: chunk, offset: 50, first: 33),
      .missingChunk(chunk: chunk, offset: 33), .forbiddenChunk(chunk: chunk, offset: 33, colorType: .palette),
      .unknownCriticalChunk(chunk: chunk, offset: 33),
      .badHeader(fault: "a width of 0; it must be 1 to 2147483647", offset: 8), .cgbi(offset: 8),
      .imageData(detail: "incorrect data check", offset: 41), .filterType(row: 1),
      .paletteIndex(index: 3, count: 3, x: 1, y: 2), .outOfMemory(bytes: 9),
    ]
      + [PNGError.Limit.pixels, .ancillaryChunk, .interlacedBytes, .rowBytes, .spooledBytes].map {
        .limitExceeded(limit: $0, value: 9, maximum: 8, chunk: chunk, offset: 33)
      }
  }()

  static let profile: [ProfileError] = [
    .tooShort(size: 9), .notAProfile, .truncated(declared: 9, found: 8), .tagTable(count: 9, size: 200),
    .tagBounds("rXYZ", offset: 9, size: 9, profileSize: 8), .duplicateTag("rXYZ", offset: 9),
    .malformedTag("rXYZ", offset: 9, fault: "is too short"), .missingTag("rXYZ"),
    .unsupportedVersion(Profile.sRGB.header.version), .unsupportedClass("link"), .unsupportedColorSpace("CMYK"),
    .unsupportedPCS("Luv "), .greyProfileOnRGBImage, .unusableCurve("rTRC", .isConstant),
    .implausibleColorants(sum: SIMD3(1, 2, 3)), .singularColorants, .implausibleTableWhite(SIMD3(1, 1, 1)),
    .notFinite, .littleCMS("no"),
  ]

  static let declaration: [DeclarationFault] =
    profile.map { .profile($0) }
    + [
      .contents(.badName), .contents(.unknownCompressionMethod(1)), .contents(.damaged("bad")), .contents(.truncated),
      .contents(.tooLarge(maximum: 9)), .primaries(3), .transfer(16), .transfer(2), .matrix(1), .narrowRange,
      .rangeFlag(2), .zeroGamma, .gamma(1), .gamma(.max), .chromaticity(.red, Chromaticity(x: 90_000, y: 90_000)),
      .chromaticity(.white, Chromaticity(x: .max, y: 0)), .whiteOutsidePrimaries, .chromaticities, .tables,
    ]

  static let gamut: [GamutError] =
    png.map { .png($0) } + profile.map { .profile($0) }
    + declaration.flatMap { fault -> [GamutError] in
      [
        .declaration(.iCCP, fault, offset: 33), .declaration(.gammaAndChromaticities, fault, offset: nil),
        .undetermined(.cICP, fault, offset: 33), .undetermined(.gammaAndChromaticities, fault, offset: nil),
        .target(fault),
        .givenSource(fault), .destination(fault),
      ]
    } + [
      .memory(needed: 9, limit: 8), .changedWhileRead, .carriageReturn, .list(.nameBytes, entry: 3),
      .list(.names, entry: 3), .list(.bytes, entry: 3), .listEntry(.noName, entry: 3), .listEntry(.noPath, entry: 3),
      .listEntry(.severalTabs, entry: 3), .listEntry(.secondFile(of: Pathname("a.png")), entry: 3), .nameOfTwoFiles,
      .unreadableFolder(number: EACCES), .unanswered(Pathname("a.png"), number: EACCES),
      .unanswered(Pathname("a.png"), number: EIO),
      .recorded(RecordedError(code: "io", message: "Not this time.", offset: nil)),
    ]

  static let write: [WriteError] =
    [
      WriteError.Operation.createTemporary, .makeFolder, .write, .setMode, .setAttributes, .sync, .rename, .syncFolder,
      .examine,
    ].flatMap { operation in
      [ENOSPC, ENOENT, EACCES, EIO].map { .io(operation, number: $0) }
    } + png.filter { $0 != .folder }.map { .readBack($0) } + [
      .exists, .edited(Pathname("a.png")), .notAFile, .danglingLink, .hardLinks(count: 2), .readOnly, .immutable,
      .catalogInUse,
      .owner(number: EPERM), .changed,
      .readBack(nil), .standardInput, .named, .isInput(Pathname("a.png")), .isRead(Pathname("a.icc")), .foreign,
      .linkOutside(Pathname("a.png")), .linkOutsideCatalog(Pathname("a.png")), .collision(with: Pathname("a.png")),
      .outsideTree(Pathname("../a.png")), .otherOutputsRefused,
    ]

  static let embed: [EmbedError] =
    gamut.map { .input($0) } + write.map { .write($0) }
    + declaration.flatMap { fault -> [EmbedError] in
      [
        .profile(fault), .declaration(.iCCP, fault, offset: 33),
        .declaration(.gammaAndChromaticities, fault, offset: nil),
      ]
    } + [
      .rgbProfileOnGrey, .noCodePoints("Adobe RGB"), .notSRGB("Display P3"), differs,
      .assumptionDiffers(assumed: "sRGB", wanted: "Display P3"),
    ]

  /// The error of an image that declares another space.
  private static let differs: EmbedError = {
    var image = PNGBuilder(width: 1, height: 1) { _, _, _ in 0 }
    image.colorChunks = [.sRGB()]
    do throws(EmbedError) {
      _ = try Embedder(EmbedOptions(.space(.displayP3))).embed(png: image.bytes)
    } catch {
      return error
    }
    preconditionFailure("sRGB is not Display P3")
  }()

  static let convert: [ConvertError] =
    gamut.map { .input($0) } + write.map { .write($0) } + declaration.map { .destination($0) }
    + [.greyDestination, .mappingToTables, .animation, .paletteDepth, .notOpaque(.init(x: 3, y: 4))]

  static let space: [SpaceChoice.Fault] =
    png.map { .unreadable($0) } + png.map { .unknown(nearest: [.rec601NTSC, .rec601PAL], file: $0) }
    + profile.map { .notAProfile($0) } + [.tooLarge(maximum: 9), .lfsPointer]

  static let conflict: [OutputFile.Conflict] = [.isInput, .isTaken, .isForeign]

  static let policy = png.map { PolicyError(nil, $0.message, hint: $0.hint) }

  static let output: [OutputError] = [EBADF, ENOSPC, EIO].map { OutputError(number: $0) }
}
