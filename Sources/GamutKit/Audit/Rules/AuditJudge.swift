import Gamut
import LittleCMS
import PNGCodec

/// Holds one file against the rules.
struct AuditJudge {
  let policy: AuditPolicy
  let inspection: PNGInspection
  let report: Result<GamutReport, GamutError>
  /// What the policy expects of files in this place, and what measures it.
  let expectation: (AuditPolicy.Expectation, Verifier?)?
  let place: AuditInput
  /// What stands in the place of its variant; nil where it needs none, or nothing is there.
  var variant: VariantSearch.Variant?
  /// The image that it is the variant of.
  var image: VariantSearch.Image?
  private let found = Found()

  /// What is found, while the rules that look at the file go on.
  private final class Found {
    var findings: [AuditFinding] = []
  }

  init(
    policy: AuditPolicy, inspection: PNGInspection, report: Result<GamutReport, GamutError>,
    expectation: (AuditPolicy.Expectation, Verifier?)?, place: AuditInput
  ) {
    self.place = place
    self.policy = policy
    self.inspection = inspection
    self.report = report
    self.expectation = expectation
  }

  var header: ImageHeader { inspection.survey.header }
  var chunks: ColorChunks { inspection.survey.colorChunks }
  /// The space in force by its numbers.
  var space: ReferenceSpace? { inspection.inForce?.identification?.space }

  /// What the rules find, in their order.
  func judge() -> [AuditFinding] {
    judgeDeclarations()
    judgeProfile()
    judgeExpectation()
    judgeStructure()
    judgeLoss()
    judgeVariant()
    return found.findings
  }

  /// Adds a finding, unless its rule is off; what it says is made only then.
  func find(_ rule: AuditRule, _ make: (inout AuditFinding) -> Void) {
    guard let severity = policy.severity(of: rule) else { return }
    var finding = AuditFinding(rule: rule, severity: severity, message: "", remedy: rule.remedy)
    make(&finding)
    found.findings.append(finding)
  }

  func has(_ rule: AuditRule) -> Bool { found.findings.contains { $0.rule == rule } }
}

/// The file as a PNG.
extension AuditJudge {
  fileprivate func judgeStructure() {
    let survey = inspection.survey
    var faults = survey.faults.map { ($0.message, $0.offset, $0.chunk) }
    // The decoder knows of what is inside the image data, the survey does not.
    if faults.isEmpty, case .failure(.png(let error)) = report, [.imageData, .paletteIndex].contains(error.code) {
      faults.append((error.message, error.offset, error.chunk))
    }
    for finding in survey.findings where finding.kind != .dataAfterEnd {
      faults.append((finding.message, finding.offset, finding.chunk))
    }
    if case .success(let report) = report {
      let others = [Finding.Kind.surplusImageData.rawValue, ReportFinding.profileVersion5]
      for finding in report.findings where others.contains(finding.code) {
        faults.append((finding.message, finding.offset, finding.chunk))
      }
    }
    let onlyUnusable = faults.isEmpty
    for declaration in unusableBelow {
      guard let fault = declaration.fault else { continue }
      let names = "\(declaration.origin.chunkNames) below the \(inspection.inForce?.origin.chunkNames ?? "")"
      faults.append(
        ("the \(names) cannot be used: \(fault.message.asClause)", declaration.offset, declaration.origin.chunk))
    }
    if let (message, offset, chunk) = faults.first {
      let count = faults.count + survey.unlisted
      find(.chunkFault) { finding in
        finding.message =
          message.asSentence + (count > 1 ? " And \(Words.count(count - 1, "more fault")) of this kind." : "")
        finding.numbers = [.init("faults", count)]
        finding.weight = count
        (finding.offset, finding.chunk) = (offset, chunk)
        // The label of the one in force, and of no other.
        if onlyUnusable, let space, [.displayP3, .sRGB].contains(space) {
          finding.remedy = Remedy("embed", "--profile", space.rawValue, "--in-place")
        }
      }
    }
    if let surplus = survey.findings.first(where: { $0.kind == .dataAfterEnd }) {
      find(.trailingData) { finding in
        let count = survey.size - surplus.offset
        finding.message = surplus.message.asSentence
        finding.numbers = [.init("bytes", count)]
        finding.weight = count
        finding.offset = surplus.offset
      }
    }
    if let animation = survey.animation {
      find(.apng) { finding in
        finding.message =
          "The file is an animation of \(Words.count(Int(animation.frames), "frame")); only its first image was judged."
        finding.numbers = [.init("frames", Int(animation.frames))]
        finding.chunk = "acTL"
      }
    }
  }
}
