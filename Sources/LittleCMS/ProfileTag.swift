extension Profile {
  /// A row of the tag table (ICC.1:2022 clause 7.3).
  public struct Tag: Sendable, Hashable {
    /// The name of the tag, such as `rXYZ`.
    public let signature: Signature
    /// The offset in bytes from the start of the profile.
    public let offset: Int
    /// The size in bytes.
    public let size: Int
  }

  /// The maximum number of tags. LittleCMS reads 100.
  static let maximumTags = 1000

  /// Returns the rows unchecked. Only a table that does not fit, or has too many rows, is an error here; a row may refer
  /// to any range.
  static func tagTable(_ bytes: BigEndianBytes) throws(ProfileError) -> [Tag] {
    guard let count = bytes.index(at: 128) else { throw .tooShort(size: bytes.count) }
    guard count <= maximumTags, count <= (bytes.count - 132) / 12 else {
      throw .tagTable(count: count, size: bytes.count)
    }
    return rows(of: bytes)
  }

  /// Returns the rows of a table that fits.
  static func rows(of bytes: BigEndianBytes) -> [Tag] {
    (0..<(bytes.index(at: 128) ?? 0)).compactMap { row in
      let place = 132 + 12 * row
      guard let signature = bytes.signature(at: place), let offset = bytes.index(at: place + 4),
        let size = bytes.index(at: place + 8)
      else { return nil }
      return Tag(signature: signature, offset: offset, size: size)
    }
  }

  /// Returns the faults of the table itself: rows that lie outside the profile, overlap the header, or are duplicates.
  static func tableFaults(_ tags: [Tag], profileSize: Int) -> [ProfileError] {
    var seen: Set<Signature> = []
    return tags.compactMap { tag in
      guard tag.offset >= 128, tag.size <= profileSize, tag.offset <= profileSize - tag.size else {
        return .tagBounds(tag.signature, offset: tag.offset, size: tag.size, profileSize: profileSize)
      }
      return seen.insert(tag.signature).inserted ? nil : .duplicateTag(tag.signature, offset: tag.offset)
    }
  }
}
