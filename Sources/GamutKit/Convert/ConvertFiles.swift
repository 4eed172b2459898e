import PNGCodec

extension Converter: ImageRewriter {
  var readLimits: Limits { options.readLimits }
  var keepsEqualOutputs: Bool { false }

  /// Returns the converted file as bytes; the same bytes if it needs no conversion.
  public func convert(png bytes: [UInt8], threads: Int = 1) throws(ConvertError) -> (
    bytes: [UInt8], report: ConvertReport
  ) { try rewrite(bytes, threads: threads) }

  /// Converts one file, to one output.
  public func convert(_ path: Pathname, _ options: WriteOptions, threads: Int = 1) throws(ConvertError) -> ConvertReport
  { try rewrite(path, options, threads: threads) }

  /// Converts every input on `jobs` threads (one file per thread, or a single file on all threads). Passes each row to
  /// `each` in the order of the inputs, on the calling thread, after the file has been moved into place and
  /// synchronised to disk.
  ///
  /// - Parameters:
  ///   - inputs: the inputs to convert.
  ///   - plan: a plan for the same inputs.
  ///   - jobs: the number of threads.
  ///   - each: an error that it throws stops the work and is rethrown.
  public func convert<Failure: Error>(
    _ inputs: [Input], _ plan: OutputPlan, jobs: Int, each: (ConvertRow) throws(Failure) -> Void
  ) throws(Failure) { try Self.rewrite(inputs, [(self, plan)], jobs: jobs, each: each) }

  /// Converts every input to several variants, each with its own converter and output plan. The rows of one input are
  /// consecutive.
  ///
  /// - Parameters:
  ///   - inputs: the inputs to convert.
  ///   - variants: a converter and a plan for the same inputs, for each variant.
  ///   - jobs: the number of threads.
  ///   - progress: the progress within each image, called on the thread that converts it.
  ///   - each: an error that it throws stops the work and is rethrown.
  public static func convert<Failure: Error>(
    _ inputs: [Input], _ variants: [(converter: Converter, plan: OutputPlan)], jobs: Int,
    progress: ConvertProgress? = nil,
    each: (ConvertRow) throws(Failure) -> Void
  ) throws(Failure) {
    try rewrite(inputs, variants.map { ($0.converter, $0.plan) }, jobs: jobs, progress: progress, each: each)
  }
}
