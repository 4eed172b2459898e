/// A word of ``ColumnStretches``, of three kinds: a whole stretch, or the first or the second half of one.
///
///      31         23 22         14 13          5 4      0
///     ┌─────────────┬─────────────┬─────────────┬────────┐
///     │ red + 256   │ green + 256 │ blue + 256  │ rise   │  a whole stretch; its rise is not 0
///     ├─────────────┴──────┬──────┴─────────────┼────────┤
///     │ red                │ long rise          │   0    │  the first of two words
///     ├────────────────────┴──┬─────────────────┴────────┤
///     │ green                 │ blue                     │  the second
///     └───────────────────────┴──────────────────────────┘
///
/// The rise is the number of rows between the start of a stretch and that of the previous one, 0 for the first. In a
/// whole stretch the channels are the differences to the previous colour.
///
/// For example, `#ff0000` five rows below `#ec0000` is a whole stretch: red 19 + 256, green and blue 0 + 256, rise 5.
struct StretchWord: BitwiseCopyable {
  let bits: UInt32

  /// The largest rises that a whole stretch and two words can contain.
  private static let largestShortRise: UInt32 = 1 << 5 - 1
  static let largestLongRise: UInt32 = 1 << 11 - 1
  /// The difference of two packed colours, as a number, has the difference of each channel in 16 bits, if 256 is added
  /// to each and no result exceeds 511.
  private static let bias: UInt64 = 0x0100_0100_0100, differences: UInt64 = 0x01ff_01ff_01ff

  private init(bits: UInt32) { self.bits = bits }

  /// Creates the word of a whole stretch below another one; nil if its colour or its rise needs two words.
  @inline(__always)
  init?(_ source: UInt64, after before: UInt64, rise: UInt32) {
    let difference = source &- before &+ Self.bias
    guard rise <= Self.largestShortRise, difference & ~Self.differences == 0 else { return nil }
    let channels = difference & 0x1ff | difference &>> 7 & 0x1ff &<< 9 | difference &>> 14 & 0x1ff &<< 18
    bits = UInt32(truncatingIfNeeded: channels &<< 5) | rise
  }

  /// Returns the two words of a stretch.
  static func pair(_ source: UInt64, rise: UInt32) -> (first: StretchWord, second: StretchWord) {
    (
      StretchWord(bits: UInt32(truncatingIfNeeded: source &>> 32) &<< 16 | rise &<< 5),
      StretchWord(bits: UInt32(truncatingIfNeeded: source))
    )
  }

  /// Reads the words of a column, in order.
  struct Reader {
    /// The packed colour of the last stretch read, and its row, counted from the first.
    private(set) var source: UInt64 = 0
    private(set) var row: UInt32 = 0
    private var isHalf = false

    /// Reads the next word. Returns whether a stretch is complete.
    @inline(__always)
    mutating func read(_ word: StretchWord) -> Bool {
      if isHalf {
        source |= UInt64(word.bits)
        isHalf = false
        return true
      }
      let rise = word.bits & StretchWord.largestShortRise
      if rise != 0 {
        row &+= rise
        let channels = UInt64(word.bits &>> 5)
        let difference = channels & 0x1ff | channels &<< 7 & 0x1ff &<< 16 | channels &<< 14 & 0x1ff &<< 32
        source = source &+ difference &- StretchWord.bias
        return true
      }
      row &+= word.bits &>> 5 & StretchWord.largestLongRise
      source = UInt64(word.bits &>> 16) &<< 32
      isHalf = true
      return false
    }
  }
}
