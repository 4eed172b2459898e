/// Where the programs and the inputs are.
struct Setting {
  var gamut = ""
  var decodeOnly = ""
  var writeSyncRename = ""
  var inputs = ""
  /// The numpy script; empty where it cannot run.
  var numpy = ""

  private func input(_ name: String) -> String { "\(inputs)/\(name).png" }

  /// Two threads wherever it runs, so that machines can be compared.
  private func report(_ options: String...) -> Command {
    Command([gamut, "report", "--format", "json", "--jobs", "2"] + options)
  }

  private func decode(_ files: [String]) -> Command { Command([decodeOnly] + files) }

  private func againstDecoding(_ name: String, megapixels: Double, aim: Double, memory: Int? = nil) -> Comparison {
    Comparison(
      name: name, subject: report(input(name)), base: decode([input(name)]), baseName: "libpng",
      work: (megapixels, megapixels, "Mpx/s"), aim: aim, memoryAim: memory)
  }

  private func againstNumpy(_ name: String, aim: Double) -> Comparison {
    Comparison(
      name: "\(name) --depth 16", subject: report("--depth", "16", input(name)),
      base: Command(["python3", numpy, input(name)]), baseName: "numpy", aim: aim)
  }

  private func bySize(_ megapixels: Double, _ name: String) -> Comparison {
    Comparison(
      name: "\(Int(megapixels)) MP", subject: report(input(name)), base: report(input("photo16-6mp")),
      baseName: "6 MP, by pixel", work: (megapixels, 6, "Mpx/s"), aim: 1.25)
  }

  /// Of files that are fresh each time, and on the disk. The base writes the same bytes, which stand there then.
  private func embedding(_ count: Int) -> Comparison {
    let folder = "\(inputs)/embedding"
    return Comparison(
      name: "\(count / 1000),000 embedded",
      subject: Command([
        gamut, "embed", "--recursive", folder, "--profile", "srgb", "--assume", "srgb", "--in-place", "--jobs", "2",
        "--quiet",
      ]),
      base: Command([writeSyncRename, folder]), baseName: "fsync", work: (Double(count), Double(count), "files/s"),
      aim: 2, maximumPairs: 5,
      preparation: Command(["sh", "-c", "rm -rf '\(folder)' && cp -R '\(inputs)/small' '\(folder)' && sync"]))
  }

  var comparisons: [Comparison] {
    let icons = (0..<2000).map { "\(inputs)/icons/\(String(10000 + $0).dropFirst()).png" }
    var list = [
      againstDecoding("photo16", megapixels: 24, aim: 0.75, memory: 250),
      againstDecoding("photo8", megapixels: 24, aim: 0.8),
      againstDecoding("ui16", megapixels: 16.777216, aim: 0.22, memory: 40),
      againstDecoding("random16", megapixels: 16.777216, aim: 1.7, memory: 400),
      Comparison(
        name: "skew", subject: report(input("skew")), base: report(input("random16")), baseName: "random16",
        work: (16.777216, 16.777216, "Mpx/s"), aim: 2),
      Comparison(
        name: "2,000 icons", subject: report("--recursive", "\(inputs)/icons"), base: decode(icons),
        baseName: "libpng", work: (2000, 2000, "files/s"), repeats: 3),
      Comparison(
        name: "one icon", subject: report(icons[0]), base: decode([icons[0]]), baseName: "libpng", aim: 8,
        repeats: 11),
      embedding(10_000),
      bySize(12, "photo16-12mp"), bySize(24, "photo16"), bySize(50, "photo16-50mp"),
    ]
    if !numpy.isEmpty { list += [againstNumpy("ui16", aim: 1 / 15.0), againstNumpy("photo16", aim: 1 / 30.0)] }
    return list
  }
}
