import Gamut
import PNGCodec

/// The outcome for one input: its report, and an error if the heat map is not in place and synchronised to disk.
public struct HeatMapRow: Sendable {
  /// The row of the report.
  public var row: ReportRow
  /// The reason that there is no heat map; nil if there is one, or if there is no report.
  public var error: ConvertError?
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
      prepare: { prepare(inputs[$0], plan.destinations[$0], writer, threads: threads) },
      each: { row, error throws(Failure) in
        var row = row
        if let error { row.error = .write(error) }
        try each(row)
      })
  }

  private func prepare(
    _ input: Input, _ destination: Result<OutputPlan.Destination, WriteError>, _ writer: FileWriter,
    threads: Int
  ) -> PreparedWrite<HeatMapRow> {
    do throws(GamutError) {
      let opened = try OpenedInput(input)
      let report = try report(opened, at: input.path, threads: threads)
      var prepared = PreparedWrite(outcome: HeatMapRow(row: ReportRow(path: input.path, result: .success(report))))
      do throws(ConvertError) {
        prepared.file = try heatMap(of: opened, report, destination, writer, threads: threads)
      } catch {
        prepared.outcome.error = error
      }
      return prepared
    } catch {
      return PreparedWrite(outcome: HeatMapRow(row: ReportRow(path: input.path, result: .failure(error))))
    }
  }

  private func heatMap(
    of input: OpenedInput, _ report: GamutReport, _ destination: Result<OutputPlan.Destination, WriteError>,
    _ writer: FileWriter, threads: Int
  ) throws(ConvertError) -> TemporaryFile {
    let file = try ConvertError.writing { () throws(WriteError) in
      guard case .place(let path) = try destination.get() else { throw .notAFile }
      let place = try writer.place(at: path)
      try writer.checkReplacement(at: place)
      if let occupant = place.occupant, occupant.size > 0, !HeatMapEncoder.mark.isIn(place.path) { throw .foreign }
      return try writer.makeFile(for: place)
    }
    let lost = try ConvertError.reading { () throws(GamutError) in
      try findLostPixels(input, of: report, threads: threads)
    }
    let rows = try ConvertError.reading { () throws(GamutError) in try renditionRows(input) }
    try HeatMapEncoder.encode(rows, lost: lost) { bytes throws(ConvertError) in
      try ConvertError.writing { () throws(WriteError) in try file.write(bytes) }
    }
    try ConvertError.reading { () throws(GamutError) in try input.checkUnchanged() }
    // Reads the file back from disk and checks every chunk and its checksum.
    do { _ = try PNGStructure(file.readBack(), limits: options.limits) } catch { throw .write(.readBack(error)) }
    return file
  }
}
