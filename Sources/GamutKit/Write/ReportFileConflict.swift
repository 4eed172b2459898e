import LibC
import PNGCodec

extension ReportFile {
  /// The reasons that a file may not be written.
  package enum Conflict: AdvisedError, Hashable {
    /// The file is one of the inputs.
    case isInput
    /// Another output has the same path.
    case isTaken
    /// The existing file was not written by gamut.
    case isForeign

    package var message: String {
      switch self {
      case .isInput: "This file is read; nothing was written over it."
      case .isTaken: "Two things would be written into this file, and nothing was."
      case .isForeign: "This file is not an earlier one of this kind that gamut wrote; nothing was written over it."
      }
    }

    /// The possible remedies, the best one first.
    public var advice: [Advice] {
      switch self {
      case .isInput: [.chooseOtherOutput]
      case .isTaken: [.separateOutputs]
      case .isForeign: [.removeOutput, .chooseOtherOutput]
      }
    }
  }

  /// Returns the first output file that is also an input or another output, or that would replace a file not written by
  /// gamut; nil if there is none.
  ///
  /// - Parameters:
  ///   - files: reports, pages and baselines.
  ///   - baseline: the baseline among them. A baseline replaces only a baseline, and no other file replaces one.
  ///   - others: other files that the run writes or appends to.
  ///   - inputs: all files that the run reads.
  package static func conflict(
    of files: [Pathname], baseline: Pathname? = nil, besides others: [Pathname] = [], reading inputs: [Pathname]
  ) -> (Pathname, Conflict)? {
    guard !files.isEmpty || !others.isEmpty else { return nil }
    var taken: Set<String> = []
    var there: [FileStatus.Identity: Pathname] = [:]
    let output = FileStatus(descriptor: STDOUT_FILENO)
    for file in others + files {
      let status = FileStatus(of: file)
      // A folder that cannot be resolved fails when the file is written; pipes and devices accept any output.
      guard status?.kind != .other, let folder = file.folder.resolvedAsFarAsPossible, let name = file.name else {
        continue
      }
      let resolved = (status == nil ? nil : file.resolved) ?? folder.appending(name)
      guard taken.insert(resolved.folded).inserted, status == nil || status?.identity != output?.identity else {
        return (file, .isTaken)
      }
      if let status { there[status.identity] = file }
    }
    guard !there.isEmpty else { return nil }
    for input in inputs {
      if let status = FileStatus(ofInput: input), let file = there[status.identity] { return (file, .isInput) }
    }
    for file in files {
      if let status = FileStatus(of: file), status.kind == .file, status.size > 0,
        !isOurs(file, asBaseline: file == baseline)
      {
        return (file, .isForeign)
      }
    }
    return nil
  }

  /// Returns the first line, followed by an empty one, of a file whose format does not name the program.
  package static func heading(_ command: String) -> String { "gamut \(command)\n\n" }

  /// Returns whether a file begins like one written by gamut: like a baseline, or like any other report.
  private static func isOurs(_ path: Pathname, asBaseline: Bool) -> Bool {
    guard var source = try? ByteSource(pathBytes: path.bytes), let head = try? source.readSome(2048) else {
      return false
    }
    return isOurs(String(decoding: head, as: UTF8.self), asBaseline: asBaseline)
  }

  static func isOurs(_ head: String, asBaseline: Bool = false) -> Bool {
    // Another program may have reformatted the JSON.
    let json = head.filter { !$0.isWhitespace }
    func has(_ schema: String) -> Bool {
      ["{\"schema\":\"gamut.\(schema)/", "[{\"schema\":\"gamut.\(schema)/"].contains(where: json.hasPrefix)
    }
    if asBaseline { return has("baseline") }
    let plain = [heading("report"), heading("audit"), "## Colour audit\n"]
    if plain.contains(where: head.hasPrefix) { return true }
    if head.hasPrefix("<!DOCTYPE html>") {
      return (0...9).contains { head.contains("<meta name=\"generator\" content=\"gamut \($0)") }
    }
    if head.hasPrefix("<?xml") { return head.contains("<testsuites name=\"gamut audit\"") }
    return json == "[]" || ["report", "report-set", "audit"].contains(where: has)
      || json.hasPrefix("[{\"check_name\":\"gamut/")
      || json.hasPrefix("{\"$schema\":") && json.contains("\"tool\":{\"driver\":{\"name\":\"gamut\"")
  }
}
