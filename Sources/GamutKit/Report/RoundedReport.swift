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
    for index in steps.largest.indices { steps.largest[index].loss = JSONWriter.rounded(steps.largest[index].loss) }
    for index in areas.largest.indices {
      areas.largest[index].before = JSONWriter.rounded(areas.largest[index].before)
      areas.largest[index].after = JSONWriter.rounded(areas.largest[index].after)
    }
    func rounded(_ finding: ViewingLoss.Finding) -> ViewingLoss.Finding {
      var finding = finding
      (finding.before, finding.after) = (JSONWriter.rounded(finding.before), JSONWriter.rounded(finding.after))
      return finding
    }
    for index in renditions.indices {
      renditions[index].largest = renditions[index].largest.map(rounded)
      renditions[index].confused = renditions[index].confused.map(rounded)
    }
  }
}
