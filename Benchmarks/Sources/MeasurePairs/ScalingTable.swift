/// One command with a number of jobs, which does an amount of work.
struct Scaling {
  let name: String
  let jobs: Int
  let work: Double
  let unit: String
  let command: Command
}

/// How time, processor time and memory grow with the work, and what more jobs give.
enum ScalingTable {
  static func measure(_ scalings: [Scaling], runs: Int) -> [String] {
    var lines = [
      "| input | jobs | s | rate | processor µs for each file or 1,000 pixels | peak MB |", "|---|---|---|---|---|---|",
    ]
    lines.forEach { print($0) }
    for scaling in scalings {
      // One that does not count, so that the files are in the cache of the system.
      _ = scaling.command.measure()
      let costs = (0..<runs).map { _ in scaling.command.measure() }
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
  /// 1,000 to 100,000 icons, 6 to 200 megapixels, and 1 to 8 jobs for some of each.
  var scalings: [Scaling] {
    [(1000, [1, 2]), (10_000, [1, 2, 4, 8]), (100_000, [1, 2])].flatMap { count, jobs in
      jobs.map { files(count, jobs: $0) }
    }
      + [
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
