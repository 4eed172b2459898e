/// Takes [0, 1 + excess] to [0, 1]: what is well below 1 stays, what is above gets room below 1.
///
/// With w the room, e the excess, T = w + e, t = x - (1 - w) >= 0, the mean slope m = w / T and the least slope
/// k = evenness m:
/// y = 1 - w + t (k + (1 - k) / (1 + t (1 - m) / ((m - k) T))).
/// The slope is 1 where the room begins and falls smoothly; it never falls below k, so that what differs keeps
/// differing.
struct SoftLimit: Sendable {
  /// The room for each unit of excess.
  private let ratio: Double
  private let evenness: Double

  /// - Parameters:
  ///   - share: the room's part of the room and the excess together, above 0 and below 1.
  ///   - evenness: the least slope's part of the mean slope, above 0 and below 1.
  init(share: Double, evenness: Double) {
    ratio = share / (1 - share)
    self.evenness = evenness
  }

  /// Never above 1, and `x` itself where the room does not reach.
  @inline(__always)
  func callAsFunction(_ x: Double, excess: Double) -> Double {
    let room = min(excess * ratio, 1)
    if x <= 1 - room { return x }
    return limited(x, excess, room)
  }

  private func limited(_ x: Double, _ excess: Double, _ room: Double) -> Double {
    guard excess > 1e-9, x < 1 + excess else { return min(x, 1) }
    let t = x - (1 - room)
    let span = room + excess
    let mean = room / span
    let least = evenness * mean
    let falling = (mean - least) * span
    return min(1 - room + t * (least + (1 - least) * falling / (falling + (1 - mean) * t)), 1)
  }
}
