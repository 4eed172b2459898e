import Gamut
import LittleCMS
import PNGCodec

/// The rows of a verifier; text shows more than one input as a list.
public struct VerifyDocument: RunDocument {
  public static let formats = runFormats
  public static let command = "verify"
  public var style: TextStyle
  private let options: VerifyOptions
  private let isList: Bool

  /// Creates the document of one input, or of a list.
  public init(_ verifier: Verifier, _ style: TextStyle, isList: Bool) {
    (options, self.style, self.isList) = (verifier.options, style, isList)
  }

  public var text: any RowFormatter<VerifyRow, Void> { VerifyTextFormatter(style: style, isList: isList) }
  package var json: RowsInJSON<VerifyRow> {
    RowsInJSON(
      member: "verified", results: ["yes", "no"],
      result: { (try? $0.result.get().isVerified).map { $0 ? "yes" : "no" } }, json: { $0.json(options) })
  }
}

private struct VerifyTextFormatter: RowFormatter {
  let style: TextStyle
  let isList: Bool
  var yes = 0, no = 0, unknown = 0

  mutating func add(_ row: VerifyRow) -> [UInt8] {
    switch row.result {
    case .failure(let error):
      unknown += 1
      // The complete message of a single file that fails is on standard error.
      return isList ? Array(style.failureLine(row.path, error.code, width: 7).utf8) : []
    case .success(let verification):
      if verification.isVerified { yes += 1 } else { no += 1 }
      return Array(text(row.path, verification).utf8)
    }
  }

  /// Returns a line with the result; below it the reasons of a negative one, and in verbose detail those of a positive one.
  private func text(_ path: Pathname, _ verification: Verification) -> String {
    let isVerified = verification.isVerified
    if isVerified, style.detail == .quiet { return "" }
    var lines = style.detail == .quiet ? [] : verification.reasons.map(\.message)
    if style.detail == .verbose {
      if isVerified, let declaration = verification.declaration {
        lines.append("By its \(declaration.origin.chunkNames)\(verification.difference.map(\.precision) ?? "").")
      }
      lines += verification.findings.map(\.message)
    }
    return style.paint((isVerified ? "yes" : "no").padded(to: 7), isVerified ? nil : .error) + path.text.printable
      + "\n"
      + lines.map { $0.printable.wrapped(indent: String(repeating: " ", count: 9), first: "       ") + "\n" }.joined()
  }

  func end(_: Void) -> [UInt8] {
    let total = yes + no + unknown
    guard isList, total > 0, style.detail != .quiet else { return [] }
    let failures = unknown > 0 ? ", " + style.failure("\(Words.count(unknown)) could not be checked") : ""
    let counts = "\(Words.count(yes)) yes, \(Words.count(no)) no"
    return Array("\n\(style.heading(Words.count(total, "file"))): \(counts)\(failures)\n".utf8)
  }
}

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
