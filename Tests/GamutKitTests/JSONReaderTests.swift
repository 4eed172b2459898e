import TestSupport
import Testing

@testable import GamutKit

@Suite struct JSONReaderTests {
  @Test(arguments: [
    ("{\"a\":[1,-0.5e3,true,null,\"\\u00e9\\ud83e\\udd8a\"]}", true), ("[01]", false), ("[1.]", false), ("[.5]", false),
    ("[1e]", false), ("{\"a\":1,\"a\":2}", false), ("[\"\\ud800\"]", false), ("[\"\u{1}\"]", false), ("[1,]", false),
    ("{\"a\" 1}", false), ("[1] 2", false), ("\"", false), ("[\"\\x\"]", false), ("nul", false), ("-", false),
    ("[+1]", false), ("[1e999]", false), ("{a:1}", false), (" [ ] ", true), ("[\"\\u+123\"]", false),
  ])
  func strictJSON(text: String, isValid: Bool) {
    let node = try? JSONReader.read(Array(text.utf8))
    #expect((node != nil) == isValid)
    // Foundation must also parse it.
    #expect(((try? JSONValue(parsing: text.utf8)) != nil) || !isValid)
  }

  @Test func aMemberThatStandsThereTwiceIsFoundAmongMany() throws {
    for count in [2, 15, 16, 17, 18, 1000, 1024] {
      let names = (0..<count).map { "\"m\($0)\":0" }
      func object(_ members: [String]) -> [UInt8] { Array("{\(members.joined(separator: ","))}".utf8) }
      #expect(try JSONReader.read(object(names)).members?.count == count)
      for twice in [0, count / 2, count - 1] {
        var members = names
        members[count - 1] = "\"m\(twice == count - 1 ? 0 : twice)\":0"
        #expect(throws: JSONReader.Fault.self) { try JSONReader.read(object(members)) }
      }
    }
    let over = "{" + (0...1024).map { "\"m\($0)\":0" }.joined(separator: ",") + "}"
    #expect(throws: JSONReader.Fault.self) { try JSONReader.read(Array(over.utf8)) }
  }

  /// Each value of a text in memory takes more memory than its byte in the file.
  @Test(.enabled(if: Thoroughness.hasTime)) func theNumberOfValuesIsLimited() throws {
    func list(_ count: Int) -> [UInt8] { Array(("[" + String(repeating: "0,", count: count - 1) + "0]").utf8) }
    #expect(try JSONReader.read(list(1_999_999)).array?.count == 1_999_999)
    let one = #expect(throws: JSONReader.Fault.self) { try JSONReader.read(list(2_000_000)) }
    #expect(one?.message == "it has more than 2,000,000 values" && one?.offset == 3_999_999)
    #expect(throws: JSONReader.Fault.self) { try JSONReader.readPlaces(list(8_000_000)) }
  }

  /// 46 MB of objects with 1,000 members each used to take much longer than small ones: each name was compared with all
  /// others.
  @Test(.enabled(if: Thoroughness.hasTime)) func objectsOfManyMembersTakeNoLongerThanOthers() throws {
    func text(members: Int) -> [UInt8] {
      let object = "{" + (0..<members).map { "\"member\(10_000 + $0)\":0" }.joined(separator: ",") + "}"
      return Array(("[" + Array(repeating: object, count: 200_000 / members).joined(separator: ",") + "]").utf8)
    }
    let growth = try ProcessorTime.growth(from: text(members: 10), to: text(members: 1000)) {
      _ = try JSONReader.read($0)
    }
    #expect(growth < 4, "\(growth)")
  }
}
