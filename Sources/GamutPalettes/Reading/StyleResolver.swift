import GamutBasics

struct StyleResolver {
  enum Outcome: Sendable {
    case color(CSSColor)
    /// A value that is neither a colour nor faulty.
    case other
    /// A colour that depends on something unknown; the text is the reason.
    case unknown(String)
    case invalid(String)
    /// A reference to a property of this name, which the file does not contain.
    case missing(Pathname)
    /// A reference of a property to itself, possibly through other properties.
    case cycle

    /// Whether a reference with this result has a value, so that its fallback does not apply.
    var hasValue: Bool {
      switch self {
      case .color, .other, .unknown, .invalid: true
      case .missing, .cycle: false
      }
    }
  }

  struct Node: Hashable {
    var statement: Int
    var context: Int
  }

  private static let maximumChain = 100

  private let sheet: StyleSheet
  private var outcomes: [Node: Outcome] = [:]
  /// The statements whose references are being followed, and those of them that refer to themselves.
  private var chain: [Node] = []
  private var circular: Set<Node> = []
  private var surroundings: [Int: [Int]] = [:]

  init(_ sheet: StyleSheet) { self.sheet = sheet }

  /// Returns the result of a statement in a context, which is its own or one with more conditions.
  mutating func outcome(of node: Node) -> Outcome {
    if let known = outcomes[node] { return known }
    if let start = chain.firstIndex(of: node) {
      circular.formUnion(chain[start...])
      return .cycle
    }
    guard chain.count < Self.maximumChain else {
      return .unknown("it leads to more than \(Self.maximumChain) references, one after the other")
    }
    chain.append(node)
    let value = sheet.statements[node.statement].value
    var outcome: Outcome
    if case .alias(let names, let fallback) = value {
      outcome = .other
      for name in names {
        outcome = find(name, from: node.context).map { self.outcome(of: $0) } ?? .missing(name)
        // A property that has a value, even one that is no colour, is not replaced by those after the comma.
        if outcome.hasValue || circular.contains(node) { break }
      }
      if circular.contains(node) {
        outcome = .cycle
      } else if !outcome.hasValue, let fallback {
        outcome = plain(StyleValue(sheet.bytes, fallback), in: node.context)
      }
    } else {
      outcome = plain(value, in: node.context)
    }
    chain.removeLast()
    outcomes[node] = outcome
    return outcome
  }

  /// Returns the first name that a statement refers to and the file contains.
  mutating func target(of statement: Int, in context: Int) -> Pathname? {
    guard case .alias(let names, _) = sheet.statements[statement].value else { return nil }
    return names.first { find($0, from: context) != nil }
  }

  /// Finds the declaration of a property that applies in a context: the one in the closest context.
  private mutating func find(_ name: Pathname, from context: Int) -> Node? {
    for candidate in surrounding(context) {
      guard let statement = sheet.table[StyleSheet.Key(name: name, context: candidate)] else { continue }
      // Resolve a property without a theme once for each set of other conditions, not once for each theme.
      let (own, found) = (sheet.contexts[context], sheet.contexts[candidate])
      guard !own.theme.isEmpty, found.theme.isEmpty else { return Node(statement: statement, context: context) }
      var conditions = own
      conditions.theme = ""
      return Node(statement: statement, context: sheet.contextIndices[conditions] ?? candidate)
    }
    return nil
  }

  /// Returns the contexts whose properties apply in a context, the closest first.
  private mutating func surrounding(_ context: Int) -> [Int] {
    if let known = surroundings[context] { return known }
    let own = sheet.contexts[context]
    var result: [Int] = []
    for mask in 0..<16 {
      var other = own
      if mask & 8 != 0 { other.theme = "" }
      if mask & 4 != 0 { other.isDark = false }
      if mask & 2 != 0 { other.hasHighContrast = false }
      if mask & 1 != 0 { other.gamut = nil }
      if let index = sheet.contextIndices[other], !result.contains(index) { result.append(index) }
    }
    surroundings[context] = result
    return result
  }

  /// Returns the result of a value that is not a single reference.
  private mutating func plain(_ value: StyleValue, in context: Int) -> Outcome {
    switch value {
    case .color(let place): return color(place, in: context)
    case .pair: return .unknown("'light-dark()' is only read as a whole value: give the colour that is meant")
    case .alias, .other: return .other
    }
  }

  private mutating func color(_ place: Range<Int>, in context: Int) -> Outcome {
    let written = sheet.bytes[place.prefix(CSSColor.maximumSize + 1)]
    let direct = Self.outcome(of: String(decoding: written, as: UTF8.self))
    if case .color = direct { return direct }
    var budget = 100
    guard written.contains(UInt8(ascii: "(")), place.count <= CSSColor.maximumSize,
      let bytes = expanded(place, in: context, depth: 0, &budget), bytes.count <= CSSColor.maximumSize,
      !bytes.elementsEqual(written)
    else { return direct }
    return Self.outcome(of: String(decoding: bytes, as: UTF8.self))
  }

  private static func outcome(of text: String) -> Outcome {
    do throws(CSSColorFault) {
      return .color(try CSSColor(css: text))
    } catch {
      return CSSRefusal.isUnknown(text) ? .unknown(error.message) : .invalid(error.message)
    }
  }

  /// Returns the text of a value with that of its property for every `var()`; nil if one is missing, or for too many.
  private mutating func expanded(
    _ place: Range<Int>, in context: Int, depth: Int, _ budget: inout Int
  ) -> [UInt8]? {
    guard depth < 8, place.count <= CSSColor.maximumSize else { return nil }
    var result: [UInt8] = []
    var plain = place.lowerBound
    while let (range, inside) = StyleValue.nextReference(sheet.bytes, plain..<place.upperBound) {
      budget -= 1
      guard budget >= 0, result.count <= CSSColor.maximumSize,
        let (name, fallback) = StyleValue.target(sheet.bytes, inside)
      else { return nil }
      result += sheet.bytes[plain..<range.lowerBound]
      let part: [UInt8]?
      if let found = find(name, from: context) {
        part = expanded(sheet.statements[found.statement].place, in: found.context, depth: depth + 1, &budget)
      } else {
        part = fallback.flatMap { expanded($0, in: context, depth: depth + 1, &budget) }
      }
      guard let part else { return nil }
      result += part
      plain = range.upperBound
    }
    return result + sheet.bytes[plain..<place.upperBound]
  }
}
