import Gamut
public import LittleCMS
public import PNGCodec

/// Reports the colour information of files, without decoding pixels. One inspector may be used by several threads at a
/// time, and measures each declaration once.
public struct Inspector: Sendable {
  package let limits: Limits
  private let measurements = Measurements()
  /// The meanings of declarations, for other commands that read the same files.
  var meanings: Meanings { measurements.meanings }

  /// Creates an inspector.
  ///
  /// - Parameter limits: the resource limits for the files that are read.
  public init(limits: Limits = Limits()) { self.limits = limits }

  /// Inspects the PNG, or the ICC profile, at a path.
  ///
  /// - Throws: `GamutError.png` if the file cannot be read or is not a PNG with a usable header; all other faults are
  ///   findings.
  public func inspect(_ path: Pathname) throws(GamutError) -> Inspection { try inspect(.file(path)) }

  /// Inspects the PNG that an input is, or the ICC profile that a file is.
  func inspect(_ input: Input) throws(GamutError) -> Inspection {
    let opened = try OpenedInput(input, keeping: .nothing)
    do throws(PNGError) {
      return .png(try inspect(opened.open()))
    } catch {
      if error.code == .notPNG, case .file = input, let profile = try profile(in: opened) {
        return .profile(inspect(profile))
      }
      throw .png(error)
    }
  }

  /// Inspects the PNG in a source.
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
    measurements.inspect(profile)
  }

  /// Returns the declaration of a file with the highest precedence, and its meaning.
  func declarationInForce(_ survey: ChunkSurvey) -> MeasuredDeclaration? {
    MeasuredDeclaration.all(in: survey, measurements, atMost: 1).first
  }

  /// Returns a profile; nil if the file does not look like one.
  private func profile(in file: OpenedInput) throws(GamutError) -> Profile? {
    let bytes: [UInt8]
    do throws(PNGError) {
      var source = file.open()
      // Checks the signature before a large file is read: 'acsp' at byte 36 (ICC.1:2022 clause 7.2.9).
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
