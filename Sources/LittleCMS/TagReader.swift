/// Reads the tags that this module supports, and records their faults.
struct TagReader {
  let content: BigEndianBytes
  let tags: [Profile.Tag]
  private(set) var faults: [ProfileError] = []

  /// Reads an `XYZType` (ICC.1:2022 clause 10.31).
  mutating func xyz(_ signature: Signature) -> XYZNumber? {
    read(signature, type: "XYZ ") { data, _ throws(ProfileError) in data.xyz(at: 8) }
  }

  mutating func curve(_ signature: Signature) -> ToneCurve? {
    read(signature) { data, tag throws(ProfileError) in try ToneCurve(parsing: data, of: tag) }
  }

  mutating func description(_ signature: Signature) -> String? {
    let text = read(signature) { data, _ throws(ProfileError) in ProfileText.read(data) }
    return text == "" ? nil : text
  }

  /// Runs `body` on a tag's data. nil if the tag is absent or outside the profile (a fault of the table, reported
  /// there); a tag of another type, or for which `body` returns nil, is recorded as a fault.
  private mutating func read<Value>(
    _ signature: Signature, type: Signature? = nil,
    _ body: (BigEndianBytes, Profile.Tag) throws(ProfileError) -> Value?
  ) -> Value? {
    guard let tag = tags.first(where: { $0.signature == signature }),
      let data = content.window(at: tag.offset, count: tag.size)
    else { return nil }
    do throws(ProfileError) {
      let found = data.signature(at: 0)
      if let type, let found, found != type {
        throw ProfileError.malformedTag(signature, offset: tag.offset, fault: "is of type '\(found)', not '\(type)'")
      }
      guard let value = try body(data, tag) else {
        throw ProfileError.malformedTag(signature, offset: tag.offset, fault: "is too short or damaged")
      }
      return value
    } catch {
      faults.append(error)
      return nil
    }
  }
}

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

  /// Decodes up to the first NUL, and keeps no more than is shown: a profile may have megabytes of text.
  private static func utf16(_ bytes: BigEndianBytes) -> String {
    var units = (0..<bytes.count / 2).lazy.compactMap { bytes.u16(at: 2 * $0) }.prefix { $0 != 0 }.makeIterator()
    var decoder = UTF16()
    var text = String.UnicodeScalarView()
    var count = 0
    while true {
      let scalar: Unicode.Scalar
      switch decoder.decode(&units) {
      case .scalarValue(let value): scalar = value
      case .error: scalar = "\u{fffd}"
      case .emptyInput: return count > String.shownScalars ? String(text).shortened(of: count) : String(text)
      }
      count += 1
      if count <= String.shownScalars { text.append(scalar) }
    }
  }
}

/// A window on the bytes of a profile. Every read is checked: a value that is not completely inside the window is nil.
struct BigEndianBytes: Sendable {
  private let bytes: [UInt8]
  private let range: Range<Int>

  init(_ bytes: [UInt8], _ range: Range<Int>? = nil) {
    self.bytes = bytes
    self.range = range ?? bytes.indices
  }

  var count: Int { range.count }

  func window(at offset: Int, count: Int) -> BigEndianBytes? {
    guard offset >= 0, count >= 0, offset <= range.count, count <= range.count - offset else { return nil }
    return BigEndianBytes(bytes, range.lowerBound + offset..<range.lowerBound + offset + count)
  }

  var contents: ArraySlice<UInt8> { bytes[range] }

  func u8(at offset: Int) -> UInt8? { integer(at: offset) }
  func u16(at offset: Int) -> UInt16? { integer(at: offset) }
  func u32(at offset: Int) -> UInt32? { integer(at: offset) }
  func s32(at offset: Int) -> Int32? { integer(at: offset) }
  func signature(at offset: Int) -> Signature? { u32(at: offset).map(Signature.init(rawValue:)) }

  /// Returns a u32 as an index; it always fits, because Int has 64 bits on all supported platforms.
  func index(at offset: Int) -> Int? { u32(at: offset).map { Int($0) } }

  func xyz(at offset: Int) -> XYZNumber? {
    guard let x = s32(at: offset), let y = s32(at: offset + 4), let z = s32(at: offset + 8) else { return nil }
    return XYZNumber(x: x, y: y, z: z)
  }

  private func integer<T: FixedWidthInteger>(at offset: Int) -> T? {
    guard let window = window(at: offset, count: T.bitWidth / 8) else { return nil }
    return window.contents.reduce(0) { ($0 << 8) | T(truncatingIfNeeded: $1) }
  }
}

/// The columns of the matrix from linear red, green and blue to D50 XYZ (ICC.1:2022 clause F.3).
public struct Colorants: Sendable, Hashable {
  /// The D50 XYZ of full red, green and blue.
  public var red, green, blue: XYZNumber

  /// Creates a matrix from its columns, which are not checked.
  public init(red: XYZNumber, green: XYZNumber, blue: XYZNumber) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// The X, Y and Z of white, times 65,536. In a balanced profile this is exactly D50.
  public var sum: SIMD3<Int> {
    func sum(_ path: KeyPath<XYZNumber, Int32>) -> Int {
      Int(red[keyPath: path]) + Int(green[keyPath: path]) + Int(blue[keyPath: path])
    }
    return SIMD3(sum(\.x), sum(\.y), sum(\.z))
  }

  /// Whether white lies within 0.01 of D50 in each of X, Y and Z.
  public var hasPlausibleSum: Bool {
    let d50 = SIMD3(Int(XYZNumber.d50.x), Int(XYZNumber.d50.y), Int(XYZNumber.d50.z))
    let difference = sum &- d50
    return (0..<3).allSatisfy { difference[$0].magnitude <= 655 }  // 0.01 * 65,536 = 655.36
  }
}
