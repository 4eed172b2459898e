import GamutBasics

extension TokenReader {
  mutating func addEntries() throws(PaletteFault) {
    let shown = shownNames()
    for index in tokens.indices {
      try work()
      let token = tokens[index]
      guard token.type == "color" else {
        if token.type == nil { reportUntyped(token) }
        continue
      }
      // What is wrong is reported where it is written.
      guard let end = token.end else { continue }
      if token.isModified {
        report(
          .unknown, token.written,
          "\(token.name.quoted) is changed by 'studio.tokens.modify', or what it refers to is, which no specification "
            + "defines: give the colour that it results in.")
        continue
      }
      let endType = tokens[end].type
      guard endType == nil || endType == "color" else {
        if let link = token.link {
          report(
            .invalid, token.written,
            "\(token.name.quoted) is a colour, and refers to \(tokens[link].name.quoted), whose type is "
              + "\((endType ?? "").quoted): one of the two is wrong.")
        }
        continue
      }
      guard let color = color(of: tokens[end]) else { continue }
      let group = shown.modes[index]
      // The group is for the mode already.
      if let mode = token.mode, mode == group { continue }
      var context = PaletteContext()
      context.isDark = group?.isDark == true || token.mode?.isDark == true
      context.hasHighContrast = group?.hasHighContrast == true || token.mode?.hasHighContrast == true
      let name = shown.names[index] ?? token.name
      let text = token.link == nil ? color.text : text(of: token)
      let target = token.link.map { shown.names[$0] ?? tokens[$0].name }
      let place = place(of: token.written)
      var entry = Palette.Entry(
        name, in: place.file, line: place.line, context, color.color, text: text, target: target)
      if let fallback = color.fallback, target == nil {
        var other = entry
        (other.color, other.text) = (fallback.color, fallback.text)
        palette.entries.append(other)
        entry.context.gamut = .displayP3
      }
      palette.entries.append(entry)
    }
    try work(0)
  }

  private func text(of token: Token) -> String {
    (token.written.string ?? token.written["$ref"]?.string ?? "").oneLine(60)
  }

  /// Adds a note for a token without a type that looks like a colour, or whose reference has no target.
  private mutating func reportUntyped(_ token: Token) {
    // The mode has the type of its token.
    guard token.link == nil, token.mode == nil else { return }
    do throws(TokenProblem) {
      var trail: [Int] = []
      let value = try resolved(token.value, &trail)
      if value.members != nil {
        guard member("colorSpace", of: value) != nil || member("components", of: value) != nil else { return }
      } else {
        guard let text = value.string, text.utf8.first == UInt8(ascii: "#") || text.utf8.last == UInt8(ascii: ")"),
          (try? CSSColor(css: text)) != nil
        else { return }
      }
      report(
        .invalid, token.written,
        "\(token.name.quoted) looks like a colour, and has no type: give it, or a group around it, '$type' with "
          + "'color'.")
    } catch {
      report(error.kind, token.written, missing: error.missing, "\(token.name.quoted) \(error.message)")
    }
  }

  /// Returns the modes of the tokens in groups whose names are modes, and the names of these tokens without the mode.
  ///
  /// Group names are taken for modes only if at least two of the groups have a colour of the same name.
  private func shownNames() -> (names: [Int: Pathname], modes: [Int: TokenMode]) {
    var names: [Int: Pathname] = [:]
    var modes: [Int: TokenMode] = [:]
    for found in modeGroups {
      let groups = found.groups.map { colorNames($0.tokens, found.prefix, skipping: $0.name.bytes.count + 1) }
      var counts: [Pathname: Int] = [:]
      for group in groups { for rest in Set(group.map(\.rest)) { counts[rest, default: 0] += 1 } }
      let all = groups.flatMap { group in
        group.map { (index: $0.index, name: Pathname(bytes: $0.around.bytes + $0.rest.bytes)) }
      }
      // Otherwise two colours would have one name.
      guard counts.values.contains(where: { $0 > 1 }), !all.contains(where: { tokensByName[$0.name] != nil })
      else {
        continue
      }
      for (index, name) in all { names[index] = name }
      for group in found.groups { for index in group.tokens { modes[index] = group.mode } }
    }
    return (names, modes)
  }

  /// Returns the parts of the names of colours before and after the name of the mode.
  private func colorNames(
    _ range: Range<Int>, _ prefix: Int, skipping count: Int
  ) -> [(index: Int, around: Pathname, rest: Pathname)] {
    range.filter { tokens[$0].type == "color" }.map { index in
      let name = tokens[index].name.bytes
      return (
        index, Pathname(bytes: Array(name.prefix(prefix))), Pathname(bytes: Array(name.dropFirst(prefix + count)))
      )
    }
  }
}
