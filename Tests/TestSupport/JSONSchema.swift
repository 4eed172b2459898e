/// The subset of JSON Schema (2020-12) that the schemas of this repository use. An unknown keyword is a fault, so that
/// no rule is left unchecked.
public struct JSONSchema {
  public let root: JSONValue

  public init(_ root: JSONValue) { self.root = root }

  /// Returns the faults of a value, each with its path; empty if it is valid.
  public func faults(in value: JSONValue) -> [String] { faults(value, root, "$") }

  private func faults(_ value: JSONValue, _ schema: JSONValue, _ place: String) -> [String] {
    guard let keywords = schema.object else { return ["\(place): the schema is not an object"] }
    return keywords.sorted { $0.key < $1.key }.flatMap { keyword, rule in
      faults(value, keyword, rule, siblings: keywords, place)
    }
  }

  private func faults(
    _ value: JSONValue, _ keyword: String, _ rule: JSONValue, siblings: [String: JSONValue], _ place: String
  ) -> [String] {
    func fault(unless holds: Bool) -> [String] { holds ? [] : ["\(place): \(value) violates \(keyword) \(rule)"] }
    switch keyword {
    case "$schema", "$id", "$defs", "title", "description", "examples": return []
    case "$ref":
      guard let name = rule.string?.split(separator: "/").last, let target = root["$defs.\(name)"] else {
        return ["\(place): \(rule) leads nowhere"]
      }
      return faults(value, target, place)
    case "oneOf":
      let branches = (rule.array ?? []).map { faults(value, $0, place) }
      let valid = branches.filter(\.isEmpty).count
      return valid == 1 ? [] : ["\(place): \(valid) branches of oneOf hold"] + branches.joined()
    case "anyOf":
      let branches = (rule.array ?? []).map { faults(value, $0, place) }
      return branches.contains(where: \.isEmpty) ? [] : ["\(place): no branch of anyOf holds"] + branches.joined()
    case "const": return fault(unless: value == rule)
    case "enum": return fault(unless: rule.array?.contains(value) == true)
    case "type": return fault(unless: (rule.array ?? [rule]).contains { $0.string.map(value.isOf) == true })
    case "minimum": return fault(unless: compare(value, rule, >=))
    case "maximum": return fault(unless: compare(value, rule, <=))
    case "exclusiveMinimum": return fault(unless: compare(value, rule, >))
    case "minItems": return fault(unless: (value.array?.count ?? .max) >= (rule.integer ?? 0))
    case "maxItems": return fault(unless: (value.array?.count ?? 0) <= (rule.integer ?? 0))
    case "pattern":
      guard let text = value.string, let pattern = rule.string.flatMap({ try? Regex($0) }) else { return [] }
      return fault(unless: text.firstMatch(of: pattern) != nil)
    case "items":
      return (value.array ?? []).enumerated().flatMap { faults($1, rule, "\(place)[\($0)]") }
    case "required":
      guard let members = value.object else { return [] }
      return (rule.array ?? []).compactMap(\.string).filter { members[$0] == nil }.map { "\(place): \($0) is missing" }
    case "properties":
      guard let members = value.object, let rules = rule.object else { return [] }
      return members.sorted { $0.key < $1.key }.flatMap { name, member in
        rules[name].map { faults(member, $0, "\(place).\(name)") } ?? []
      }
    case "propertyNames":
      return (value.object ?? [:]).keys.sorted().flatMap { faults(.string($0), rule, "\(place).\($0)") }
    case "additionalProperties":
      let known = siblings["properties"]?.object ?? [:]
      let others = (value.object ?? [:]).filter { known[$0.key] == nil }.sorted { $0.key < $1.key }
      return others.flatMap { name, member in
        rule == .bool(false) ? ["\(place): \(name) is not allowed"] : faults(member, rule, "\(place).\(name)")
      }
    default: return ["\(place): unknown keyword \(keyword)"]
    }
  }

  /// Compares a number with a bound; true for other values, to which these keywords do not apply.
  private func compare(_ value: JSONValue, _ rule: JSONValue, _ holds: (Double, Double) -> Bool) -> Bool {
    guard let number = value.number, let bound = rule.number else { return true }
    return holds(number, bound)
  }
}

extension JSONValue {
  fileprivate func isOf(type: String) -> Bool {
    switch (self, type) {
    case (.null, "null"), (.bool, "boolean"), (.integer, "integer"), (.integer, "number"), (.real, "number"),
      (.string, "string"), (.array, "array"), (.object, "object"):
      true
    default: false
    }
  }
}
