import LibC
import PNGCodec
import SyntheticPNG
import TestSupport
import Testing

@testable import GamutKit

@Suite struct SpoolTests {
  private func pipe(_ bytes: [UInt8]) throws -> OpenFile {
    try OpenFile(descriptor: filledPipe(bytes), closing: true)
  }

  private func contents(_ spool: Spool) throws -> [UInt8]? {
    var source = spool.open()
    return try source.readAll(atMost: 1 << 20)
  }

  @Test func whatIsKeptHasALimit() throws {
    let bytes = (0..<60_000).map { UInt8(truncatingIfNeeded: $0) }
    for limit in [60_000, 60_001] {
      let spool = try Spool(pipe(bytes), atMost: limit) { _ in true }
      #expect(try contents(spool) == bytes)
    }
    #expect(
      throws: PNGError.limitExceeded(limit: .spooledBytes, value: 60_000, maximum: 59_999, chunk: nil, offset: nil)
    ) {
      _ = try Spool(pipe(bytes), atMost: 59_999) { _ in true }
    }
    // More than the size of the largest readable image: 512 megapixels of 8 bytes.
    #expect(Spool.maximumSize > 8 * Limits().maximumPixels)
  }

  @Test func theBeginningIsJudgedWhenThereIsEnoughOfIt() throws {
    let bytes = (0..<60_000).map { UInt8(truncatingIfNeeded: $0) }
    var asked: [Int] = []
    let spool = try Spool(pipe(bytes)) { head in
      asked.append(head.count)
      return head.count < 30_000 ? nil : false
    }
    #expect(asked == asked.sorted() && (asked.last ?? 0) >= 30_000)
    #expect(try contents(spool).map { bytes.starts(with: $0) && $0.count == asked.last } == true)
    // Input that ends before the decision is kept: its reader reports the fault.
    #expect(try contents(Spool(pipe([1, 2])) { _ in nil }) == [1, 2])
  }
}

/// Returns the end of a pipe that contains the given bytes and then ends.
func filledPipe(_ bytes: [UInt8]) -> Int32 {
  var ends: [Int32] = [0, 0]
  let status = unsafe ends.withUnsafeMutableBufferPointer { ends in unsafe ends.baseAddress.map { unsafe pipe($0) } }
  #expect(status == 0)
  unsafe bytes.withUnsafeBytes { bytes in
    #expect(unsafe write(ends[1], bytes.baseAddress, bytes.count) == bytes.count)
  }
  close(ends[1])
  return ends[0]
}
