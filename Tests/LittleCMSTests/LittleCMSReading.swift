import CLittleCMS

/// The values that LittleCMS itself reads from a profile, to compare with this project's parser.
struct LittleCMSReading {
  /// Raw s15Fixed16 X, Y, Z of red, green and blue; empty if not all are present.
  let colorants: [[Int32]]
  /// By tag, the values of the curve in float at k/64, k = 0 ... 64.
  let curves: [String: [Double]]

  static let positions = (0...64).map { Double($0) / 64 }

  init?(_ bytes: [UInt8]) {
    guard let profile = unsafe cmsOpenProfileFromMem(bytes, cmsUInt32Number(bytes.count)) else { return nil }
    defer { unsafe _ = cmsCloseProfile(profile) }
    let columns = [cmsSigRedColorantTag, cmsSigGreenColorantTag, cmsSigBlueColorantTag].compactMap {
      tag -> [Int32]? in
      guard let value = unsafe cmsReadTag(profile, tag)?.assumingMemoryBound(to: cmsCIEXYZ.self).pointee else {
        return nil
      }
      return [value.X, value.Y, value.Z].map { Int32(($0 * 65536).rounded()) }
    }
    colorants = columns.count == 3 ? columns : []
    var curves: [String: [Double]] = [:]
    for (name, tag) in [
      ("rTRC", cmsSigRedTRCTag), ("gTRC", cmsSigGreenTRCTag), ("bTRC", cmsSigBlueTRCTag), ("kTRC", cmsSigGrayTRCTag),
    ] {
      guard let curve = unsafe cmsReadTag(profile, tag) else { continue }
      curves[name] = Self.positions.map { unsafe Double(cmsEvalToneCurveFloat(OpaquePointer(curve), Float($0))) }
    }
    self.curves = curves
  }
}
