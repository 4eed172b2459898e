/// Takes [0, 1 + `excess`] to [0, 1]: what is well below 1 stays, what is above gets room below 1.
///
/// With w the room, e the excess and t = x - (1 - w) >= 0:
/// y = 1 - w + t (m + (1 - m) / (1 + 2 e t / (w (w + e)))), m = w / (2 (w + e)).
/// The slope is 1 where the room begins and falls smoothly; it never falls below m, so that what differs keeps
/// differing.
struct SoftLimit {
  /// Where the room begins.
  let start: Double
  private let excess, bend, least: Double

  /// The most room that is taken below 1, whatever the excess.
  private static let mostRoom = 0.6

  /// - Parameter share: the room's part of the room and the excess together, above 0 and below 1.
  init(excess: Double, share: Double) {
    guard excess > 1e-9 else {
      (start, self.excess, bend, least) = (1, 0, 0, 0)
      return
    }
    let wanted = excess * share / (1 - share)
    let room = wanted / (1 + wanted / Self.mostRoom)
    start = 1 - room
    self.excess = excess
    bend = 2 * excess / (room * (room + excess))
    least = room / (2 * (room + excess))
  }

  /// Never above 1.
  func callAsFunction(_ x: Double) -> Double {
    guard x > start else { return x }
    guard excess > 0, x < 1 + excess else { return 1 }
    let t = x - start
    return min(start + t * (least + (1 - least) / (1 + bend * t)), 1)
  }
}
