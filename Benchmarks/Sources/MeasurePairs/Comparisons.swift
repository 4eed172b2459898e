/// Where the programs and the inputs are.
struct Setting {
  var gamut = ""
  var decodeOnly = ""
  var writeSyncRename = ""
  var inputs = ""
  /// The numpy script; empty where it cannot run.
  var numpy = ""
  /// libvips; empty where it is not installed.
  var vips = ""
  /// The Pillow script, exiftool, and `compare` of ImageMagick; empty where they cannot run.
  var pillow = "", exiftool = "", compare = ""
  /// What libvips converts to.
  var profile = ""

  func input(_ name: String) -> String { "\(inputs)/\(name).png" }

  /// Two threads wherever it runs, so that machines can be compared.
  private func report(_ options: String...) -> Command { report(jobs: 2, options) }

  func report(jobs: Int, _ options: [String]) -> Command {
    Command([gamut, "report", "--format", "json", "--jobs", "\(jobs)"] + options)
  }

  func decode(_ files: [String]) -> Command { Command([decodeOnly] + files) }

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
        gamut, "embed", folder, "--profile", "srgb", "--assume", "srgb", "--in-place", "--jobs", "2",
        "--quiet",
      ]),
      base: Command([writeSyncRename, folder]), baseName: "fsync", work: (Double(count), Double(count), "files/s"),
      aim: 2, maximumPairs: 5,
      preparation: Command(["sh", "-c", "rm -rf '\(folder)' && cp -R '\(inputs)/small' '\(folder)' && sync"]))
  }

  private func converting(_ name: String, depth: Int, _ compression: String, aim: Double) -> Comparison {
    Comparison(
      name: "\(name) --compression \(compression)",
      subject: Command([
        gamut, "convert", "--to", "srgb", input(name), "--compression", compression, "--output",
        "\(inputs)/converted.png", "--force", "--jobs", "2",
      ]),
      base: Command([
        vips, "icc_transform", input(name), "\(inputs)/converted-vips.png", profile, "--embedded", "--depth",
        "\(depth)",
      ]), baseName: "vips", work: (24, 24, "Mpx/s"), aim: aim, memoryAim: nil)
  }

  /// Into a folder that is new each time. The old one is moved away: file systems look long for a place for new files
  /// where many were just removed.
  private func convertingIcons(_ icons: [String], _ compression: String) -> Comparison {
    let folder = "\(inputs)/converted"
    return Comparison(
      name: "2,000 icons --compression \(compression)",
      subject: Command([
        gamut, "convert", "--to", "srgb", "\(inputs)/icons", "--compression", compression,
        "--output-dir", folder, "--jobs", "2", "--quiet",
      ]), base: decode(icons), baseName: "libpng", work: (2000, 2000, "files/s"), rateAim: 3000,
      preparation: Command([
        "sh", "-c", "if [ -d '\(folder)' ]; then mkdir -p '\(folder)-old' && mv '\(folder)' '\(folder)-old/'$$; fi",
      ]))
  }

  private func conversions(_ icons: [String]) -> [Comparison] {
    let photographs =
      vips.isEmpty
      ? []
      : [
        converting("photo16", depth: 16, "fast", aim: 0.2), converting("photo16", depth: 16, "default", aim: 1 / 1.5),
        converting("photo8", depth: 8, "default", aim: 1),
      ]
    return photographs + ["fast", "default"].map { convertingIcons(icons, $0) }
  }

  var icons: [String] { (0..<2000).map { "\(inputs)/icons/\(String(10000 + $0).dropFirst()).png" } }

  /// The aims against libpng follow those of ``processorComparisons``.
  var comparisons: [Comparison] {
    let icons = icons
    var list = [
      againstDecoding("photo16", megapixels: 24, aim: 1.13, memory: 250),
      againstDecoding("photo8", megapixels: 24, aim: 1.2),
      againstDecoding("ui16", megapixels: 16.777216, aim: 0.44, memory: 40),
      againstDecoding("random16", megapixels: 16.777216, aim: 5.95, memory: 400),
      Comparison(
        name: "skew", subject: report(input("skew")), base: report(input("random16")), baseName: "random16",
        work: (16.777216, 16.777216, "Mpx/s"), aim: 2),
      Comparison(
        name: "2,000 icons", subject: report("\(inputs)/icons"), base: decode(icons),
        baseName: "libpng", work: (2000, 2000, "files/s"), repeats: 3),
      Comparison(
        name: "one icon", subject: report(icons[0]), base: decode([icons[0]]), baseName: "libpng", aim: 8,
        repeats: 11),
      embedding(10_000),
      bySize(12, "photo16-12mp"), bySize(24, "photo16"), bySize(50, "photo16-50mp"),
    ]
    list += conversions(icons)
    if !numpy.isEmpty { list += [againstNumpy("ui16", aim: 1 / 15.0), againstNumpy("photo16", aim: 1 / 30.0)] }
    return list
  }
}
