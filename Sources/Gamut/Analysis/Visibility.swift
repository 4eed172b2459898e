/// The minimum areas of a visible loss.
enum Visibility {
  /// The number of flat pixels that makes a member of a collapse group broad.
  static func broadPixels(analyzed: Int) -> Int { max(9, share(analyzed)) }

  /// The number of pixels that makes a flattened region visible.
  static func regionPixels(analyzed: Int) -> Int { max(16, share(analyzed)) }

  /// A ten-thousandth of the analysed pixels, rounded up.
  private static func share(_ analyzed: Int) -> Int { (analyzed + 9_999) / 10_000 }
}
