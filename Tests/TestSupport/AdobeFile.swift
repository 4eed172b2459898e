/// Writes Adobe Swatch Exchange files.
public struct AdobeFile: Sendable {
  private var blocks: [UInt8] = []
  private var number = 0
  private let version: Int
  private let count: Int?

  /// - Parameter count: the number of blocks that the file says, instead of the true one.
  public init(version: Int = 1, count: Int? = nil) { (self.version, self.count) = (version, count) }

  public var bytes: [UInt8] {
    Array("ASEF".utf8) + Self.word(version) + Self.word(0) + Self.long(count ?? number) + blocks
  }

  public func block(_ type: Int, _ content: [UInt8]) -> AdobeFile {
    var file = self
    file.blocks += Self.word(type) + Self.long(content.count) + content
    file.number += 1
    return file
  }

  public func group(_ name: String) -> AdobeFile { block(0xc001, Self.name(Array(name.utf16))) }

  public func endOfGroup() -> AdobeFile { block(0xc002, []) }

  public func color(_ name: String, _ model: String, _ values: [Float], rest: [UInt8] = [0, 2]) -> AdobeFile {
    color(units: Array(name.utf16), model, values, rest: rest)
  }

  public func color(units: [UInt16], _ model: String, _ values: [Float], rest: [UInt8] = [0, 2]) -> AdobeFile {
    block(1, Self.name(units) + Array(model.utf8) + values.flatMap { Self.long(Int($0.bitPattern)) } + rest)
  }

  private static func word(_ value: Int) -> [UInt8] { [UInt8(value >> 8 & 0xff), UInt8(value & 0xff)] }

  private static func long(_ value: Int) -> [UInt8] { word(value >> 16 & 0xffff) + word(value & 0xffff) }

  private static func name(_ units: [UInt16]) -> [UInt8] {
    word(units.count + 1) + units.flatMap { word(Int($0)) } + [0, 0]
  }
}
