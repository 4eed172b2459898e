public import GamutKit
import LittleCMS
public import PNGCodec

/// The page of an earlier run, from its output as JSON or NDJSON: that of a report or of an audit.
public struct RecordedPage: Sendable {
  /// The reason that there is no page.
  public enum Fault: AdvisedError, Hashable {
    /// The file cannot be read.
    case unreadable(PNGError)
    /// The file is not JSON; `place` names a line or a byte.
    case malformed(place: String, fault: String)
    /// The file does not begin like the output of a report or of an audit.
    case notARun
    /// A version of gamut with a different schema wrote it.
    case anotherSchema(String)
    /// A row lacks something; it counts from 1.
    case incompleteRow(Int)

    /// The problem in whole sentences, without the file's name.
    public var message: String {
      switch self {
      case .unreadable(let error): error.message.asSentence
      case .malformed(let place, let fault): "The JSON cannot be read: at \(place) \(fault)."
      case .notARun: "This is not the output of a report or of an audit in JSON."
      case .anotherSchema(let schema): "Another version of gamut wrote this (\(schema.shortened))."
      case .incompleteRow(let number): "Row \(number) is not one of a report or of an audit."
      }
    }

    /// The possible remedies, the best one first; empty if there is none.
    public var advice: [Advice] {
      switch self {
      case .unreadable(let error): error.advice
      case .malformed, .notARun, .anotherSchema, .incompleteRow: [.makeRunAgain]
      }
    }
  }

  /// The forms of output.
  private enum Form {
    case report, reportLines, audit, auditLines
  }

  private static let reportSchema = "gamut.report/3"
  private static let reportSetSchema = "gamut.report-set/1"
  private static let sizeLimit = 4 << 30, headSize = 4096

  private var page: PageBuilder
  private var run: PageRun
  private var remedies = PageRemedies()
  private var count = 0

  /// Reads the output of a run. The rows are read one by one.
  ///
  /// - Parameters:
  ///   - path: the file; `-` is standard input.
  ///   - root: the folder that the paths of the rows are relative to; nil for the current one. Anyone may have written
  ///     the paths: files outside of a given folder, to which an absolute path or `..` leads, count as not there. Those
  ///     of the current folder are followed, because a run may have been given them.
  ///   - options: the contents of the page besides the rows.
  public init(
    reading path: Pathname, below root: Pathname? = nil, _ options: PageOptions = PageOptions()
  ) throws(Fault) {
    page = PageBuilder(nil, options, in: PageFiles(below: root, omittingOthers: root != nil))
    run = page.reportRun
    let (spool, head) = try Self.open(path)
    switch Self.form(of: head) {
    case .report: try readReport(spool.open())
    case .reportLines: try readReportLines(spool.open())
    case .audit: try readAudit(spool.open())
    case .auditLines: try readAuditLines(spool.open())
    case nil: throw Self.schema(of: head).map { .anotherSchema($0) } ?? .notARun
    }
  }

  /// Returns the contents, and how they begin. What does not begin like the output of a run is not read further.
  private static func open(_ path: Pathname) throws(Fault) -> (Spool, head: [UInt8]) {
    do throws(PNGError) {
      let spool = try Spool(path) { form(of: $0) != nil ? true : $0.count > headSize ? false : nil }
      var source = spool.open()
      return (spool, try source.readSome(headSize))
    } catch {
      throw .unreadable(error)
    }
  }

  /// Returns the page, with pictures of the files that are found unchanged.
  ///
  /// - Parameter jobs: the number of threads.
  public func bytes(jobs: Int) -> [UInt8] { page.bytes(run, jobs: jobs) }

  /// Returns the first string of an object that begins like the output of a run.
  private static func schema(of head: [UInt8]) -> String? {
    let text = String(decoding: head, as: UTF8.self).filter { !$0.isWhitespace }
    let start = "{\"schema\":\""
    guard text.hasPrefix(start + "gamut.") else { return nil }
    return text.dropFirst(start.count).split(separator: "\"", maxSplits: 1).first.map(String.init)
  }

