import Gamut
import PNGCodec

extension GamutReport {
  /// Returns the advice for the image at a path, which depends on its properties as well as on the verdict; each item
  /// consists of whole sentences.
  func advice(at path: Pathname) -> [String] {
    var advice = [adviceOnVerdict(path)]
    if source.origin == .assumed { advice.append(adviceOnMissingProfile) }
    if findings.contains(where: { $0.kind == .disagreement }) {
      advice.append("Export it again with one declaration: now its colours depend on the program that shows it.")
    }
    return advice
  }

  /// The advice for a file without a declaration.
  var adviceOnMissingProfile: String {
    "The file has no colour profile, so programs may show different colours. Tag it with the colour space that it "
      + "was made in, or export it with its profile."
      + (source.space == .sRGB ? " If that is Display P3, --assume display-p3 shows what is lost." : "")
  }

  /// Returns the commands of the advice, for a shell.
  func commands(for path: Pathname) -> [String] {
    if source.origin == .assumed {
      return [
        Remedy(.report(assuming: ReferenceSpace.displayP3.rawValue)).command(for: path),
        Remedy.embed(.displayP3).command(for: path),
      ]
    }
    if verdict == .collapses { return remedy(at: path).remedy.map { [$0.command(for: path)] } ?? [] }
    guard destination.space == .sRGB, loss.pixels.analyzed > 0, path != .standardInput else { return [] }
    if verdict == .fits, source.space == .sRGB { return [] }
    if verdict == .clips, path.isInSlot { return [Remedy.addSRGBSlots(toWideOnly: true).command(for: path)] }
    // A file beside it would not be found, and may not have that name.
    if path.qualifiersOfAndroid != nil { return [] }
    return [Remedy.toSRGB(path).command(for: path)]
  }

  /// Returns the advice for an image that collapses.
  func remedy(at path: Pathname) -> VariantAdvice {
    VariantAdvice(
      self, at: path, called: path == .standardInput ? nil : path, replaces: path.variant?.isThere ?? false)
  }

  /// Returns the lines that serve the image and its variant, with their current sizes; nil if they are not needed.
  func webLines(at path: Pathname) -> WebLines? {
    guard verdict == .collapses, remedy(at: path).remedy?.output != nil else { return nil }
    return WebLines(
      of: path, size: FileStatus(of: path)?.size, variantSize: path.variant.flatMap { FileStatus(of: $0)?.size },
      width: image.width, height: image.height)
  }

  /// Returns the advice that depends on the verdict alone.
  func adviceOnVerdict(_ path: Pathname) -> String {
    let target = destination.name
    if loss.pixels.analyzed == 0 { return "Nothing: no pixel is visible." }
    switch verdict {
    case .fits:
      if source.origin == .assumed { return "No colour is lost." }
      if source.space != nil, source.space == destination.space {
        return "Nothing: it is already in \(target)."
      }
      return "Every colour fits: a file in \(target) shows the same colours"
        + (destination.space == .sRGB ? ", in every program." : ".")
    case .clips:
      if loss.shift.mean < loss.jnd {
        return
          "Nothing: automatic conversion to \(target) is good enough. Some colours become duller, but no detail is lost."
      }
      return
        "Nothing, if duller colours will do: those that clip shift by \(Words.difference(loss.shift.mean)) on average "
        + "(\(JSONWriter.text(of: loss.jnd)) is just visible), but no detail is lost."
    case .collapses: return remedy(at: path).words
    }
  }
}
