import PNGCodec

/// The common parts of the rows of the commands.
extension JSONWriter {
  /// Returns the row of one input, on one line without a line feed: the kind of row, the path, and the result or the
  /// error.
  ///
  /// - Parameters:
  ///   - wording: the wording of an error.
  ///   - head: writes members that both have.
  static func row<Value, Failure: FileError>(
    _ schema: String, _ path: Path, _ result: Result<Value, Failure>, _ wording: ErrorWording,
    head: (inout JSONWriter) -> Void = { _ in }, _ members: (inout JSONWriter, Value) -> Void
  ) -> [UInt8] {
    var writer = JSONWriter()
    writer.object { row in
      row.member("schema", schema)
      row.member("path", path)
      head(&row)
      switch result {
      case .success(let value): members(&row, value)
      case .failure(let error): row.member("error", error, wording)
      }
    }
    return writer.bytes
  }

  /// Writes a path, and its bytes in Base64 if text cannot represent them.
  mutating func member(_ name: String, _ path: Path) {
    member(name, path.text)
    if !path.isUTF8 { member(name + "Bytes", base64(path.bytes)) }
  }

  mutating func member(_ name: String, _ error: some FileError, _ wording: ErrorWording) {
    member(name) { object in
      object.member("code", error.code)
      object.member("message", wording.text(error))
      if let offset = error.offset { object.member("offset", offset) }
    }
  }

  mutating func member(_ name: String, _ image: ImageHeader) { member(name) { $0.members(of: image) } }

  mutating func members(of image: ImageHeader) {
    member("width", image.width)
    member("height", image.height)
    member("bitDepth", image.bitDepth)
    member("colorType", image.colorType.rawValue)
    member("interlaced", image.isInterlaced)
  }

  mutating func member(_ name: String, _ declared: DeclaredColor) {
    member(name) { object in
      object.member("origin", declared.origin.rawValue)
      object.member("description", orNull: declared.description)
      object.member("space", orNull: declared.space?.rawValue)
    }
  }
}
