/// Reads the tags that this module supports, and records their faults.
struct TagReader {
  let content: BigEndianBytes
  let tags: [Profile.Tag]
  private(set) var faults: [ProfileError] = []

  init(content: BigEndianBytes, tags: [Profile.Tag]) {
    self.content = content
    self.tags = tags
  }

  /// Reads an `XYZType` (ICC.1:2022 clause 10.31).
  mutating func xyz(_ signature: Signature) -> XYZNumber? {
    read(signature, type: "XYZ ") { data, _ throws(ProfileError) in data.xyz(at: 8) }
  }

  mutating func curve(_ signature: Signature) -> ToneCurve? {
    read(signature) { data, tag throws(ProfileError) in try ToneCurve(parsing: data, of: tag) }
  }

  /// Reads an `s15Fixed16ArrayType` of nine numbers (ICC.1:2022 clause 10.22).
  mutating func matrix(_ signature: Signature) -> [Int32]? {
    read(signature, type: "sf32") { data, _ throws(ProfileError) in
      let numbers = (0..<9).compactMap { data.s32(at: 8 + 4 * $0) }
      return numbers.count == 9 ? numbers : nil
    }
  }

  /// Reads a `cicpType` (ICC.1:2022 clause 10.4).
  mutating func cicp(_ signature: Signature) -> Profile.CICP? {
    read(signature, type: "cicp") { data, _ throws(ProfileError) in
      let codes = (8..<12).compactMap { data.u8(at: $0) }
      guard codes.count == 4 else { return nil }
      return Profile.CICP(
        colorPrimaries: codes[0], transferCharacteristics: codes[1], matrixCoefficients: codes[2],
        videoFullRange: codes[3])
    }
  }

  mutating func description(_ signature: Signature) -> String? {
    let text = read(signature) { data, _ throws(ProfileError) in ProfileText.read(data) }
    return text?.isEmpty == true ? nil : text
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
