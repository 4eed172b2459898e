/// Text of a profile in any of the forms used for a description.
enum ProfileText {
  /// Returns the text, shortened for display; nil if the data have none of these forms, or are truncated.
  static func read(_ data: BigEndianBytes) -> String? {
    switch data.signature(at: 0) {
    case "desc": description(data)
    case "mluc": localized(data)
    case "text": data.window(at: 8, count: data.count - 8).map { eightBit($0.contents) }
    default: nil
    }
  }

  /// Reads a `textDescriptionType` of version 2 (ICC.1:2001-04 clause 6.5.17): ASCII, then optional Unicode.
  private static func description(_ data: BigEndianBytes) -> String? {
    guard let count = data.index(at: 8), let ascii = data.window(at: 12, count: count) else { return nil }
    let text = eightBit(ascii.contents)
    guard text.isEmpty, let units = data.index(at: 16 + count), units <= data.count / 2,
      let unicode = data.window(at: 20 + count, count: 2 * units)
    else { return text }
    return utf16(unicode)
  }

  /// Reads a `multiLocalizedUnicodeType` (ICC.1:2022 clause 10.15): American English, other English, else the first.
  private static func localized(_ data: BigEndianBytes) -> String? {
    guard let count = data.index(at: 8), let size = data.index(at: 12), size >= 12, size <= data.count,
      count <= (data.count - 16) / size
    else { return nil }
    var best: (rank: Int, text: BigEndianBytes)?
    for record in 0..<count {
      let place = 16 + record * size
      guard let language = data.u16(at: place), let country = data.u16(at: place + 2),
        let length = data.index(at: place + 4), let offset = data.index(at: place + 8),
        let text = data.window(at: offset, count: length)
      else { continue }
      let rank = language != 0x656E ? 0 : country != 0x5553 ? 1 : 2
      if rank > best?.rank ?? -1 { best = (rank, text) }
      if rank == 2 { break }
    }
    return best.map { utf16($0.text) }
  }

  /// Reads text up to the first NUL. It is ASCII according to the specification; files also contain UTF-8 or Latin-1.
  private static func eightBit(_ bytes: ArraySlice<UInt8>) -> String {
    let text = bytes.prefix { $0 != 0 }
    if let text = String(validating: text, as: UTF8.self) { return text.shortened }
    let start = String(String.UnicodeScalarView(text.prefix(String.shownScalars).map { Unicode.Scalar($0) }))
    return text.count > String.shownScalars ? start.shortened(of: text.count) : start
  }

  private static func utf16(_ bytes: BigEndianBytes) -> String {
    if bytes.count > 2 * maximumUnits { return shortened(bytes.contents) }
    let units = (0..<bytes.count / 2).compactMap { bytes.u16(at: 2 * $0) }.prefix { $0 != 0 }
    // A fast path for nearly all texts: the general decoder is slow to start.
    if units.allSatisfy({ $0 < 0x80 }) { return String(decoding: units.map { UInt8($0) }, as: UTF8.self).shortened }
    return String(decoding: units, as: UTF16.self).shortened
  }

  /// The maximum number of UTF-16 units that are decoded as a whole; 512 characters have fewer.
  private static let maximumUnits = 4096

  /// Returns the same text as `String.shortened` for a long text, without the memory that the text needs: its first
  /// characters, and the number of all characters up to the first NUL.
  private static func shortened(_ bytes: ArraySlice<UInt8>) -> String {
    var start: [UInt16] = []
    var count = 0
    var isHigh = false
    var place = bytes.startIndex
    while place + 1 < bytes.endIndex {
      let unit = UInt16(bytes[place]) << 8 | UInt16(bytes[place + 1])
      if unit == 0 { break }
      if start.count < maximumUnits { start.append(unit) }
      // The second half of a pair belongs to the character before.
      let isPaired = isHigh && UTF16.isTrailSurrogate(unit)
      if !isPaired { count += 1 }
      isHigh = UTF16.isLeadSurrogate(unit)
      place += 2
    }
    let text = String(decoding: start, as: UTF16.self)
    return count > String.shownScalars ? text.shortened(of: count) : text
  }
}
