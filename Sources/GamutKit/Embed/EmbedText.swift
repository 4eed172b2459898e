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
}

extension EmbedReport {
  /// The new meaning of the file and its basis, in whole sentences.
  var explanation: String {
    let old = declared.map { "The file declared \($0.words.printable) (\($0.origin.rawValue))." }
    switch meaning {
    case .declared(let name):
      if changes.isEmpty { return "The file declares \(name.printable) already." }
      if let declared, declared.words == name {
        return "The file declared \(name.printable) (\(declared.origin.rawValue)) and still does."
      }
      return "\(old ?? "") It now says \(name.printable), which is the same to half an 8-bit code."
    case .assumed(let name):
      return "\(old ?? "The file declared nothing that can be used.") "
        + "Its pixels mean \(name.printable), as you say, and now the file says so too."
    case .taken(let name):
      return "The file declared nothing. Its pixels, which stay as they are, are now taken to mean \(name.printable)."
    case .undeclared:
      if changes.isEmpty { return "The file declares nothing already." }
      return "\(old ?? "The file declared nothing that can be used.") It now declares nothing: "
        + "its pixels, which stay as they are, will mostly be shown as sRGB."
    }
  }

  /// A short form, with chunks by name.
  var reasons: [String] {
    var reasons: [String] = []
    switch meaning {
    case .declared(let name): reasons.append(name)
    case .assumed(let name): reasons.append("\(declared.map { "declared \($0.words), " } ?? "")said to mean \(name)")
    case .taken(let name): reasons.append("declared nothing, taken to mean \(name)")
    case .undeclared: reasons.append("declares nothing\(declared.map { ", was \($0.words)" } ?? "")")
    }
    for action in ["added", "replaced", "removed"] {
      let names = changes.filter { $0.action == action }.map(\.kind.rawValue)
      if !names.isEmpty { reasons.append("\(action) \(names.joined(separator: ", "))") }
    }
    if !findings.isEmpty { reasons.append(Words.count(findings.count, "note")) }
    return reasons
  }
}
