import CLittleCMS
import Synchronization

/// A transform from the device values of a profile to D50 XYZ, relative colorimetric, by LittleCMS in floating point.
///
/// The library's optimisations, which cost up to 3,818 codes of 65,535, are off. For profiles with tables; profiles
/// with matrix and curves are evaluated exactly from their own numbers elsewhere. Several threads may use one transform
/// at a time: without the one-pixel cache (`cmsFLAGS_NOCACHE`) `cmsDoTransform` only reads its arguments (lcms2 API
/// manual, "Multithreading").
@safe public struct Transform: ~Copyable {
  private let handle: cmsHTRANSFORM
  private let context: CMSContext
  /// 1 for grey, 3 for RGB.
  public let channels: Int

  /// Creates a transform, in its own context.
  ///
  /// - Throws: `unsupportedColorSpace` for anything but RGB and grey; `littleCMS` with the library's message.
  public init(_ profile: Profile) throws(ProfileError) {
    let channels: Int
    let format: Int
    switch profile.header.colorSpace {
    case "RGB ": (channels, format) = (3, gamut_cms_TYPE_RGB_DBL)
    case "GRAY": (channels, format) = (1, gamut_cms_TYPE_GRAY_DBL)
    default: throw .unsupportedColorSpace(profile.header.colorSpace)
    }
    let context = try CMSContext()
    guard let xyz = unsafe cmsCreateXYZProfileTHR(context.handle) else { throw context.error("connect it to XYZ") }
    defer { unsafe _ = cmsCloseProfile(xyz) }
    let made = unsafe context.withProfile(profile) { source in
      let made = unsafe cmsCreateTransformTHR(
        context.handle, source, cmsUInt32Number(format), xyz, cmsUInt32Number(gamut_cms_TYPE_XYZ_DBL),
        cmsUInt32Number(INTENT_RELATIVE_COLORIMETRIC), cmsUInt32Number(cmsFLAGS_NOCACHE | cmsFLAGS_NOOPTIMIZE))
      return unsafe made.map { unsafe .success($0) } ?? .failure(context.error("build a transform from it"))
    }
    unsafe self.init(handle: try made.get(), context: context, channels: channels)
  }

  private init(handle: cmsHTRANSFORM, context: consuming CMSContext, channels: Int) {
    unsafe self.handle = handle
    self.context = context
    self.channels = channels
  }

  deinit { unsafe cmsDeleteTransform(handle) }

  /// Returns the D50 XYZ of a colour. Device values are in [0, 1]; for a grey profile only `x` is used.
  public func callAsFunction(_ color: SIMD3<Double>) -> SIMD3<Double> {
    var result: [SIMD3<Double>] = []
    appendXYZ(of: [color], to: &result)
    return result[0]
  }

  /// Appends the D50 XYZ (Y of white is 1) of each colour. Device values are in [0, 1]; for a grey profile only `x` is
  /// used. A component for which a damaged table has no finite number is 0.
  public func appendXYZ(of colors: [SIMD3<Double>], to result: inout [SIMD3<Double>]) {
    for start in stride(from: 0, to: colors.count, by: Self.batch) {
      for xyz in evaluate(colors[start..<min(start + Self.batch, colors.count)]) {
        let isFinite = (xyz - xyz) .== 0  // The difference of an infinity, or of NaN, with itself is NaN.
        result.append(SIMD3.zero.replacing(with: xyz, where: isFinite))
      }
    }
  }

  /// The D50 XYZ of white.
  var white: SIMD3<Double> { self(SIMD3(1, 1, 1)) }

  /// Whether every colour of a grid of 9 steps per channel is finite.
  var isFinite: Bool {
    let steps = (0...8).map { Double($0) / 8 }
    let colors =
      channels == 1
      ? steps.map { SIMD3($0, $0, $0) }
      : steps.flatMap { red in steps.flatMap { green in steps.map { SIMD3(red, green, $0) } } }
    return evaluate(colors[...]).allSatisfy { $0.x.isFinite && $0.y.isFinite && $0.z.isFinite }
  }

  /// The number of colours per call, so that the packed copies stay in the cache.
  private static let batch = 1024

  private func evaluate(_ colors: ArraySlice<SIMD3<Double>>) -> [SIMD3<Double>] {
    let packed = channels == 1 ? colors.map(\.x) : colors.flatMap { [$0.x, $0.y, $0.z] }
    let xyz = unsafe [Double](unsafeUninitializedCapacity: 3 * colors.count) { output, count in
      unsafe cmsDoTransform(handle, packed, output.baseAddress, cmsUInt32Number(colors.count))
      count = 3 * colors.count
    }
    return (0..<colors.count).map { SIMD3(xyz[3 * $0], xyz[3 * $0 + 1], xyz[3 * $0 + 2]) }
  }
}

