import Foundation
import SyntheticPNG
import TestSupport
import Testing

@testable import GamutKit

@Suite struct JSONWriterTests {
  /// Nine significant digits, shortest form.
  @Test(arguments: [
    (0.0, "0"), (-0.0, "0"), (1.0, "1"), (0.1, "0.1"), (1.0 / 3, "0.333333333"), (0.5 / 255, "0.00196078431"),
    (123_456_789.12, "123456789"), (1e-7, "1e-07"), (0.224865190, "0.22486519"),
  ])
  func realsHaveNineDigits(value: Double, text: String) throws {
    #expect(JSONWriter.text(of: value) == text)
    #expect(try JSONValue(parsing: "[\(text)]".utf8)["0"]?.number != nil)
  }

  /// The C library is the definition, also next to a power of ten and to the middle of two texts.
  @Test(.enabled(if: Thoroughness.hasTime)) func realsAreThoseOfPrintf() {
    var random = RandomSource(seed: 9)
    var values: [Double] = []
    for power in -6...10 {
      let start = pow(10, Double(power))
      values += [start, start.nextUp, start.nextDown, start * 5, start / 3]
      for _ in 0..<2_000 {
        let value = start * Double.random(in: 1..<10, using: &random)
        let digits = pow(10, 8 - Double(power))
        let middle = ((value * digits).rounded() + 0.5) / digits
        values += [
          value, Double(Float(value)), (value * digits).rounded() / digits, middle, middle.nextUp, middle.nextDown,
        ]
      }
    }
    values += values.map { -$0 }
    #expect(values.filter { JSONWriter.text(of: $0) != String(format: "%.9g", $0) } == [])
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func whatIsNotFiniteIsNull(value: Double) {
    var writer = JSONWriter()
    writer.real(value)
    #expect(writer.bytes == Array("null".utf8))
  }

  /// Names too: some are those of files that are read.
  @Test(arguments: [
    "", "a\"b\\c/", "line\nfeed\r\ttab", "\u{0}\u{1f}\u{7f}", "é 😀 \u{2028}", "\u{fffd}", "##\u{1b}[31m",
  ])
  func stringsComeBack(text: String) throws {
    var writer = JSONWriter()
    writer.object { $0.member(text, text) }
    #expect(try JSONValue(parsing: writer.bytes) == .object([text: .string(text)]))
    #expect(!writer.bytes.contains { $0 < 0x20 })
    #expect(!String(decoding: writer.bytes, as: UTF8.self).contains("##"))
  }

  @Test func membersKeepTheirOrderAndCommas() {
    var writer = JSONWriter()
    writer.object { object in
      object.member("b", 1)
      object.member("a") { $0.member("x", true) }
      object.member("list", array: [1, 2]) { $0.integer($1) }
      object.member("none", orNull: nil)
    }
    #expect(String(decoding: writer.bytes, as: UTF8.self) == #"{"b":1,"a":{"x":true},"list":[1,2],"none":null}"#)
  }

  /// RFC 4648, section 10.
  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
    ("foobar", "Zm9vYmFy"),
  ])
  func base64OfTheStandard(plain: String, encoded: String) {
    #expect(Base64.encoded(Array(plain.utf8)) == encoded)
  }

  /// Another reader reads what was written: signs with and without an escape, at each place of texts of any length, and
  /// numbers of any size.
  @Test func anotherReaderReadsTheSame() throws {
    let signs = ["\u{0}", "\u{1f}", " ", "!", "\"", "#", "##", "/", "\\", "~", "\u{7f}", "\u{80}", "é", "€", "𝄞"]
    let texts = (0..<20).flatMap { before in
      signs.flatMap { sign in
        [0, 1, 7, 9].map { String(repeating: "a", count: before) + sign + String(repeating: "#b", count: $0) }
      }
    }
    let numbers = [0, 1, -1, 9, 10, -10, 99, 100, 12_345, 1_000_000_007, .max, .min]
    var writer = JSONWriter()
    writer.array { array in
      for text in texts { array.string(text) }
      for number in numbers { array.integer(number) }
    }
    let read = try #require(JSONSerialization.jsonObject(with: Data(writer.bytes)) as? [Any])
    #expect(read.prefix(texts.count).map { $0 as? String } == texts)
    #expect(read.dropFirst(texts.count).map { $0 as? Int } == numbers)
    // Nothing that a build server or a terminal takes for a command.
    #expect(
      !writer.bytes.contains { $0 < 0x20 || $0 == 0x7f }
        && !String(decoding: writer.bytes, as: UTF8.self).contains("##"))
  }
}
