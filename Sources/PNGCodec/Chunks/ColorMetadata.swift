import CZlib

/// The ColorSpace tag (0xA001) of Exif (CIPA DC-008, 4.6.6) in an eXIf chunk (PNG Third Edition, 11.3.3.7). PNG does
/// not define it as a declaration, but some programs write it, and some use it.
public struct ExifColorSpace: RawRepresentable, Sendable, Hashable {
  /// sRGB, with the value 1.
  public static let sRGB = Self(rawValue: 1)
  /// Adobe RGB (1998), with the value 2, which is not in the standard but written by cameras.
  public static let adobeRGB = Self(rawValue: 2)
  /// Any space other than sRGB, with the value 0xFFFF.
  public static let uncalibrated = Self(rawValue: 0xffff)

  /// The tag's value; any other has no defined meaning.
  public var rawValue: UInt16

  /// Creates the meaning of a value.
  public init(rawValue: UInt16) { self.rawValue = rawValue }
}

/// What XMP says about the colour space of an image.
public struct XMPColors: Sendable, Hashable {
  /// exif:ColorSpace.
  public var colorSpace: ExifColorSpace?
  /// photoshop:ICCProfile, the name of a profile, as text of XML.
  public var profileName: String?
}

extension ExifColorSpace {
  /// The number of bytes of a chunk that are searched. The tag is near the beginning, before any thumbnail.
  static let window = 64 << 10

  /// Reads the tag from the data of an eXIf chunk, a TIFF structure; nil if it is not found.
  init?(inExif data: [UInt8]) {
    guard let tiff = TIFF(data), let value = tiff.colorSpace.flatMap(tiff.number) else { return nil }
    self.init(rawValue: UInt16(truncatingIfNeeded: value))
  }
}

/// What the metadata of an image say about its colour space, so that they agree with its declaration.
public struct ColorMetadata: Sendable, Hashable {
  /// ColorSpace of Exif.
  public let colorSpace: ExifColorSpace
  /// InteroperabilityIndex of Exif (CIPA DC-008, 4.6.7): R98 for sRGB, R03 for Adobe RGB; empty for others.
  public let interoperability: String
  /// The names of the profile in XMP that agree, as text of XML. The first one is written.
  public let profileNames: [String]

  /// Creates what metadata say of sRGB, of Adobe RGB (1998), or of another space.
  public init(isSRGB: Bool, isAdobeRGB: Bool = false, profileNames: [String]) {
    colorSpace = isSRGB ? .sRGB : .uncalibrated
    interoperability = isSRGB ? "R98" : isAdobeRGB ? "R03" : ""
    self.profileNames = profileNames
  }

  /// Returns the data of a chunk with these statements instead of others, and what changed; nil if nothing does. No
  /// statement is added, and all other bytes stay.
  func rewriting(_ data: [UInt8], of type: ChunkType) -> (data: [UInt8], changes: [String])? {
    switch type {
    case .eXIf: rewriting(exif: data)
    case .iTXt: rewriting(xmp: data)
    default: nil
    }
  }

  private func rewriting(exif data: [UInt8]) -> (data: [UInt8], changes: [String])? {
    guard let tiff = TIFF(data) else { return nil }
    var (new, changes) = (data, [String]())
    if let place = tiff.colorSpace, tiff.number(at: place) != Int(colorSpace.rawValue) {
      let bytes = (0..<place.count).map { UInt8(truncatingIfNeeded: Int(colorSpace.rawValue) >> (8 * $0)) }
      new.replaceSubrange(place, with: tiff.isLittleEndian ? bytes : bytes.reversed())
      changes.append("eXIf ColorSpace")
    }
    if let place = tiff.interoperability, let index = String(validating: data[place].prefix { $0 != 0 }, as: UTF8.self),
      ["R98", "R03"].contains(index), index != interoperability
    {
      new.replaceSubrange(
        place, with: Array(interoperability.utf8) + Array(repeating: 0, count: 4 - interoperability.utf8.count))
      changes.append("eXIf Interoperability")
    }
    return changes.isEmpty ? nil : (new, changes)
  }

