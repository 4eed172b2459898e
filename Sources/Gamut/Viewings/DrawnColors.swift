import ColorScience

/// Counts the drawn pixels of an image by their codes of 8 bits, row by row, and finds the pairs of colours that eyes confuse.
struct DrawnColors: ~Copyable, Sendable {
  /// The drawn pixels of each code of 24 bits, and, 32 bits higher, the index in the image of the first in reading order.
  private let counts = Scratch<UInt64>(zeros: 1 << 24)
  /// The codes that have drawn pixels: only their pages take memory.
  private var codes: [UInt32] = []
  private let limits = VisionLimits()
  private var known: ColorCache<DIN99o>

  init(_ layout: PixelLayout) { known = ColorCache(DIN99o(linearSRGB: .zero), for: layout) }

  /// Counts a row, when the three rows below it are there or the image ends.
  mutating func count(_ y: Int, _ rows: borrowing ViewedRows) {
    for strip in 0..<rows.strips {
      var drawn = runs(y, strip, rows)
      if drawn == 0 { continue }
      // A pixel between two of its own code is not blended there.
      let (left, up) = (rows.left(y, strip), rows.up(y, strip))
      let right = left >> 1 | rows.left(y, strip + 1) << 63
      var rest = drawn & ~(left | right) | drawn & ~(up | rows.up(y + 1, strip))
      while rest != 0 {
        let x = 64 * strip + rest.trailingZeroBitCount
        if isBlended(x, y, rows) { drawn &= ~(rest & ~(rest - 1)) }
        rest &= rest - 1
      }
      // Of one code up to the next pixel that differs from its left neighbour.
      while drawn != 0 {
        let lane = UInt64(drawn.trailingZeroBitCount)
        let after = lane == 63 ? 0 : ~left & .max << (lane + 1)
        let stretch = after == 0 ? drawn : drawn & (1 << UInt64(after.trailingZeroBitCount) - 1)
        let x = 64 * strip + Int(lane)
        let code = rows.code(x: x, y: y)
        let count = unsafe counts.base + Int(code)
        if unsafe count.pointee == 0 {
          codes.append(code)
          unsafe count.pointee = UInt64(y * rows.layout.width + x) << 32
        }
        unsafe count.pointee += UInt64(stretch.nonzeroBitCount)
        drawn &= ~stretch
      }
    }
  }

  /// The pixels of a strip that are in a run of their code, in their row or column.
  private func runs(_ y: Int, _ strip: Int, _ rows: borrowing ViewedRows) -> UInt64 {
    // A pixel that equals the one before it, as do the next two, is the second of a run.
    let (left, before, next) = (rows.left(y, strip), rows.left(y, strip - 1), rows.left(y, strip + 1))
    func shifted(_ columns: Int) -> UInt64 {
      columns == 0
        ? left
        : columns > 0
          ? left >> UInt64(columns) | next << UInt64(64 - columns)
          : left << UInt64(-columns) | before >> UInt64(64 + columns)
    }
    var runs: UInt64 = 0
    for first in (2 - ViewingLoss.run)...1 {
      runs |= (0..<(ViewingLoss.run - 1)).reduce(.max) { $0 & shifted(first + $1) }
      runs |= (0..<(ViewingLoss.run - 1)).reduce(.max) { $0 & rows.up(y + first + $1, strip) }
    }
    return runs
  }

  private mutating func isBlended(_ x: Int, _ y: Int, _ rows: borrowing ViewedRows) -> Bool {
    isBlended((x, y), (x - 1, y), (x + 1, y), rows) || isBlended((x, y), (x, y - 1), (x, y + 1), rows)
  }

  private mutating func isBlended(
    _ pixel: (x: Int, y: Int), _ first: (x: Int, y: Int), _ second: (x: Int, y: Int), _ rows: borrowing ViewedRows
  ) -> Bool {
    guard let low = rows.judgedCode(x: first.x, y: first.y), let high = rows.judgedCode(x: second.x, y: second.y)
    else { return false }
    let code = rows.code(x: pixel.x, y: pixel.y)
    guard code != low, code != high else { return false }
    for shift: UInt32 in [0, 8, 16] {
      let (own, one, other) = (code >> shift & 255, low >> shift & 255, high >> shift & 255)
      if own < min(one, other) || own > max(one, other) { return false }
    }
    let one = color(rows.packed(x: first.x, y: first.y), rows)
    return one.difference(to: color(rows.packed(x: second.x, y: second.y), rows)) >= limits.distinct
  }

  private mutating func color(_ source: UInt64, _ rows: borrowing ViewedRows) -> DIN99o {
    if let color = known[source] { return color }
    let color = DIN99o(linearSRGB: rows.original(source))
    known[source] = color
    return color
  }

  private struct Drawn {
    var code: UInt32
    var linear: SIMD3<Double>
    var color: DIN99o
    var pixels, first: Int

