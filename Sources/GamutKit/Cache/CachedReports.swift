extension Reporter {
  /// Reports on every input like `report(on:jobs:each:)`, and takes the reports on unchanged files from a cache.
  package func report<Failure: Error>(
    on inputs: [Input], jobs: Int, cache: RowCache?, each: (ReportRow) throws(Failure) -> Void
  ) throws(Failure) {
    guard let cache else { return try report(on: inputs, jobs: jobs, each: each) }
    let (threads, context) = (inputs.count == 1 ? jobs : 1, context)
    try inOrder(
      count: inputs.count, jobs: jobs, work: { row(for: inputs[$0], threads: threads, cache, context) }, each: each)
  }

  /// Everything that all reports depend on.
  private var context: CacheContext {
    var context = CacheContext("report")
    for space in [options.destination, options.assume, options.override] { context.add(space) }
    for number in [options.depth.rawValue, options.top, options.memory] { context.add(number) }
    context.add("\(options.jnd) \(options.decoder) \(options.limits)")
    return context
  }

  private func row(for input: Input, threads: Int, _ cache: RowCache, _ context: CacheContext) -> ReportRow {
    let result = Result { () throws(GamutError) in
      switch input {
      case .file, .named: break
      case .standardInput, .unusable: return try report(on: OpenedInput(input), threads: threads)
      }
      return try report(on: input, threads: threads, cache, CacheKey(context, input.path.bytes))
    }
    return ReportRow(path: input.path, result: result)
  }

  private func report(
    on input: Input, threads: Int, _ cache: RowCache, _ key: CacheKey
  ) throws(GamutError) -> GamutReport {
    let ticket: RowCache.Ticket
    switch cache.recall(key, at: input.file) {
    case .known(var coder):
      var report = GamutReport.blank
      report.code(&coder)
      if !coder.isFaulty, coder.isAtEnd { return report }
      ticket = cache.ticket(key, at: input.file)
    case .unknown(let other): ticket = other
    }
    let opened = if let opened = ticket.opened { opened } else { try OpenedInput(input) }
    var report = try report(on: opened, threads: threads)
    var coder = RowCoder()
    report.code(&coder)
    cache.keep(ticket, coder)
    return report
  }
}
