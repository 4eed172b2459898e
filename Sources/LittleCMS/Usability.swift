public import ColorScience

/// A profile that can describe the colours of an image.
///
/// A profile can if it is RGB, or grey for a grey image, has connection space XYZ or Lab and class display, input, output
/// or colour space, has every tag inside the file, finite curves that rise, and colorants that span a space and whose sum
/// is within 0.01 of D50, and if LittleCMS creates a transform from it. Tables take precedence over matrix and curves and
/// are checked instead. Profiles of version 5 (ICC.2, iccMAX) are refused.
public struct UsableProfile: Sendable {
  /// The meaning of codes: matrix and curves (ICC.1:2022 clause F.3), the curve of grey (clause F.2), or tables and grey
  /// curves whose values are L*, which only a `Transform` evaluates.
  public let meaning: SourceSpace
  /// The transform that LittleCMS created from the profile, which evaluates tables.
  public let transform: Transform

  /// - Parameter isGrey: whether it is for an image of one channel, which grey profiles suit, too.
  /// - Throws: the first reason that it cannot be used.
  public init(_ profile: Profile, isGrey: Bool) throws(ProfileError) {
    try profile.checkKind(isGrey: isGrey)
    for fault in profile.faults {
      switch fault {
      case .tagBounds, .duplicateTag: throw fault
      default: break  // Required tags are checked below; damage to others is ignored.
      }
    }
    let space = try profile.space()
    transform = try Transform(profile)
    meaning = space ?? .table(transform)
    if space == nil { try Self.checkPlausible(transform) }
  }

  /// Checks tables: all values are finite, and white is within 0.1 of D50. The limit for colorants is 0.01; a measured
  /// table, such as that of a scanner, may deviate more.
  private static func checkPlausible(_ transform: Transform) throws(ProfileError) {
    guard transform.isFinite else { throw .notFinite }
    let white = transform(SIMD3(1, 1, 1))
    let difference = white - XYZNumber.d50.values
    guard (0..<3).allSatisfy({ difference[$0].magnitude <= 0.1 }) else { throw .implausibleTableWhite(white) }
  }
}

extension Profile {
  fileprivate func checkKind(isGrey: Bool) throws(ProfileError) {
    if header.version.major == 5 { throw .unsupportedVersion(header.version) }
    guard ["mntr", "scnr", "prtr", "spac"].contains(header.deviceClass) else {
      throw .unsupportedClass(header.deviceClass)
    }
    switch header.colorSpace {
    case "RGB ": break
    case "GRAY": if !isGrey { throw .greyProfileOnRGBImage }
    default: throw .unsupportedColorSpace(header.colorSpace)
    }
    guard header.pcs == "XYZ " || header.pcs == "Lab " else { throw .unsupportedPCS(header.pcs) }
  }

  /// Returns the space of a profile with matrix and curves, or of one for grey; nil if LittleCMS has to evaluate it.
  fileprivate func space() throws(ProfileError) -> SourceSpace? {
    if hasLUT {
      try checkTableSizes()
      return nil
    }
    if header.colorSpace == "GRAY" {
      let curve = try usable(greyTRC, "kTRC")
      return header.pcs == "XYZ " ? .grey(curve) : nil
    }
    for signature: Signature in ["rXYZ", "gXYZ", "bXYZ"] { try require(signature) }
    guard let colorants else { throw .missingTag("rXYZ") }
    let (red, green, blue) = (try usable(redTRC, "rTRC"), try usable(greenTRC, "gTRC"), try usable(blueTRC, "bTRC"))
    guard colorants.hasPlausibleSum else { throw .implausibleColorants(sum: colorants.sum) }
    let toPCS = Matrix3(columns: colorants.red.values, colorants.green.values, colorants.blue.values)
    guard let space = RGBSpace(colorants: toPCS, red: red, green: green, blue: blue) else { throw .singularColorants }
    return .rgb(space)
  }

  /// Checks the tables before LittleCMS reads them into several times their size.
  private func checkTableSizes() throws(ProfileError) {
    for tag in tags where ["A2B0", "A2B1", "A2B2"].contains(tag.signature) {
      let data = BigEndianBytes(bytes).window(at: tag.offset, count: tag.size)
      guard let count = data?.valuesOfTable, count > Self.maximumTable else { continue }
      throw .malformedTag(
        tag.signature, offset: tag.offset,
        fault: "has a table of \(count) values, more than the limit of \(Self.maximumTable)")
    }
  }

  /// The maximum number of values in a table: three channels with 88 points each; usual profiles have 33 or 65.
  private static let maximumTable = 1 << 21

  private func usable(_ curve: ToneCurve?, _ signature: Signature) throws(ProfileError) -> TransferFunction {
    try require(signature)
    if let fault = curve?.fault { throw .unusableCurve(signature, fault: fault) }
    guard let function = curve?.transferFunction else { throw .missingTag(signature) }
    return function
  }

  /// Throws if a tag is absent, or could not be read.
  private func require(_ signature: Signature) throws(ProfileError) {
    guard hasTag(signature) else { throw .missingTag(signature) }
    for fault in faults {
      if case .malformedTag(signature, _, _) = fault { throw fault }
    }
  }
}

extension BigEndianBytes {
  /// The number of values in the colour table of a `lut8Type`, `lut16Type` or `lutAToBType` (ICC.1:2022 clauses 10.10 to
  /// 10.12); nil if there is none.
  fileprivate var valuesOfTable: Int? {
    guard let inputs = u8(at: 8), let outputs = u8(at: 9) else { return nil }
    let points: [UInt8]
    switch signature(at: 0) {
    case "mft1", "mft2": points = u8(at: 10).map { Array(repeating: $0, count: Int(inputs)) } ?? []
    case "mAB ":
      guard let start = index(at: 24), start > 0 else { return nil }
      points = (0..<Int(inputs)).compactMap { u8(at: start + $0) }
    default: return nil
    }
    return points.reduce(Int(outputs)) { count, points in
      let (product, isTooLarge) = count.multipliedReportingOverflow(by: Int(points))
      return isTooLarge ? .max : product
    }
  }
}
