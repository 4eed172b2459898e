public import Gamut
import PNGCodec

/// The effect of a conversion on the colours of an image.
public struct ConversionEffect: Sendable, Hashable {
  /// The mapping in use.
  public var mapping: ConvertOptions.Mapping
  /// The losses when clamped, and those of the mapping's own codes; equal if the mapping is clamping.
  public var before, after: LossReport
  /// Differences (DIN99o) between source and result of the pixels that do not clip and are not nearly grey.
  public var fitting: LossReport.Shift

  /// The number of pixels that change colour, or whose code differs from the clamped one.
  public var changed: Int { after.mapping?.changed ?? after.pixels.clipped }
  /// Differences (DIN99o) between source and result of the changed pixels.
  public var shift: LossReport.Shift { after.mapping?.shift ?? after.shift }
  /// The mean change of hue in degrees, of pixels with a hue; nil if it was not measured.
  public var hueShift: Double? { after.mapping?.hueShift }
}

struct ColorChanges {
  /// The mapping; nil clamps.
  var mapping: (any GamutMapping)?
  /// The chosen strength; nil unless `preserve` was requested.
  var preserve: PreserveStrength?
  /// The measured effect; nil unless it was requested.
  var effect: ConversionEffect?
  /// The colours of areas and what they become by `preserve`, at most 4,096.
  var areas: [LossReport.ChangedColor] = []
}

extension Converter {
  /// Determines the mapping of the colours of an image. `preserve`, and the report of the effect, require passes over
  /// its pixels.
  func changes(
    _ color: SourceColor, isGrey: Bool, depth: Int, threads: Int, _ original: OpenedInput
  ) throws(ConvertError) -> ColorChanges {
    var changes = ColorChanges()
    guard options.mapping != .clip || options.measuresEffect else { return changes }
    guard case .rgb(let destination)? = target.color else { throw .destination(.tables) }
    let analysis = analysis(color, destination, depth: depth, threads: threads)
    let lossesOnly = !options.measuresEffect
    var reports: (before: LossReport, after: LossReport)?
    switch options.mapping {
    // Neutrals never clip.
    case .preserve where isGrey: changes.preserve = PreserveStrength()
    case .preserve:
      let choice = try analysis.preserve(original, lossesOnly: lossesOnly, shared)
      (changes.mapping, changes.preserve) = (choice.mapping, choice.strength)
      changes.areas = choice.after.areas.colors
      reports = (choice.before, choice.after)
    case .css where !isGrey: changes.mapping = CSSMapping(destination: destination)
    case .css, .clip: break
    }
    guard !lossesOnly else { return changes }
    if reports == nil {
      let before = try analysis.report(nil, original)
      reports = (before, changes.mapping == nil ? before : try analysis.report(changes.mapping, original))
    }
    guard let (before, after) = reports else { return changes }
    changes.effect = ConversionEffect(
      mapping: options.mapping, before: before, after: after,
      fitting: try analysis.fittingShifts([changes.mapping], original)[0])
    return changes
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
  /// Bits of the result.
  let depth: Int
  /// The just-noticeable difference (DIN99o).
  var jnd = Rendition.defaultJND
  let threads: Int
  let limits: Limits
  /// The memory limit of an analysis in bytes.
  let memory: Int

  /// Tables that clamp, shared by the passes over an image.
  private final class SharedTables {
    var tables: RenditionTables?
  }
  private let shared = SharedTables()

  /// Returns the losses with a mapping, computed from its own codes; nil clamps. Lists one group, region and pair.
  func report(
    _ mapping: (any GamutMapping)?, lossesOnly: Bool = false, _ original: OpenedInput
  ) throws(ConvertError) -> LossReport { try analyze(mapping, lossesOnly: lossesOnly, original).loss }

  private func analyze(
    _ mapping: (any GamutMapping)?, lossesOnly: Bool, _ original: OpenedInput
  ) throws(ConvertError) -> AnalyzedImage {
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
      return try ReportAnalysis(
        threads: threads, memory: memory, findsLossesOnly: lossesOnly
      ).run(try reader(), tables: tables, again: { () throws(GamutError) in try reader() })
    }
  }

  /// Returns how far each mapping moves the pixels that do not clip.
  func fittingShifts(
    _ mappings: [(any GamutMapping)?], _ original: OpenedInput
  ) throws(ConvertError) -> [LossReport.Shift] {
    try ConvertError.reading { () throws(PNGError) in
      try MemoryRoom.require(MemoryRoom.tables + MemoryRoom.shifts + mappings.count * MemoryRoom.shiftsOfMapping)
    }
    var shifts = try unsafe read(original) {
      FittingShifts(mappings, $0, layout: $1)
    } consume: {
      unsafe $0.consume($1)
    }
    return shifts.finish()
  }

