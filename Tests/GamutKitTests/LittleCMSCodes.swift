import CLittleCMS

/// LittleCMS from one profile to another in its integer formats, without optimisations (`cmsFLAGS_NOOPTIMIZE`,
/// `cmsFLAGS_NOCACHE`): an independent program to compare codes with.
@safe struct LittleCMSCodes: ~Copyable {
  private let handle: cmsHTRANSFORM

  /// - Parameter depth: bits of the codes on both sides, 8 or 16.
  init?(from source: [UInt8], to destination: [UInt8], depth: Int) {
    guard let from = unsafe cmsOpenProfileFromMem(source, cmsUInt32Number(source.count)) else { return nil }
    defer { unsafe _ = cmsCloseProfile(from) }
    guard let to = unsafe cmsOpenProfileFromMem(destination, cmsUInt32Number(destination.count)) else { return nil }
    defer { unsafe _ = cmsCloseProfile(to) }
    // TYPE_RGB_16 and TYPE_RGB_8, by their definitions in lcms2.h: PT_RGB, three channels, bytes of each.
    let format = cmsUInt32Number(4 << 16 | 3 << 3 | depth / 8)
    let made = unsafe cmsCreateTransform(
      from, format, to, format, cmsUInt32Number(INTENT_RELATIVE_COLORIMETRIC),
      cmsUInt32Number(cmsFLAGS_NOCACHE | cmsFLAGS_NOOPTIMIZE))
    guard let handle = unsafe made else { return nil }
    unsafe self.handle = handle
  }

  deinit { unsafe cmsDeleteTransform(handle) }

  /// Returns the codes of pixels of three samples each.
  func callAsFunction<Sample: FixedWidthInteger>(_ samples: [Sample]) -> [Sample] {
    unsafe [Sample](unsafeUninitializedCapacity: samples.count) { output, count in
      unsafe cmsDoTransform(handle, samples, output.baseAddress, cmsUInt32Number(samples.count / 3))
      count = samples.count
    }
  }
}
