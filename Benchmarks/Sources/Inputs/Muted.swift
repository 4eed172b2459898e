/// A picture of 16 bits with its colours drawn together around the middle greys, so that none is outside any space.
public struct Muted<Base: Picture>: Picture {
  public let base: Base

  public init(_ base: Base) { self.base = base }

  public var width: Int { base.width }
  public var height: Int { base.height }
  public var channels: Int { base.channels }
  public var depth: Int { base.depth }

  public func write(row: Int, to samples: inout [UInt16]) {
    base.write(row: row, to: &samples)
    for index in samples.indices { samples[index] = 24576 + samples[index] / 4 }
  }
}
