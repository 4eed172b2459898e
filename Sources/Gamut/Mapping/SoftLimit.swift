/// Takes [0, 1 + excess] to [0, 1]: what is well below 1 stays, what is above gets room below 1.
///
/// With w the room, e the excess and t = x - (1 - w) >= 0:
/// y = 1 - w + t (k + (1 - k) / (1 + 2 e t / (w (w + e)))), k = w / (2 (w + e)).
/// The slope is 1 where the room begins and falls smoothly; it never falls below k, so that what differs keeps
/// differing.
struct SoftLimit: Sendable {
  /// The room's part of the room and the excess together, above 0 and below 1.
  let share: Double
  /// The most room for each unit of excess.
  private let ratio: Double
  /// The most room that is taken below 1, whatever the excess.
  private static let mostRoom = 0.6

  init(share: Double) {
    self.share = share
    ratio = share / (1 - share)
  }

  /// Never above 1, and `x` itself where the room does not reach.
  @inline(__always)
  func callAsFunction(_ x: Double, excess: Double) -> Double {
    let wanted = excess * ratio
    if x <= 1 - wanted { return x }
    return limited(x, excess, wanted)
  }

  private func limited(_ x: Double, _ excess: Double, _ wanted: Double) -> Double {
    guard excess > 1e-9, x < 1 + excess else { return min(x, 1) }
    let room = wanted / (1 + wanted / Self.mostRoom)
    let t = x - (1 - room)
    guard t > 0 else { return x }
    let whole = room * (room + excess)
    let least = room * room / (2 * whole)
    // (1 - k) / (1 + 2 e t / (w (w + e))), with one division.
    let falling = (1 - least) * whole / (whole + 2 * excess * t)
    return min(1 - room + t * (least + falling), 1)
  }
}
