import GamutKit
import PNGCodec

extension AuditRule {
  /// Display P3 in 8 bits per channel.
  public static let p3EightBit = AuditRule(
    "p3-8bit", severity: .note,
    title: "Display P3 in 8 bits per channel",
    explanation: """
      The file is in Display P3 with 8 bits per channel (or a palette). The steps between its codes are larger than \
      in sRGB, so gradients can show bands, especially after a conversion. Export with 16 bits if the image has \
      gradients or will be converted.
      """
  ) { file, finding in
    let header = file.header
    guard file.displayP3 == .needed, header.bitDepth < 16 else { return false }
    finding.message =
      "The file is in Display P3 with \(header.bitDepth) bits per "
      + "\(header.colorType == .palette ? "palette index" : "channel"); gradients can show bands."
    finding.numbers = [.init("bitDepth", header.bitDepth)]
    (finding.offset, finding.chunk) = (file.inspection.inForce?.offset, file.inspection.inForce?.origin.chunk)
    return true
  }
}
