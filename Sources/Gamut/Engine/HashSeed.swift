/// The seed of all hashes of colours: drawn once in a process, so that no image can be made to fill one list or one
/// stretch of a table.
enum HashSeed {
  /// Odd.
  static let ofProcess = UInt64.random(in: .min ... .max) | 1
}
