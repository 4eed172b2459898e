import Gamut
import GamutKit

extension AuditRule {
  /// The colour chunks of a file contradict each other.
  public static let declarationsDisagree = AuditRule(
    "declarations-disagree", severity: .error,
    title: "The colour chunks of a file contradict each other",
    explanation: """
      A PNG can declare its colour space in several chunks (cICP, iCCP, sRGB, gAMA with cHRM). In this file they \
      differ by more than half an 8-bit code for some colour. Which chunk is used depends on the program, so the \
      image looks different in different programs. Keep the correct declaration: 'gamut embed --profile' removes \
      those that contradict it. A gAMA that approximates the curve as usual (45455 for sRGB) and a cHRM rounded to \
      five digits do not count as contradictions. A cHRM without gAMA declares nothing; 'gamut inspect' reports it.
      """,
    remedy: .inspect
  ) { file, finding in
    // cHRM alone and eXIf do not declare a space; `inspect` reports them.
    let disagreements = file.inspection.comparisons.filter {
      !$0.agrees && $0.lower != .chromaticities && $0.lower != .eXIf
    }
    guard let worst = disagreements.max(by: { $0.difference.codes8 < $1.difference.codes8 }) else { return false }
    let names = disagreements.map(\.lower.chunkNames).joined(separator: " and the ")
    finding.message =
      "The \(names) contradict\(disagreements.count == 1 && worst.lower != .gammaAndChromaticities ? "s" : "") "
      + "the \(worst.higher.chunkNames): colours are \(worst.difference.words), at \(worst.difference.color.codeWords)."
    finding.numbers = [.init("codes8", worst.difference.codes8), .init("disagreements", disagreements.count)]
    finding.weight = AuditFinding.weight(codes8: worst.difference.codes8)
    let origin = SourceOrigin(rawValue: worst.lower.rawValue)
    (finding.offset, finding.chunk) = (origin?.offset(in: file.chunks), origin?.chunk)
    switch file.space {
    case .displayP3: finding.remedy = .embed(.displayP3)
    case .sRGB: finding.remedy = .embed(.sRGB)
    default: break
    }
    return true
  }
}
