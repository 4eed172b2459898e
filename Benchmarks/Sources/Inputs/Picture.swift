/// An image that is made on the fly: any row of it, at any time, always the same.
public protocol Picture: Sendable {
  var width: Int { get }
  var height: Int { get }
  /// 3 for RGB, 4 for RGBA.
  var channels: Int { get }
  /// 8 or 16.
  var depth: Int { get }

  /// Writes a row: `width` times `channels` samples, 0 to 2^depth - 1.
  func write(row: Int, to samples: inout [UInt16])
}

extension Picture {
  /// The image as the decoder would hand it out: rows without gaps, 16-bit samples in the machine's byte order.
  public var decoded: [UInt8] {
    var samples = [UInt16](repeating: 0, count: width * channels)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(width * height * channels * depth / 8)
    for row in 0..<height {
      write(row: row, to: &samples)
      if depth == 16 {
        unsafe samples.withUnsafeBytes { unsafe bytes.append(contentsOf: $0) }
      } else {
        bytes.append(contentsOf: samples.lazy.map { UInt8(truncatingIfNeeded: $0) })
      }
    }
    return bytes
  }
}

/// A picture of 16 bits with its samples rounded to 8.
public struct EightBit<Base: Picture>: Picture {
  public let base: Base

  public init(_ base: Base) { self.base = base }

  public var width: Int { base.width }
  public var height: Int { base.height }
  public var channels: Int { base.channels }
  public var depth: Int { 8 }

  public func write(row: Int, to samples: inout [UInt16]) {
    base.write(row: row, to: &samples)
    for index in samples.indices { samples[index] = UInt16((UInt32(samples[index]) * 255 + 32767) / 65535) }
  }
}
