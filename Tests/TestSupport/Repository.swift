import Foundation

/// Where the files of the repository are, whatever the working directory is.
public enum Repository {
  /// Without a slash at the end.
  public static let path = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().path

  public static func bytes(_ relativePath: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(filePath: path + "/" + relativePath)))
  }

  public static func text(_ relativePath: String) throws -> String {
    String(decoding: try bytes(relativePath), as: UTF8.self)
  }

  /// The schema that reports follow.
  public static func reportSchema() throws -> JSONSchema { try schema("report") }

  /// The schema that the JSON of a command follows.
  public static func schema(_ command: String) throws -> JSONSchema {
    JSONSchema(try JSONValue(parsing: bytes("Schemas/\(command).schema.json")))
  }
}