  private func rewriting(xmp data: [UInt8]) -> (data: [UInt8], changes: [String])? {
    guard let text = XMPText(data) else { return nil }
    var (new, end, changes) = ([UInt8](), 0, [String]())
    // A value in another one belongs to that.
    for value in text.values where value.range.lowerBound >= end {
      let right = value.name == XMPText.profile ? profileNames : ["\(colorSpace.rawValue)"]
      if right.contains(String(decoding: text.bytes[value.range], as: UTF8.self)) { continue }
      new += text.bytes[end..<value.range.lowerBound] + Array((right.first ?? "").utf8)
      end = value.range.upperBound
      if !changes.contains("XMP " + value.name) { changes.append("XMP " + value.name) }
    }
    new += text.bytes[end...]
    guard !changes.isEmpty, let new = text.isCompressed ? try? NewColorChunk.deflate(new) : new else { return nil }
    return (text.head + new, changes)
  }
}

extension KeptChunks {
  /// Changes what eXIf and XMP say about the colour space. Returns what was changed.
  public mutating func agree(with metadata: ColorMetadata) -> [String] {
    var changes: [String] = []
    func rewrite(_ chunks: inout [UInt8]) {
      var position = 0
      while position + 12 <= chunks.count {
        let type = ChunkType(rawValue: chunks.bigEndian32(at: position + 4))
        let end = position + 12 + Int(chunks.bigEndian32(at: position))
        guard type == .eXIf || type == .iTXt,
          let new = metadata.rewriting(Array(chunks[(position + 8)..<(end - 4)]), of: type)
        else {
          position = end
          continue
        }
        let chunk = type.chunk(new.data)
        chunks.replaceSubrange(position..<end, with: chunk)
        changes += new.changes
        position += chunk.count
      }
    }
    rewrite(&beforeImageData)
    rewrite(&afterImageData)
    return changes
  }
}

/// XMP in the data of an iTXt chunk (PNG Third Edition, 11.3.3.4; XMP part 3, 1.1.5).
struct XMPText {
  let head, bytes: [UInt8]
  let isCompressed: Bool
  /// The values of the properties that name a colour space, in the usual spelling of their names.
  private(set) var values: [(name: String, range: Range<Int>)] = []

  static let keyword = Array("XML:com.adobe.xmp\0".utf8)
  /// The number of bytes that a survey searches, and the most of a text that is compressed.
  static let window = 1 << 20
  static let profile = "photoshop:ICCProfile", colorSpace = "exif:ColorSpace"
  private static let namespaces = [
    (profile, "http://ns.adobe.com/photoshop/1.0/"), (colorSpace, "http://ns.adobe.com/exif/1.0/"),
  ]

  /// Finds the properties. nil if the data is not XMP, or is compressed and damaged or too large.
  init?(_ data: [UInt8]) {
    guard data.starts(with: Self.keyword), data.count > Self.keyword.count + 2, data[Self.keyword.count] < 2,
      let language = data[(Self.keyword.count + 2)...].firstIndex(of: 0),
      let translated = data[(language + 1)...].firstIndex(of: 0)
    else { return nil }
    (head, isCompressed) = (Array(data[...translated]), data[Self.keyword.count] == 1)
    let text = Array(data[(translated + 1)...])
    guard let bytes = isCompressed ? Self.inflate(text) : text else { return nil }
    self.bytes = bytes
    let prefixes = prefixes
    for (name, namespace) in Self.namespaces {
      let usual = Array(name.utf8.prefix { $0 != UInt8(ascii: ":") })
      var start = 0
      while let found = range(of: Array(name.utf8.dropFirst(usual.count)), from: start) {
        start = found.upperBound
        let before = bytes[..<found.lowerBound].lastIndex { Self.isSpace($0) || "<:".utf8.contains($0) }
        let whole = (before ?? -1) + 1..<found.upperBound
        let prefix = Array(bytes[whole.lowerBound..<found.lowerBound])
        guard prefixes[prefix].map({ $0.contains(namespace) }) ?? (prefix == usual) else { continue }
        if let range = value(of: whole) { values.append((name, range)) }
      }
    }
    values.sort { $0.range.lowerBound < $1.range.lowerBound }
  }

  /// The prefixes of names, and the namespaces that each is bound to somewhere.
  private var prefixes: [[UInt8]: Set<String>] {
    var prefixes: [[UInt8]: Set<String>] = [:]
    var start = 0
    while let found = range(of: Array("xmlns:".utf8), from: start) {
      let prefix = bytes[found.upperBound...].prefix { $0 != UInt8(ascii: "=") && !Self.isSpace($0) }
      start = prefix.endIndex
      guard let range = value(of: found.lowerBound..<start) else { continue }
      prefixes[Array(prefix), default: []].insert(String(decoding: bytes[range], as: UTF8.self))
    }
    return prefixes
  }

