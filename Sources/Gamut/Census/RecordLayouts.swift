import ColorScience

/// A digit of a pixel count, and its place. A record has room for one digit; a colour takes a record for each digit of
/// its count that is not 0.
///
/// In digits of 14 bits, 100,000 pixels are 1,696 + 6 · 2^14: the digit 1,696 at place 0, and the digit 6 at place 1.
struct PixelDigit: BitwiseCopyable {
  var value: UInt64
  var place: UInt64

  @inline(__always)
  init(value: UInt64, place: UInt64) { (self.value, self.place) = (value, place) }

  /// Removes the lowest digit that is not 0 from a pixel count above 0.
  ///
  /// - Parameter bits: the size of a digit.
  @inline(__always)
  init(removedFrom pixels: inout UInt32, bits: UInt32) {
    // Nearly all counts have a single digit.
    if pixels &>> bits == 0 {
      (value, place) = (UInt64(pixels), 0)
      pixels = 0
    } else {
      let place = UInt32(truncatingIfNeeded: pixels.trailingZeroBitCount) / bits
      let digit = pixels &>> (place &* bits) & (1 &<< bits &- 1)
      (value, self.place) = (UInt64(digit), UInt64(place))
      pixels &-= digit &<< (place &* bits)
    }
  }

  @inline(__always)
  func pixels(bits: UInt32) -> UInt32 {
    UInt32(truncatingIfNeeded: value) &<< (UInt32(truncatingIfNeeded: place) &* bits)
  }
}

/// The word of a record that contains the source colour.
///
///      63                                   16 15             2 1     0
///     ┌───────────────────────────────────────┬────────────────┬───────┐
///     │ source: red, green, blue, 16 bits each│ digit          │ place │
///     └───────────────────────────────────────┴────────────────┴───────┘
struct SourceWord: BitwiseCopyable {
  private let bits: UInt64

  static let digitBits: UInt32 = 14

  @inline(__always)
  init(_ source: UInt64, _ digit: PixelDigit) { bits = source &<< 16 | digit.value &<< 2 | digit.place }

  @inline(__always) var source: UInt64 { bits &>> 16 }
  @inline(__always) var pixels: UInt32 {
    PixelDigit(value: bits &>> 2 & 0x3fff, place: bits & 3).pixels(bits: Self.digitBits)
  }
}

/// A record for destination codes of 8 bits: two words, the second of which contains the first pixel and the surface
/// code.
///
///      63                    32 31 30 29     24 23    16 15     8 7      0
///     ┌────────────────────────┬─────┬─────────┬────────┬────────┬────────┐
///     │ first                  │  0  │ sides   │ red    │ green  │ blue   │
///     └────────────────────────┴─────┴─────────┴────────┴────────┴────────┘
struct NarrowRecord: BitwiseCopyable {
  private let source: SourceWord
  private let bits: UInt64

  @inline(__always)
  init(_ record: ColorRecord, _ digit: PixelDigit) {
    source = SourceWord(record.source, digit)
    // In a surface code each channel takes 16 bits, of which 8 are used here.
    let surface = record.surface
    let code = surface &>> 16 & 0xff0000 | surface &>> 8 & 0xff00 | surface & 0xff | (surface &>> 48) &<< 24
    bits = UInt64(record.first) &<< 32 | code
  }

  @inline(__always) var record: ColorRecord {
    let surface = bits & 0xff | (bits & 0xff00) &<< 8 | (bits & 0xff0000) &<< 16 | (bits & 0x3f00_0000) &<< 24
    return ColorRecord(
      source: source.source, surface: surface, pixels: source.pixels, first: UInt32(truncatingIfNeeded: bits &>> 32))
  }
}

/// A record for destination codes of 16 bits: three words, of which these are the second and the third.
///
///      63           54 53     48 47          32 31          16 15           0
///     ┌───────────────┬─────────┬──────────────┬──────────────┬──────────────┐
///     │       0       │ sides   │ red          │ green        │ blue         │
///     ├───────────────┴─────────┴──────────────┼──────────────┴──────────────┤
///     │                   0                    │ first                       │
///     └────────────────────────────────────────┴─────────────────────────────┘
struct WideRecord: BitwiseCopyable {
  private let source: SourceWord
  private let surface: UInt64
  private let first: UInt64

  @inline(__always)
  init(_ record: ColorRecord, _ digit: PixelDigit) {
    source = SourceWord(record.source, digit)
    surface = record.surface
    first = UInt64(record.first)
  }

  @inline(__always) var record: ColorRecord {
    ColorRecord(
      source: source.source, surface: surface, pixels: source.pixels, first: UInt32(truncatingIfNeeded: first))
  }
}

/// A record of a list with one surface code and the same first bits of all hashes of its sources: one word.
///
///      63                                 25 24                   3 2     0
///     ┌─────────────────────────────────────┬──────────────────────┬───────┐
///     │ the other bits of the source's hash │ digit                │ place │
///     └─────────────────────────────────────┴──────────────────────┴───────┘
struct HashedRecord: BitwiseCopyable {
  private let bits: UInt64

  static let digitBits: UInt32 = 22
  /// The number of bits of the hash that differ within the list.
  private static let hashBits = SourceHash.bits - PartitionedRecords.bits

  @inline(__always)
  init(_ source: UInt64, _ digit: PixelDigit, _ hash: SourceHash) {
    let rest = hash.hash(source) & (1 &<< Self.hashBits &- 1)
    bits = rest &<< 25 | digit.value &<< 3 | digit.place
  }

  /// Returns the source colour, given the bits that the list knows.
  @inline(__always)
  func source(prefix: UInt16, _ hash: SourceHash) -> UInt64 {
    hash.source(UInt64(prefix) &<< Self.hashBits | bits &>> 25)
  }

  @inline(__always) var pixels: UInt32 {
    PixelDigit(value: bits &>> 3 & 0x3f_ffff, place: bits & 7).pixels(bits: Self.digitBits)
  }
}
