package import GamutBasics

/// The colours of a palette file or of an asset catalog, which are used together.
package struct Palette: Sendable, Hashable {
  package enum Format: String, Sendable, Hashable, CaseIterable {
    /// Design tokens (Design Tokens Community Group, 2025.10).
    case designTokens = "design-tokens"
    case css
    case catalog
  }

  package var format: Format
  package var entries: [Entry] = []
  /// The notes on colours that are unknown and on content that the format does not allow, in the order of the file.
  package var notes: [Note] = []
  var omittedNotes = 0

  /// Whether the file gives a colour to something, even if it refers to one that the file does not have.
  var refersToColors = false
  /// Whether a style sheet asks for the contrast that people prefer, in any appearance.
  package var asksForContrast = false
  /// The names of all design tokens, also of those without a colour.
  package var tokenNames: Set<Pathname> = []

  package init(_ format: Format) { self.format = format }

  package var isOfColors: Bool { !entries.isEmpty || refersToColors }

  package struct Entry: Sendable, Hashable {
    /// The name, as `color.text.primary` or `--label`: names are compared by their code points.
    package var name: Pathname
    package var place: Place
    package var line: Int? { place.line }
    package var context: PaletteContext
    package var color: CSSColor
    package var text: String
    /// The name of the entry that this one refers to; nil if it has a colour of its own.
    package var target: Pathname?
    /// Whether the name is that of an element and a property of CSS, and not one that others may refer to.
    package var isUse = false

    package init(
      _ name: Pathname, in file: Pathname? = nil, line: Int?, _ context: PaletteContext = PaletteContext(),
      _ color: CSSColor, text: String, target: Pathname? = nil
    ) {
      (self.name, place, self.context) = (name, Place(file: file, line: line), context)
      (self.color, self.text, self.target) = (color, text, target)
    }
  }

  package struct Source: Sendable {
    /// The name for findings; nil for the file that names the palette.
    package var file: Pathname?
    package var bytes: [UInt8]

    package init(file: Pathname? = nil, _ bytes: [UInt8]) { (self.file, self.bytes) = (file, bytes) }
  }

  /// Returns the file that another one refers to; nil if there is none, or if it cannot be read.
  package typealias Loader = (_ reference: String, _ file: Pathname?) -> Source?

  package struct Place: Sendable, Hashable, Comparable {
    /// The file: of a catalog relative to its folder, of other palettes as in findings; nil for the file that names them.
    package var file: Pathname?
    /// The line, from 1; nil if the format has no lines.
    package var line: Int?

    package init(file: Pathname? = nil, line: Int? = nil) { (self.file, self.line) = (file, line) }

    package static func < (first: Place, second: Place) -> Bool {
      if first.file != second.file {
        guard let one = first.file, let other = second.file else { return first.file == nil }
        return one < other
      }
      return (first.line ?? 0) < (second.line ?? 0)
    }
  }

  /// A note on content of the file that is not a colour of the palette, with the reason.
  package struct Note: Sendable, Hashable {
    package enum Kind: String, Sendable, Hashable, CaseIterable {
      /// The colour depends on something outside the file, or on a computation that gamut does not do.
      case unknown
      /// The format does not allow the content.
      case invalid
    }

    package var kind: Kind
    package var place: Place
    /// The message in whole sentences, which contain the name of the colour.
    package var message: String
    /// The name of a design token that the palette does not have.
    package var missing: Pathname?

    package init(_ kind: Kind, at place: Place, _ message: String) {
      (self.kind, self.place, self.message) = (kind, place, message)
    }
  }

  package static let maximumSize = 16 << 20
  package static let maximumEntries = 100_000
  /// The maximum number of notes; the others are counted in a last one.
  package static let maximumNotes = 1_000
}

/// The conditions under which an entry replaces another one of its name.
package struct PaletteContext: Sendable, Hashable {
  package enum Gamut: String, Sendable, Hashable, CaseIterable {
    case sRGB = "srgb"
    case displayP3 = "display-p3"
  }

  package var isDark = false
  package var hasHighContrast = false
  /// The displays that it is for; nil for all.
  package var gamut: Gamut?
  /// Any other condition, in the words of the file, as a selector of CSS; empty for none.
  package var theme: Pathname = ""

  package init() {}

  /// The themes of style sheets in which the system and the page do not say the same about dark and light.
  static let systemAlone: Pathname = "by the system alone", pageAlone: Pathname = "by the page alone"
  static let lightPage: Pathname = "light by the page, in a dark system"
  static let classAlone: Pathname = "by a class alone", attributeAlone: Pathname = "by an attribute alone"

  /// Whether the conditions are for the whole page: a theme may be the element that a selector of CSS chooses.
  package var isOfPage: Bool {
    // As of `(min-width: 40em)`. Forced colours are not those of the style sheet.
    theme.isEmpty || theme.hasPrefix("(") && theme.text.hasSuffix(")") && !theme.text.contains("forced-colors")
      || [Self.systemAlone, Self.pageAlone, Self.lightPage, Self.classAlone, Self.attributeAlone].contains(theme)
  }
}

package struct PaletteFault: Error, Sendable, Hashable {
  /// From 1; nil if the format has no lines.
  package var line: Int?
  /// The file; nil for the one that names the palette.
  package var file: Pathname?
  /// A clause: what is wrong, and what is expected.
  package var message: String

  package init(in file: Pathname? = nil, line: Int? = nil, _ message: String) {
    (self.file, self.line, self.message) = (file, line, message)
  }
}