  func read<Consumer>(
    _ original: OpenedInput, into make: (RenditionTables, PixelLayout) -> Consumer,
    consume: (inout Consumer, UnsafeRawBufferPointer) -> Void
  ) throws(ConvertError) -> Consumer {
    try ConvertError.reading { () throws(GamutError) in
      let decoder = try GamutError.reading { () throws(PNGError) in try original.decoder(limits) }
      var rows = RenditionRows(decoder) { layout in
        shared.tables
          ?? RenditionTables(
            Rendition(source: source, destination: destination, depth: depth), sourceDepth: layout.depth)
      }
      var consumer = make(rows.tables, rows.layout)
      while true {
        let bytes = try unsafe rows.next()
        if unsafe bytes.isEmpty { return consumer }
        unsafe consume(&consumer, bytes)
      }
    }
  }
}

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

/// The choice for an image: a mapping, nil for clamping, and the losses of clamping and of the mapping.
struct PreserveChoice {
  var mapping: PreserveMapping?
  var strength = PreserveStrength()
  var before, after: LossReport

  /// Clamping, which loses no detail.
  init(_ before: LossReport) { (self.before, after) = (before, before) }

  init(_ mapping: PreserveMapping?, level: Int, _ before: LossReport, _ after: LossReport) {
    (self.mapping, self.before, self.after) = (mapping, before, after)
    strength = PreserveStrength(
      level: level, regions: after.steps.visibleRegions, pairs: after.areas.pairs, lostPixels: after.lostPixels)
  }
}

extension ConversionAnalysis {
  /// Chooses the weakest parameters of ``PreserveMapping`` with which the image does not collapse. Of parameters with the
  /// same strength, it chooses those that move the fitting pixels least. If the image collapses with every strength, it
  /// chooses the weakest of those with the fewest lost pixels.
  ///
  /// No strength is skipped: the losses of a stronger one imply nothing about a weaker one.
  ///
  /// - Parameter given: the mapping of several images, which is taken.
  func preserve(
    _ original: OpenedInput, lossesOnly: Bool, _ given: SharedMapping?
  ) throws(ConvertError) -> PreserveChoice {
    let clamped = try analyze(nil, lossesOnly: lossesOnly, original)
    let before = clamped.loss
    if let given {
      let mapping = given.mapping
      let after = mapping == nil ? before : try report(mapping, lossesOnly: lossesOnly, original)
      return PreserveChoice(mapping, level: given.level, before, after)
    }
    guard before.verdict == .collapses else { return PreserveChoice(before) }
    let survey = try survey(original)
    /// Where earlier mappings lost most.
    var samples: [LossSample] = []
    func addSample(_ report: LossReport) throws(ConvertError) {
      guard shared.tables != nil, let witness = report.steps.largest.first?.witness else { return }
      samples.append(
        try unsafe read(original) {
          LossSample(around: witness, of: $1, analyzed: report.pixels.analyzed)
        } consume: {
          unsafe $0.consume($1)
        })
    }
    try addSample(before)
    /// Whether areas that clamping may make one are lost, or steps in the samples, which needs no other look at the pixels.
    func loses(_ mapping: PreserveMapping) -> Bool {
      guard let tables = shared.tables.map({ RenditionTables($0, mapping: mapping) }) else { return false }
      return samples.contains { $0.collapses(tables) } || clamped.lost?.losesPair(in: tables) ?? false
    }

    var results: [(level: Int, mapping: PreserveMapping, after: LossReport)] = []
    func tryOut(_ level: Int, _ mapping: PreserveMapping) throws(ConvertError) {
      let after = try report(mapping, lossesOnly: true, original)
      results.append((level, mapping, after))
      if after.verdict == .collapses { try addSample(after) }
    }
    /// Mappings that are not enough, but may be the best there are.
    var postponed: [(level: Int, mapping: PreserveMapping)] = []
    for (index, parameters) in PreserveParameters.strengths.enumerated() {
      for mapping in parameters.map({ PreserveMapping(survey, $0) }) {
        if loses(mapping) {
          postponed.append((index + 1, mapping))
        } else {
          try tryOut(index + 1, mapping)
        }
      }
      if results.contains(where: { $0.after.verdict != .collapses }) { break }
    }
    if results.allSatisfy({ $0.after.verdict == .collapses }) {
      for (level, mapping) in postponed { try tryOut(level, mapping) }
    }

    func rank(_ after: LossReport) -> Int { after.verdict == .collapses ? after.lostPixels : -1 }
    let least = results.map { (rank($0.after), $0.level) }.min { $0 < $1 } ?? (0, 0)
    let best = results.filter { (rank($0.after), $0.level) == least }
    var (level, mapping, after) = best[0]
    if best.count > 1 {
      let shifts = try fittingShifts(best.map(\.mapping), original)
      if (shifts[1].maximum, shifts[1].p95) < (shifts[0].maximum, shifts[0].p95) { (level, mapping, after) = best[1] }
    }
    if !lossesOnly { after = try report(mapping, original) }
    return PreserveChoice(mapping, level: level, before, after)
  }

  /// Returns what the mappings for an image depend on.
  func survey(_ original: OpenedInput) throws(ConvertError) -> PreserveSurvey {
    try unsafe read(original) {
      PreserveStudy($0, layout: $1)
    } consume: {
      unsafe $0.consume($1)
    }.survey
  }
}
