package import PNGCodec

extension JSONWriter {
  /// Returns the row of an input, on one line without a line feed: its kind, the path, and the result or the error.
  static func row<Value, Failure: FileError>(
    _ schema: String, _ path: Pathname, _ result: Result<Value, Failure>,
    head: (inout JSONWriter) -> Void = { _ in }, _ members: (inout JSONWriter, Value) -> Void
  ) -> [UInt8] {
    JSONWriter.object { row in
      row.member("schema", schema)
      row.member("path", path)
      head(&row)
      switch result {
      case .success(let value): members(&row, value)
      case .failure(let error): row.member("error", error)
      }
    }
  }

  /// Writes a path, and its bytes in Base64 if text cannot represent them.
  package mutating func member(_ name: String, _ path: Pathname) {
    member(name, path.text)
    if !path.isUTF8 { member(name + "Bytes", Base64.encoded(path.bytes)) }
  }

  package mutating func member(_ name: String, _ error: some FileError) {
    member(name) { object in
      object.member("code", error.code)
      object.member("message", error.text)
      if let offset = error.offset { object.member("offset", offset) }
    }
  }

  mutating func finding(_ finding: FileFinding, hasSeverity: Bool = true) {
    object { object in
      object.member("code", finding.code)
      if hasSeverity { object.member("severity", finding.severity.rawValue) }
      object.member("message", finding.message)
      if let offset = finding.offset { object.member("offset", offset) }
      if let chunk = finding.chunk { object.member("chunk", chunk) }
    }
  }

  mutating func member(_ name: String, _ image: ImageHeader) { member(name) { $0.members(of: image) } }

  package mutating func members(of image: ImageHeader) {
    member("width", image.width)
    member("height", image.height)
    member("bitDepth", image.bitDepth)
    member("colorType", image.colorType.rawValue)
    member("interlaced", image.isInterlaced)
  }

  mutating func member(_ name: String, _ declared: DeclaredColor) { member(name) { $0.members(of: declared) } }

  package mutating func members(of declared: DeclaredColor) {
    member("origin", declared.origin.rawValue)
    member("description", orNull: declared.description)
    member("space", orNull: declared.space?.rawValue)
  }
}

extension DeclaredColor {
  package init?(_ node: JSONNode) {
    guard let origin = node["origin"]?.string.flatMap({ SourceOrigin(rawValue: $0) }) else { return nil }
    self.init(
      origin: origin, description: node["description"]?.string,
      space: node["space"]?.string.flatMap { ReferenceSpace(rawValue: $0) })
  }
}

extension Pathname {
  /// Parses the members `path` and, if present, `pathBytes` with the exact bytes, or the members with another name.
  package init?(_ node: JSONNode, _ name: String = "path") {
    if let encoded = node[name + "Bytes"] {
      guard let bytes = encoded.string.flatMap({ Base64.decoded($0) }) else { return nil }
      self.init(bytes: bytes)
    } else {
      guard let text = node[name]?.string else { return nil }
      self.init(text)
    }
  }
}

extension RecordedError {
  package init?(_ node: JSONNode) {
    guard let code = node["code"]?.string, let message = node["message"]?.string else { return nil }
    self.init(code: code, message: message, offset: node["offset"]?.integer)
  }
}

extension ImageHeader {
  package init?(_ node: JSONNode) {
    guard let width = node["width"]?.integer, let height = node["height"]?.integer,
      let depth = node["bitDepth"]?.integer, let type = node["colorType"]?.integer.flatMap({ ColorType(rawValue: $0) }),
      let isInterlaced = node["interlaced"]?.bool, (1..<1 << 31).contains(width), (1..<1 << 31).contains(height),
      [1, 2, 4, 8, 16].contains(depth)
    else { return nil }
    self.init(width: width, height: height, bitDepth: depth, colorType: type, isInterlaced: isInterlaced)
  }
}
