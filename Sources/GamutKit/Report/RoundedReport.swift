import Gamut

extension GamutReport {
  /// The report with its real numbers rounded as in the output, so that a report that is read again is equal.
  package var rounded: GamutReport {
    var copy = self
    copy.loss.round()
    return copy
  }
}

extension LossReport {
  fileprivate mutating func round() {
    tolerance = JSONWriter.rounded(tolerance)
    jnd = JSONWriter.rounded(jnd)
    excess = JSONWriter.rounded(excess)
    shift.maximum = JSONWriter.rounded(shift.maximum)
    shift.mean = JSONWriter.rounded(shift.mean)
    shift.p95 = JSONWriter.rounded(shift.p95)
    for index in collapse.largest.indices {
      collapse.largest[index].spread = JSONWriter.rounded(collapse.largest[index].spread)
      collapse.largest[index].deltaE2000 = collapse.largest[index].deltaE2000.map { JSONWriter.rounded($0) }
    }
    for index in flattened.regions.indices {
      flattened.regions[index].loss = JSONWriter.rounded(flattened.regions[index].loss)
    }
  }
}