  /// `firstRange` of the standard library takes many times as long.
  private func range(of text: [UInt8], from start: Int) -> Range<Int>? {
    var start = start
    while let found = bytes[start...].firstIndex(of: text[0]) {
      if bytes[found...].starts(with: text) { return found..<found + text.count }
      start = found + 1
    }
    return nil
  }

  private static func inflate(_ stream: [UInt8]) -> [UInt8]? {
    guard let output = try? Memory(count: window) else { return nil }
    var size = UInt(window)
    let start = unsafe output.bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
    let code = unsafe uncompress(start, &size, stream, UInt(stream.count))
    return code == Z_OK ? unsafe Array(output.bytes[..<Int(size)]) : nil
  }

  private func value(of name: Range<Int>) -> Range<Int>? {
    guard let before = bytes[..<name.lowerBound].last else { return nil }
    let rest = bytes[name.upperBound...].drop { Self.isSpace($0) }
    guard let next = rest.first else { return nil }
    if before == UInt8(ascii: "<"), next == UInt8(ascii: ">") {
      return bytes[rest.startIndex...].firstIndex(of: UInt8(ascii: "<")).map { rest.startIndex + 1..<$0 }
    }
    guard Self.isSpace(before), next == UInt8(ascii: "=") else { return nil }
    let value = rest.dropFirst().drop { Self.isSpace($0) }
    guard let quote = value.first, quote == 0x22 || quote == 0x27 else { return nil }
    return value.dropFirst().firstIndex(of: quote).map { value.startIndex + 1..<$0 }
  }

  private static func isSpace(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0a, 0x0d].contains(byte) }

  var colors: XMPColors? {
    var colors = XMPColors()
    for value in values {
      let text = String(decoding: bytes[value.range], as: UTF8.self)
      if value.name == Self.profile { colors.profileName = text }
      if value.name == Self.colorSpace { colors.colorSpace = UInt16(text).map { ExifColorSpace(rawValue: $0) } }
    }
    return colors == XMPColors() ? nil : colors
  }
}

/// The subset of TIFF 6.0, section 2, needed to look up a number. Every read is checked.
private struct TIFF {
  private let data: [UInt8]
  let isLittleEndian: Bool

  init?(_ data: [UInt8]) {
    guard data.count >= 8 else { return nil }
    switch (data[0], data[1]) {
    case (0x49, 0x49): isLittleEndian = true
    case (0x4d, 0x4d): isLittleEndian = false
    default: return nil
    }
    self.data = data
    guard number(at: 2..<4) == 42 else { return nil }
  }

  var colorSpace: Range<Int>? { exif.flatMap { value(of: 0xa001, inDirectoryAt: $0) } }

  /// The four characters of the index in the directory of interoperability.
  var interoperability: Range<Int>? {
    exif.flatMap { value(of: 0xa005, inDirectoryAt: $0) }.flatMap(number)
      .flatMap { value(of: 1, inDirectoryAt: $0, type: 2, count: 4) }
  }

  private var exif: Int? {
    number(at: 4..<8).flatMap { value(of: 0x8769, inDirectoryAt: $0) }.flatMap(number)
  }

  /// Returns a number; nil if it is outside the data.
  func number(at place: Range<Int>) -> Int? {
    guard place.lowerBound >= 0, place.upperBound <= data.count else { return nil }
    return (isLittleEndian ? data[place].reversed() : Array(data[place])).reduce(0) { $0 << 8 | Int($1) }
  }

  /// Returns the place of the value of a tag: a single SHORT (3) or LONG (4), or of a type whose values fit into the entry.
  private func value(of tag: Int, inDirectoryAt offset: Int, type: Int? = nil, count: Int = 1) -> Range<Int>? {
    guard let entries = number(at: offset..<offset + 2) else { return nil }
    for entry in 0..<entries {
      let place = offset + 2 + 12 * entry
      guard let found = number(at: place..<place + 2) else { return nil }
      guard found == tag else { continue }
      guard number(at: place + 4..<place + 8) == count, let kind = number(at: place + 2..<place + 4),
        place + 12 <= data.count
      else { return nil }
      if let type { return kind == type ? place + 8..<place + 12 : nil }
      return kind == 3 ? place + 8..<place + 10 : kind == 4 ? place + 8..<place + 12 : nil
    }
    return nil
  }
}
