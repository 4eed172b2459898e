import Gamut
import LittleCMS
import PNGCodec

extension VerifyRow {
  /// Returns the row according to `Schemas/verify.schema.json`, on one line, without a line feed.
  func json(_ options: VerifyOptions) -> [UInt8] {
    JSONWriter.row("gamut.verify/1", path, result, head: { $0.member("target") { $0.members(of: options) } }) {
      row, verification in
      row.member("verified", verification.isVerified)
      row.members(of: verification)
    }
  }
}

extension JSONWriter {
  fileprivate mutating func members(of options: VerifyOptions) {
    switch options.target {
    case .any: member("profile", "any")
    case .space(.known(let known)): member("profile", known.rawValue)
    case .space(.profile(let profile)):
      member("profile", "file")
      member("description", orNull: profile.description)
    }
    member("level", options.level.rawValue)
    if let bits = options.requiredBits { member("bits", bits) }
  }

  fileprivate mutating func members(of verification: Verification) {
    member("image", verification.image)
    member("inForce", orNull: verification.declaration) { $0.members(of: $1) }
    member("difference", orNull: verification.difference) { $0.members(of: $1) }
    member("reasons", objects: verification.reasons) { object, reason in
      object.member("code", reason.code.rawValue)
      object.member("message", reason.message)
    }
    member("findings", array: verification.findings) { $0.finding($1) }
  }
}
