import SyntheticPNG

/// Returns bytes with four of them chosen so that the CRC-32 of all has the given value. The CRC is affine in every
/// bit, so a linear system of 32 bits is solved.
public func forged(_ bytes: [UInt8], at offset: Int, crc target: UInt32) -> [UInt8] {
  var bytes = bytes
  bytes.replaceSubrange(offset..<offset + 4, with: [0, 0, 0, 0])
  let base = checksum(bytes)
  // Rows of (effect on the CRC, bits that have it), transformed to triangular form.
  var rows: [(effect: UInt32, bits: UInt32)] = (0..<32).map { bit in
    var copy = bytes
    copy[offset + bit / 8] = 1 << (bit % 8)
    return (checksum(copy) ^ base, 1 << bit)
  }
  var (missing, chosen): (UInt32, UInt32) = (base ^ target, 0)
  for bit in (0..<32).reversed() {
    guard let pivot = rows.firstIndex(where: { $0.effect >> bit & 1 == 1 }) else { continue }
    let row = rows.remove(at: pivot)
    for index in rows.indices where rows[index].effect >> bit & 1 == 1 {
      rows[index].effect ^= row.effect
      rows[index].bits ^= row.bits
    }
    if missing >> bit & 1 == 1 {
      missing ^= row.effect
      chosen ^= row.bits
    }
  }
  precondition(missing == 0, "four bytes do not suffice")
  for index in 0..<4 { bytes[offset + index] = UInt8(truncatingIfNeeded: chosen >> (8 * index)) }
  return bytes
}
