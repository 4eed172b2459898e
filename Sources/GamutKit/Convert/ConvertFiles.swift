public import PNGCodec

/// A callback that is called from time to time with the number of converted pixels of an image.
public typealias ConvertProgress = @Sendable (_ pixels: Int, _ image: ImageHeader) -> Void

extension Converter {
  /// Returns the converted file as bytes; the same bytes if it needs no conversion.
  public func convert(png bytes: [UInt8], threads: Int = 1) throws(ConvertError) -> (
    bytes: [UInt8], report: ConvertReport
  ) {
    let original = OpenedInput(bytes: bytes)
    var result: [UInt8] = []
    var (plan, report) = try plan(original, threads: threads)
    if case .edit(let edit) = plan, edit.isEmpty { return (bytes, report) }
    try unsafe write(plan, original, threads: threads, nil, &report) { unsafe result.append(contentsOf: $0) }
    report.action = .written
    report.size = result.count
    return (result, report)
  }

  /// Converts one file, to one output.
  public func convert(_ path: Pathname, _ options: WriteOptions, threads: Int = 1) throws(ConvertError) -> ConvertReport
  {
    var result = Result<ConvertReport, ConvertError>.failure(.write(.otherOutputsRefused))
    let inputs = [Input.file(path)]
    convert(inputs, OutputPlan(inputs, named: [path], options: options), jobs: threads) { result = $0.result }
    return try result.get()
  }

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
  ) throws(Failure) {
    try Self.convert(inputs, [(self, plan)], jobs: jobs, each: each)
  }

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
    let writers = variants.map { FileWriter($0.plan.options) }
    let isRefused = variants.contains { $0.plan.isRefused }
    let count = inputs.count * variants.count
    let threads = count == 1 ? jobs : 1
    try committing(
      count: count, jobs: jobs,
      prepare: { index in
        let (input, variant) = (index / variants.count, index % variants.count)
        let (converter, plan) = variants[variant]
        var destination = plan.destinations[input]
        if isRefused, case .success = destination { destination = .failure(.otherOutputsRefused) }
        return converter.prepare(inputs[input], destination, writers[variant], threads: threads, progress)
      },
      each: { row, error throws(Failure) in
        var row = row
        if let error { row.result = .failure(.write(error)) }
        try each(row)
      })
  }

  func prepare(
    _ input: Input, _ destination: Result<OutputPlan.Destination, WriteError>, _ writer: FileWriter, threads: Int,
    _ progress: ConvertProgress?
  ) -> Prepared<ConvertRow> {
    ConvertRow.prepared(input, writer.options) { () throws(ConvertError) in
      if case .unusable(_, let error) = input { throw .input(error) }
      let destination = try ConvertError.writing { () throws(WriteError) in try destination.get() }
      let original = try destination.open(input, ConvertError.self)
      var (plan, report) = try plan(original, threads: threads)
      var isUnchanged = false
      if case .edit(let edit) = plan { isUnchanged = edit.isEmpty }
      let place = try writer.place(
        destination, of: input, opened: original.status, isUnchanged: isUnchanged, &report
      ) { (_, _) throws(ConvertError) in false }
      if destination == .standardOutput, report.action == .written {
        try print(plan, original, threads: threads, progress, &report)
      }
      guard let place else { return (report, nil) }
      let write = try writer.write(place, &report) { (file, report) throws(ConvertError) in
        var size = 0
        try unsafe self.write(plan, original, threads: threads, progress, &report) { bytes throws(ConvertError) in
          size += bytes.count
          try ConvertError.writing { () throws(WriteError) in try unsafe file.write(bytes) }
        }
        report.size = size
        try check(file, size: size, report)
        return size
      }
      return (report, write)
    }
  }

  /// Converts the file and passes it to `each`, piece by piece.
  private func write(
    _ plan: Plan, _ original: OpenedInput, threads: Int, _ progress: ConvertProgress?,
    _ report: inout ConvertReport, each: (UnsafeRawBufferPointer) throws(ConvertError) -> Void
  ) throws(ConvertError) {
    switch plan {
    case .recode(let recoding, let kept, let declaring):
      let image = ConvertedImage(
        recoding: recoding, kept: kept, declaring: declaring, compression: options.compression,
        limits: options.readLimits, memory: options.memory)
      let findings = try unsafe image.write(original.open(), threads: threads, progress: progress, each: each)
      report.findings = findings.map(FileFinding.init)
    case .edit(let edit): try unsafe EditedCopy(original: original, edit: edit).read(each: each)
    }
  }

  private func print(
    _ plan: Plan, _ original: OpenedInput, threads: Int, _ progress: ConvertProgress?,
    _ report: inout ConvertReport
  ) throws(ConvertError) {
    var stream = BufferedOutput(fileDescriptor: 1)
    var size = 0
    try unsafe write(plan, original, threads: threads, progress, &report) { bytes throws(ConvertError) in
      size += bytes.count
      try ConvertError.printing { () throws(OutputError) in try unsafe stream.write(bytes) }
    }
    try ConvertError.printing { () throws(OutputError) in try stream.flush() }
    report.size = size
  }

  /// Checks that the written file is correct: a complete PNG of the expected size and header, in which every CRC equals
  /// the one computed from memory.
  private func check(_ file: TemporaryFile, size: Int, _ report: ConvertReport) throws(ConvertError) {
    let structure: PNGStructure
    do {
      structure = try PNGStructure(file.readBack(), limits: options.readLimits)
    } catch {
      throw .write(.readBack(error))
    }
    guard structure.size == size, structure.header == report.result else { throw .write(.readBack(nil)) }
  }
}
