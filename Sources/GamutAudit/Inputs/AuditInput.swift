public import GamutKit
import PNGCodec

/// An input of an audit: how to open it, and the path to report.
public struct AuditInput: Sendable, Hashable {
  /// The input as given to the system.
  public var input: Input
  /// The path relative to the root, or the absolute path of an input that is not below the root.
  public var path: Pathname

  package var isNamed = false
  /// Whether a set has only the file that lists its slots.
  var isAlone = false

  package var palette: PaletteUse?

  package var others: [PaletteFile.Part] = []

  package var isNamedPalette: Bool { palette == .named || palette == .namedBesideSets }

  /// The way in which an input is read as a palette, which determines the rules.
  package enum PaletteUse: Sendable, Hashable {
    /// The command or the policy names the palette, so that all rules for palettes apply.
    case named
    /// A catalog that the policy names as a palette. Its sets are inputs as well, with their own rules.
    case namedBesideSets
    /// A catalog that was found in a folder. Its sets are inputs as well.
    case found
  }

  /// Creates an input.
  public init(input: Input, path: Pathname) {
    self.input = input
    self.path = path
  }
}

/// One of several parts of a run, which may run on different machines.
public struct Shard: Sendable, Hashable {
  /// The index of this part, from 1 to `count`.
  public var index: Int
  /// The number of parts.
  public var count: Int

  /// Creates a shard; nil unless 1 <= index <= count <= 10,000.
  public init?(index: Int, count: Int) {
    guard count >= 1, count <= 10_000, index >= 1, index <= count else { return nil }
    self.index = index
    self.count = count
  }

  /// Parses text such as `2/3`.
  public init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let index = Int(parts[0]), let count = Int(parts[1]) else { return nil }
    self.init(index: index, count: count)
  }

  /// Returns the files of this shard: every `count`th, so that each shard gets its share of every folder.
  public func inputs(of all: [AuditInput]) -> [AuditInput] {
    stride(from: index - 1, to: all.count, by: count).map { all[$0] }
  }
}

/// The reason that git, a baseline, the parts of an audit or its root cannot be used.
public struct AuditError: AdvisedError, Hashable {
  /// The file that it is about; nil if the caller has named it, or if it is about several.
  public var path: Pathname?
  /// The problem in whole sentences, without the file's name.
  public var message: String
  /// What helps, in whole sentences; nil if nothing is known to.
  public var hint: String?
  /// The file, the problem and what helps.
  public var description: String { (path.map { $0.text.printable + ": " } ?? "") + text }

  init(_ message: String, hint: String? = nil) {
    self.message = message
    self.hint = hint
  }

  init(_ error: PNGError) { self.init(error.message.asSentence, hint: error.hint) }

  func about(_ path: Pathname) -> AuditError {
    var error = self
    error.path = path
    return error
  }
}
