package import GamutKit
import PNGCodec

extension AuditPolicy {
  var node: JSONNode {
    var members = PolicyKey.all.compactMap { key in
      key.node(self).map { JSONNode.Member(name: Pathname(key.name), value: $0) }
    }
    if !folders.isEmpty {
      let sums = folders.sorted { $0.key < $1.key }.map { folder, policy in
        JSONNode.Member(name: folder, value: .string(hex16(policy.checksum)))
      }
      members.append(JSONNode.Member(name: "folders", value: .object(sums)))
    }
    return .object(members)
  }

  private var checksum: UInt64 {
    var writer = JSONWriter()
    writer.value(node)
    return ContentChecksum.crc64(writer.bytes)
  }

  package var yaml: String { yaml(baseline: nil) { _, _ in "" } }

  /// `note` returns what follows the value of a key, or an item of its list.
  fileprivate func yaml(baseline: Pathname?, _ note: (String, Int) -> String) -> String {
    let members = (node.members ?? []).filter { $0.name != "folders" }
    let first = ["version: 1"] + (baseline.map { ["baseline: \(Self.scalar($0.text))\(note("baseline", 0))"] } ?? [])
    return (first + members.flatMap { Self.lines($0, note) }).joined(separator: "\n") + "\n"
  }

  private static func lines(_ member: JSONNode.Member, _ note: (String, Int) -> String) -> [String] {
    let name = member.name.text
    switch member.value {
    case .object where name == "destination":
      return ["destination: \(scalar(member.value["profile"]?.string ?? ""))\(note(name, 0))"]
    case .object(let members):
      return ["\(name):"] + members.map { "  \($0.name.text): \($0.value.word)\(note("\(name).\($0.name.text)", 0))" }
    case .array([]): return ["\(name): []"]
    case .array(let items):
      return ["\(name):"]
        + items.enumerated().flatMap { index, item in
          lines(ofItem: item).enumerated().map { line, text in
            line == 0 ? "  - " + text + note(name, index) : "    " + text
          }
        }
    default: return ["\(name): \(member.value.word)\(note(name, 0))"]
    }
  }

  private static func lines(ofItem item: JSONNode) -> [String] {
    guard let members = item.members else { return [flow(item)] }
    // The ID of a profile follows from its file.
    return members.filter { $0.name != "id" }.map { "\($0.name.text): \(flow($0.value))" }
  }

  private static func flow(_ value: JSONNode) -> String {
    switch value {
    case .string(let text): scalar(text)
    case .array(let items): "[\(items.map(flow).joined(separator: ", "))]"
    default: value.word
    }
  }

  /// Returns a text as a scalar: in double quotes, with escapes, unless it consists only of letters, digits and a few
  /// marks, and is no word that means something else than its text.
  static func scalar(_ text: String) -> String {
    let isPlain =
      text.unicodeScalars.first?.properties.isAlphabetic == true && !reservedWords.contains(text.lowercased())
      && text.unicodeScalars.allSatisfy {
        $0.isASCII && ($0.properties.isAlphabetic || "0123456789-_./".unicodeScalars.contains($0))
      }
    if isPlain { return text }
    // A JSON string is a YAML string, but for a pair of surrogates: YAML has another escape for what needs one. Two number
    // signs begin a command of a build server in its log.
    var last: Unicode.Scalar?
    return "\""
      + text.unicodeScalars.reduce(into: "") { scalar, next in
        defer { last = next }
        guard next != "#" || last != "#", next.value < 0x10000 || String(next).isPrintable else {
          return scalar += "\\U" + String(next.value, radix: 16).zeroPadded(to: 8)
        }
        var writer = JSONWriter()
        writer.string(String(next))
        scalar += String(decoding: writer.bytes.dropFirst().dropLast(), as: UTF8.self)
      } + "\""
  }

  /// Words that YAML 1.1 or 1.2 reads as null, as a truth value or as a number.
  private static let reservedWords: Set = ["null", "true", "false", "yes", "no", "on", "off", "y", "n"]
}

extension PolicyFile {
  package func text(
    for path: Pathname, isFolder: Bool, below top: PolicyFile, root: Pathname, shown: (Pathname) -> Pathname
  ) -> String {
    func name(_ path: Pathname) -> String { shown((try? path.resolved)?.below(root) ?? path).text.printable }
    func note(_ key: String, _ index: Int) -> String {
      // These are printed in another order.
      let origins = key == "baseline" ? top.origins[key] : origins[key]
      guard !["palettes", "platforms"].contains(key), let origins, index < origins.count else {
        return ""
      }
      return "  # \(name(origins[index].path)):\(origins[index].line)"
    }
    var header =
      "The policy for \(shown(path).text.printable): "
      + (self.path.map(name) ?? "no file, so that each rule has its own severity")
      + (extended.isEmpty ? "" : ", which extends " + extended.map(name).joined(separator: ", which extends "))
      + ". Values with no file and line are defaults. Patterns are relative to \(root.text.printable)."
    if let index = policy.excludes.firstIndex(where: { $0.matches(path) }) {
      header += " 'exclude' leaves it out: \(policy.excludes[index].text.printable)."
    } else if !isFolder, let index = policy.expectation(for: path) {
      header += " Of 'expect', \(policy.expectations[index].files.text.printable) applies."
    }
    let baseline = top.baseline?.absolute.below(root)
    return header.wrapped(width: 100, indent: "# ") + "\n" + policy.yaml(baseline: baseline, note)
  }
}

extension JSONNode {
  fileprivate var word: String { string ?? number.map { JSONWriter.text(of: $0) } ?? "" }
}
