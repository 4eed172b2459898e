import Gamut

extension GamutReport {
  /// What to do about the image, which depends on what it is as much as on the verdict; each item whole sentences.
  var advice: [String] { advice(onLists: "above") }

  /// - Parameter place: where the lists of merges and flat areas stand.
  func advice(onLists place: String) -> [String] {
    var advice = [adviceOnVerdict(place)]
    if source.origin == .assumed {
      advice.append(
        "The file declares no colour space, so every program may guess another. Tag it with the space it was made in "
          + "(export it with its profile)."
          + (source.space == .sRGB
            ? " If that was Display P3, --assume display-p3 shows what it loses." : ""))
    }
    if findings.contains(where: { $0.code == ReportFinding.disagreement }) {
      advice.append("Export it again with one declaration: as it is, its colours depend on the program that shows it.")
    }
    return advice
  }

  /// The commands that do what the advice says, for a shell.
  func commands(for path: Path) -> [String] {
    if source.origin == .assumed {
      return [
        AuditRemedy("report", "--assume", "display-p3").command(for: path),
        AuditRemedy("embed", "--profile", "display-p3", "--in-place").command(for: path),
      ]
    }
    guard destination.space == .sRGB, loss.pixels.analyzed > 0 else { return [] }
    let output = path.beforeSuffix("-srgb")
    if verdict == .fits, source.space == .sRGB { return [] }
    let mapping = verdict == .collapses ? ["--mapping", "preserve"] : []
    return [
      AuditRemedy(verb: "convert", options: ["--to", "srgb"] + mapping + ["--output", output.text]).command(
        for: path)
    ]
  }

  private func adviceOnVerdict(_ place: String) -> String {
    let target = destination.name
    if loss.pixels.analyzed == 0 { return "Nothing: no pixel can be seen." }
    switch verdict {
    case .fits:
      if source.origin == .assumed { return "No colour is lost." }
      if source.space != nil, source.space == destination.space {
        return "Nothing: it is \(target) and stays as it is."
      }
      return "Every colour fits: a file in \(target) says the same"
        + (destination.space == .sRGB ? ", and is understood everywhere." : ".")
    case .clips:
      return
        "Nothing: automatic conversion to \(target) is good enough. Some colours get duller, but nothing that could be "
        + "seen vanishes."
    case .collapses:
      return
        "Ship a separate \(target) variant, and keep this file for wide-gamut displays. gamut convert --mapping preserve "
        + "makes a variant that keeps colours apart; check the colours listed \(place) in the result."
    }
  }
}