extension Profile {
  /// The bytes passed to LittleCMS: the profile with its `D2B` and `B2D` tags renamed to unknown names, and version 5
  /// replaced by version 4.4, whose tags it has.
  ///
  /// The tags are optional, and their elements may refer to the same data any number of times, which LittleCMS reads
  /// again each time: a profile of 8 MiB can require gigabytes of memory. The `A2B` and `B2A` tags cannot.
  var contentWithoutFloatTables: [UInt8] {
    var bytes = Array(content)
    if header.version.major == 5 { bytes.replaceSubrange(8..<10, with: [4, 0x40]) }
    let floats: [Signature] = ["D2B0", "D2B1", "D2B2", "D2B3", "B2D0", "B2D1", "B2D2", "B2D3"]
    for (row, tag) in tags.enumerated() where floats.contains(tag.signature) {
      bytes[132 + 12 * row] = 0
    }
    return bytes
  }
}

// A raw handle, but it is only read: see above on threads.
extension Transform: @unchecked Sendable {}

/// The treatment of out-of-gamut colours and of white in a transform (ICC.1:2022 clause 6.2).
public enum ConversionIntent: String, Sendable, Hashable, CaseIterable {
  /// Perceptual: a pleasing picture.
  case perceptual
  /// Media-relative colorimetric: white becomes white.
  case relative
  /// Saturation: vivid colours.
  case saturation
  /// ICC-absolute colorimetric: white keeps its colour.
  case absolute

  fileprivate var number: cmsUInt32Number {
    switch self {
    case .perceptual: cmsUInt32Number(INTENT_PERCEPTUAL)
    case .relative: cmsUInt32Number(INTENT_RELATIVE_COLORIMETRIC)
    case .saturation: cmsUInt32Number(INTENT_SATURATION)
    case .absolute: cmsUInt32Number(INTENT_ABSOLUTE_COLORIMETRIC)
    }
  }
}

/// A transform from the device values of one profile to red, green and blue of another, by LittleCMS in floating point.
///
/// For profiles with tables; profiles with matrix and curves are evaluated exactly from their own numbers elsewhere.
/// The library's optimisations, which cost up to 3,818 codes of 65,535, are off. Several threads may use one transform:
/// see ``Transform``.
@safe public struct DeviceTransform: ~Copyable, @unchecked Sendable {
  // Sendable unchecked: a raw handle, but it is only read.
  private let handle: cmsHTRANSFORM
  private let context: CMSContext
  /// The channels of the source: 1 for grey, 3 for RGB.
  public let channels: Int

  /// Creates a transform, in its own context.
  ///
  /// - Throws: `unsupportedColorSpace` for a source that is neither RGB nor grey and for a destination that is not RGB;
  ///   `littleCMS` with the library's message.
  public init(
    from source: Profile, to destination: Profile, intent: ConversionIntent = .relative,
    blackPointCompensation: Bool = false
  ) throws(ProfileError) {
    let (channels, format): (Int, Int)
    switch source.header.colorSpace {
    case "RGB ": (channels, format) = (3, gamut_cms_TYPE_RGB_DBL)
    case "GRAY": (channels, format) = (1, gamut_cms_TYPE_GRAY_DBL)
    default: throw .unsupportedColorSpace(source.header.colorSpace)
    }
    guard destination.header.colorSpace == "RGB " else {
      throw .unsupportedColorSpace(destination.header.colorSpace)
    }
    let context = try CMSContext()
    let flags = cmsFLAGS_NOCACHE | cmsFLAGS_NOOPTIMIZE | (blackPointCompensation ? cmsFLAGS_BLACKPOINTCOMPENSATION : 0)
    let made = unsafe context.withProfile(source) { from in
      unsafe context.withProfile(destination) { to in
        let made = unsafe cmsCreateTransformTHR(
          context.handle, from, cmsUInt32Number(format), to, cmsUInt32Number(gamut_cms_TYPE_RGB_DBL), intent.number,
          cmsUInt32Number(flags))
        return unsafe made.map { unsafe .success($0) } ?? .failure(context.error("build a transform from it"))
      }
    }
    unsafe self.init(handle: try made.get(), context: context, channels: channels)
  }

  private init(handle: cmsHTRANSFORM, context: consuming CMSContext, channels: Int) {
    unsafe self.handle = handle
    self.context = context
    self.channels = channels
  }

  deinit { unsafe cmsDeleteTransform(handle) }

  /// Returns red, green and blue of each colour, not clamped. Device values are in [0, 1]; for a grey source only `x`
  /// is used. A component for which a damaged table has no finite number is 0.
  public func callAsFunction(_ colors: [SIMD3<Double>]) -> [SIMD3<Double>] {
    let packed = channels == 1 ? colors.map(\.x) : colors.flatMap { [$0.x, $0.y, $0.z] }
    let result = unsafe [Double](unsafeUninitializedCapacity: 3 * colors.count) { output, count in
      unsafe cmsDoTransform(handle, packed, output.baseAddress, cmsUInt32Number(colors.count))
      count = 3 * colors.count
    }
    func finite(_ value: Double) -> Double { value.isFinite ? value : 0 }
    return colors.indices.map {
      SIMD3(finite(result[3 * $0]), finite(result[3 * $0 + 1]), finite(result[3 * $0 + 2]))
    }
  }
}

