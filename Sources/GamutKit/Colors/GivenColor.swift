package import GamutPalettes

/// A colour as a user gives it: in the notation of CSS, or as three numbers.
package struct GivenColor: Sendable, Hashable {
  package var text: String
  package var color: CSSColor

  /// Takes a colour of CSS, or three numbers, of which whole ones are codes of 8 bits, others from 0 to 1; the space is that of
  /// numbers and hexadecimal digits.
  package init(_ text: String, in space: CSSColor.Space) throws(CSSColorFault) {
    self.text = text
    if let numbers = try Self.numbers(text) {
      color = CSSColor(space, numbers)
      return
    }
    color = try CSSColor(css: text)
    if text.drop(while: \.isWhitespace).first == "#" { color.space = space }
  }

  /// Returns the three levels, 0 to 1, of three numbers; nil if the text does not consist of numbers.
  private static func numbers(_ text: String) throws(CSSColorFault) -> [Double]? {
    let parts = text.split { $0 == "," || $0 == " " || $0 == "\t" }
    let isNumbers = parts.allSatisfy { Double($0)?.isFinite == true && $0.utf8.allSatisfy { $0 < 0x41 } }
    guard text.utf8.count <= 100, isNumbers, !parts.isEmpty else { return nil }
    guard parts.count == 3 else {
      throw CSSColorFault(0, "a colour has three numbers, red, green and blue, as 255,59,48; here are \(parts.count)")
    }
    let isCodes = parts.allSatisfy { Int($0) != nil }
    var levels: [Double] = []
    for part in parts {
      guard let number = Double(part) else { return nil }
      let level = isCodes ? number / 255 : number
      guard (0...1).contains(level) else {
        let range = isCodes ? "whole numbers are codes from 0 to 255" : "numbers with a point are from 0 to 1"
        throw CSSColorFault(part.startIndex.utf16Offset(in: text), "\(part) is out of range: \(range)")
      }
      levels.append(level)
    }
    return levels
  }
}

extension CSSColor.Space {
  /// The spaces of red, green and blue, whose numbers can be given without a name.
  package static let ofNumbers: [CSSColor.Space] = [
    .sRGB, .displayP3, .a98RGB, .proPhotoRGB, .rec2020, .linearSRGB, .linearDisplayP3,
  ]

  /// Creates one of these by its name in CSS, or by any name of sRGB or Display P3.
  package init?(named name: String) {
    let usual = ReferenceSpace(named: name).flatMap { [.sRGB: Self.sRGB, .displayP3: .displayP3][$0] }
    guard let space = Self.ofNumbers.first(where: { $0.rawValue == name }) ?? usual else { return nil }
    self = space
  }
}
