import ArgumentParser
import Gamut
import GamutKit
import GamutPalettes

struct ColorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "color", _superCommandName: "gamut",
    abstract: "Show what becomes of a colour in sRGB and for every eye, and whether colours stay apart.",
    usage: "gamut color [<options>] <colors> ...",
    discussion: """
      Shows for each colour its OKLCH, its codes in sRGB and in Display P3, whether it is outside sRGB, \
      the colour that the gamut mapping of CSS takes instead, its contrast on white and black (WCAG 2.2), and how people \
      with protanopia, deuteranopia and tritanopia see what sRGB shows of it. Two or more are compared: the \
      difference of each pair by DIN99o, also in sRGB; their contrast; pairs that merge there; and pairs that people \
      confuse.

      A colour is one of CSS: #ff3b30, 'color(display-p3 1 0.23 0.19)', 'color-mix(in oklab, red, blue)', tomato; or three numbers: \
      255,59,48 (codes of 8 bits) or 1.0,0.23,0.19 (with a point, from 0 to 1). --in gives the space of numbers and of \
      hexadecimal digits.

      Two colours merge if they differ by at least 2.5 (DIN99o), one of them is outside sRGB, and the codes of 8 bits \
      that sRGB shows differ by at most 1.25. They are confused if they differ by at least 10 in DIN99o, and by less \
      than 5 for the eye; below 7.5 they are hard to tell apart. Differences ignore alpha.

      Exit status: 0 done, whatever was found.

      Examples:
        gamut color 'color(display-p3 1 0.23 0.19)'
        gamut color 255,59,48 --in p3
        gamut color '#ff3b30' '#34c759' '#007aff' --format json
      """)

  @Argument(
    help: "Colours of CSS, or three numbers each.",
    completion: .custom { _, _, typed in CSSColor.names.filter { $0.hasPrefix(typed) } })
  var colors: [ArgumentWords]

  @Option(
    name: .customLong("in"),
    help: ArgumentHelp("The space of numbers and hexadecimal digits: srgb, p3, ...", valueName: "space"),
    completion: .list(CSSColor.Space.ofNumbers.map(\.rawValue)))
  var space = "srgb"

  @Option(help: "Output format.")
  var format = TextOrJSON.text

  @OptionGroup(title: "Output") var output: OutputOptions

  func run() throws {
    guard let space = CSSColor.Space(named: self.space) else {
      let names = CSSColor.Space.ofNumbers.map(\.rawValue).joined(separator: ", ")
      throw ValidationError("--in '\(self.space.printable)' is not a space of colours in CSS: these are \(names).")
    }
    let texts = colors.flatMap(\.words)
    guard texts.count <= ColorComparison.limit else {
      throw ValidationError("\(texts.count) colours are too many to compare: at most \(ColorComparison.limit).")
    }
    if texts.count == 3, texts.allSatisfy({ Double($0) != nil }) {
      throw CorrectableError(
        message: "A colour has three numbers with commas between them.", replacing: texts,
        words: [texts.joined(separator: ",")])
    }
    var given: [GivenColor] = []
    for text in texts {
      do throws(CSSColorFault) {
        given.append(try GivenColor(text, in: space))
      } catch {
        let parts = text.split(separator: ":").map(String.init)
        if parts.count == 2, let space = CSSColor.Space(named: parts[0]), CSSColor.Space.ofNumbers.contains(space) {
          throw CorrectableError(
            message: "'\(text.printable)' is not a colour: --in gives the space.", replacing: [text],
            words: ["#" + parts[1], "--in", parts[0]])
        }
        let start = "'\(text.printable)'"
        if error.message.hasPrefix(start) { throw ValidationError(error.message.asSentence) }
        let place = error.offset == 0 ? "" : " (byte \(error.offset + 1))"
        throw ValidationError("\(start)\(place): \(error.message.asClause)")
      }
    }
    let comparison = ColorComparison(given)
    try StandardOutput.print(
      format == .text ? comparison.text(output.style) : String(decoding: comparison.json, as: UTF8.self))
  }
}
