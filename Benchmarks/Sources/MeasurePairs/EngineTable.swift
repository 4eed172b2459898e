/// What the benchmark plugin prints, a table for each metric, in fewer columns.
enum EngineTable {
  /// Its columns: name, the percentiles 0, 25, 50, 75, 90, 99 and 100, and the number of samples.
  private static let columns = 9

  static func shortened(_ text: String) -> [String] {
    var lines: [String] = []
    var metric = ""
    for line in text.split(separator: "\n") {
      if line.hasPrefix("### ") { metric = String(line.dropFirst(4)) }
      let cells = line.split(separator: "|").map { $0.trimmed }
      guard line.hasPrefix("|"), cells.count == columns else { continue }
      if cells[0] == "Test" {
        if !lines.isEmpty { lines.append("") }
        lines += ["| part | \(metric), median | quartiles |", "|---|---|---|"]
      } else if !cells[0].hasPrefix(":-") {
        let name = cells[0].split(separator: ":").last ?? ""
        lines.append("| \(name) | \(cells[3]) | \(cells[4]) to \(cells[2]) |")
      }
    }
    return lines
  }
}

extension Substring {
  fileprivate var trimmed: Substring {
    var rest = drop { $0 == " " }
    while rest.last == " " { rest.removeLast() }
    return rest
  }
}
