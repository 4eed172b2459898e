/// The library that inflates the image data.
enum Inflation: ~Copyable, Sendable {
  case zlib(Inflater)
  case isal(FastInflater)
  /// Everything has been inflated at once, by `WholeInflater`.
  case done

  /// Inflates the next bytes, as `Inflater.step` and `FastInflater.step` do.
  mutating func step(
    _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) -> (consumed: Int, produced: Int, status: Inflater.Status) {
    switch consume self {
    case .zlib(var inflater):
      let result = unsafe inflater.step(input, into: output)
      self = .zlib(inflater)
      return result
    case .isal(var inflater):
      let result = unsafe inflater.step(input, into: output)
      self = .isal(inflater)
      return result
    case .done:
      self = .done
      return (0, 0, .ended)
    }
  }

  var isZlib: Bool {
    switch self {
    case .zlib: true
    case .isal: false
    case .done: false
    }
  }

  /// The number of bytes taken from the input that lie beyond the end of the stream, after that is reached.
  var surplus: Int {
    switch self {
    case .zlib: 0
    case .isal(let inflater): inflater.surplus
    case .done: 0
    }
  }
}
