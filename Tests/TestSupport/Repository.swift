import Foundation

/// Access to the files of the repository, independent of the working directory.
public enum Repository {
  /// The path without a slash at the end.
  public static let path = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().path

  public static func bytes(_ relativePath: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(filePath: path + "/" + relativePath)))
  }

  public static func text(_ relativePath: String) throws -> String {
    String(decoding: try bytes(relativePath), as: UTF8.self)
  }

  /// Returns the schema of reports.
  public static func reportSchema() throws -> JSONSchema { try schema("report") }

  /// Returns the schema of the JSON output of a command.
  public static func schema(_ command: String) throws -> JSONSchema {
    JSONSchema(try JSONValue(parsing: bytes("Schemas/\(command).schema.json")))
  }
}