/// A context of LittleCMS with its own error log, so that messages about one profile are never reported for another.
@safe struct CMSContext: ~Copyable {
  let handle: cmsContext
  private let log: Log

  private final class Log: Sendable {
    let first = Mutex<String?>(nil)
  }

  init() throws(ProfileError) {
    let log = Log()
    // The context borrows the log; this value owns both, and its deinit destroys the context first.
    guard let handle = unsafe cmsCreateContext(nil, Unmanaged.passUnretained(log).toOpaque()) else {
      throw .littleCMS("it is out of memory")
    }
    unsafe self.handle = handle
    self.log = log
    unsafe cmsSetLogErrorHandlerTHR(handle) { context, _, text in
      guard let text = unsafe text, let data = unsafe cmsGetContextUserData(context) else { return }
      let log = unsafe Unmanaged<Log>.fromOpaque(data).takeUnretainedValue()
      let words = unsafe String(cString: text)
      log.first.withLock { first in if first == nil { first = words } }
    }
  }

  deinit { unsafe cmsDeleteContext(handle) }

  /// Opens a profile without its float tables, and closes it after `body`. A transform outlives the profiles that it was
  /// created from.
  ///
  /// LittleCMS reads the bytes where they are; `cmsOpenProfileFromMem` would copy them.
  @unsafe
  func withProfile<Value>(
    _ profile: Profile, _ body: (cmsHPROFILE) -> Result<Value, ProfileError>
  ) -> Result<Value, ProfileError> {
    unsafe profile.contentWithoutFloatTables.withUnsafeBytes { bytes in
      var stream = unsafe ProfileStream(bytes: bytes)
      return unsafe withUnsafeMutablePointer(to: &stream) { stream in
        var input = unsafe ProfileStream.handler(stream, in: handle)
        return unsafe withUnsafeMutablePointer(to: &input) { input in
          guard let opened = unsafe cmsOpenProfileFromIOhandlerTHR(handle, input) else {
            return .failure(error("open it"))
          }
          defer { unsafe _ = cmsCloseProfile(opened) }
          return unsafe body(opened)
        }
      }
    }
  }

  /// Returns the first error that the library logged; if there is none, the step that failed.
  func error(_ step: String) -> ProfileError {
    .littleCMS(log.first.withLock { $0 } ?? "it gave no reason why it cannot \(step)")
  }
}

/// The bytes of a profile and a position in them, from which LittleCMS reads.
@unsafe
private struct ProfileStream {
  let bytes: UnsafeRawBufferPointer
  private var position = 0

  init(bytes: UnsafeRawBufferPointer) { unsafe self.bytes = bytes }

  /// Returns the functions that LittleCMS calls to read from a stream, which must stay at its address meanwhile.
  static func handler(_ stream: UnsafeMutablePointer<ProfileStream>, in context: cmsContext) -> cmsIOHANDLER {
    var handler = unsafe cmsIOHANDLER()
    unsafe handler.stream = UnsafeMutableRawPointer(stream)
    unsafe handler.ContextID = context
    unsafe handler.ReportedSize = cmsUInt32Number(stream.pointee.bytes.count)
    unsafe handler.Read = { handler, output, size, count in
      guard let handler = unsafe handler, let output = unsafe output else { return 0 }
      return unsafe ProfileStream.of(handler).pointee.read(into: output, Int(size) * Int(count)) ? count : 0
    }
    unsafe handler.Seek = { handler, offset in
      guard let handler = unsafe handler else { return 0 }
      return unsafe ProfileStream.of(handler).pointee.seek(to: Int(offset)) ? 1 : 0
    }
    unsafe handler.Tell = { handler in
      guard let handler = unsafe handler else { return 0 }
      return unsafe cmsUInt32Number(ProfileStream.of(handler).pointee.position)
    }
    unsafe handler.Close = { _ in 1 }
    unsafe handler.Write = { _, _, _ in 0 }
    return unsafe handler
  }

  private static func of(_ handler: UnsafeMutablePointer<cmsIOHANDLER>) -> UnsafeMutablePointer<ProfileStream> {
    unsafe handler.pointee.stream.assumingMemoryBound(to: ProfileStream.self)
  }

  /// Copies the next bytes; false if there are fewer.
  private mutating func read(into output: UnsafeMutableRawPointer, _ count: Int) -> Bool {
    guard unsafe count <= bytes.count - position else { return false }
    if count > 0 {
      unsafe output.copyMemory(from: bytes.baseAddress.unsafelyUnwrapped + position, byteCount: count)
      unsafe position += count
    }
    return true
  }

  private mutating func seek(to offset: Int) -> Bool {
    guard unsafe offset <= bytes.count else { return false }
    unsafe position = offset
    return true
  }
}

/// The version of the linked library, such as 2.14.
public enum LibraryVersion {
  /// The version of Little CMS in digits, such as 2.14 or 2.13.1.
  public static var lcms2: String {
    // 2140 for 2.14.
    let number = Int(cmsGetEncodedCMMversion())
    let minor = number % 1000 / 10
    return "\(number / 1000).\(minor)\(number % 10 == 0 ? "" : ".\(number % 10)")"
  }
}