  private static func form(of head: [UInt8]) -> Form? {
    switch schema(of: head) {
    case reportSetSchema: return .report
    case reportSchema: return .reportLines
    case AuditRun.schema:
      let text = String(decoding: head.prefix(200), as: UTF8.self).filter { !$0.isWhitespace }
      return text.contains("\"kind\":\"run\"") ? .auditLines : .audit
    default: return nil
    }
  }

  // MARK: Reports

  private mutating func readReport(_ source: consuming ByteSource) throws(Fault) {
    _ = try read(source) { page, node in page.page.addReport(node) }
    run = page.reportRun
  }

  private mutating func readReportLines(_ source: consuming ByteSource) throws(Fault) {
    var lines = LineReader(source)
    while let line = try Self.next(&lines) { try add(line) { page, node in page.page.addReport(node) } }
    run = page.reportRun
  }

  // MARK: Audits

  private mutating func readAudit(_ source: consuming ByteSource) throws(Fault) {
    let node = try read(source) { page, node in page.addAudit(node) }
    run = audit(node["run"], node["summary"])
  }

  private mutating func readAuditLines(_ source: consuming ByteSource) throws(Fault) {
    var lines = LineReader(source)
    guard let first = try Self.next(&lines) else { throw .notARun }
    while let line = try Self.next(&lines) {
      if line["kind"]?.string == "summary" {
        run = audit(first, line)
        return
      }
      try add(line) { page, node in page.addAudit(node) }
    }
    throw .incompleteRow(count + 1)
  }

  /// Adds a row of an audit; returns false if the JSON is not one.
  private mutating func addAudit(_ node: JSONNode) -> Bool {
    guard let row = AuditRow(node) else { return false }
    page.add(recorded: PageRow(row))
    remedies.add(row)
    return true
  }

  /// Returns the run of an audit after its rows.
  private func audit(_ run: JSONNode?, _ summary: JSONNode?) -> PageRun {
    let command = run?["command"]?.string
    let isShard = run?["shard"].map { $0 != .null } ?? false
    var shown = PageRun.audit(policy: run?["policy"], remedies, in: command, toFix: isShard ? nil : command)
    shown.known = summary?["known"]?.integer ?? 0
    shown.recorded = run?["version"]?.string.map { PageRun.auditedBy(version: $0, command: command) }
    return shown
  }

  // MARK: JSON

  private mutating func add(_ node: JSONNode, _ add: (inout Self, JSONNode) -> Bool) throws(Fault) {
    count += 1
    guard add(&self, node) else { throw .incompleteRow(count) }
  }

  /// Reads the files of a document, one by one, and returns its other members.
  private mutating func read(
    _ source: consuming ByteSource, _ add: (inout Self, JSONNode) -> Bool
  ) throws(Fault) -> JSONNode {
    var faulty: Int?
    let root: JSONNode
    do {
      root = try JSONReader.read(source, atMost: Self.sizeLimit, elementsOf: "files") { node throws(JSONReader.Fault) in
        count += 1
        if faulty == nil, !add(&self, node) { faulty = count }
      }
    } catch {
      throw .malformed(place: "byte \(error.offset)", fault: error.message)
    }
    if let faulty { throw .incompleteRow(faulty) }
    guard root["files"]?.array != nil else { throw .notARun }
    return root
  }

  private static func next(_ lines: inout LineReader) throws(Fault) -> JSONNode? {
    let line: [UInt8]
    do {
      guard let next = try lines.next() else { return nil }
      line = next
    } catch {
      if case .unreadable(let error) = error { throw .unreadable(error) }
      throw .malformed(place: "line \(lines.number)", fault: "it is too long or not complete")
    }
    do {
      return try JSONReader.read(line)
    } catch {
      throw .malformed(place: "line \(lines.number)", fault: error.message)
    }
  }
}

extension PageBuilder {
  /// Adds a row of a report; returns false if the JSON is not one.
  fileprivate mutating func addReport(_ node: JSONNode) -> Bool {
    guard let path = Pathname(node) else { return false }
    if let message = node["error"]?["message"]?.string {
      add(PageRow(path: path, failure: message))
      return true
    }
    guard let report = GamutReport(node) else { return false }
    add(recorded: PageRow(path: path, report: report, isThere: false))
    return true
  }

  fileprivate mutating func add(recorded row: PageRow) {
    var row = row
    row.limitFindings()
    add(row)
  }
}
