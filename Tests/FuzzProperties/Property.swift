/// What must hold for any bytes, with what a fuzzer needs to find bytes for which it does not.
public struct Property: Sendable {
  /// The name of the fuzzing target, and of the folder with its regressions.
  public let name: String
  /// The maximum number of bytes that a fuzzer tries.
  public let maximumSize: Int
  /// Inputs from which a fuzzer starts.
  public let seeds: @Sendable () -> [[UInt8]]
  /// Words of the format, for mutations.
  public let words: @Sendable () -> [[UInt8]]
  private let check: @Sendable ([UInt8]) throws(Violation) -> Void

  init(
    _ name: String, atMost maximumSize: Int, seeds: @escaping @Sendable () -> [[UInt8]],
    words: @escaping @Sendable () -> [[UInt8]], check: @escaping @Sendable ([UInt8]) throws(Violation) -> Void
  ) {
    (self.name, self.maximumSize, self.seeds, self.words, self.check) = (name, maximumSize, seeds, words, check)
  }

  /// Returns what does not hold for these bytes; nil if everything does.
  public func violation(by bytes: [UInt8]) -> Violation? {
    do throws(Violation) {
      try check(bytes)
      return nil
    } catch {
      return error
    }
  }

  /// All properties, in the order in which they are tried.
  public static let all: [Property] = [
    .chunks, .profiles, .decode, .embed, .report, .convert, .compare, .catalogs, .tokens, .styles, .colors,
    .json, .policy, .baseline, .parts, .cache,
  ]
}

/// What does not hold.
public struct Violation: Error, Sendable, Hashable, CustomStringConvertible {
  public let description: String

  init(_ description: String) { self.description = description }
}

func require(_ condition: Bool, _ description: @autoclosure () -> String) throws(Violation) {
  if !condition { throw Violation(description()) }
}

/// Returns the value of a body that must not throw.
func succeed<Value: ~Copyable, Failure: Error>(
  _ description: @autoclosure () -> String, _ body: () throws(Failure) -> Value
) throws(Violation) -> Value {
  do throws(Failure) {
    return try body()
  } catch {
    throw Violation("\(description()): \(error)")
  }
}

extension [String] {
  var bytes: [[UInt8]] { map { [UInt8]($0.utf8) } }
}
