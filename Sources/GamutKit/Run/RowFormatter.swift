package protocol OutcomeRow {
  var path: Pathname { get }
  /// The reason that the input could not be processed, or only in part; nil if it was processed.
  var failure: (any FileError)? { get }
  /// Gives the row the paths that people read, from the current folder.
  mutating func showFromHere()
}

/// The outcome for one input of a run.
public struct RunRow<Value: Sendable & Hashable>: OutcomeRow, Sendable, Hashable {
  /// The path of the input.
  public var path: Pathname
  /// The result, or the reason that there is none.
  public var result: Result<Value, GamutError>

  /// Creates the row of an input.
  public init(path: Pathname, result: Result<Value, GamutError>) {
    self.path = path
    self.result = result
  }

  package var failure: (any FileError)? { if case .failure(let error) = result { error } else { nil } }
  package mutating func showFromHere() { path = path.fromHere }

  /// Processes every input on `jobs` threads, and passes the rows to `each` in the order of the inputs, on the calling
  /// thread. An error thrown by `each` stops the work and is rethrown.
  static func rows<Failure: Error>(
    of inputs: [Input], jobs: Int, each: (RunRow) throws(Failure) -> Void,
    _ result: @escaping @Sendable (Input) throws(GamutError) -> Value
  ) throws(Failure) {
    try mapInOrder(
      count: inputs.count, jobs: jobs,
      work: { index in
        RunRow(path: inputs[index].path, result: Result { () throws(GamutError) in try result(inputs[index]) })
      }, each: each)
  }
}

/// Writes the rows of a run in one format, as they are added.
public protocol RowFormatter<Row, Summary> {
  /// The outcome for one input.
  associatedtype Row
  /// Data that is known only after all rows; none for most commands.
  associatedtype Summary = Void

  /// Returns the output before the rows.
  mutating func begin() -> [UInt8]
  /// Returns the part of the output that can be written immediately for a row.
  mutating func add(_ row: Row) -> [UInt8]
  /// Returns the output after the last row.
  mutating func end(_ summary: Summary) -> [UInt8]
  /// The first file that the output lacks because the system could not read it; nil if there is none.
  var unread: UnreadFile? { get }
}

/// A file that the system could not read, and the reason.
public struct UnreadFile: Sendable, Hashable {
  /// The path as in the rows.
  public var path: Pathname
  /// The reason.
  public var error: GamutError
}

extension RowFormatter {
  /// No file.
  public var unread: UnreadFile? { nil }

  /// Returns no output.
  public mutating func begin() -> [UInt8] { [] }
}

extension RowFormatter where Summary == Void {
  /// Returns the output after the last row.
  public mutating func end() -> [UInt8] { end(()) }
}

/// The rows of a command as JSON: the object of a row, and the document of all rows with its summary.
package struct RowsInJSON<Row: OutcomeRow> {
  /// The member of the summary that counts the rows by their result.
  let member: String
  let results: [String]
  /// Returns the result of a row; nil for one that could not be processed.
  let result: (Row) -> String?
  let json: (Row) -> [UInt8]
}

struct JSONFormatter<Row: OutcomeRow>: RowFormatter {
  let schema: String
  let rows: RowsInJSON<Row>
  var files = 0, failures = 0
  var counts: [String: Int] = [:]

  func begin() -> [UInt8] { Array("{\"schema\":\"\(schema)\",\n\"files\":[".utf8) }

  mutating func add(_ row: Row) -> [UInt8] {
    defer { files += 1 }
    if row.failure != nil { failures += 1 }
    if let result = rows.result(row) { counts[result, default: 0] += 1 }
    return Array((files == 0 ? "\n" : ",\n").utf8) + rows.json(row)
  }

  func end(_: Void) -> [UInt8] {
    let summary = JSONWriter.object { summary in
      summary.member("files", files)
      summary.member("failures", failures)
      summary.member(rows.member) { object in
        for result in rows.results { object.member(result, counts[result] ?? 0) }
      }
    }
    return Array((files == 0 ? "],\n\"summary\":" : "\n],\n\"summary\":").utf8) + summary + Array("}\n".utf8)
  }
}

struct NDJSONFormatter<Row: OutcomeRow>: RowFormatter {
  let json: (Row) -> [UInt8]

  func add(_ row: Row) -> [UInt8] { json(row) + [0x0a] }

  func end(_: Void) -> [UInt8] { [] }
}

/// What the formats for build servers of several commands share.
package enum BuildDocument {
  /// A document of JUnit, whose counts precede the cases.
  package static func junit(
    _ name: String, tests: Int, failures: Int, errors: Int, _ cases: [UInt8]
  ) -> [UInt8] {
    let counts = "tests=\"\(tests)\" failures=\"\(failures)\" errors=\"\(errors)\""
    return Array(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites name="\(name)" \(counts) time="0">
        <testsuite name="\(name)" \(counts) skipped="0" time="0">

      """.utf8) + cases + Array("  </testsuite>\n</testsuites>\n".utf8)
  }

  /// The beginning of a document of SARIF 2.1.0, up to its results.
  package static func sarif<Rule>(
    _ version: String, _ rules: [Rule], bases: String = "", _ rule: (inout JSONWriter, Rule) -> Void
  ) -> [UInt8] {
    let driver = JSONWriter.object { driver in
      driver.member("name", "gamut")
      driver.member("semanticVersion", version)
      driver.member("rules", objects: rules) { rule(&$0, $1) }
    }
    return Array(
      "{\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\",\"version\":\"2.1.0\",\"runs\":[{\n\"tool\":{\"driver\":"
        .utf8) + driver + Array("},\n\"columnKind\":\"unicodeCodePoints\",\n\(bases)\"results\":[".utf8)
  }
}

extension FileHead {
  /// Whether it is JUnit of a run of this name.
  package func isJUnit(_ name: String) -> Bool {
    text.hasPrefix("<?xml") && text.contains("<testsuites name=\"\(name)\"")
  }

  package var isSARIF: Bool {
    json.hasPrefix("{\"$schema\":") && json.contains("\"tool\":{\"driver\":{\"name\":\"gamut\"")
  }
}

extension JSONWriter {
  /// Writes the place of a result of SARIF.
  package mutating func sarifLocation(_ path: Pathname, base: String? = nil, line: Int = 1) {
    member("locations", objects: [path]) { location, path in
      location.member("physicalLocation") { place in
        place.member("artifactLocation") { artifact in
          artifact.member("uri", path.uri)
          if let base { artifact.member("uriBaseId", base) }
        }
        place.member("region") { $0.member("startLine", line) }
      }
    }
  }
}
