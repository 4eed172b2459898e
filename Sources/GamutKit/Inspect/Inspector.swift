import Gamut
public import LittleCMS
public import PNGCodec

/// Tells what files say about their colours, without decoding a pixel. One inspector may work for several threads at a
/// time, and measures each declaration once.
public struct Inspector: Sendable {
  let limits: Limits
  private let measurements = MeasurementCache()

  public init(limits: Limits = Limits()) { self.limits = limits }

  /// Inspects the PNG, or the ICC profile, at a path.
  ///
  /// - Throws: `GamutError.png` where the file cannot be read or is no PNG with a usable header; all other faults are
  ///   findings.
  public func inspect(_ path: Path) throws(GamutError) -> Inspection {
    do throws(PNGError) {
      return .png(try inspect(try ByteSource(pathBytes: path.bytes)))
    } catch {
      if error.code == .notPNG, let profile = try profile(at: path) { return .profile(inspect(profile)) }
      throw .png(error)
    }
  }

  /// Inspects the PNG that a source holds.
  public func inspect(_ source: consuming ByteSource) throws(PNGError) -> PNGInspection {
    try MemoryRoom.require(MemoryRoom.measurement)
    let survey = try ChunkSurvey(source, limits: limits)
    return PNGInspection(survey, measurements)
  }

  /// Inspects a PNG in memory.
  public func inspect(png bytes: [UInt8]) throws(PNGError) -> PNGInspection {
    try inspect(ByteSource(bytes: bytes))
  }

  /// Inspects a profile, for images of its own kind.
  public func inspect(_ profile: Profile) -> InspectedProfile {
    InspectedProfile(profile, measurements)
  }

  /// What the declarations of a file come to, the highest first.
  func declarations(_ survey: ChunkSurvey) -> [MeasuredDeclaration] {
    MeasuredDeclaration.all(in: survey, measurements)
  }

  /// Nil where the file does not look like a profile.
  private func profile(at path: Path) throws(GamutError) -> Profile? {
    let bytes: [UInt8]
    do throws(PNGError) {
      var source = try ByteSource(pathBytes: path.bytes)
      // The signature is looked for before a large file is read: 'acsp' at byte 36 (ICC.1:2022 clause 7.2.9).
      let head = try source.readSome(40)
      guard head.suffix(4).elementsEqual("acsp".utf8) else { return nil }
      guard let rest = try source.readAll(atMost: limits.maximumProfile) else { return nil }
      bytes = head + rest
    } catch {
      throw .png(error)
    }
    do {
      return try Profile(bytes: bytes)
    } catch {
      throw .profile(error)
    }
  }
}
