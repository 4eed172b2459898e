import Gamut

/// A command that fixes a finding, or shows the problem. A space is the name of a published one or the path of a profile.
public struct Remedy: Sendable, Hashable {
  /// What the command does.
  public enum Verb: String, Sendable, Hashable {
    /// Shows the declarations of the file.
    case inspect
    /// Shows the losses of the image.
    case report
    /// Replaces the declaration of the file.
    case embed
    /// Converts the pixels, or gives a set of an asset catalog slots for displays of sRGB.
    case convert
  }

  /// A property of what the command writes, in the order of its words.
  public enum Flag: CaseIterable, Sendable, Hashable {
    /// The space is declared by an sRGB chunk instead of a profile.
    case usesSRGBChunk
    /// The result has 8 bits per sample, and not the depth of the file.
    case reducesDepth
    /// Colours that look different stay different, by the mapping `preserve`.
    case keepsColorsApart
    /// The result has no alpha channel; the command refuses an image with a pixel that is not opaque.
    case dropsAlpha
    /// A set of an asset catalog gets slots for displays of sRGB.
    case addsSlots
    /// Only images and colours outside sRGB get slots.
    case onlyWide

    var words: [String] {
      switch self {
      case .usesSRGBChunk: ["--srgb-chunk"]
      case .reducesDepth: ["--depth", "8"]
      case .keepsColorsApart: ["--mapping", "preserve"]
      case .dropsAlpha: ["--drop-alpha"]
      case .addsSlots: ["--catalog"]
      case .onlyWide: ["--only", "wide"]
      }
    }
  }

  /// What the command does.
  public var verb: Verb
  /// The space to declare or to convert to, or `Remedy.same`; nil removes the declaration.
  public var space: String?
  /// What the command writes.
  public var flags: Set<Flag>
  /// The space of a file without a declaration, or, to embed another one, of any file; nil if the command does not name it.
  public var assumed: String?
  /// The space that replaces what the file declares; nil keeps it.
  public var overriding: String?
  /// The just-noticeable difference of a report, or of colours that stay apart (DIN99o); nil for the usual one, and for
  /// other commands.
  public var jnd: Double?
  /// The file that a conversion writes; nil if it changes the image in place, and for other commands.
  public var output: Pathname?

  private init(_ verb: Verb, _ space: String? = nil, _ flags: Set<Flag> = []) {
    (self.verb, self.space, self.flags) = (verb, space, flags)
  }

  package static let inspect = Remedy(.inspect)
  package static let report = Remedy(.report)

  package static func report(assuming space: ReferenceSpace) -> Remedy {
    var remedy = report
    remedy.assumed = space.rawValue
    return remedy
  }

  package static func embed(
    _ space: ReferenceSpace, asSRGBChunk: Bool = false, overriding: Bool = false
  ) -> Remedy {
    var remedy = Remedy(.embed, space.rawValue, asSRGBChunk ? [.usesSRGBChunk] : [])
    if overriding { remedy.assumed = space.rawValue }
    return remedy
  }

  /// Returns the command that declares a space by its name or a profile by its path; nil removes the declaration.
  package static func embed(named space: String?) -> Remedy { Remedy(.embed, space) }

  package static let same = "same"
  /// The command that writes what a file declares without its faults.
  package static let embedSame = embed(named: same)

  package static func convert(to space: ReferenceSpace) -> Remedy { convert(toNamed: space.rawValue) }

  package static func droppingAlpha(in space: ReferenceSpace) -> Remedy {
    Remedy(.convert, space.rawValue, [.dropsAlpha])
  }

  /// Returns the command that converts in place to a space given by its name, or to a profile given by its path.
  package static func convert(toNamed space: String) -> Remedy { Remedy(.convert, space) }

  package static func addSRGBSlots(toWideOnly: Bool) -> Remedy {
    Remedy(.convert, nil, toWideOnly ? [.addsSlots, .onlyWide] : [.addsSlots])
  }

  /// Returns the command that creates the sRGB variant of an image at a path, where different colours stay different.
  package static func toVariant(at output: Pathname) -> Remedy {
    var remedy = Remedy(.convert, ReferenceSpace.sRGB.rawValue, [.reducesDepth, .keepsColorsApart])
    remedy.output = output
    return remedy
  }

  /// Sets the just-noticeable difference, if the command depends on it.
  package mutating func use(jnd: Double) {
    let dependsOnIt = verb == .report || flags.contains(.keepsColorsApart)
    self.jnd = dependsOnIt && jnd != Rendition.defaultJND ? jnd : nil
  }

  package func mapped(_ path: (Pathname) -> Pathname) -> Remedy {
    var remedy = self
    remedy.output = output.map(path)
    if let space, space != Self.same {
      remedy.space = SpaceChoice.profile(named: space, in: .here).map { path($0).text } ?? space
    }
    return remedy
  }
}

/// The command line of a remedy, and the way back.
extension Remedy {
  private var options: [String] {
    func option(_ name: String, _ value: String?) -> [String] { value.map { [name, $0] } ?? [] }
    let changesFile = verb == .embed || verb == .convert && space != nil && output == nil
    return option(verb == .embed ? "--profile" : "--to", verb == .embed ? space ?? "none" : space)
      + Flag.allCases.filter { flags.contains($0) }.flatMap(\.words) + option("--assume", assumed)
      + option("--override", overriding) + (changesFile ? ["--in-place"] : []) + option("--jnd", jnd.map { "\($0)" })
  }

  private var writing: [Pathname] { output.map { [Pathname("--output"), $0.asArgument] } ?? [] }

  package var words: [String] { [verb.rawValue] + options + writing.map(\.text) }

  /// Creates the remedy that has the given words; nil if there is none. Text may not represent all bytes of an output.
  package init?(words: [String], writing outputs: [Pathname]) {
    guard let verb = words.first.flatMap({ Verb(rawValue: $0) }) else { return nil }
    func value(_ option: String) -> String? {
      words.firstIndex(of: option).flatMap { $0 + 1 < words.count ? words[$0 + 1] : nil }
    }
    let space = value(verb == .embed ? "--profile" : "--to")
    self.init(
      verb, verb == .embed && space == "none" ? nil : space, Set(Flag.allCases.filter { words.contains($0.words[0]) }))
    (assumed, overriding, jnd) = (value("--assume"), value("--override"), value("--jnd").flatMap { Double($0) })
    output = value("--output").map { text in outputs.first { $0.asArgument.text == text } ?? Pathname(text) }
    if let jnd, !jnd.isFinite || jnd <= 0 { return nil }
    guard self.words == words else { return nil }
  }

  /// Returns the command for a POSIX shell, to be run in the folder that the path is relative to.
  public func command(for path: Pathname) -> String { command(for: [path]) }

  /// Returns the command for several files. One that writes a new file is for a single one.
  package func command(for paths: [Pathname]) -> String {
    let words =
      [Pathname("gamut"), Pathname(verb.rawValue)] + paths.map(\.asArgument) + options.map { Pathname($0) } + writing
    return words.shellCommand
  }
}

extension Pathname {
  fileprivate var asArgument: Pathname {
    bytes.first == UInt8(ascii: "-") ? Pathname(bytes: Array("./".utf8) + bytes) : self
  }
}
