import Gamut
import PNGCodec

extension GamutReport {
  func advice(at path: Pathname) -> [String] {
    var advice = [adviceOnVerdict(path)]
    if source.origin == .assumed { advice.append(adviceOnMissingProfile) }
    if findings.contains(where: { $0.kind == .disagreement }) {
      advice.append("Export it again with one declaration: now its colours depend on the program that shows it.")
    }
    return advice
  }

  var adviceOnMissingProfile: String {
    "The file has no colour profile, so programs may show different colours. Tag it with the colour space that it "
      + "was made in, or export it with its profile."
      + (source.space == .sRGB ? " If that is Display P3, --assume display-p3 shows what is lost." : "")
  }

  func commands(for path: Pathname) -> [String] { commandsOnVerdict(path) + commandsOnMissingProfile(path) }

  /// Returns the commands for a file without a declaration; none if the user has named a space that no command can name.
  func commandsOnMissingProfile(_ path: Pathname) -> [String] {
    guard source.origin == .assumed, path != .standardInput, let space = source.space else { return [] }
    guard space == .sRGB else { return [Remedy.embed(space).command(for: path)] }
    var report = Remedy.report(assuming: .displayP3)
    report.use(jnd: loss.jnd)
    return [report.command(for: path)]
  }

  func commandsOnVerdict(_ path: Pathname) -> [String] {
    // Without the space that the user has named, a conversion would be another one.
    if source.origin == .assumed, source.space == nil { return [] }
    return known(at: path)?.remedy.map { [$0.command(for: path)] } ?? []
  }

  /// What was found when the row was made; for a report from elsewhere, what the system says now.
  private func known(at path: Pathname) -> VariantAdvice? { beside ?? (try? filesBeside(path)) }

  func filesBeside(_ path: Pathname) throws(UnansweredQuestion) -> VariantAdvice? {
    guard verdict == .collapses else { return nil }
    let isThere = try path.variant?.isThere ?? false
    var advice = try VariantAdvice(self, at: path, called: path == .standardInput ? nil : path, isTaken: isThere)
    if isThere { advice.words += " 'gamut audit' says whether the one that exists avoids the loss." }
    return advice
  }

  /// Returns a command with what this report was asked for: the just-noticeable difference, and the space of the file.
  /// Nil if the file declares another space, and the command cannot replace that.
  func asking(_ remedy: Remedy) -> Remedy? {
    var remedy = remedy
    remedy.use(jnd: loss.jnd)
    guard source.origin == .override || source.origin == .assumed else { return remedy }
    guard remedy.verb == .convert, remedy.space != nil, let space = source.space else {
      return source.origin == .assumed ? remedy : nil
    }
    if source.origin == .override { remedy.overriding = space.rawValue }
    if source.origin == .assumed, space != .sRGB { remedy.assumed = space.rawValue }
    return remedy
  }

  func variantAdvice(at path: Pathname) -> String {
    known(at: path)?.words ?? "Ship a separate \(destination.name) variant."
  }

  func adviceOnVerdict(_ path: Pathname) -> String {
    let target = destination.name
    if loss.pixels.analyzed == 0 { return "Nothing: no pixel is visible." }
    switch verdict {
    case .fits:
      if source.origin == .assumed { return "No colour is lost in \(target)." }
      if source.space != nil, source.space == destination.space {
        return "Nothing: it is already in \(target)."
      }
      return "Every colour fits: a file in \(target) shows the same colours"
        + (destination.space == .sRGB && findings.allSatisfy { $0.kind != .tablesDiffer } ? ", in every program." : ".")
    case .clips:
      if loss.shift.maximum < loss.jnd {
        return "Nothing: automatic conversion to \(target) is good enough. No change is visible."
      }
      if loss.shift.mean < loss.jnd {
        return
          "Nothing: automatic conversion to \(target) is good enough. Some colours become duller, but no detail is lost."
      }
      return
        "Nothing, if duller colours will do: those that clip shift by \(Words.difference(loss.shift.mean)) on average "
        + "(\(Self.unit); \(JSONWriter.text(of: loss.jnd)) is just visible), but no detail is lost."
    case .collapses: return variantAdvice(at: path)
    }
  }
}
