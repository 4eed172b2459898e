import GamutKit
import PNGCodec

extension AuditRule {
  /// Only gAMA declares the colours, alone or with cHRM.
  public static let gammaOnly = AuditRule(
    "gamma-only", severity: .warning,
    title: "Only gAMA declares the colours, alone or with cHRM",
    explanation: """
      Only gAMA, or gAMA with cHRM, declares the colours. Many programs ignore these chunks, others use gAMA for a \
      correction, and an exponent is not the curve of sRGB or Display P3, so dark colours differ. If the numbers are \
      those that belong beside sRGB or Display P3, embed that profile; the pixels stay. If they are not, convert the \
      file. If the exponent is the reciprocal of the usual one, look at the image first: a program may have written it \
      by mistake.
      """,
    remedy: .embed(.sRGB, overriding: true)
  ) { file, finding in
    guard let inForce = file.inspection.inForce, inForce.fault == nil,
      inForce.origin == .gamma || inForce.origin == .gammaAndChromaticities
    else { return false }
    finding.message =
      "Only the \(inForce.origin.chunkNames) \(inForce.origin == .gamma ? "declares" : "declare") the colours "
      + "(\(inForce.color.description ?? "gamma")), which many programs ignore."
    finding.numbers = file.chunks.gAMA.map { [.init("gamma", Double($0.value) / 100_000)] } ?? []
    (finding.offset, finding.chunk) = (inForce.offset, "gAMA")
    finding.remedy = remedy(for: file.chunks)
    if let gamma = file.chunks.gAMA?.value, isReciprocal(gamma) {
      finding.message +=
        " The exponent is the reciprocal of the usual one, perhaps by mistake: programs that use it show the image "
        + "lighter than others."
      finding.remedy = .inspect
    }
    return true
  }

  /// Whether a program has probably written the reciprocal of a usual value.
  private static func isReciprocal(_ gamma: UInt32) -> Bool {
    gamma > 0 && ReferenceSpace.usual.contains { $0.accepts(gamma: UInt32((1e10 / Double(gamma)).rounded())) }
  }

  /// The remedy if gAMA, with cHRM if there is one, means sRGB or Display P3; otherwise a label would change the
  /// colours. Without cHRM the primaries are those of sRGB.
  private static func remedy(for chunks: ColorChunks) -> Remedy {
    let meant = ReferenceSpace.usual.first { space in
      guard let gamma = chunks.gAMA?.value, space.accepts(gamma: gamma) else { return false }
      return chunks.cHRM.map { space.accepts($0.value) } ?? (space == .sRGB)
    }
    if let meant { return .embed(meant, overriding: true) }
    let hasPrimariesOfSRGB = chunks.cHRM.map { ReferenceSpace.sRGB.accepts($0.value) } ?? true
    return .convert(to: hasPrimariesOfSRGB ? .sRGB : .displayP3)
  }
}
