import GamutKit
import LittleCMS

/// Why a declaration does not say what colours are.
enum DeclarationDefect {
  /// No profile comes out of its chunk.
  case isUnreadable
  /// What it says cannot be used.
  case isUnusable
  /// It is for another kind of image.
  case isOfAnotherKind
}

extension AuditSubject {
  /// Declarations below the one in force that cannot be used. They matter to programs that do not read that one.
  var unusableBelow: [InspectedDeclaration] {
    guard let inForce = inspection.inForce, inForce.fault == nil else { return [] }
    return inspection.declarations.filter { $0.fault?.defect != nil }
  }

  /// Puts the first declaration with a defect into a finding, where none that goes before it can be used. Damage to its
  /// chunk is reported with that of others.
  ///
  /// - Returns: whether there is one.
  func describeDeclaration(that defect: DeclarationDefect, in finding: inout AuditFinding) -> Bool {
    guard unusableBelow.isEmpty,
      let declaration = inspection.declarations.first(where: { $0.fault?.defect == defect }),
      let fault = declaration.fault
    else { return false }
    finding.message = "The \(declaration.origin.chunkNames) cannot be used: \(fault.message.asClause)"
    (finding.offset, finding.chunk) = (declaration.offset, declaration.origin.chunk)
    if fault.isHighDynamicRange {
      // Another label would make the picture wrong, and what it looks like is decided where it was made.
      finding.message += " Export a rendition of it for standard dynamic range."
      finding.remedy = Remedy("inspect")
    }
    return true
  }
}

extension DeclarationFault {
  /// Nil for damage that `chunk-fault` tells of.
  fileprivate var defect: DeclarationDefect? {
    switch self {
    case .chunk: return nil
    case .contents: return .isUnreadable
    case .profile(let error):
      switch error.code {
      case .tooShort, .notAProfile, .truncated, .tagTable: return .isUnreadable
      case .greyProfileOnRGBImage, .unsupportedColorSpace: return .isOfAnotherKind
      default: return .isUnusable
      }
    default: return .isUnusable
    }
  }
}
