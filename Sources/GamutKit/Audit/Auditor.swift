import Gamut
import LittleCMS
import PNGCodec

/// Audits files against one policy. One auditor may work for several threads at a time.
public struct Auditor: Sendable {
  public let policy: AuditPolicy
  private let reporter: Reporter
  private let inspector: Inspector
  /// For each expectation of the policy what it asks of a declaration; nil where it asks nothing that is there.
  private let verifiers: [Verifier?]

  /// - Parameters:
  ///   - policy: what files are held against.
  ///   - memory: bytes that the analysis of one image may take.
  /// - Throws: `GamutError.destination` or `.target` where a profile of the policy cannot be used.
  public init(_ policy: AuditPolicy = AuditPolicy(), memory: Int = ReportOptions().memory) throws(GamutError) {
    self.policy = policy
    var options = ReportOptions()
    options.destination = policy.destination
    options.depth = policy.depth
    options.jnd = policy.jnd
    options.memory = memory
    reporter = try Reporter(options)
    let inspector = Inspector(limits: options.limits)
    self.inspector = inspector
    var verifiers: [Verifier?] = []
    for expectation in policy.expectations { verifiers.append(try Verifier(expectation, inspector)) }
    self.verifiers = verifiers
  }

  /// The pictures of a page of this audit.
  ///
  /// - Parameters:
  ///   - root: what the paths of the inputs are told from.
  ///   - jobs: threads.
  public func pictures(root: Path, jobs: Int) -> AuditPictures {
    var pictures = AuditPictures(root: root, jobs: jobs)
    pictures.reporter = reporter
    return pictures
  }

  /// Audits one input: one read, one decode.
  ///
  /// - Parameters:
  ///   - input: where it is, and what it is called.
  ///   - threads: 2 or more to decode on one and analyse on another.
  public func audit(_ input: AuditInput, threads: Int = 1) -> AuditRow {
    var row = AuditRow(path: input.path)
    do throws(GamutError) {
      switch input.input {
      case .unusable(_, let error): throw error
      case .standardInput: throw .png(.notPNG(looksLike: nil))
      case .file(let path): try audit(try OpenedFile(path), &row, threads: threads)
      }
    } catch {
      row.error = RecordedError(error)
    }
    return row
  }

  private func audit(_ file: OpenedFile, _ row: inout AuditRow, threads: Int) throws(GamutError) {
    let inspection: PNGInspection
    do {
      inspection = try inspector.inspect(try file.open())
    } catch {
      throw .png(error)
    }
    let report: Result<GamutReport, GamutError>
    do throws(GamutError) {
      report = .success(try reporter.report(threads: threads) { () throws(PNGError) in try file.open() }.rounded)
    } catch {
      report = .failure(error)
    }
    try file.checkUnchanged()
    row.image = AuditedImage(inspection, try? report.get())
    row.error = Self.failure(inspection, report).map { RecordedError($0) }
    row.findings = findings(row.path, inspection, report)
    if !row.findings.isEmpty { row.image?.content = try file.checksum() }
  }

  /// Why a file could not be processed. A declaration that cannot be used is a finding, not a failure.
  private static func failure(
    _ inspection: PNGInspection, _ report: Result<GamutReport, GamutError>
  ) -> GamutError? {
    guard case .failure(let error) = report else { return nil }
    if case .declaration = error { return inspection.survey.faults.first.map { .png($0) } }
    return error
  }

  private func findings(
    _ path: Path, _ inspection: PNGInspection, _ report: Result<GamutReport, GamutError>
  ) -> [AuditFinding] {
    let index = policy.expectations.lastIndex { $0.files.matches(path) }
    let findings = AuditJudge(
      policy: policy, inspection: inspection, report: report,
      expectation: index.map { (policy.expectations[$0], verifiers[$0]) }
    ).judge()
    return findings.count < 2 ? findings : findings.sorted { $0.isWorse(than: $1) }
  }
}

extension Auditor {
  /// Audits every input, on `jobs` threads, and hands the rows to `each` in the order of the inputs, on the calling
  /// thread. An error of `each` stops the work and is passed on.
  public func audit<Failure: Error>(
    _ inputs: [AuditInput], jobs: Int, each: (AuditRow) throws(Failure) -> Void
  ) throws(Failure) {
    let threads = inputs.count == 1 ? jobs : 1
    try inOrder(count: inputs.count, jobs: jobs, work: { audit(inputs[$0], threads: threads) }, each: each)
  }
}

extension Verifier {
  /// Nil where nothing is to be measured.
  fileprivate init?(_ expectation: AuditPolicy.Expectation, _ inspector: Inspector) throws(GamutError) {
    var options: VerifyOptions
    switch expectation.profile {
    case .any: options = VerifyOptions(target: .any)
    case .space(let choice, _): options = VerifyOptions(target: .space(choice))
    case .some(.none), nil: return nil
    }
    options.limits = inspector.limits
    try self.init(options, inspector)
  }
}

extension AuditedImage {
  fileprivate init(_ inspection: PNGInspection, _ report: GamutReport?) {
    size = inspection.survey.size
    header = inspection.survey.header
    isAnimated = inspection.survey.animation != nil || report?.isPartial == true
    declaration = inspection.inForce.map {
      Declared(origin: $0.origin, description: $0.description, space: $0.identification?.space)
    }
    self.report = report
  }
}
