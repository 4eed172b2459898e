import CLittleCMS
public import ColorScience
import LibC
import Synchronization

/// A transform from the device values of a profile to D50 XYZ, or to the device values of another profile, relative
/// colorimetric, by LittleCMS in floating point.
///
/// The library's optimisations, which cost up to 3,818 codes of 65,535, are off. For profiles with tables; profiles
/// with matrix and curves are evaluated exactly from their own numbers elsewhere. Several threads may use one transform
/// at a time: without the one-pixel cache (`cmsFLAGS_NOCACHE`) `cmsDoTransform` only reads its arguments (lcms2 API
/// manual, "Multithreading").
@safe public final class Transform: DeviceToPCS, @unchecked Sendable {
  private let handle: cmsHTRANSFORM
  private let context: CMSContext
  /// 1 for grey, 3 for RGB.
  public let channels: Int

  /// Creates a transform, in its own context.
  ///
  /// - Parameters:
  ///   - profile: the profile of the colours.
  ///   - destination: an RGB profile; nil for D50 XYZ, where Y of white is 1.
  /// - Throws: `unsupportedColorSpace` for a source that is neither RGB nor grey and for a destination that is not RGB;
  ///   `littleCMS` with the library's message.
  public init(_ profile: Profile, to destination: Profile? = nil) throws(ProfileError) {
    let format: Int
    switch profile.header.colorSpace {
    case "RGB ": (channels, format) = (3, gamut_cms_TYPE_RGB_DBL)
    case "GRAY": (channels, format) = (1, gamut_cms_TYPE_GRAY_DBL)
    default: throw .unsupportedColorSpace(profile.header.colorSpace)
    }
    if let destination, destination.header.colorSpace != "RGB " {
      throw .unsupportedColorSpace(destination.header.colorSpace)
    }
    let context = try CMSContext()
    // A transform outlives the profiles that it was created from.
    let made = try unsafe context.withProfile(profile) { source throws(ProfileError) in
      try unsafe context.withProfile(destination) { target throws(ProfileError) in
        let targetFormat = destination == nil ? gamut_cms_TYPE_XYZ_DBL : gamut_cms_TYPE_RGB_DBL
        return unsafe cmsCreateTransformTHR(
          context.handle, source, cmsUInt32Number(format), target, cmsUInt32Number(targetFormat),
          cmsUInt32Number(INTENT_RELATIVE_COLORIMETRIC), cmsUInt32Number(cmsFLAGS_NOCACHE | cmsFLAGS_NOOPTIMIZE))
      }
    }
    guard let made = unsafe made else { throw context.error("build a transform from it") }
    unsafe handle = made
    self.context = context
  }

  deinit { unsafe cmsDeleteTransform(handle) }

  /// Returns the result of a colour; see the other function.
  public func callAsFunction(_ color: SIMD3<Double>) -> SIMD3<Double> { self([color])[0] }

  /// Returns the results of colours, not clamped. Device values are in [0, 1]; for a grey profile only `x` is used. A
  /// component for which a damaged table has no finite number is 0.
  public func callAsFunction(_ colors: [SIMD3<Double>]) -> [SIMD3<Double>] {
    var results: [SIMD3<Double>] = []
    results.reserveCapacity(colors.count)
    for start in stride(from: 0, to: colors.count, by: Self.batch) {
      for result in evaluate(colors[start..<min(start + Self.batch, colors.count)]) {
        let isFinite = (result - result) .== 0  // The difference of an infinity, or of NaN, with itself is NaN.
        results.append(SIMD3.zero.replacing(with: result, where: isFinite))
      }
    }
    return results
  }

  public func appendXYZ(of colors: [SIMD3<Double>], to result: inout [SIMD3<Double>]) { result += self(colors) }

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
    let results = unsafe [Double](unsafeUninitializedCapacity: 3 * colors.count) { output, count in
      unsafe cmsDoTransform(handle, packed, output.baseAddress, cmsUInt32Number(colors.count))
      count = 3 * colors.count
    }
    return (0..<colors.count).map { SIMD3(results[3 * $0], results[3 * $0 + 1], results[3 * $0 + 2]) }
  }
}

extension Profile {
  /// The bytes passed to LittleCMS: the profile with its `D2B` and `B2D` tags renamed to unknown names.
  ///
  /// The tags are optional, and their elements may refer to the same data any number of times, which LittleCMS reads
  /// again each time: a profile of 8 MiB can require gigabytes of memory. The `A2B` and `B2A` tags cannot.
  var contentWithoutFloatTables: [UInt8] {
    var bytes = Array(content)
    let floats: [Signature] = ["D2B0", "D2B1", "D2B2", "D2B3", "B2D0", "B2D1", "B2D2", "B2D3"]
    for (row, tag) in tags.enumerated() where floats.contains(tag.signature) {
      bytes[132 + 12 * row] = 0
    }
    return bytes
  }
}

/// A context of LittleCMS with its own error log, so that messages about one profile are never reported for another.
@safe private struct CMSContext: ~Copyable {
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

  /// Opens a profile without its float tables, or for nil that of D50 XYZ, and closes it after `body`.
  ///
  /// Little CMS reads the bytes where they are; `cmsOpenProfileFromMem` would copy them.
  @unsafe
  func withProfile<Value>(
    _ profile: Profile?, _ body: (cmsHPROFILE) throws(ProfileError) -> Value
  ) throws(ProfileError) -> Value {
    guard let bytes = profile?.contentWithoutFloatTables else {
      return try unsafe use(cmsCreateXYZProfileTHR(handle), to: "connect it to XYZ", body)
    }
    return try unsafe bytes.withUnsafeBufferPointer { bytes throws(ProfileError) in
      let file = unsafe fmemopen(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count, "r")
      return try unsafe use(cmsOpenProfileFromStreamTHR(handle, file, "r"), to: "open it", body)
    }
  }

  @unsafe
  private func use<Value>(
    _ opened: cmsHPROFILE?, to step: String, _ body: (cmsHPROFILE) throws(ProfileError) -> Value
  ) throws(ProfileError) -> Value {
    guard let opened = unsafe opened else { throw error(step) }
    defer { unsafe _ = cmsCloseProfile(opened) }
    return try unsafe body(opened)
  }

  /// Returns the first error that the library logged; if there is none, the step that failed.
  func error(_ step: String) -> ProfileError {
    .littleCMS(log.first.withLock { $0 } ?? "it gave no reason why it cannot \(step)")
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
