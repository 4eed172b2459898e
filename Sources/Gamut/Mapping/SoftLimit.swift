/// A function from [0, 1 + excess] to [0, 1]: values well below 1 are unchanged, values above 1 get room below 1.
///
/// With w the room, e the excess, T = w + e, t = x - (1 - w) >= 0, the mean slope m = w / T and the least slope
/// k = evenness m:
/// y = 1 - w + t (k + (1 - k) / (1 + t (1 - m) / ((m - k) T))).
/// The slope is 1 at the start of the room and falls smoothly; it never falls below k, so that different values stay
/// different.
struct SoftLimit: Sendable {
  /// The room per unit of excess.
  private let ratio: Double
  private let evenness: Double

  /// - Parameters:
  ///   - share: the ratio of the room to the sum of room and excess, above 0 and below 1.
  ///   - evenness: the ratio of the least slope to the mean slope, above 0 and below 1.
  init(share: Double, evenness: Double) {
    ratio = share / (1 - share)
    self.evenness = evenness
  }

  /// Returns the limited value, never above 1; `x` itself below the room.
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
