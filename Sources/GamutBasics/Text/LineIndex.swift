/// The positions of the lines of a text.
package struct LineIndex: Sendable {
  private let bytes: [UInt8]
  /// The number of line ends before each block of bytes.
  private var counts = [0]

  private static let block = 4096

  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
    for start in stride(from: 0, to: bytes.count - Self.block, by: Self.block) {
      counts.append((counts.last ?? 0) + ends(in: start..<start + Self.block))
    }
  }

  private func ends(in range: Range<Int>) -> Int {
    var (count, index) = (0, range.lowerBound)
    // Eight bytes at a time: in each one that is a line feed, the highest bit is set in the end.
    let (ones, low): (UInt64, UInt64) = (0x0101_0101_0101_0101, 0x7f7f_7f7f_7f7f_7f7f)
    unsafe bytes.withUnsafeBytes { bytes in
      while index + 8 <= range.upperBound {
        let differences = unsafe bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self) ^ (ones &* 0x0a)
        count += (~(((differences & low) &+ low) | differences | low)).nonzeroBitCount
        index += 8
      }
      while index < range.upperBound {
        if unsafe bytes[index] == 0x0a { count += 1 }
        index += 1
      }
    }
    return count
  }

  /// Returns the number, from 1, of the line that contains a byte.
  package func line(at offset: Int) -> Int {
    let offset = min(offset, bytes.count)
    let block = min(offset / Self.block, counts.count - 1)
    return counts[block] + ends(in: block * Self.block..<offset) + 1
  }
}

extension [UInt8] {
  /// The text with a byte order mark at its beginning, if any, replaced by spaces.
  package var withoutMark: [UInt8] { starts(with: [0xef, 0xbb, 0xbf]) ? [0x20, 0x20, 0x20] + dropFirst(3) : self }
}
