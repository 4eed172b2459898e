/// The processor time of one thread, against libpng on one thread: it depends little on what else the machine does.
enum ProcessorTable {
  static func measure(_ comparisons: [Comparison], pairs: Int) -> [String] {
    var lines = ["| input | gamut ms | libpng ms | ratio | aim | gamut µs per file |", "|---|---|---|---|---|---|"]
    lines.forEach { print($0) }
    for comparison in comparisons {
      let outcome = comparison.run(pairs: pairs)
      let (subject, base) = (least(outcome.subject), least(outcome.base))
      let aim = comparison.aim.map { "<= \(Table.short($0))" } ?? ""
      let files = comparison.work.map { Table.short(subject / $0.subject * 1e6) } ?? ""
      lines.append(
        "| \(comparison.name) | \(Table.short(subject * 1000)) | \(Table.short(base * 1000)) "
          + "| \(Table.short(subject / base)) | \(aim) | \(files) |")
      print(lines.last ?? "")
    }
    return lines
  }

  private static func least(_ costs: [Command.Cost]) -> Double { costs.map(\.processor).min() ?? .nan }
}

extension Setting {
  /// The aims are those of processors with AVX2 and without AVX-512: of photographs one and a half times, of drawn images
  /// twice, and of noise three and a half times what a report took that looked for equal codes only.
  var processorComparisons: [Comparison] {
    let images = [("photo16", 1.65), ("photo8", 1.68), ("ui16", 0.43), ("random16", 10.6)].map { name, aim in
      Comparison(
        name: name, subject: report(jobs: 1, [input(name)]), base: decode([input(name)]), baseName: "libpng", aim: aim)
    }
    let comparing = ["photo16", "photo8", "ui16"].flatMap { name in
      let (copy, converted) = ("\(inputs)/\(name)-copy.png", "\(inputs)/\(name)-srgb16.png")
      let files = [input(name), converted]
      func made(_ file: String, by command: String) -> Command {
        Command(["sh", "-c", "[ -e '\(file)' ] || \(command)"])
      }
      return [
        Comparison(
          name: "\(name), compare with a copy", subject: Command([gamut, "compare", "--jobs", "1", input(name), copy]),
          base: decode([input(name), copy]), baseName: "libpng", aim: 1.3,
          preparation: made(copy, by: "cp '\(input(name))' '\(copy)'")),
        Comparison(
          name: "\(name), compare with sRGB, against `report` of both",
          subject: Command([gamut, "compare", "--jobs", "1", "--fail-on", "never"] + files),
          base: report(jobs: 1, files), baseName: "report", aim: 1,
          preparation: made(
            converted,
            by: "'\(gamut)' convert '\(input(name))' --to srgb --depth 16 --output '\(converted)' --quiet")),
      ]
    }
    return images + comparing + [
      Comparison(
        name: "2,000 icons", subject: report(jobs: 1, ["\(inputs)/icons"]), base: decode(icons), baseName: "libpng",
        work: (2000, 2000, "files")),
      Comparison(
        name: "one icon", subject: report(jobs: 1, [icons[0]]), base: decode([icons[0]]), baseName: "libpng",
        work: (1, 1, "files"), repeats: 11),
    ]
  }
}
