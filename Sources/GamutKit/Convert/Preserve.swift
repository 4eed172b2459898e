import Gamut
import PNGCodec

/// The strength of `preserve` for an image, and the losses that remain.
public struct PreserveStrength: Sendable, Hashable {
  /// The level, from 1, the weakest; 0 if clamping loses no detail, and the result is that of clamping.
  public var level = 0
  /// The visible regions and the lost pairs that remain, computed from the mapping's own codes, and the lost pixels.
  public var regions = 0, pairs = 0, lostPixels = 0

  /// The number of strengths.
  public static let count = PreserveParameters.strengths.count

  /// The number of remaining losses; 0 if the strength is sufficient.
  public var remainingLosses: Int { regions + pairs }
}

struct ChosenMapping {
  /// The mapping; nil clamps.
  var mapping: (any GamutMapping)?
  /// The strength; nil unless `preserve` was requested.
  var strength: PreserveStrength?
  /// The colours of areas and what they become by `preserve`, at most 4,096.
  var areas: [LossReport.ChangedColor] = []

  init(_ mapping: (any GamutMapping)? = nil) { self.mapping = mapping }

  fileprivate init(_ mapping: PreserveMapping?, level: Int, losing loss: LossReport) {
    self.mapping = mapping
    strength = PreserveStrength(
      level: level, regions: loss.steps.visibleRegions, pairs: loss.areas.pairs, lostPixels: loss.lostPixels)
    areas = loss.areas.colors
  }
}

extension Converter {
  func chosenMapping(
    _ color: SourceColor, isGrey: Bool, depth: Int, threads: Int, _ original: OpenedInput
  ) throws(ConvertError) -> ChosenMapping {
    guard options.mapping != .clip else { return ChosenMapping() }
    guard case .rgb(let destination) = target.color else { throw .destination(.tables) }
    if options.mapping == .preserve, !isGrey {
      return try analysis(color, destination, depth: depth, threads: threads).preserve(original, shared)
    }
    // Neutrals never clip.
    var chosen = ChosenMapping(isGrey ? nil : CSSMapping(destination: destination))
    if options.mapping == .preserve { chosen.strength = PreserveStrength() }
    return chosen
  }

  func analysis(_ color: SourceColor, _ destination: RGBSpace, depth: Int, threads: Int) -> ConversionAnalysis {
    ConversionAnalysis(
      source: color.meaning, destination: destination, depth: depth, jnd: options.jnd, threads: threads,
      limits: options.readLimits, memory: options.memory)
  }
}

/// Analyses the pixels of an image for a conversion to a destination of matrix and curves, in as many passes as needed.
struct ConversionAnalysis {
  let source: SourceSpace
  let destination: RGBSpace
  let depth: Int
  var jnd = Rendition.defaultJND
  let threads: Int
  let limits: Limits
  let memory: Int

  /// Tables that clamp, shared by the passes over an image.
  private final class SharedTables {
    var tables: RenditionTables?
  }
  private let shared = SharedTables()

  /// Returns what is lost with a mapping, computed from its own codes; nil clamps.
  func losses(_ mapping: (any GamutMapping)?, _ original: OpenedInput) throws(ConvertError) -> AnalyzedImage {
    var rendition = Rendition(source: source, destination: destination, depth: depth, jnd: jnd, top: 1)
    rendition.listedAreas = 4096
    func tables(_ sourceDepth: Int) -> RenditionTables {
      let tables = shared.tables ?? RenditionTables(rendition, sourceDepth: sourceDepth)
      shared.tables = tables
      return mapping == nil ? tables : RenditionTables(tables, mapping: mapping)
    }
    return try ConvertError.reading { () throws(GamutError) in
      func reader() throws(GamutError) -> PNGReader {
        try GamutError.reading { () throws(PNGError) in try original.reader(limits) }
      }
      return try ReportAnalysis(threads: threads, memory: memory, findsLossesOnly: true)
        .run(try reader(), tables: tables, again: { () throws(GamutError) in try reader() })
    }
  }

  func survey(_ original: OpenedInput) throws(ConvertError) -> PreserveSurvey {
    try ConvertError.reading { () throws(GamutError) in
      var rows = try self.rows(original)
      var study = PreserveStudy(rows.tables, layout: rows.layout)
      try unsafe rows.forEachRow { unsafe study.consume($0.bytes) }
      return study.survey
    }
  }

  private func rows(_ original: OpenedInput) throws(GamutError) -> RenditionRows {
    let decoder = try GamutError.reading { () throws(PNGError) in try original.decoder(limits) }
    let rendition = Rendition(source: source, destination: destination, depth: depth)
    return RenditionRows(decoder) { layout in
      shared.tables ?? RenditionTables(rendition, sourceDepth: layout.depth)
    }
  }

  /// Chooses the weakest parameters of ``PreserveMapping`` with which the image does not collapse. If it collapses with
  /// all, it chooses the weakest of those with the fewest lost pixels.
  ///
  /// No strength is skipped: the losses of a stronger one imply nothing about a weaker one. A mapping that is given is that
  /// of several images.
  fileprivate func preserve(_ original: OpenedInput, _ given: SharedMapping?) throws(ConvertError) -> ChosenMapping {
    let clamped = try losses(nil, original)
    if let given {
      let after = given.mapping == nil ? clamped.loss : try losses(given.mapping, original).loss
      return ChosenMapping(given.mapping, level: given.level, losing: after)
    }
    guard clamped.loss.verdict == .collapses else {
      var chosen = ChosenMapping(nil, level: 0, losing: clamped.loss)
      chosen.strength = PreserveStrength()
      return chosen
    }
    let survey = try survey(original)
    /// Where earlier mappings lost most.
    var samples: [LossSample] = []
    func addSample(_ loss: LossReport) throws(ConvertError) {
      guard shared.tables != nil, let witness = loss.steps.largest.first?.witness else { return }
      let sample = try ConvertError.reading { () throws(GamutError) in
        var rows = try self.rows(original)
        var sample = LossSample(around: witness, of: rows.layout, analyzed: loss.pixels.analyzed)
        try unsafe rows.forEachRow { unsafe sample.consume($0) }
        return sample
      }
      samples.append(sample)
    }
    try addSample(clamped.loss)
    /// Whether areas that clamping may make one are lost, or steps in the samples, which needs no other look at the pixels.
    func loses(_ mapping: PreserveMapping) -> Bool {
      guard let tables = shared.tables.map({ RenditionTables($0, mapping: mapping) }) else { return false }
      return samples.contains { $0.collapses(tables) } || clamped.lost?.losesPair(in: tables) ?? false
    }

    var candidates = PreserveParameters.strengths.enumerated().flatMap { index, parameters in
      parameters.map { (level: index + 1, parameters: $0) }
    }
    let count = candidates.count
    var best: (mapping: PreserveMapping, level: Int, loss: LossReport)?
    var index = 0
    while index < candidates.count {
      defer { index += 1 }
      let level = candidates[index].level
      let mapping = PreserveMapping(survey, candidates[index].parameters)
      if index < count, loses(mapping) {
        // It is not enough, but may be the best there is.
        candidates.append(candidates[index])
        continue
      }
      let loss = try losses(mapping, original).loss
      if loss.verdict != .collapses { return ChosenMapping(mapping, level: level, losing: loss) }
      if best.map({ (loss.lostPixels, level) < ($0.loss.lostPixels, $0.level) }) ?? true {
        best = (mapping, level, loss)
      }
      try addSample(loss)
    }
    return ChosenMapping(best?.mapping, level: best?.level ?? 0, losing: best?.loss ?? clamped.loss)
  }
}
