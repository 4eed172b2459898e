import CLittleCMS

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
