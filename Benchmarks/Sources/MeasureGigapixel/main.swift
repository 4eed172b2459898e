import Gamut

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

// An image of 2^30 pixels that is never in memory: rows of noise, made as they are asked for, with some 75 million
// colours on the surface of the destination's cube. It goes through the engine twice; both must come to the same, within
// the memory that was allowed. Prints the passes, the seconds and the largest resident set.

/// Row `y`: RGB of 16 bits, of which the upper 9 are random in each sample. The same bytes for the same row.
func fill(_ row: UnsafeMutableBufferPointer<UInt16>, _ y: Int) {
  var state = UInt64(y) &* 0x9e37_79b9_7f4a_7c15 | 1
  for index in row.indices {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    unsafe row[index] = UInt16(truncatingIfNeeded: state >> 40) & 0xff80
  }
}

let side = 1 << 15
let memory = (CommandLine.arguments.count > 1 ? Int(CommandLine.arguments[1]) ?? 1024 : 1024) << 20
let layout = PixelLayout(width: side, height: side, depth: 16)
let tables = RenditionTables(Rendition(source: .rgb(.displayP3), destination: .sRGB), sourceDepth: 16)

func analyze() -> (LossReport, passes: Int)? {
  var partial: PartialAnalysis?
  var passes = 0
  let row = UnsafeMutableBufferPointer<UInt16>.allocate(capacity: side * 3)
  defer { unsafe row.deallocate() }
  while true {
    var analyzer = Analyzer(tables, layout: layout, memory: memory - (48 << 20), continuing: partial)
    for y in 0..<side {
      unsafe fill(row, y)
      unsafe analyzer.consume(UnsafeRawBufferPointer(row).bytes)
    }
    passes += 1
    switch analyzer.finishPass() {
    case .complete(let report, _): return (report, passes)
    case .partial(let next): partial = next
    case .outOfMemory(let bytes):
      print("the machine has no more than \(bytes) bytes for colours")
      return nil
    case .exceedsMemory(needed: let bytes):
      print("needs \(bytes) bytes for lost pixels")
      return nil
    }
  }
}

let start = ContinuousClock.now
guard let (first, passes) = analyze(), let (second, _) = analyze() else { exit(1) }
let seconds = (ContinuousClock.now - start).components.seconds
var usage = rusage()
#if os(Linux)
  unsafe getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
  let resident = usage.ru_maxrss >> 10
#else
  unsafe getrusage(RUSAGE_SELF, &usage)
  let resident = usage.ru_maxrss >> 20
#endif
print(
  "2^30 pixels, \(first.clippedColors) colours clip, \(first.collapse.groups) groups; \(passes) passes, \(seconds) s for"
    + " both runs, \(resident) MiB of \(memory >> 20); \(first == second ? "the same twice" : "DIFFERENT")")
exit(first == second && resident <= memory >> 20 ? 0 : 1)
