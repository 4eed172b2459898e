/// The conversion of 16-bit codes to 8-bit ones without plain rounding. A code that has an exact 8-bit equivalent is
/// always converted to it.
public enum Dithering: String, Sendable, Hashable, CaseIterable {
  /// Ordered dithering with a threshold that depends on the position alone: the matrix of Bayer (1973), 8 x 8.
  case ordered
  /// Error diffusion to neighbouring pixels: Floyd and Steinberg (1976), every other row from right to left.
  case diffusion
}

/// Dithers the rows of an image, from the top to the bottom.
public struct Ditherer: Sendable {
  private let method: Dithering
  private let width: Int
  private let channels: Int
  private let hasAlpha: Bool
  /// Errors in sixteenths of a 16-bit code, for this row and the next, with one extra pixel at both ends.
  private var errors: [[Int32]]

  /// Creates a ditherer for rows of `width` pixels with `channels` samples each, of which the last is alpha if
  /// `hasAlpha`.
  public init(_ method: Dithering, width: Int, channels: Int, hasAlpha: Bool) {
    self.method = method
    self.width = width
    self.channels = channels
    self.hasAlpha = hasAlpha
    errors = Array(repeating: Array(repeating: 0, count: method == .diffusion ? (width + 2) * channels : 0), count: 2)
  }

  /// Whether rows must be passed in order, each once.
  public var isSequential: Bool { method == .diffusion }

  /// The rank of each position in the 8 x 8 matrix, 0 to 63.
  private static let ranks: [Int] = (0..<64).map { place in
    let (x, y) = (place % 8, place / 8)
    // The bits of x xor y and of y, interleaved, the lowest first.
    return (0..<3).reduce(0) { $0 << 2 | ((x ^ y) >> $1 & 1) << 1 | y >> $1 & 1 }
  }

  /// Converts row `y` of 16-bit samples to 8-bit ones; alpha is rounded to its nearest code. Both have the bytes of
  /// one row.
  public mutating func dither(_ row: RawSpan, y: Int, into result: inout MutableRawSpan) {
    precondition(row.byteCount >= 2 * width * channels && result.byteCount >= width * channels)
    unsafe row.withUnsafePointers(and: &result) { unsafe dither($0, y: y, into: $1) }
  }

  /// Converts row `y` of 16-bit samples to 8-bit ones; alpha is rounded to its nearest code.
  package mutating func dither(_ row: UnsafeRawPointer, y: Int, into result: UnsafeMutableRawPointer) {
    switch method {
    case .ordered: unsafe order(row, y, into: result)
    case .diffusion: unsafe diffuse(row, y, into: result)
    }
  }

  private func order(_ row: UnsafeRawPointer, _ y: Int, into result: UnsafeMutableRawPointer) {
    for x in 0..<width {
      // In units of 1 / 257, so that the mean over the matrix is that of the codes.
      let threshold = (2 * Self.ranks[(y & 7) * 8 + (x & 7)] + 1) * 257
      for channel in 0..<channels {
        let index = x * channels + channel
        let code = unsafe Int(row.loadUnaligned(fromByteOffset: 2 * index, as: UInt16.self))
        let isAlpha = hasAlpha && channel == channels - 1
        let value = isAlpha ? (code + 128) / 257 : code / 257 + (code % 257 * 128 > threshold ? 1 : 0)
        unsafe result.storeBytes(of: UInt8(truncatingIfNeeded: value), toByteOffset: index, as: UInt8.self)
      }
    }
  }

  private mutating func diffuse(_ row: UnsafeRawPointer, _ y: Int, into result: UnsafeMutableRawPointer) {
    errors.swapAt(0, 1)
    for index in errors[1].indices { errors[1][index] = 0 }
    let step = y & 1 == 0 ? 1 : -1
    for position in 0..<width {
      let x = step > 0 ? position : width - 1 - position
      let first = x * channels
      let alpha =
        hasAlpha ? unsafe Int(row.loadUnaligned(fromByteOffset: 2 * (first + channels - 1), as: UInt16.self)) : 1
      for channel in 0..<channels {
        let index = first + channel
        let code = unsafe Int32(row.loadUnaligned(fromByteOffset: 2 * index, as: UInt16.self))
        // Alpha and invisible pixels neither receive nor spread errors.
        if hasAlpha && channel == channels - 1 || alpha == 0 {
          unsafe result.storeBytes(
            of: UInt8(truncatingIfNeeded: (code + 128) / 257), toByteOffset: index, as: UInt8.self)
          continue
        }
        let place = (x + 1) * channels + channel
        let wanted = 16 * code + errors[0][place]
        let value = min(max((wanted + 8 * 257) >> 4, 0) / 257, 255)
        unsafe result.storeBytes(of: UInt8(truncatingIfNeeded: value), toByteOffset: index, as: UInt8.self)
        // Limited, because errors could grow without bound at the ends of the range.
        let error = min(max(wanted - 16 * 257 * value, -16 * 257), 16 * 257)
        let ahead = step * channels
        errors[0][place + ahead] += error * 7 / 16
        errors[1][place - ahead] += error * 3 / 16
        errors[1][place] += error * 5 / 16
        errors[1][place + ahead] += error - error * 7 / 16 - error * 3 / 16 - error * 5 / 16
      }
    }
  }
}
