import Foundation

/// How much is tried of what could all be tried: `make test` takes a sixteenth of the colours, chosen by a fixed seed, and
/// `make check WHAT=exhaustive` takes all.
public enum Thoroughness {
  public static let isExhaustive = ProcessInfo.processInfo.environment["GAMUT_EXHAUSTIVE"] != nil

  /// One of so many cases is tried.
  public static let share = isExhaustive ? 1 : 16

  /// The number of the case that is tried of each `share` ones.
  public static func pick(_ index: Int) -> Int {
    guard !isExhaustive else { return index }
    let bits = UInt64(index) &* 0x9e37_79b9_7f4a_7c15
    return index * share + Int((bits ^ bits >> 31) >> 60)
  }
}
