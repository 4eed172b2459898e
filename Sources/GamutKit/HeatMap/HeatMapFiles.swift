import Gamut
import PNGCodec

/// The reasons that an image with a report has no heat map.
public enum HeatMapError: AdvisedError, Hashable {
  /// The image could not be read a second time.
  case image(GamutError)
  /// The heat map cannot be written.
  case write(WriteError)

  public var message: String {
    switch self {
    case .image(let error): error.message
    case .write(let error): error.message
    }
  }

  public var hint: String? {
    switch self {
    case .image(let error): error.hint
    case .write(let error): error.hint
    }
  }
}

/// The outcome for one input: its report, and an error if the heat map is not in place and synchronised to disk.
public struct HeatMapRow: Sendable {
  /// The row of the report.
  public var row: ReportRow
  /// The reason that there is no heat map; nil if there is one, or if there is no report.
  public var error: HeatMapError?
}

extension Reporter {
  /// Reports on every input and writes the heat map of each: a PNG of the image's size, pixel for pixel, in the colours
  /// of ``HeatMapPalette``.
  ///
  /// Rows are passed to `each` in the order of the inputs, on the calling thread, after their map is in place.
  ///
  /// - Parameters:
  ///   - inputs: the inputs to report on.
  ///   - plan: a plan for the same inputs; to a file or to a tree.
  ///   - jobs: the number of threads.
  ///   - each: an error that it throws stops the work and is rethrown.
  public func report<Failure: Error>(
    _ inputs: [Input], heatMaps plan: OutputPlan, jobs: Int,
    each: (HeatMapRow) throws(Failure) -> Void
  ) throws(Failure) {
    let writer = FileWriter(plan.options)
    let threads = inputs.count == 1 ? jobs : 1
    try committing(
      count: inputs.count, jobs: jobs,
      prepare: { index in
        prepare(inputs[index], plan.destinations[index], writer, threads: threads)
      },
      each: { row, error throws(Failure) in
        var row = row
        if let error { row.error = .write(error) }
        try each(row)
      })
  }

  /// Reports on an input and creates its map.
  private func prepare(
    _ input: Input, _ destination: Result<OutputPlan.Destination, WriteError>, _ writer: FileWriter,
    threads: Int
  ) -> PreparedWrite<HeatMapRow> {
    let opened: OpenedInput
    var report: GamutReport
    do throws(GamutError) {
      opened = try OpenedInput(input)
      report = try self.report(opened, threads: threads)
      try GamutError.asking { () throws(UnansweredQuestion) in report.beside = try report.filesBeside(input.path) }
    } catch {
      return PreparedWrite(outcome: HeatMapRow(row: ReportRow(path: input.path, result: .failure(error))), write: nil)
    }
    var outcome = HeatMapRow(row: ReportRow(path: input.path, result: .success(report)))
    do throws(HeatMapError) {
      let write = try heatMap(of: opened, report, destination, writer, threads: threads)
      return PreparedWrite(outcome: outcome, write: write)
    } catch {
      outcome.error = error
      return PreparedWrite(outcome: outcome, write: nil)
    }
  }

  /// Writes the map to a temporary file in the folder of its output.
  private func heatMap(
    of input: OpenedInput, _ report: GamutReport, _ destination: Result<OutputPlan.Destination, WriteError>,
    _ writer: FileWriter, threads: Int
  ) throws(HeatMapError) -> PendingWrite {
    var write = try HeatMapError.writing { () throws(WriteError) in
      guard case .place(let path) = try destination.get() else { throw .notAFile }
      let place = try writer.place(at: path)
      if let occupant = place.occupant {
        try writer.checkReplacement(of: occupant, at: place)
        guard occupant.size == 0 || HeatMapEncoder.isMap(place.path) else { throw .foreign }
      }
      return try writer.makeFile(for: place).write
    }
    let lost = try HeatMapError.reading { () throws(GamutError) in
      try findLostPixels(input, of: report, threads: threads)
    }
    let rows = try HeatMapError.reading { () throws(GamutError) in try renditionRows(input) }
    try HeatMapEncoder.encode(rows, lost: lost) { bytes throws(HeatMapError) in
      write.size += bytes.count
      try HeatMapError.writing { () throws(WriteError) in
        try write.file.write(bytes)
      }
    }
    try HeatMapError.reading { () throws(GamutError) in try input.checkUnchanged() }
    // Reads the file back from disk and checks every chunk and its checksum.
    do {
      _ = try PNGStructure(write.file.readBack(), limits: options.limits)
    } catch {
      throw .write(.readBack(error))
    }
    return write
  }
}

extension HeatMapError {
  static func encoding<Value: ~Copyable>(_ body: () throws(PNGError) -> Value) throws(HeatMapError) -> Value {
    do { return try body() } catch { throw .image(.png(error)) }
  }

  static func reading<Value: ~Copyable>(_ body: () throws(GamutError) -> Value) throws(HeatMapError) -> Value {
    do { return try body() } catch { throw .image(error) }
  }

  static func writing<Value: ~Copyable>(_ body: () throws(WriteError) -> Value) throws(HeatMapError) -> Value {
    do { return try body() } catch { throw .write(error) }
  }
}
