import CLittleCMS

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
