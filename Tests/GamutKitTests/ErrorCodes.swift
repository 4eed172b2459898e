import GamutKit
import PNGCodec
import TestSupport

/// The closed lists of codes, which the schemas have: those of the sources, sorted.
enum ErrorCodes {
  static var ofImages: [String] {
    get throws {
      try [
        "GamutKit/Declarations/GamutError", "GamutKit/Declarations/DeclarationFault", "LittleCMS/ProfileError",
        "PNGCodec/Format/PNGError",
      ].reduce(into: Set()) { $0.formUnion(try Repository.errorCodes($1 + ".swift")) }.sorted()
    }
  }

  static func ofWriting(_ file: String) throws -> [String] {
    try Repository.errorCodes(file).union(Repository.errorCodes("GamutKit/Write/WriteError.swift")).union(ofImages)
      .sorted()
  }

  static var ofFindings: [String] {
    get throws {
      Set(try ofImages + Finding.Kind.allCases.map(\.rawValue) + FileFinding.Kind.allCases.map(\.rawValue)).sorted()
    }
  }

  static let ofFindingsInReports =
    (Finding.Kind.allCases.map(\.rawValue)
    + [FileFinding.Kind.profileIgnored, .profileWarned, .tablesDiffer, .disagreement].map(\.rawValue)).sorted()
}