    func side(_ viewing: Viewing, width: Int) -> ViewingLoss.Side {
      let channels = SIMD3<UInt32>(code >> 16, code >> 8 & 255, code & 255)
      return ViewingLoss.Side(
        linear, code: SIMD3<UInt16>(truncatingIfNeeded: channels), pixels: pixels,
        at: LossReport.Position(x: first % width, y: first / width), viewing)
    }
  }

  /// A confused pair of drawn colours, by their indices, the lower code first.
  private struct Confused {
    var first, second: Int
    var before, after: Double
    /// The pixels of the rarer colour.
    var pixels: Int

    func precedes(_ other: Confused) -> Bool {
      (other.pixels, other.before - other.after, first, second)
        < (pixels, before - after, other.first, other.second)
    }
  }

  func finish(_ rows: borrowing ViewedRows, top: Int, _ losses: inout [ViewingLoss]) {
    let least = ViewingLoss.drawnPixels(judged: rows.judgedPixels)
    var drawn: [Drawn] = []
    for code in codes.sorted() {
      let count = unsafe counts.base[Int(code)]
      let pixels = Int(count & 0xffff_ffff)
      if pixels < least { continue }
      let linear = rows.original(rows.source(ofCode: code))
      drawn.append(
        Drawn(code: code, linear: linear, color: DIN99o(linearSRGB: linear), pixels: pixels, first: Int(count >> 32)))
    }
    for index in losses.indices where losses[index].viewing.eye != nil {
      find(drawn, width: rows.layout.width, top: top, &losses[index])
    }
  }

  private func find(_ drawn: [Drawn], width: Int, top: Int, _ loss: inout ViewingLoss) {
    let seen = drawn.map { DIN99o(linearSRGB: loss.viewing($0.linear)) }
    // By lightness as seen, so that only near colours are compared.
    let order = drawn.indices.sorted { seen[$0].l < seen[$1].l }
    var (pairs, start) = ([Confused](), 0)
    for (position, index) in order.enumerated() {
      while seen[index].l - seen[order[start]].l >= limits.confusable { start += 1 }
      for other in order[start..<position] {
        let after = seen[index].difference(to: seen[other])
        let before = drawn[index].color.difference(to: drawn[other].color)
        guard before >= limits.distinct, after < limits.confusable else { continue }
        loss.pairs += 1
        pairs.append(
          Confused(
            first: min(index, other), second: max(index, other), before: before, after: after,
            pixels: min(drawn[index].pixels, drawn[other].pixels)))
        // Only the first ones are listed.
        if pairs.count >= 4096 + top { pairs = Array(pairs.sorted { $0.precedes($1) }.prefix(top)) }
      }
    }
    loss.confused = pairs.sorted { $0.precedes($1) }.prefix(top).map { pair in
      let sides = [drawn[pair.first], drawn[pair.second]].map { $0.side(loss.viewing, width: width) }
      return ViewingLoss.Finding(sides: sides, before: pair.before, after: pair.after)
    }
  }
}

/// Finds what other eyes and other light lose of an image, from its rows in order.
package struct ViewingFinder: ~Copyable, Sendable {
  private let viewings: [Viewing]
  private var rows: ViewedRows
  private var edges: EdgeFinder
  private var drawn: DrawnColors
  private let hasEyes: Bool

  init(_ tables: RenditionTables, layout: PixelLayout, vector: VectorExtension) {
    viewings = tables.model.rendition.viewings
    hasEyes = viewings.contains { $0.eye != nil }
    rows = ViewedRows(tables, layout: layout, vector: vector)
    edges = EdgeFinder(viewings, rows, vector: vector)
    drawn = DrawnColors(layout)
  }

  /// The largest memory for an image of some size.
  package static func bytes(viewings: Int, width: Int, height: Int) -> Int {
    guard viewings > 0 else { return 0 }
    let columns = ViewedRows.bytesPerColumn + EdgeFinder.bytesPerColumn(viewings: viewings)
    // Each code may have a page of its own.
    return min(8 << 24, 4096 * width * height) + (width + 128) * columns
  }

  mutating func add(_ batch: borrowing RowBatch) {
    let layout = rows.layout
    layout.withFormat { unsafe add(batch, as: $0) }
  }

  @unsafe
  private mutating func add<Format: PixelFormat>(_ batch: borrowing RowBatch, as format: Format.Type) {
    for y in 0..<batch.rows {
      unsafe rows.add(batch.row(y), as: format)
      edges.look(rows)
      if hasEyes, rows.count >= ViewingLoss.run { drawn.count(rows.count - ViewingLoss.run, rows) }
    }
  }

  consuming func finish(top: Int) -> [ViewingLoss] {
    var losses = viewings.map { ViewingLoss($0) }
    if hasEyes { for y in max(rows.count - ViewingLoss.run + 1, 0)..<rows.count { drawn.count(y, rows) } }
    edges.finish(rows, top: top, &losses)
    drawn.finish(rows, top: top, &losses)
    return losses
  }
}
