extension String {
  /// With a capital and a full stop. A first word with a capital in it is a name whose case means something, as that
  /// of a chunk does: iCCP, tRNS.
  var asSentence: String {
    let isName = prefix { $0 != " " }.contains { $0.isUppercase }
    let start = isName ? self : prefix(1).uppercased() + dropFirst()
    return hasSuffix(".") ? start : start + "."
  }

  /// As a sentence goes on after a colon: with a full stop, and with a small letter unless the first word is a name.
  var asClause: String {
    let isName = prefix { $0 != " " }.dropFirst().contains { $0.isUppercase }
    let start = isName ? self : prefix(1).lowercased() + dropFirst()
    return hasSuffix(".") ? start : start + "."
  }
}
