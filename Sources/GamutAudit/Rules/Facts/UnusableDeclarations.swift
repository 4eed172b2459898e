import GamutKit
import LittleCMS

/// The reason that a declaration does not define the colours.
enum DeclarationDefect {
  /// Its chunk contains no readable profile.
  case isUnreadable
  /// Its contents cannot be used.
  case isUnusable
  /// The declaration is for another kind of image.
  case isOfAnotherKind
  /// It is for displays with a high dynamic range.
  case isForHDR
}

extension AuditSubject {
  /// Unusable declarations below the one in force. They affect programs that do not support that one.
  var unusableBelow: [InspectedDeclaration] {
    guard let inForce = inspection.inForce, inForce.fault == nil else { return [] }
    return inspection.declarations.filter { $0.fault?.defect != nil }
  }

  /// Completes a finding with the first defective declaration, unless a usable one precedes it. Damage to the chunk of
  /// a declaration is reported with the damage to other chunks.
  ///
  /// - Returns: whether there is one.
  func describeDeclaration(that defect: DeclarationDefect, in finding: inout AuditFinding) -> Bool {
    guard unusableBelow.isEmpty,
      let declaration = inspection.declarations.first(where: { $0.fault?.defect == defect }),
      let fault = declaration.fault
    else { return false }
    finding.message = "The \(declaration.origin.chunkNames) cannot be used: \(fault.message.asClause)"
    (finding.offset, finding.chunk) = (declaration.offset, declaration.origin.chunk)
    // Another label would change the picture; only its author knows the right one.
    if defect == .isForHDR { finding.message += " Export a version for standard dynamic range." }
    return true
  }
}

extension DeclarationFault {
  /// The defect of the declaration; nil for damage that the rule `chunk-fault` reports.
  fileprivate var defect: DeclarationDefect? {
    if isHighDynamicRange { return .isForHDR }
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
