import Gamut
import GamutKit
import PNGCodec

extension AuditRule {
  public static let chunkFault = AuditRule(
    "chunk-fault", severity: .warning, traits: [.ignoresColors, .repeatsError],
    title: "The file breaks the rules of PNG",
    explanation: """
      The file breaks the rules of PNG: a checksum is wrong, a chunk is in the wrong place, appears twice, is too \
      long or is missing, or there is more image data than the image needs. Some programs show such a file, others \
      refuse it; a wrong checksum usually means that the file is damaged. Export it again. The rule also reports \
      profiles of ICC version 5, and unusable declarations below a usable one: programs that do not support the \
      usable one show wrong colours. Embed the declaration again to remove them. 'gamut inspect' lists every fault.
      """,
    remedy: .inspect
  ) { file, finding in
    let (faults, areDeclarations) = file.faults
    guard let first = faults.first else { return false }
    let count = faults.count + file.inspection.survey.unlistedCount
    finding.message =
      first.message.asSentence + (count > 1 ? " And \(Words.count(count - 1, "more fault"))." : "")
    finding.numbers = [.init("faults", count)]
    finding.weight = count
    (finding.offset, finding.chunk) = (first.offset, first.chunk)
    // Use only the label of the declaration in force.
    if areDeclarations, let space = file.space, [.displayP3, .sRGB].contains(space) {
      finding.remedy = .embed(space)
    }
    return true
  }

  public static let trailingData = AuditRule(
    "trailing-data", severity: .warning, traits: .ignoresColors,
    title: "Bytes after the end of the image",
    explanation: """
      The file has bytes after the end of the image (IEND). No program shows them, every user downloads them, and \
      they can be the rest of an earlier image that was cropped for a reason. Export the file again.
      """
  ) { file, finding in
    let survey = file.inspection.survey
    guard let surplus = survey.findings.first(where: { $0.kind == .dataAfterEnd }) else { return false }
    let count = survey.size - surplus.offset
    finding.message = surplus.message.asSentence
    finding.numbers = [.init("bytes", count)]
    finding.weight = count
    finding.offset = surplus.offset
    return true
  }

  public static let apng = AuditRule(
    "apng", severity: .warning, traits: .ignoresColors,
    title: "An animation: only the first image is checked",
    explanation: """
      The file is an animation (APNG). Only its default image is analysed, the one that programs without support for \
      APNG show. Losses in it are reported; later frames are not checked.
      """
  ) { file, finding in
    guard let animation = file.inspection.survey.animation else { return false }
    finding.message =
      "The file is an animation of \(Words.count(Int(animation.frames), "frame")); only its first image is checked."
    finding.numbers = [.init("frames", Int(animation.frames))]
    finding.chunk = "acTL"
    return true
  }
}

private typealias Fault = (message: String, offset: Int?, chunk: String?)

extension AuditSubject {
  /// All faults that the rule reports, and whether each is an unusable declaration below a usable one.
  fileprivate var faults: (all: [Fault], areDeclarations: Bool) {
    let survey = inspection.survey
    var faults: [Fault] = survey.faults.map { ($0.message, $0.offset, $0.chunk) }
    // Only the decoder finds faults inside the image data.
    if faults.isEmpty, case .failure(.png(let error)) = report, [.imageData, .paletteIndex].contains(error.code) {
      faults.append((error.message, error.offset, error.chunk))
    }
    for finding in survey.findings where finding.kind != .dataAfterEnd {
      faults.append((finding.message, finding.offset, finding.chunk))
    }
    if case .success(let report) = report {
      let others = [Finding.Kind.surplusImageData.rawValue, FileFinding.Kind.version5.rawValue]
      for finding in report.findings where others.contains(finding.code) {
        faults.append((finding.message, finding.offset, finding.chunk))
      }
    }
    let areDeclarations = faults.isEmpty
    for declaration in unusableBelow {
      guard let fault = declaration.fault else { continue }
      let names = "\(declaration.origin.chunkNames) below the \(inspection.inForce?.origin.chunkNames ?? "")"
      faults.append(
        ("the \(names) cannot be used: \(fault.message.asClause)", declaration.offset, declaration.origin.chunk))
    }
    return (faults, areDeclarations)
  }
}
