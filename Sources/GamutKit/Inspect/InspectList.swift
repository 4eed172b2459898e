import Gamut

extension Inspection {
  /// The meaning of the file in one or two words.
  var label: String {
    switch self {
    case .png(let png): png.inForce.map(\.label) ?? "undeclared"
    case .profile(let profile): profile.identification?.label ?? "unusable"
    }
  }

  var worst: Severity? {
    Severity.allCases.first { severity in findings.contains { $0.severity == severity } }
  }

  var details: [String] {
    var details: [String] = []
    switch self {
    case .png(let png):
      if let inForce = png.inForce {
        details.append(inForce.origin.rawValue)
        if let identification = inForce.identification { details += identification.details }
      }
    case .profile(let profile):
      details.append("profile")
      if let identification = profile.identification { details += identification.details }
    }
    for severity in [Severity.error, .warning] {
      let count = findings.count { $0.severity == severity }
      if count > 0 { details.append(Words.count(count, severity.rawValue)) }
    }
    return details
  }
}

extension InspectedDeclaration {
  var label: String { identification?.label ?? "unusable" }
}

extension SpaceIdentification {
  var label: String { space?.name ?? "other" }

  fileprivate var details: [String] {
    switch level {
    case .sixteenBit: []
    case .eightBit: ["to 8 bits"]
    case .nameOnly, .none: nearest.map { ["\($0.meanSize) from \($0.reference.name) on average"] } ?? []
    }
  }
}

extension TextStyle {
  func paint(_ text: String, _ severity: Severity?) -> String {
    switch severity {
    case .error: failure(text)
    case .warning: verdict(text, .clips)
    case .note, nil: verdict(text, .fits)
    }
  }
}
