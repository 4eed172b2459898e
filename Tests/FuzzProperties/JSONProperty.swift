import GamutBasics
import PNGCodec

extension Property {
  /// Both readers of JSON accept the same texts, and what is written is read again as it was.
  static let json = Property("json", atMost: 4096, seeds: { Texts.json }, words: { Texts.jsonWords }) {
    (bytes) throws(Violation) in
    let node: JSONNode
    do throws(JSONReader.Fault) {
      node = try JSONReader.read(bytes)
    } catch {
      try require((0...bytes.count).contains(error.offset), "an error at byte \(error.offset) of \(bytes.count)")
      return try require((try? JSONReader.readPlaces(bytes)) == nil, "only one reader refuses it: \(error)")
    }
    let placed = try succeed("only one reader refuses it") { () throws(JSONReader.Fault) in
      try JSONReader.readPlaces(bytes)
    }
    try require(placed.node == node, "two readers, two values")
    try checkPlaces(placed, bytes, within: 0..<bytes.count)
    var writer = JSONWriter()
    writer.value(node)
    let again = try succeed("what is written is refused") { () throws(JSONReader.Fault) in
      try JSONReader.read(writer.bytes)
    }
    var second = JSONWriter()
    second.value(again)
    try require(second.bytes == writer.bytes, "what is written is read as something else")
  }

  /// Each value is at its place: the text there is the value.
  private static func checkPlaces(_ value: PlacedJSON, _ bytes: [UInt8], within place: Range<Int>) throws(Violation) {
    try require(
      value.place.lowerBound >= place.lowerBound && value.place.upperBound <= place.upperBound && !value.place.isEmpty,
      "the place \(value.place) within \(place)")
    if let leaf = value.leaf {
      let node = try? JSONReader.read(Array(bytes[value.place]))
      try require(node == leaf, "another value at its place")
    }
    for child in value.array ?? [] { try checkPlaces(child, bytes, within: value.place) }
    for member in value.members ?? [] { try checkPlaces(member.value, bytes, within: value.place) }
  }
}

extension PlacedJSON {
  /// The value without places.
  fileprivate var node: JSONNode {
    if let array { return .array(array.map(\.node)) }
    if let members { return .object(members.map { JSONNode.Member(name: $0.name, value: $0.value.node) }) }
    return leaf ?? .null
  }
}
