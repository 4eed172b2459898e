import GamutBasics

extension Palette {
  /// Reads an Adobe Swatch Exchange file.
  ///
  /// The name of a colour in a group is `group/name`. The colours have no lines.
  ///
  /// - Parameter space: the space of RGB and grey values, which the file does not state; nil if unknown.
  package init(adobe bytes: [UInt8], assuming space: CSSColor.Space?) throws(PaletteFault) {
    self.init(.adobe)
    try Self.checkSize(bytes)
    var file = AdobeBytes(bytes[...])
    guard bytes.starts(with: Array("ASEF".utf8)), file.skip(4), let version = file.word(), file.word() != nil,
      let count = file.long()
    else { throw PaletteFault(offset: 0, "a file of Adobe swatches begins with 'ASEF', a version, and a number") }
    guard version == 1 else {
      throw PaletteFault(offset: 4, "version \(version) of Adobe swatches is not known: save the file as version 1")
    }
    var group = ""
    for number in 0..<count {
      let start = file.index
      guard let type = file.word(), let length = file.long(), let block = file.take(length) else {
        throw PaletteFault(
          offset: start, "the file ends in block \(Words.count(number + 1)) of \(Words.count(count)): copy it again")
      }
      switch type {
      case 0xc001:
        var block = AdobeBytes(block)
        guard let name = block.name() else {
          throw PaletteFault(offset: start, "the name of a group is longer than its block")
        }
        group = name
      case 0xc002: group = ""
      case 0x0001: try read(AdobeBytes(block), at: start, in: group, assuming: space)
      default: break
      }
    }
  }

  /// Reads the block of a colour.
  private mutating func read(
    _ block: AdobeBytes, at start: Int, in group: String, assuming space: CSSColor.Space?
  ) throws(PaletteFault) {
    var block = block
    guard let own = block.name(), let model = block.take(4).map({ String(decoding: $0, as: UTF8.self) }) else {
      throw PaletteFault(offset: start, "the block of a colour ends before its values")
    }
    let full = group.isEmpty ? own : "\(group)/\(own)"
    let name = own.isEmpty ? "\(full)untitled \(entries.count + 1)" : full
    let counts = ["RGB": 3, "CMYK": 4, "LAB": 3, "GRAY": 1]
    let key = model.modelName.asciiUppercased
    guard let count = counts[key] else {
      note(.unknown, line: nil, "\(name.quoted) has the colour model \(model.quoted), which is not known.")
      return
    }
    var values: [Double] = []
    while values.count < count {
      guard let value = block.float() else {
        throw PaletteFault(offset: start, "the block of \(name.quoted) ends before its values")
      }
      values.append(value)
    }
    if key == "CMYK" {
      note(
        .unknown, line: nil,
        "\(name.quoted) is a colour for printing (CMYK), which needs a profile: convert it to RGB or Lab.")
      return
    }
    guard values.allSatisfy({ $0.isFinite && $0.magnitude <= 1e6 }) else {
      note(.invalid, line: nil, "\(name.quoted) has a value that is not a number of a colour.")
      return
    }
    let text = "\(key == "GRAY" ? "Gray" : key) \(values.map(Self.short).joined(separator: " "))"
    if key == "LAB" {
      let lab = [min(max(values[0] * 100, 0), 100), values[1], values[2]]
      try add(Entry(name, line: nil, PaletteContext(), CSSColor(.lab, lab), text: text))
      return
    }
    guard let space else {
      throw PaletteFault(
        offset: start,
        "\(name.quoted) has values of \(key == "RGB" ? "RGB" : "grey") without a colour space", needsSpace: true)
    }
    let components = key == "RGB" ? values : [values[0], values[0], values[0]]
    try add(Entry(name, line: nil, PaletteContext(), CSSColor(space, components), text: text))
  }

  /// Returns the number with at most four decimals.
  private static func short(_ value: Double) -> String {
    let rounded = (value * 10_000).rounded() / 10_000
    return rounded == rounded.rounded() ? String(Int(rounded)) : "\(rounded)"
  }
}

extension String {
  fileprivate var modelName: String { String(prefix { $0 != " " && $0 != "\0" }) }

  fileprivate var asciiUppercased: String {
    String(decoding: utf8.map { (0x61...0x7a).contains($0) ? $0 & 0xdf : $0 }, as: UTF8.self)
  }
}

/// Reads numbers with the highest byte first.
private struct AdobeBytes {
  private let bytes: ArraySlice<UInt8>
  private(set) var index: Int

  init(_ bytes: ArraySlice<UInt8>) { (self.bytes, index) = (bytes, bytes.startIndex) }

  /// Returns the next bytes; nil if there are fewer.
  mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
    guard count <= bytes.endIndex - index else { return nil }
    defer { index += count }
    return bytes[index..<index + count]
  }

  mutating func skip(_ count: Int) -> Bool { take(count) != nil }

  mutating func word() -> Int? { take(2).map { $0.reduce(0) { $0 << 8 | Int($1) } } }

  mutating func long() -> Int? { take(4).map { $0.reduce(0) { $0 << 8 | Int($1) } } }

  mutating func float() -> Double? {
    take(4).map { Double(Float(bitPattern: $0.reduce(0) { $0 << 8 | UInt32($1) })) }
  }

  /// Returns a name: the number of its units, which are those of UTF-16 with a zero at the end.
  mutating func name() -> String? {
    guard let count = word(), let units = take(2 * count) else { return nil }
    let codes = stride(from: units.startIndex, to: units.endIndex, by: 2).map {
      UInt16(units[$0]) << 8 | UInt16(units[$0 + 1])
    }
    return String(decoding: codes.prefix { $0 != 0 }, as: UTF16.self)
  }
}
