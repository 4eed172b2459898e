import Gamut
public import GamutKit

/// The outcome of a step.
public struct FixOutcome: Sendable, Hashable {
  /// The step.
  public var step: FixPlan.Step
  /// The action for the output, or the reason that it was not written.
  public var result: Result<WriteAction, Failure>

  /// The reason that a step failed. The file remains unchanged.
  public enum Failure: FileError, Hashable {
    /// The declaration was not written.
    case embed(EmbedError)
    /// The variant was not written.
    case convert(ConvertError)

    private var error: any FileError {
      switch self {
      case .embed(let error): error
      case .convert(let error): error
      }
    }

    /// The identifier of the error, as `EmbedError` or `ConvertError` gives it.
    public var code: String { error.code }
    /// The problem in whole sentences, without the file's name.
    public var message: String { error.message }
    /// The possible remedies, the best one first; empty if there is none.
    public var advice: [Advice] { error.advice }
    /// The byte offset in the file, if there is one.
    public var offset: Int? { error.offset }
  }
}

extension FixPlan {
  /// Performs the steps on `jobs` threads: first all new declarations, then the variants, which are made from the files
  /// with their new declarations. Every file is replaced whole or not at all.
  ///
  /// - Parameters:
  ///   - names: the names given by the user: links that lead out of a folder among them are not followed.
  ///   - jobs: the number of threads.
  ///   - memory: the memory limit for the analysis of one image, in bytes.
  ///   - isDryRun: whether to write nothing; each step is still tried as far as possible.
  ///   - each: receives each outcome, in the order of the steps of one kind. An error that it throws stops the work.
  public func run<Failure: Error>(
    named names: [Pathname], jobs: Int, memory: Int = ReportOptions.defaultMemory, isDryRun: Bool = false,
    each: (FixOutcome) throws(Failure) -> Void
  ) throws(Failure) {
    for (options, steps) in grouped({ if case .embed(let options) = $0 { options } else { nil } }) {
      try Self.embed(steps, options, WriteOptions(.inPlace, isDryRun: isDryRun), names, jobs: jobs, each: each)
    }
    for (options, steps) in grouped({ if case .writeVariant(let options) = $0 { options } else { nil } }) {
      var options = options
      options.memory = memory
      try Self.convert(steps, options, WriteOptions(.variants, isDryRun: isDryRun), jobs: jobs, each: each)
    }
  }

  /// Returns the steps with the same options, in the order of the first step of each.
  private func grouped<Options: Hashable>(_ options: (FixAction) -> Options?) -> [(Options, [Step])] {
    var groups: [(Options, [Step])] = []
    var places: [Options: Int] = [:]
    for step in steps {
      guard let options = options(step.action) else { continue }
      if let place = places[options] {
        groups[place].1.append(step)
      } else {
        places[options] = groups.count
        groups.append((options, [step]))
      }
    }
    return groups
  }

  private static func embed<Failure: Error>(
    _ steps: [Step], _ options: EmbedOptions, _ writing: WriteOptions, _ names: [Pathname], jobs: Int,
    each: (FixOutcome) throws(Failure) -> Void
  ) throws(Failure) {
    let embedder: Embedder
    do throws(EmbedError) {
      embedder = try Embedder(options)
    } catch {
      for step in steps { try each(FixOutcome(step: step, result: .failure(.embed(error)))) }
      return
    }
    let inputs = steps.map { Input.file($0.input) }
    var rest = steps[...]
    try embedder.embed(inputs, OutputPlan(inputs, named: names, options: writing), jobs: jobs) {
      row throws(Failure) in
      let step = rest.removeFirst()
      // Another name of a file has the outcome of that file.
      if case .success(let report) = row.result, report.sameFile != nil { return }
      try each(FixOutcome(step: step, result: row.result.map(\.action).mapError { .embed($0) }))
    }
  }

  private static func convert<Failure: Error>(
    _ steps: [Step], _ options: ConvertOptions, _ writing: WriteOptions, jobs: Int,
    each: (FixOutcome) throws(Failure) -> Void
  ) throws(Failure) {
    let converter: Converter
    do throws(ConvertError) {
      converter = try Converter(options)
    } catch {
      for step in steps { try each(FixOutcome(step: step, result: .failure(.convert(error)))) }
      return
    }
    let inputs = steps.map { Input.file($0.input) }
    var rest = steps[...]
    try converter.convert(inputs, OutputPlan(inputs, named: inputs.map(\.path), options: writing), jobs: jobs) {
      row throws(Failure) in
      try each(FixOutcome(step: rest.removeFirst(), result: row.result.map(\.action).mapError { .convert($0) }))
    }
  }
}
