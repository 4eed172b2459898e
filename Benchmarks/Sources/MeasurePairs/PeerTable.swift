/// A task for gamut and for what is used for it without gamut; no command where that is not installed.
struct Peer {
  let task: String
  let subject: Command
  let name: String
  let base: Command?
}

/// gamut and other programs in turn, with the same task.
enum PeerTable {
  static func measure(_ peers: [Peer], pairs: Int) -> [String] {
    var lines = [
      "| task | peer | gamut ms | peer ms | ratio | processor ms: gamut, peer | peak MB: gamut, peer |",
      "|---|---|---|---|---|---|---|",
    ]
    lines.forEach { print($0) }
    for peer in peers {
      lines.append(
        "| \(peer.task) | \(peer.name) | " + (peer.base.map { row(peer, $0, pairs) } ?? "not installed | | | | |"))
      print(lines.last ?? "")
    }
    return lines
  }

  private static func row(_ peer: Peer, _ base: Command, _ pairs: Int) -> String {
    let comparison = Comparison(name: peer.task, subject: peer.subject, base: base, baseName: peer.name)
    let outcome = comparison.run(pairs: pairs)
    func both(_ value: ([Command.Cost]) -> Double) -> String {
      "\(Table.short(value(outcome.subject))), \(Table.short(value(outcome.base)))"
    }
    func milliseconds(_ costs: [Command.Cost]) -> String { Table.short(costs.map(\.wall).median * 1000) }
    return "\(milliseconds(outcome.subject)) | \(milliseconds(outcome.base)) "
      + "| \(Table.short(comparison.ratios(outcome).median)) | \(both { $0.map(\.processor).median * 1000 }) "
      + "| \(both { Double($0.map(\.peak).max() ?? 0) / 1e6 }) |"
  }
}

extension Setting {
  private func python(_ script: String, _ file: String) -> Command? {
    script.isEmpty ? nil : Command(["python3", script, input(file)])
  }

  private func reporting(_ file: String, _ depth: Int, _ name: String, _ script: String) -> Peer {
    Peer(
      task: "what \(file) loses at \(depth) bits", subject: report(jobs: 2, ["--depth", "\(depth)", input(file)]),
      name: name, base: python(script, file))
  }

  /// The first run, which does not count, makes the copy.
  private func comparing(_ file: String) -> Peer {
    let copy = "\(inputs)/\(file)-copy.png"
    return Peer(
      task: "whether a copy shows \(file)",
      subject: Command([
        "sh", "-c", "[ -e '\(copy)' ] || cp '\(input(file))' '\(copy)'; exec \"$@\"", "sh", gamut, "compare",
        input(file),
        copy, "--jobs", "2",
      ]),
      name: "ImageMagick",
      base: compare.isEmpty ? nil : Command([compare, "-metric", "AE", input(file), copy, "null:"]))
  }

  var peers: [Peer] {
    let converted = "\(inputs)/converted"
    return [
      reporting("photo16", 16, "numpy with OpenCV", numpy), reporting("ui16", 16, "numpy with OpenCV", numpy),
      reporting("photo8", 8, "numpy with OpenCV", numpy), reporting("photo8", 8, "Pillow", pillow),
      comparing("photo8"), comparing("ui16"),
      Peer(
        task: "photo16 to sRGB",
        subject: Command([
          gamut, "convert", "--to", "srgb", input("photo16"), "--output", converted + ".png", "--force", "--jobs", "2",
        ]),
        name: "libvips",
        base: vips.isEmpty
          ? nil
          : Command([
            vips, "icc_transform", input("photo16"), converted + "-vips.png", profile, "--embedded", "--depth", "16",
          ])),
      Peer(
        task: "the profiles of 2,000 icons",
        subject: Command([gamut, "inspect", "\(inputs)/icons", "--format", "ndjson", "--jobs", "2"]), name: "exiftool",
        base: exiftool.isEmpty
          ? nil
          : Command([exiftool, "-json", "-ICC_Profile:all", "-ColorType", "-BitDepth", "-r", "\(inputs)/icons"])),
    ]
  }
}
