import GamutBasics
import GamutCatalogs
import TestSupport
import Testing

@Suite struct SetMutationTests {
  /// Damaged files are read or refused: each has slots or a fault, unless it is a document without slots.
  @Test func damagedFilesAreReadOrRefused() {
    var random = RandomSource(seed: 0x6361_7461_6c6f_6773)
    let texts = SetCase.all.map { Array($0.contents.utf8) }
    var problems: [String] = []
    var readable = 0
    for round in 0..<20_000 {
      let item = SetCase.all[round % texts.count]
      let bytes = random.mutated(texts[round % texts.count], marks: Self.marks, edits: 3, reach: 12)
      let set = item.read(bytes)
      if !set.slots.isEmpty { readable += 1 }
      if let problem = Self.problem(of: set, bytes) { problems.append("\(round), '\(item.name)': \(problem)") }
    }
    #expect(problems.prefix(10).joined(separator: "\n") == "")
    // Enough of the texts are still JSON, so that more than the parser is tested.
    #expect(readable > 500)
  }

  /// A file that is cut off anywhere is broken, but for the white space at its end.
  @Test func filesThatAreCutOffAreBroken() {
    for item in SetCase.all where item.faults.isEmpty && item.contents.utf8.count < 600 {
      let bytes = Array(item.contents.utf8)
      let end = (bytes.lastIndex { $0 > 0x20 } ?? 0) + 1
      for count in 0..<end {
        let set = item.read(Array(bytes[..<count]))
        guard set.slots.isEmpty, set.faults.map(\.kind) == [.broken] else {
          Issue.record("\(item.name), cut off after \(count) bytes")
          break
        }
        if let problem = Self.problem(of: set, Array(bytes[..<count])) { Issue.record("\(item.name): \(problem)") }
      }
    }
  }

  /// Returns what is wrong with a set that was read from these bytes; nil if nothing is.
  private static func problem(of set: AssetSet, _ bytes: [UInt8]) -> String? {
    let ends = bytes.reduce(0) { $1 == 0x0a ? $0 + 1 : $0 }
    // One more than the lines of the text, for a fault after its end.
    let lines = 1...ends + 2
    for slot in set.slots where !lines.contains(slot.line) { return "a slot in line \(slot.line)" }
    for fault in set.faults {
      switch fault.kind {
      case .broken, .missingFile:
        guard let line = fault.line, lines.contains(line) else {
          return "'\(fault.message)' in line \(fault.line.map { "\($0)" } ?? "-") of \(ends + 1)"
        }
      case .orphanFile:
        if let line = fault.line { return "'\(fault.message)' in line \(line)" }
      }
    }
    for slot in set.slots {
      // Only a name in the folder may reach the file system.
      let name = slot.file?.text.dropFirst(set.kind == .icon ? "Assets/".count : 0)
      if let name, name.isEmpty || name.contains("/") || name == ".." { return "the file '\(name)'" }
      if case .components(let color) = slot.color {
        guard color.channels.count == 1 || color.channels.count == 3 else { return "\(color.channels.count) channels" }
        guard color.channels.allSatisfy(\.isFinite), color.alpha.isFinite else { return "a colour that is not finite" }
      }
    }
    guard set.slots.isEmpty, set.faults.isEmpty else { return nil }
    // Neither: Foundation must find an object that lists no slots.
    guard case .object(let members) = try? JSONValue(parsing: bytes) else { return "no object, and no fault" }
    guard set.kind != .icon, let list = members[set.kind == .colorSet ? "colors" : "images"] else { return nil }
    return list == .array([]) ? nil : "slots are neither read nor refused"
  }

  /// The bytes that matter to JSON and to numbers.
  private static let marks = Array("{}[]\",:\\/.0123456789-+eExX#% \n\t\0\u{7f}é".utf8)
}
