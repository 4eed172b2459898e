public import LittleCMS
public import PNGCodec

/// A colour space given by a user.
public enum SpaceChoice: Sendable, Hashable {
  /// A space with the project's own parameters.
  case known(KnownSpace)
  /// The space of a profile.
  case profile(Profile)

  /// Display P3, with the project's own parameters.
  public static let displayP3 = SpaceChoice.known(.displayP3)
  /// sRGB, with the project's own parameters.
  public static let sRGB = SpaceChoice.known(.sRGB)

  /// The reasons that a name is not a space.
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum Fault: AdvisedError, Hashable {
    /// Neither a known name nor a readable file.
    case unreadable(PNGError)
    /// The file is larger than a profile may be, in bytes.
    case tooLarge(maximum: Int)
    /// The file is not a whole profile.
    case notAProfile(ProfileError)
    /// A Git LFS pointer instead of a file that has not been fetched.
    case lfsPointer

    /// The problem: whole sentences, without the name.
    public var message: String {
      switch self {
      case .unreadable(.io(_, let number)):
        "It is neither display-p3 nor srgb, and as a file it cannot be read: \(systemWords(number))."
      case .unreadable: "It is neither display-p3, srgb nor a file."
      case .tooLarge(let maximum): "The file is larger than the \(maximum) bytes that a profile may have."
      case .notAProfile(let error): error.message
      case .lfsPointer: PNGError.lfsPointer.message.asSentence
      }
    }

    public var advice: [Advice] {
      switch self {
      case .notAProfile: [.giveOtherSpace, .repairFile]
      case .lfsPointer: [.fetchFromLFS]
      case .unreadable, .tooLarge: []
      }
    }
  }

  /// `display-p3`, `srgb`, or the path of an ICC profile.
  public init(named name: Pathname, limits: Limits = Limits()) throws(Fault) {
    if let known = KnownSpace.allCases.first(where: { Array($0.rawValue.utf8) == name.bytes }) {
      self = .known(known)
      return
    }
    let bytes: [UInt8]
    do {
      var source = try ByteSource(pathBytes: name.bytes)
      guard let all = try source.readAll(atMost: limits.maximumProfile) else {
        throw Fault.tooLarge(maximum: limits.maximumProfile)
      }
      bytes = all
    } catch let error as PNGError {
      throw .unreadable(error)
    } catch {
      throw .tooLarge(maximum: limits.maximumProfile)
    }
    if bytes.starts(with: "version https://git-lfs".utf8) { throw .lfsPointer }
    do {
      self = .profile(try Profile(bytes: bytes))
    } catch {
      throw .notAProfile(error)
    }
  }

  /// The name for people; for a profile, its own description.
  public var description: String? {
    switch self {
    case .known(let space): space.name
    case .profile(let profile): profile.description
    }
  }
}
