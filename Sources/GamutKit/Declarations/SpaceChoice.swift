import LibC
public import LittleCMS
public import PNGCodec

/// A colour space given by a user.
public enum SpaceChoice: Sendable, Hashable {
  /// A published space.
  case known(ReferenceSpace)
  /// The space of a profile.
  case profile(Profile)

  /// Display P3, with the project's own parameters.
  public static let displayP3 = SpaceChoice.known(.displayP3)
  /// sRGB, with the project's own parameters.
  public static let sRGB = SpaceChoice.known(.sRGB)

  /// The reasons that a name is not a space.
  public enum Fault: AdvisedError, Hashable {
    /// Neither the name of a space nor a readable file; and the spaces that may be meant.
    case unknown(nearest: [ReferenceSpace], file: PNGError)
    /// The file is no profile, and no image that declares a space; in whole sentences.
    case unsuitable(String, hint: String?)

    public var message: String {
      switch self {
      case .unknown(let nearest, let error):
        let names = nearest.map { "'\($0.rawValue)'" }.joined(separator: " or ")
        let meant = names.isEmpty ? ", and as" : ". Did you mean \(names)? As"
        let reason = if case .io(_, let number) = error { ": \(systemWords(number))" } else { "" }
        return "It is not the name of a colour space\(meant) a file it cannot be read\(reason)."
      case .unsuitable(let message, _): return message
      }
    }

    public var hint: String? {
      switch self {
      case .unknown: "The names are listed by 'gamut spaces'."
      case .unsuitable(_, let hint): hint
      }
    }
  }

  /// Creates the space of a name that `ReferenceSpace` knows, even if a file has this name, or the one of an ICC
  /// profile, or of a PNG that declares it. A path with a slash is always that of a file.
  ///
  /// - Parameters:
  ///   - name: the name of a published space, or the path of an ICC profile or a PNG.
  ///   - folder: the folder of relative paths; nil for the current one.
  ///   - limits: the limits of what is read.
  public init(named name: Pathname, in folder: Pathname? = nil, limits: Limits = Limits()) throws(Fault) {
    if name.isUTF8, let known = ReferenceSpace(named: name.text) {
      self = .known(known)
      return
    }
    let path = folder?.joined(name) ?? name
    let contents: [UInt8]?
    do throws(PNGError) {
      var source = try ByteSource(pathBytes: path.bytes)
      let head = try source.readSome(8)
      contents = head == Self.signature ? head : try source.readAll(atMost: limits.maximumProfile).map { head + $0 }
    } catch {
      throw .unknown(nearest: ReferenceSpace.nearest(to: name.text), file: error)
    }
    guard let bytes = contents else {
      throw .unsuitable(
        "The file is larger than the \(limits.maximumProfile) bytes that a profile may have.", hint: nil)
    }
    if bytes.starts(with: "version https://git-lfs".utf8) {
      throw .unsuitable(PNGError.lfsPointer.message.asSentence, hint: PNGError.lfsPointer.hint)
    }
    if bytes == Self.signature {
      self = try Self.declared(by: path, limits)
    } else {
      do { self = .profile(try Profile(bytes: bytes)) } catch {
        throw .unsuitable(
          error.message, hint: "Give a colour space (see 'gamut spaces'), or an ICC profile that is whole.")
      }
    }
  }

  private static let signature: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

  /// Returns the space that a PNG declares: its profile, or a published space.
  private static func declared(by image: Pathname, _ limits: Limits) throws(Fault) -> SpaceChoice {
    do throws(GamutError) {
      let reader = try GamutError.reading { () throws(PNGError) in
        try PNGReader(ByteSource(pathBytes: image.bytes), limits: limits)
      }
      let chunks = reader.colorChunks
      if let declaration = chunks.declarations.first {
        let color = try DeclarationInForce().source(chunks, isGrey: reader.header.colorType.isGrey)
        if case .iCCP = declaration, let profile = color.profile { return .profile(profile) }
        if let space = color.space { return .known(space) }
      }
    } catch {
      throw .unsuitable(error.message, hint: error.hint)
    }
    throw .unsuitable(
      "This image has no profile, and declares no colour space that has a name.",
      hint: "Give the name of a colour space (see 'gamut spaces').")
  }

  /// Returns the path of the profile that has this name, which may be relative to a folder; nil for a published space.
  package static func profile(named name: String, in folder: Pathname) -> Pathname? {
    ReferenceSpace(named: name) == nil ? folder.joined(Pathname(name)) : nil
  }

  /// Returns whether another choice is the same space: the same profile, or the same published space by its numbers.
  package func isSame(as other: SpaceChoice) -> Bool {
    if self == other { return true }
    let spaces = [self, other].map { try? SourceColor($0, origin: .assumed, isGrey: false).space }
    return spaces[0] != nil && spaces[0] == spaces[1]
  }

  /// The name for people; for a profile, its own description.
  public var description: String? {
    switch self {
    case .known(let space): space.name
    case .profile(let profile): profile.description
    }
  }
}
