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

/// The mapping of the colours of an image, and its measured effect.
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
    var reports: (before: LossReport, after: LossReport)?
    switch options.mapping {
    case .clip: break
    case .css: if !isGrey { changes.mapping = CSSMapping(destination: destination) }
    case .preserve:
      // Neutrals never clip.
      guard !isGrey else {
        changes.preserve = PreserveStrength()
        break
      }
      let choice: PreserveChoice
      if let shared {
        choice = try analysis.choice(shared.mapping, level: shared.level, analysis.report(nil, original), original)
      } else {
        choice = try analysis.preserve(original)
      }
      (changes.mapping, changes.preserve) = (choice.mapping, choice.strength)
      changes.areas = choice.after.areas.colors
      reports = (choice.before, choice.after)
    }
    guard options.measuresEffect else { return changes }
    let (before, after): (LossReport, LossReport)
    if let reports {
      (before, after) = reports
    } else {
      before = try analysis.report(nil, original)
      after = changes.mapping == nil ? before : try analysis.report(changes.mapping, original)
    }
    changes.effect = ConversionEffect(
      mapping: options.mapping, before: before, after: after,
      fitting: try analysis.fittingShifts([changes.mapping], original)[0])
    return changes
  }
}

extension Converter {
  func analysis(
    _ color: SourceColor, _ destination: RGBSpace, depth: Int, threads: Int
  ) -> ConversionAnalysis {
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

  /// Returns the losses with a mapping, computed from its own codes; nil clamps.
  ///
  /// - Parameter top: the maximum number of groups, regions and pairs listed.
  func report(
    _ mapping: (any GamutMapping)?, top: Int = 0, _ original: OpenedInput
  ) throws(ConvertError) -> LossReport {
    var rendition = Rendition(
      source: source, destination: destination, depth: depth, jnd: jnd, top: top, mapping: mapping)
    rendition.listedAreas = 4096
    do throws(GamutError) {
      func reader() throws(GamutError) -> PNGReader {
        try GamutError.reading { () throws(PNGError) in try PNGReader(original.open(), limits: limits) }
      }
      return try ReportAnalysis(threads: threads, memory: memory, isSingle: true).run(
        try reader(), tables: { RenditionTables(rendition, sourceDepth: $0, codes: $1) },
        again: { () throws(GamutError) in try reader() }
      ).loss
    } catch {
      throw .input(error)
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

  /// Passes all rows to a consumer created for them.
  func read<Consumer>(
    _ original: OpenedInput, into make: (RenditionTables, PixelLayout) -> Consumer,
    consume: (inout Consumer, UnsafeRawBufferPointer) -> Void
  ) throws(ConvertError) -> Consumer {
    do throws(GamutError) {
      var rows = RenditionRows(try decoder(original)) { layout in
        RenditionTables(Rendition(source: source, destination: destination, depth: depth), sourceDepth: layout.depth)
      }
      var consumer = make(rows.tables, rows.layout)
      while true {
        let bytes = try unsafe rows.next()
        if unsafe bytes.isEmpty { return consumer }
        unsafe consume(&consumer, bytes)
      }
    } catch {
      throw .input(error)
    }
  }

  private func decoder(_ original: OpenedInput) throws(GamutError) -> PNGDecoder {
    try GamutError.reading { () throws(PNGError) in try PNGDecoder(PNGReader(original.open(), limits: limits)) }
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
  var strength: PreserveStrength
  var before, after: LossReport
}

extension ConversionAnalysis {
  /// Chooses the weakest parameters of ``PreserveMapping`` with which the image does not collapse. Of parameters with the
  /// same strength, it chooses those that move the fitting pixels least. If the image collapses with every strength, it
  /// chooses the weakest of those with the fewest lost pixels.
  ///
  /// No strength is skipped: the losses of a stronger one imply nothing about a weaker one.
  func preserve(_ original: OpenedInput) throws(ConvertError) -> PreserveChoice {
    let before = try report(nil, original)
    guard before.verdict == .collapses else {
      return PreserveChoice(mapping: nil, strength: PreserveStrength(), before: before, after: before)
    }
    let survey = try survey(original)
    var best: PreserveChoice?
    for (index, parameters) in PreserveParameters.strengths.enumerated() {
      let mappings = parameters.map { PreserveMapping(survey, $0) }
      for mapping in try inOrderOfShift(mappings, original) {
        let choice = try choice(mapping, level: index + 1, before, original)
        if choice.after.verdict != .collapses { return choice }
        if best.map({ choice.after.lostPixels < $0.after.lostPixels }) ?? true { best = choice }
      }
    }
    return best ?? PreserveChoice(mapping: nil, strength: PreserveStrength(), before: before, after: before)
  }

  /// Returns the choice of a mapping, with what it loses.
  func choice(
    _ mapping: PreserveMapping?, level: Int, _ before: LossReport, _ original: OpenedInput
  ) throws(ConvertError) -> PreserveChoice {
    let after = mapping == nil ? before : try report(mapping, original)
    let strength = PreserveStrength(
      level: level, regions: after.steps.visibleRegions, pairs: after.areas.pairs, lostPixels: after.lostPixels)
    return PreserveChoice(mapping: mapping, strength: strength, before: before, after: after)
  }

  /// Returns what the mappings for an image depend on.
  func survey(_ original: OpenedInput) throws(ConvertError) -> PreserveSurvey {
    try unsafe read(original) {
      PreserveStudy($0, layout: $1)
    } consume: {
      unsafe $0.consume($1)
    }.survey
  }

  /// Returns mappings sorted by the maximum, then by the 95th percentile, of the shift of the pixels that do not clip.
  private func inOrderOfShift(
    _ mappings: [PreserveMapping], _ original: OpenedInput
  ) throws(ConvertError) -> [PreserveMapping] {
    guard mappings.count > 1 else { return mappings }
    let shifts = try fittingShifts(mappings, original)
    return mappings.indices.sorted {
      (shifts[$0].maximum, shifts[$0].p95, $0) < (shifts[$1].maximum, shifts[$1].p95, $1)
    }.map { mappings[$0] }
  }
}
