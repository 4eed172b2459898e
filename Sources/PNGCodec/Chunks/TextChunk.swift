/// A text in a file (tEXt, PNG Third Edition, 11.3.3.2), for texts written by this program.
public struct TextChunk: Sendable, Hashable {
  /// The keyword: 1 to 79 printable ASCII characters.
  public let keyword: String
  /// The text, in ASCII.
  public let text: String

  /// - Parameters:
  ///   - keyword: 1 to 79 printable ASCII characters, with single spaces only inside.
  ///   - text: ASCII.
  public init(keyword: String, text: String) {
    self.keyword = keyword
    self.text = text
  }

  var data: [UInt8] { Array(keyword.utf8) + [0] + Array(text.utf8) }
}

extension KeptChunks {
  /// Returns whether a text is one of the chunks before the image data.
  public func contains(_ text: TextChunk) -> Bool {
    beforeImageData.firstRange(of: ChunkType.tEXt.chunk(text.data)) != nil
  }
}
