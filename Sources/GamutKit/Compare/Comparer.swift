import Gamut
import LibC
import PNGCodec

/// Compares files with one set of options. One comparer may be used by several threads at a time.
public struct Comparer: Sendable {
  package let options: CompareOptions
  private let declaration: DeclarationInForce
  let display: RGBSpace?
  private let sources = Memo<DeclarationKey, SourceColor>.ofDeclarations()

  /// - Throws: `GamutError.destination` if the display's profile has no matrix and curves.
  public init(_ options: CompareOptions = CompareOptions()) throws(GamutError) {
    self.options = options
    declaration = DeclarationInForce(
      assumed: options.assume, override: options.ignoresDeclarations ? .sRGB : nil)
    do throws(DeclarationFault) {
      display = try options.display.map { choice throws(DeclarationFault) in
        guard case .rgb(let space) = try SourceColor(choice, origin: .override, isGrey: false).meaning else {
          throw .tables
        }
        return space
      }
    } catch {
      throw .destination(error)
    }
  }

  /// Compares the files at two paths, decoded on separate threads if `threads` is 2 or more.
  public func compare(_ a: Pathname, _ b: Pathname, threads: Int = 1) throws(FailedFile<CompareError>) -> Comparison {
    do throws(CompareError) {
      return try compare(
        Self.on(.a) { () throws(GamutError) in try OpenedInput(.file(a)) },
        Self.on(.b) { () throws(GamutError) in try OpenedInput(.file(b)) }, threads: threads)
    } catch {
      throw FailedFile(path: error.side == .a ? a : b, reason: error)
    }
  }

  /// Compares two PNG files in memory.
  public func compare(_ a: [UInt8], _ b: [UInt8], threads: Int = 1) throws(CompareError) -> Comparison {
    try compare(OpenedInput(bytes: a), OpenedInput(bytes: b), threads: threads)
  }

  package func compare(
    _ a: OpenedInput, _ b: OpenedInput, threads: Int,
    marks: ((_ row: [UInt8], _ width: Int, _ height: Int) -> Void)? = nil
  ) throws(CompareError) -> Comparison {
    let first = try Self.on(.a) { () throws(GamutError) in try image(a) }
    let second = try Self.on(.b) { () throws(GamutError) in try image(b) }
    var result = Comparison(
      a: first.file, b: second.file, tolerance: options.tolerance, difference: PictureDifference())
    guard first.layout.width == second.layout.width, first.layout.height == second.layout.height else {
      result.difference.verdict = .differs
      result.difference.reasons = [.init(.size)]
      return result
    }
    var comparer = imageComparer(first, second)
    let (bytesPerRow, width, height) = (first.layout.bytesPerRow, first.layout.width, first.layout.height)
    // The file that is read; an error of one ends the other.
    var side = PictureDifference.Side.a
    do throws(GamutError) {
      var rows = DecodedRows(second.decoder) { _ in }
      // The rows of B that were read and not compared.
      var rest = unsafe UnsafeRawBufferPointer(start: nil, count: 0)
      _ = try Pipeline.run(first.decoder, onThread: threads > 1) { batch throws(GamutError) in
        guard let start = unsafe batch.buffer.baseAddress else { return }
        for y in 0..<batch.rows {
          side = .b
          if unsafe rest.isEmpty { unsafe rest = try rows.next() }
          guard unsafe !rest.isEmpty, let row = rest.baseAddress else { throw .changedWhileRead }
          unsafe rest = UnsafeRawBufferPointer(rebasing: rest[rows.layout.bytesPerRow...])
          side = .a
          if let found = unsafe comparer.add(UnsafeRawPointer(start + y * bytesPerRow), row) {
            marks?(found, width, height)
          }
        }
      }
      side = .b
      try rows.finish()
    } catch {
      throw CompareError(side: side, error: error)
    }
    let end = comparer.finish()
    marks?(end.strengths, width, height)
    result.difference = end.difference
    return result
  }

  private struct Image: ~Copyable {
    let decoder: PNGDecoder
    let file: Comparison.File
    let key: DeclarationKey
    let color: SourceColor
    let layout: PixelLayout
  }

  private func image(_ input: OpenedInput) throws(GamutError) -> Image {
    // Each of the two images may have half of the memory.
    let reader = try GamutError.reading { () throws(PNGError) in
      try MemoryRoom.require(MemoryRoom.tables)
      return try input.reader(options.limits.interlaced(within: options.memory / 2))
    }
    let (chunks, header, isPartial) = (reader.colorChunks, reader.header, reader.isAnimated)
    let decoder: PNGDecoder
    do { decoder = try PNGDecoder(reader) } catch { throw .png(error) }
    let key = declaration.key(chunks, isGrey: header.colorType.isGrey)
    let color = try sources.value(for: key) { () throws(GamutError) in
      try declaration.source(chunks, isGrey: header.colorType.isGrey)
    }
    let layout = decoder.layout
    return Image(
      decoder: decoder, file: .init(image: header, source: color.declared, isPartial: isPartial), key: key,
      color: color, layout: layout)
  }

  private func imageComparer(_ a: borrowing Image, _ b: borrowing Image) -> ImageComparer {
    var meanings = (a.color.meaning, b.color.meaning)
    var isEqual = a.key.declaration == b.key.declaration && a.key.isGrey == b.key.isGrey
    if let space = a.color.space, space == b.color.space {
      meanings = (.rgb(space.profileSpace), .rgb(space.profileSpace))
      isEqual = true
    } else if case (.rgb(let first), .rgb(let second)) = meanings {
      isEqual = first == second
    } else if case (.grey(let first), .grey(let second)) = meanings {
      isEqual = first == second
    }
    func source(_ meaning: SourceSpace, _ image: borrowing Image) -> ImageComparer.Source {
      .init(meaning, image.layout, isDeclared: image.color.declared.origin != .assumed)
    }
    return ImageComparer(
      source(meanings.0, a), source(meanings.1, b), isEqual: isEqual, display: display, jnd: options.tolerance,
      top: options.top)
  }

  static func on<Value: ~Copyable>(
    _ side: PictureDifference.Side, _ body: () throws(GamutError) -> Value
  ) throws(CompareError) -> Value {
    do { return try body() } catch { throw CompareError(side: side, error: error) }
  }
}
