/// The command line of a remedy, and the way back.
extension Remedy {
  private var verb: String {
    switch action {
    case .inspect: "inspect"
    case .report: "report"
    case .embed: "embed"
    case .convert, .addSRGBSlots: "convert"
    }
  }

  private var options: [String] { actionOptions + (jnd.map { ["--jnd", "\($0)"] } ?? []) }

  private var actionOptions: [String] {
    switch action {
    case .inspect: []
    case .report(let assumed): assumed.map { ["--assume", $0] } ?? []
    case .embed(let embedding):
      ["--profile", embedding.space ?? "none"] + (embedding.usesSRGBChunk ? ["--srgb-chunk"] : [])
        + (embedding.assumed.map { ["--assume", $0] } ?? []) + ["--in-place"]
    case .convert(let conversion):
      ["--to", conversion.space]
        + (conversion.reducesDepth ? ["--depth", "8"] : [])
        + (conversion.keepsColorsApart ? ["--mapping", "preserve"] : [])
        + (conversion.dropsAlpha ? ["--drop-alpha"] : [])
        + (conversion.assumed.map { ["--assume", $0] } ?? [])
        + (conversion.overriding.map { ["--override", $0] } ?? [])
        + (output == nil ? ["--in-place"] : [])
    case .addSRGBSlots(let toWideOnly): ["--catalog"] + (toWideOnly ? ["--only", "wide"] : [])
    }
  }

  private var writing: [Pathname] {
    guard let output else { return [] }
    return [Pathname("--output"), output.asArgument]
  }

  package var words: [String] { [verb] + options + writing.map(\.text) }

  /// Creates the remedy that has the given words; nil if there is none.
  ///
  /// - Parameter outputs: the possible outputs; text may not represent all bytes of a path.
  package init?(words: [String], writing outputs: [Pathname]) {
    guard let verb = words.first else { return nil }
    var options = Array(words.dropFirst())
    let output = options.removeValue(of: "--output").map { text in
      outputs.first { $0.asArgument.text == text } ?? Pathname(text)
    }
    let jnd = options.removeValue(of: "--jnd").flatMap { Double($0) }
    if let jnd, !jnd.isFinite || jnd <= 0 { return nil }
    guard let action = Action(verb, options) else { return nil }
    self.init(action)
    (self.jnd, self.output) = (jnd, output)
    guard self.words == words else { return nil }
  }

  /// Returns the command for a POSIX shell, to be run in the folder that the path is relative to.
  public func command(for path: Pathname) -> String { command(for: [path]) }

  /// Returns the command for several files. One that writes a new file is for a single one.
  package func command(for paths: [Pathname]) -> String {
    let words = [Pathname("gamut"), Pathname(verb)] + paths.map(\.asArgument) + options.map { Pathname($0) } + writing
    return words.shellCommand
  }
}

extension Remedy.Action {
  /// Creates the action of a subcommand with options, as far as the options are known: the caller checks that the
  /// result has the same words.
  fileprivate init?(_ verb: String, _ words: [String]) {
    var words = words
    switch verb {
    case "inspect": self = .inspect
    case "report": self = .report(assuming: words.removeValue(of: "--assume"))
    case "embed":
      guard let space = words.removeValue(of: "--profile") else { return nil }
      self = .embed(
        Remedy.Embedding(
          space: space == "none" ? nil : space, usesSRGBChunk: words.contains("--srgb-chunk"),
          assumed: words.removeValue(of: "--assume")))
    case "convert":
      guard let space = words.removeValue(of: "--to") else {
        self = .addSRGBSlots(toWideOnly: words.contains("wide"))
        return
      }
      self = .convert(
        Remedy.Conversion(
          space: space, reducesDepth: words.contains("--depth"), keepsColorsApart: words.contains("--mapping"),
          dropsAlpha: words.contains("--drop-alpha"),
          assumed: words.removeValue(of: "--assume"), overriding: words.removeValue(of: "--override")))
    default: return nil
    }
  }
}

extension [String] {
  fileprivate mutating func removeValue(of option: String) -> String? {
    guard let index = firstIndex(of: option), index + 1 < count else { return nil }
    remove(at: index)
    return remove(at: index)
  }
}

extension Pathname {
  fileprivate var asArgument: Pathname {
    bytes.first == UInt8(ascii: "-") ? Pathname(bytes: Array("./".utf8) + bytes) : self
  }
}
