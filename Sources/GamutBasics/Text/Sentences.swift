extension String {
  /// The text with a capital and a full stop. A first word that contains a capital is a name with significant case,
  /// such as that of a chunk: iCCP, tRNS.
  package var asSentence: String {
    let isName = prefix { $0 != " " }.contains { $0.isUppercase }
    let start = isName ? self : prefix(1).uppercased() + dropFirst()
    return hasSuffix(".") || hasSuffix("?") ? start : start + "."
  }

  /// The text as the continuation of a sentence after a colon: with a full stop, and with a small letter unless the
  /// first word is a name.
  package var asClause: String {
    let isName = prefix { $0 != " " }.dropFirst().contains { $0.isUppercase }
    let start = isName ? self : prefix(1).lowercased() + dropFirst()
    return hasSuffix(".") || hasSuffix("?") ? start : start + "."
  }
}
