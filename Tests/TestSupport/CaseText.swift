import Foundation

/// A case of a test in a file of text: `===` and the title, and for each part `---` and its name, and its lines.
public struct CaseText: Sendable {
  public var title: String
  private var parts: [String: String] = [:]

  private init(_ text: String) {
    let parts = text.components(separatedBy: "\n--- ")
    title = parts[0]
    for part in parts.dropFirst() {
      let end = part.firstIndex(of: "\n") ?? part.endIndex
      self.parts[String(part[..<end])] = String(part[end...].dropFirst())
    }
  }

  /// A part; empty if there is none.
  public subscript(_ part: String) -> String { parts[part] ?? "" }

  /// The lines of a part.
  public func lines(_ part: String) -> [String] { self[part].split(separator: "\n").map(String.init) }

  /// The cases of files below the folder of the repository. A file that is missing is a fault of the tests.
  public static func all(in paths: [String]) -> [CaseText] {
    paths.flatMap { path in
      // A newline belongs to what follows, so that the last part of a file ends as the others do.
      let text = (try? Repository.text(path)) ?? "=== \(path) is missing\n"
      return ("\n" + text.dropLast()).components(separatedBy: "\n=== ").dropFirst().map { CaseText($0) }
    }
  }
}
