/// How ``PreserveMapping`` makes room: one of a fixed list, the same for all images.
public enum PreserveParameters: Sendable, Hashable {
  /// Room below the boundary, where the image leaves the destination, and as far as it does.
  ///
  /// - Parameters:
  ///   - share: the room's part of room and excess together.
  ///   - evenness: the least slope's part of the mean slope of the curve.
  case room(share: Double, evenness: Double)
  /// Every colour goes towards grey by one factor, the largest with which the whole image fits.
  case scaled

  /// The strengths, the weakest first, each with the parameters to choose from: twenty shares from 1/24 to 20/24, each
  /// with a curve that begins softly and one that is nearly straight, and scaling.
  public static let strengths: [[PreserveParameters]] =
    (1...20).map { share in [0.5, 0.85].map { .room(share: Double(share) / 24, evenness: $0) } } + [[.scaled]]
}
