import GamutBasics

/// The text of the file that lists the slots, and changes to its objects in the style of the file.
struct SlotText {
  /// A replacement of bytes; an empty range inserts.
  struct Change {
    var place: Range<Int>
    var text: [UInt8]
  }

  let bytes: [UInt8]
  /// Whether the keys of every object are sorted, as Xcode has written them since version 11.
  private let isSorted: Bool
  private(set) var changes: [Change] = []

  init(_ bytes: [UInt8], _ root: PlacedJSON) {
    self.bytes = bytes
    isSorted = root.hasSortedKeys
  }

  /// The text with all changes applied.
  var changed: [UInt8] { Self.text(of: 0..<bytes.count, in: bytes, with: changes) }

  mutating func add(_ more: [Change]) { changes += more }

  /// Inserts a changed copy of an element before another element of the same list.
  mutating func insert(_ element: PlacedJSON, with own: [Change], before next: PlacedJSON) {
    var copy = Self.text(of: element.place, in: bytes, with: own)
    copy.append(UInt8(ascii: ","))
    copy += space(before: next.place.lowerBound)
    changes.append(Change(place: next.place.lowerBound..<next.place.lowerBound, text: copy))
  }

  /// Inserts a changed copy of an element after another element of the same list.
  mutating func insert(_ element: PlacedJSON, with own: [Change], after previous: PlacedJSON) {
    let end = previous.place.upperBound
    let copy = Self.text(of: element.place, in: bytes, with: own)
    changes.append(
      Change(place: end..<end, text: [UInt8(ascii: ",")] + space(before: previous.place.lowerBound) + copy))
  }

  /// Returns the text of a value with the given changes applied.
  func text(of value: PlacedJSON, with own: [Change]) -> [UInt8] { Self.text(of: value.place, in: bytes, with: own) }

  /// Returns the changes that set a member of an object. A new member is placed where Xcode writes it: in the order of
  /// the keys or, in older files, after the first of `others` that exists, and otherwise at the end.
  func setting(_ name: String, to value: [UInt8], in object: PlacedJSON, after others: [String]) -> [Change] {
    let members = object.members ?? []
    if let old = members.first(where: { $0.name == name }) { return [Change(place: old.value.place, text: value)] }
    let key = Array("\"\(name)\"".utf8)
    guard let last = members.indices.last else {
      return [Change(place: object.place, text: Array("{ ".utf8) + key + Array(" : ".utf8) + value + Array(" }".utf8))]
    }
    let next =
      isSorted
      ? members.firstIndex { name.utf8.lexicographicallyPrecedes($0.name.utf8) }
      : others.lazy.compactMap { other in members.firstIndex { $0.name == other } }.first.map { $0 + 1 }
    let index = min(next ?? members.count, members.count)
    // The style of the member that follows, or of the last one.
    let model = min(index, last)
    let start = keyStart(model, of: object)
    let member = key + colon(members[model].value, from: start) + value
    if index < members.count {
      return [Change(place: start..<start, text: member + [UInt8(ascii: ",")] + space(before: start))]
    }
    let end = members[last].value.place.upperBound
    return [Change(place: end..<end, text: [UInt8(ascii: ",")] + space(before: start) + member)]
  }

  /// Returns the offset of the key of a member.
  private func keyStart(_ index: Int, of object: PlacedJSON) -> Int {
    let members = object.members ?? []
    var start = index == 0 ? object.place.lowerBound + 1 : members[index - 1].value.place.upperBound
    while start < bytes.count, bytes[start] != UInt8(ascii: "\"") { start += 1 }
    return start
  }

  /// Returns the bytes between a key and its value.
  private func colon(_ value: PlacedJSON, from keyStart: Int) -> ArraySlice<UInt8> {
    var end = keyStart + 1
    while end < value.place.lowerBound, bytes[end] != UInt8(ascii: "\"") {
      end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1
    }
    return bytes[min(end + 1, value.place.lowerBound)..<value.place.lowerBound]
  }

  /// Returns the white space before a byte.
  private func space(before offset: Int) -> ArraySlice<UInt8> {
    var start = offset
    while start > 0, [0x20, 0x09, 0x0a, 0x0d].contains(bytes[start - 1]) { start -= 1 }
    return bytes[start..<offset]
  }

  private static func text(of place: Range<Int>, in bytes: [UInt8], with changes: [Change]) -> [UInt8] {
    var result: [UInt8] = []
    var done = place.lowerBound
    // Insertions at one place keep their order; they precede a change of what follows.
    let sorted = changes.enumerated().sorted {
      ($0.element.place.lowerBound, $0.element.place.upperBound, $0.offset)
        < ($1.element.place.lowerBound, $1.element.place.upperBound, $1.offset)
    }
    for (_, change) in sorted {
      result += bytes[done..<change.place.lowerBound]
      result += change.text
      done = change.place.upperBound
    }
    return result + bytes[done..<place.upperBound]
  }
}

extension PlacedJSON {
  /// Whether the keys of every object inside the value are sorted.
  fileprivate var hasSortedKeys: Bool {
    switch content {
    case .leaf: return true
    case .array(let items): return items.allSatisfy(\.hasSortedKeys)
    case .object(let members):
      for (first, second) in zip(members, members.dropFirst())
      where second.name.utf8.lexicographicallyPrecedes(first.name.utf8) {
        return false
      }
      return members.allSatisfy(\.value.hasSortedKeys)
    }
  }
}
