import GamutKit

/// The values of a policy; each error has the position of what is wrong. The names are those of the keys.
extension YAMLNode {
  /// The most items of a list.
  static let maximumItems = 1000

  func entries(_ name: String) throws(PolicyError) -> [Entry] {
    guard case .mapping(let entries, _) = self else {
      throw PolicyError(place, "Here keys with values are expected (\(name)).")
    }
    return entries
  }

  /// Returns the values of a mapping by their keys, which must be known.
  func values(_ name: String, _ known: [String]) throws(PolicyError) -> [String: YAMLNode] {
    let entries = try entries(name)
    if let other = entries.first(where: { !known.contains($0.key) }) { throw other.unknown(known) }
    return Dictionary(entries.map { ($0.key, $0.value) }) { first, _ in first }
  }

  func items(_ name: String) throws(PolicyError) -> [YAMLNode] {
    guard case .sequence(let items, _) = self else {
      throw PolicyError(place, "'\(name)' is a list, with '- ' before each item.")
    }
    guard items.count <= Self.maximumItems else {
      throw PolicyError(place, "'\(name)' has at most \(Self.maximumItems) items, not \(items.count).")
    }
    return items
  }

  func text(_ name: String) throws(PolicyError) -> String {
    guard case .scalar(let text, _) = self else {
      throw PolicyError(place, "A single value is expected here (\(name)).")
    }
    guard !text.isEmpty else { throw PolicyError(place, "'\(name)' has no value.") }
    return text
  }

  /// Returns one of a few words.
  ///
  /// - Parameter subject: the start of the sentence about another one.
  func word<Word: RawRepresentable & CaseIterable>(
    _ name: String, _ subject: String
  ) throws(PolicyError) -> Word where Word.RawValue == String {
    let text = try text(name)
    guard let word = Word(rawValue: text) else {
      let names = Word.allCases.map(\.rawValue).joined(separator: ", ")
      throw PolicyError(place, "\(subject) is one of \(names), not '\(text)'.")
    }
    return word
  }

  func integer(_ name: String) throws(PolicyError) -> Int {
    let word = try text(name)
    guard let value = Int(word), value >= 0 else {
      throw PolicyError(place, "'\(name)' must be a whole number of at least 0, not '\(word)'.")
    }
    return value
  }

  /// Returns a number, rounded as in parts, so that reading a part gives the same value.
  func number(_ name: String, in range: ClosedRange<Double>) throws(PolicyError) -> Double {
    let word = try text(name)
    guard let value = Double(word), range.contains(value) else {
      let bounds = "\(JSONWriter.text(of: range.lowerBound)) to \(JSONWriter.text(of: range.upperBound))"
      throw PolicyError(place, "'\(name)' is a number from \(bounds), not '\(word)'.")
    }
    return JSONWriter.rounded(value)
  }

  func glob(_ name: String) throws(PolicyError) -> Glob {
    let text = try text(name)
    do throws(Glob.Fault) {
      return try Glob(text)
    } catch {
      throw PolicyError(place, error.message.asSentence)
    }
  }
}

extension YAMLNode.Entry {
  func unknown(_ known: [String]) -> PolicyError {
    let nearest = Suggestion.nearest(to: key, among: known).map { " Did you mean '\($0)'?" } ?? ""
    return PolicyError(place, "The key '\(key)' is not known here.\(nearest) Known are \(Words.list(known)).")
  }
}
