/// One command with a number of jobs, which does an amount of work.
struct Scaling {
  let name: String
  let jobs: Int
  let work: Double
  let unit: String
  let command: Command
  /// Before each run, not measured; nil if there is nothing to do.
  var preparation: Command?

  /// What one run takes.
  func measure() -> Command.Cost {
    _ = preparation?.measure()
    return command.measure()
  }
}

/// How time, processor time and memory grow with the work, and what more jobs give.
enum ScalingTable {
  static func measure(_ scalings: [Scaling], runs: Int) -> [String] {
    var lines = [
      "| input | jobs | s | rate | processor µs for each file or 1,000 pixels | peak MB |", "|---|---|---|---|---|---|",
    ]
    lines.forEach { print($0) }
    for scaling in scalings {
      // One that does not count, so that the files are in the cache of the system, and results in that of an audit.
      _ = scaling.measure()
      let costs = (0..<runs).map { _ in scaling.measure() }
      let (wall, processor) = (costs.map(\.wall).median, costs.map(\.processor).median)
      let parts = scaling.unit == "files" ? scaling.work : scaling.work * 1000
      lines.append(
        "| \(scaling.name) | \(scaling.jobs) | \(Table.short(wall)) | \(Table.short(scaling.work / wall)) \(scaling.unit)/s "
          + "| \(Table.short(processor / parts * 1e6)) | \(Table.short(Double(costs.map(\.peak).max() ?? 0) / 1e6)) |")
      print(lines.last ?? "")
    }
    return lines
  }
}

extension Setting {
  /// 1,000 to 100,000 icons, 6 to 200 megapixels, and 1 to 8 jobs for some of each; and audits of as many icons.
  var scalings: [Scaling] { reportsOnIcons + reportsOnPhotographs + audits }

  private var reportsOnIcons: [Scaling] {
    [(1000, [1, 2]), (10_000, [1, 2, 4, 8]), (100_000, [1, 2])].flatMap { count, jobs in
      jobs.map { files(count, jobs: $0) }
    }
  }

  private var reportsOnPhotographs: [Scaling] {
    [
      ("-6mp", 6, [1, 2]), ("", 24, [1, 2, 4, 8]), ("-50mp", 50, [1, 2]), ("-100mp", 100, [1, 2]),
      ("-200mp", 200, [1, 2]),
    ]
    .flatMap { name, megapixels, jobs in
      jobs.map { jobs in
        Scaling(
          name: "\(megapixels) MP", jobs: jobs, work: Double(megapixels), unit: "Mpx",
          command: report(jobs: jobs, [input("photo16" + name)]))
      }
    }
  }

  private var audits: [Scaling] {
    [1000, 10_000, 100_000].flatMap { count in Caching.allCases.map { audit(count, $0) } }
  }

  /// What an audit does with results of earlier runs.
  private enum Caching: String, CaseIterable {
    /// It keeps none.
    case off
    /// It finds none, and keeps its own.
    case cold
    /// It finds all.
    case warm
  }

  /// An audit of a tree whose files are hard links to the 2,000 icons, a thousand in each folder.
  private func audit(_ count: Int, _ caching: Caching) -> Scaling {
    let tree = "\(inputs)/audit-\(count)"
    let cache = "\(tree).cache"
    let parts = (0..<count / 1000).map {
      "mkdir -p '\(tree)/\($0)' && ln '\(inputs)'/icons/\($0 % 2)*.png '\(tree)/\($0)'"
    }
    let making = "[ -d '\(tree)' ] || { \(parts.joined(separator: " && ")); }"
    let options = caching == .off ? [] : ["--cache", cache]
    return Scaling(
      name: "cache \(caching.rawValue), \(count) icons", jobs: 1, work: Double(count), unit: "files",
      // A note says that the paths are relative to the tree.
      command: Command(
        [
          "sh", "-c", "exec \"$@\" 2>/dev/null", "sh", gamut, "audit", tree, "--no-policy", "--fail-on", "never",
          "--jobs", "1",
        ]
          + options),
      preparation: Command(["sh", "-c", making + (caching == .cold ? " && rm -rf '\(cache)'" : "")]))
  }

  /// A report on icons of the 2,000, each under several names where there are more.
  private func files(_ count: Int, jobs: Int) -> Scaling {
    let list = "\(inputs)/icons-\(count).txt"
    let icons = icons
    let lines = (0..<count).map { "icon-\($0).png\t\(icons[$0 % icons.count])\n" }
    do throws(TextFile.Failure) {
      try TextFile.write(lines.joined(), to: list)
    } catch {
      fail("cannot write \(list)")
    }
    return Scaling(
      name: "\(count) icons", jobs: jobs, work: Double(count), unit: "files",
      command: Command([gamut, "report", "--files-from", list, "--format", "ndjson", "--jobs", "\(jobs)"]))
  }
}
