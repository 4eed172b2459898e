import PNGCodec

extension EmbedReport {
  /// A full description of the changes, for people.
  var details: [String] {
    [explanation.wrapped(indent: "  ", first: "  ")]
      + changes.map { change in
        let old = change.before?.printable
        let words = change.after.map { $0.printable + (old.map { ", was \($0)" } ?? "") } ?? old ?? ""
        let label = "  " + change.action.padded(to: 10) + change.kind.rawValue + "  "
        return words.wrapped(indent: "    ", first: label)
      }
  }

  /// The new meaning of the file and its basis, in whole sentences.
  var explanation: String {
    let old = declared.map { "The file declared \($0.words.printable) (\($0.origin.rawValue))." }
    switch meaning {
    case .declared(let name):
      if changes.isEmpty { return "The file already declares \(name.printable)." }
      if let declared, declared.words == name {
        return "The file declared \(name.printable) (\(declared.origin.rawValue)) and keeps doing so."
      }
      return "\(old ?? "") It now declares \(name.printable), which is the same within half an 8-bit code."
    case .assumed(let name):
      return "\(old ?? "The file had no usable declaration.") It now declares \(name.printable), as --assume says."
    case .taken(let name):
      return "The file had no declaration. It now declares \(name.printable); its pixels are unchanged."
    case .kept(let name):
      return "The file already declares \(name?.printable ?? "a colour space, which cannot be used"), and is unchanged."
    case .undeclared:
      if changes.isEmpty { return "The file has no declaration." }
      return "\(old ?? "The file had no usable declaration.") The declaration was removed: most programs will show "
        + "the same pixels as sRGB."
    }
  }

  /// A short form, with chunks by name.
  var reasons: [String] {
    var reasons: [String] = []
    switch meaning {
    case .declared(let name): reasons.append(name)
    case .assumed(let name): reasons.append("\(declared.map { "declared \($0.words), " } ?? "")assumed \(name)")
    case .taken(let name): reasons.append("untagged, now \(name)")
    case .kept(let name): reasons.append("declares \(name ?? "a colour space that cannot be used")")
    case .undeclared: reasons.append("no declaration\(declared.map { ", was \($0.words)" } ?? "")")
    }
    for action in ["added", "replaced", "removed"] {
      let names = changes.filter { $0.action == action }.map(\.kind.rawValue)
      if !names.isEmpty { reasons.append("\(action) \(names.joined(separator: ", "))") }
    }
    if !findings.isEmpty { reasons.append(Words.count(findings.count, "note")) }
    return reasons
  }
}
