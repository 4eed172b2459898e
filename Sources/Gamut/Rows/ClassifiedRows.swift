/// The result of classifying a batch of rows: the pixels whose destination code is on the surface, in order.
///
/// Its memory is reused from batch to batch.
@safe struct ClassifiedRows: ~Copyable, Sendable {
  /// The x of each surface pixel and its code. A following entry with ``SurfaceCode/repeated`` contains the last x of a
  /// stretch of that pixel's colour.
  let positions: Scratch<UInt32>
  let surface: Scratch<UInt64>
  /// The pixels of one row that a vector kernel leaves to double precision.
  let undecided, exceeding: Scratch<UInt32>
  /// The end of each row's pixels in `positions`. A row that equals the one above it has no pixels of its own.
  let ends: Scratch<Int>
  /// Whether a row equals the one above it in the same batch.
  let repeats: Scratch<Bool>
  var rows = 0
  var transparent = 0
  /// The largest excess in this batch and in earlier ones in the same memory: smaller ones are not measured.
  var excess = 0.0

  init(rows: Int, width: Int) {
    positions = Scratch(count: rows * width)
    surface = Scratch(count: rows * width)
    undecided = Scratch(count: width)
    exceeding = Scratch(count: width)
    ends = Scratch(count: rows)
    repeats = Scratch(count: rows)
  }
}

/// Reusable memory for some rows of an image and for the result of their classification.
///
/// A batch moves from the thread that fills it to one that classifies it and then to the one that absorbs it.
@safe public struct RowBatch: ~Copyable, Sendable {
  private let memory: Scratch<UInt8>
  private let bytesPerRow: Int
  var classified: ClassifiedRows
  /// The number of filled rows.
  public var rows = 0

  /// The size, in bytes of rows, of the batches passed between threads.
  public static let size = 1 << 18

  /// Returns the size of a batch that stays on one thread, for an image of `bytes` bytes of rows: a small one is one batch.
  public static func size(forImageOf bytes: Int) -> Int { bytes <= 2 * size ? bytes : size }

  /// Allocates room for about `bytes` bytes of rows; for at least one row.
  public init(_ layout: PixelLayout, bytes: Int = RowBatch.size) {
    let rows = min(max(bytes / max(layout.bytesPerRow, 1), 1), max(layout.height, 1))
    bytesPerRow = layout.bytesPerRow
    memory = Scratch(count: rows * layout.bytesPerRow)
    classified = ClassifiedRows(rows: rows, width: layout.width)
  }

  /// Replaces the rows with copies of the first whole rows of `bytes`, as many as there is room for, and returns the
  /// number of bytes copied.
  public mutating func fill(_ bytes: RawSpan) -> Int {
    rows = min(memory.count, bytes.byteCount) / max(bytesPerRow, 1)
    let count = rows * bytesPerRow
    unsafe bytes.withUnsafeBytes { unsafe buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[..<count])) }
    return count
  }

  /// The buffer to write rows to, with room for all of them.
  package var buffer: UnsafeMutableRawBufferPointer {
    unsafe UnsafeMutableRawBufferPointer(start: memory.base, count: memory.count)
  }

  @unsafe
  func row(_ y: Int) -> UnsafeRawPointer { unsafe UnsafeRawPointer(memory.base + y * bytesPerRow) }

  /// Finds the surface pixels of the rows. Batches of one image may be classified in any order, on any thread.
  public mutating func classify(with classifier: RowClassifier) {
    let filled = unsafe UnsafeRawBufferPointer(start: memory.base, count: rows * bytesPerRow)
    unsafe classifier.classify(filled, into: &classified)
  }
}
