/// The parameters of ``PreserveMapping``: one of a fixed list, the same for all images.
public enum PreserveParameters: Sendable, Hashable {
  /// Compresses colours below the boundary at hues where the image exceeds the destination, in proportion to the
  /// excess.
  ///
  /// - Parameters:
  ///   - share: the ratio of the room to the sum of room and excess.
  ///   - evenness: the ratio of the least slope to the mean slope of the curve.
  case room(share: Double, evenness: Double)
  /// Moves every colour towards grey by one factor, the largest with which the whole image fits.
  case scaled

  /// The strengths, the weakest first, each with the parameters to choose from: twenty shares from 1/24 to 20/24, each
  /// with a curve that begins softly and one that is nearly straight, and finally scaling.
  public static let strengths: [[PreserveParameters]] =
    (1...20).map { share in [0.5, 0.85].map { .room(share: Double(share) / 24, evenness: $0) } } + [[.scaled]]
}
