import Gamut

/// A box in OKLab around some colours. Differences from the box are rounded in the same way as differences between
/// colours, so that they are exact limits of these.
struct OKLabBox: Sendable {
  private(set) var low, high: OKLab

  /// Creates the box of one colour.
  init(_ lab: OKLab) { (low, high) = (lab, lab) }

  /// Extends the box to contain another one.
  mutating func add(_ other: OKLabBox) {
    low.l = min(low.l, other.low.l)
    low.a = min(low.a, other.low.a)
    low.b = min(low.b, other.low.b)
    high.l = max(high.l, other.high.l)
    high.a = max(high.a, other.high.a)
    high.b = max(high.b, other.high.b)
  }

  /// Returns a lower limit of ΔEOK between a colour and the colours in the box.
  func least(to lab: OKLab) -> Double {
    let dl = max(low.l - lab.l, lab.l - high.l, 0)
    let da = max(low.a - lab.a, lab.a - high.a, 0)
    let db = max(low.b - lab.b, lab.b - high.b, 0)
    return (dl * dl + da * da + db * db).squareRoot()
  }

  /// Returns an upper limit of ΔEOK between a colour and the colours in the box.
  func most(to lab: OKLab) -> Double {
    let dl = max(high.l - lab.l, lab.l - low.l)
    let da = max(high.a - lab.a, lab.a - low.a)
    let db = max(high.b - lab.b, lab.b - low.b)
    return (dl * dl + da * da + db * db).squareRoot()
  }
}
