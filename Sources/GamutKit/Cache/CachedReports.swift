import PNGCodec

extension Reporter {
  /// Reports on every input like `report(_:jobs:each:)`, and takes the reports on contents that are known from a cache.
  package func report<Failure: Error>(
    _ inputs: [Input], jobs: Int, cache: RowCache?, each: (ReportRow) throws(Failure) -> Void
  ) throws(Failure) {
    guard let cache else { return try report(inputs, jobs: jobs, each: each) }
    let settings = ContentHash(describing: DecidingSettings(options: options))
    try report(
      inputs, jobs: jobs,
      by: { input, threads throws(GamutError) in
        try report(input, threads: threads, cache, settings)
      }, each: each)
  }

  private func report(
    _ input: Input, threads: Int, _ cache: RowCache, _ settings: ContentHash
  ) throws(GamutError) -> GamutReport {
    guard input != .standardInput else { return try report(OpenedInput(input), threads: threads) }
    let opened = try OpenedInput(input, keeping: .contents)
    guard opened.status != nil else { return try report(opened, threads: threads) }
    let content = try opened.contentHash()
    var key = KeyBytes()
    key.add("report".utf8)
    key.add(settings)
    key.add(content)
    if let row = cache.lookup(key.hash), let report = GamutReport(row) { return report }
    let report = try report(opened, threads: threads)
    // An error in it would be read without its facts. What is not in memory may have changed in the meantime.
    let isSame = try opened.held != nil ? true : opened.contentHash() == content
    if report.withoutCICP?.error == nil, isSame {
      cache.store(key.hash, JSONWriter.object { $0.members(of: report) })
    }
    return report
  }
}
