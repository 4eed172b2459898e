import Gamut

/// A command that fixes a finding, or shows the problem.
public struct Remedy: Sendable, Hashable {
  /// The action of the command for a file. A space is given by the name of a published space or the path of a profile.
  public enum Action: Sendable, Hashable {
    /// Shows the declarations of the file.
    case inspect
    /// Shows the losses of the image; reads a file without a declaration in the given space.
    case report(assuming: String?)
    /// Replaces the declaration of the file.
    case embed(Embedding)
    /// Converts the pixels.
    case convert(Conversion)
    /// Gives a set of an asset catalog slots for displays of sRGB; only for images and colours outside sRGB if
    /// `toWideOnly`.
    case addSRGBSlots(toWideOnly: Bool)
  }

  /// The declaration to embed.
  public struct Embedding: Sendable, Hashable {
    /// The space to declare, or `Remedy.same`; nil removes the declaration.
    public var space: String?
    /// Whether to declare the space by an sRGB chunk instead of a profile.
    public var usesSRGBChunk = false
    /// The space that replaces the meaning of an existing declaration; nil keeps it.
    public var assumed: String?
  }

  /// The destination of a conversion, and its method.
  public struct Conversion: Sendable, Hashable {
    /// The space to convert to: the name of a published space, or the path of a profile.
    public var space: String
    /// Whether the result has 8 bits per sample, and not the depth of the file.
    public var reducesDepth = false
    /// Whether colours that look different stay different, by the mapping `preserve`.
    public var keepsColorsApart = false
    /// Whether the result has no alpha channel; the command refuses an image with a pixel that is not opaque.
    public var dropsAlpha = false
    /// The space of a file without a declaration; nil if the command does not name it.
    public var assumed: String?
    /// The space that replaces what the file declares; nil keeps it.
    public var overriding: String?
  }

  /// The action of the command.
  public var action: Action
  /// The just-noticeable difference of a report, or of colours that stay apart, as a distance in OKLab; nil for the usual
  /// one, and for other actions.
  public var jnd: Double?
  /// The file that a conversion writes; nil if it changes the image in place, and for other actions.
  public var output: Pathname?

  package init(_ action: Action) { self.action = action }

  package static let inspect = Remedy(.inspect)
  package static let report = Remedy(.report(assuming: nil))

  package static func embed(
    _ space: ReferenceSpace, asSRGBChunk: Bool = false, overriding: Bool = false
  ) -> Remedy {
    let name = space.rawValue
    return Remedy(.embed(Embedding(space: name, usesSRGBChunk: asSRGBChunk, assumed: overriding ? name : nil)))
  }

  /// Returns the command that declares a space by its name or a profile by its path; nil removes the declaration.
  package static func embed(named space: String?) -> Remedy { Remedy(.embed(Embedding(space: space))) }

  /// The word for what a file declares now.
  package static let same = "same"
  /// The command that writes what a file declares without its faults.
  package static let embedSame = embed(named: same)

  package static func convert(to space: ReferenceSpace) -> Remedy { convert(toNamed: space.rawValue) }

  package static func droppingAlpha(in space: ReferenceSpace) -> Remedy {
    Remedy(.convert(Conversion(space: space.rawValue, dropsAlpha: true)))
  }

  /// Returns the command that converts in place to a space given by its name, or to a profile given by its path.
  package static func convert(toNamed space: String) -> Remedy { Remedy(.convert(Conversion(space: space))) }

  package static func addSRGBSlots(toWideOnly: Bool) -> Remedy { Remedy(.addSRGBSlots(toWideOnly: toWideOnly)) }

  /// Returns the command that creates the sRGB variant of an image, in which colours that look different stay
  /// different.
  package static func toVariant(of path: Pathname) -> Remedy {
    let conversion = Conversion(space: ReferenceSpace.sRGB.rawValue, reducesDepth: true, keepsColorsApart: true)
    var remedy = Remedy(.convert(conversion))
    remedy.output = path.variant
    return remedy
  }

  /// Returns the command that converts an image to sRGB: to its variant, or in place if it has the name of a variant.
  static func toSRGB(_ path: Pathname) -> Remedy {
    var remedy = convert(to: .sRGB)
    remedy.output = path.variant
    return remedy
  }

  /// Sets the just-noticeable difference, if the action depends on it.
  package mutating func use(jnd: Double) {
    let dependsOnIt =
      switch action {
      case .report: true
      case .convert(let conversion): conversion.keepsColorsApart
      case .inspect, .embed, .addSRGBSlots: false
      }
    self.jnd = dependsOnIt && jnd != Rendition.defaultJND ? jnd : nil
  }

  package func mapped(_ path: (Pathname) -> Pathname) -> Remedy {
    var remedy = self
    remedy.output = output.map(path)
    func space(_ name: String) -> String {
      if name == Self.same { return name }
      return SpaceChoice.profile(named: name, in: .here).map { path($0).text } ?? name
    }
    switch action {
    case .embed(var embedding):
      embedding.space = embedding.space.map(space)
      remedy.action = .embed(embedding)
    case .convert(var conversion):
      conversion.space = space(conversion.space)
      remedy.action = .convert(conversion)
    case .inspect, .report, .addSRGBSlots: break
    }
    return remedy
  }
}
