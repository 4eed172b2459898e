import Gamut
import GamutCatalogs
import PNGCodec

/// One mapping of `preserve` for several images, so that a colour of theirs becomes one colour.
struct SharedMapping: Sendable {
  /// The mapping; nil clamps, where no image loses anything by that.
  var mapping: PreserveMapping?
  /// The strength as in ``PreserveStrength/level``.
  var level = 0

  /// Chooses the weakest parameters with which no image loses a pixel, with the curve of all images together; if some
  /// image does with every strength, the weakest of those with the fewest lost pixels. Images that cannot be read have no
  /// say: their conversion says why. One image for each thread is in memory.
  init(for images: [Input], by converter: Converter, jobs: Int) {
    let surveys = Self.all(images, jobs) { image throws(ConvertError) -> (PreserveSurvey, Bool)? in
      guard let subject = try converter.subject(image) else { return nil }
      let survey = try subject.analysis.survey(subject.image)
      return (survey, try subject.analysis.report(nil, lossesOnly: true, subject.image).lostPixels > 0)
    }
    guard var survey = surveys.compactMap(\.?.0).first, surveys.contains(where: { $0?.1 == true }) else { return }
    for other in surveys.compactMap(\.?.0) { survey.formUnion(other) }
    // Those that lose something when clamped come first, because they decide most.
    let order = images.indices.sorted { (surveys[$0]?.1 == true ? 0 : 1, $0) < (surveys[$1]?.1 == true ? 0 : 1, $1) }
    let images = order.filter { surveys[$0] != nil }.map { images[$0] }
    let strengths = PreserveParameters.strengths.map { $0.map { PreserveMapping(survey, $0) } }
    for (index, mappings) in strengths.enumerated() {
      let fitting = mappings.filter { Self.lostPixels($0, images, converter, jobs, atMost: 0) != nil }
      if let best = Self.gentlest(fitting, images, converter, jobs) {
        (mapping, level) = (best, index + 1)
        return
      }
    }
    var fewest = Int.max
    for (index, mappings) in strengths.enumerated() {
      for candidate in mappings {
        guard let lost = Self.lostPixels(candidate, images, converter, jobs, atMost: fewest - 1) else { continue }
        (fewest, mapping, level) = (lost, candidate, index + 1)
      }
    }
  }

  /// Returns the number of pixels that all images lose; nil as soon as there are more than a limit.
  private static func lostPixels(
    _ mapping: PreserveMapping, _ images: [Input], _ converter: Converter, _ jobs: Int, atMost limit: Int
  ) -> Int? {
    struct TooMany: Error {}
    var sum = 0
    do throws(TooMany) {
      try mapInOrder(count: images.count, jobs: jobs) { index -> Int in
        guard let subject = try? converter.subject(images[index]) else { return 0 }
        return (try? subject.analysis.report(mapping, lossesOnly: true, subject.image))?.lostPixels ?? 0
      } each: { lost throws(TooMany) in
        sum += lost
        if sum > limit { throw TooMany() }
      }
      return sum
    } catch {
      return nil
    }
  }

  /// Returns the mapping that moves the fitting pixels of all images least; nil if there is none.
  private static func gentlest(
    _ mappings: [PreserveMapping], _ images: [Input], _ converter: Converter, _ jobs: Int
  ) -> PreserveMapping? {
    guard mappings.count > 1 else { return mappings.first }
    let shifts = all(images, jobs) { image throws(ConvertError) -> [LossReport.Shift]? in
      guard let subject = try converter.subject(image) else { return nil }
      return try subject.analysis.fittingShifts(mappings, subject.image)
    }.compactMap(\.self)
    func shift(_ index: Int) -> (Double, Double) {
      (shifts.map { $0[index].maximum }.max() ?? 0, shifts.map { $0[index].p95 }.max() ?? 0)
    }
    return mappings.indices.min { shift($0) < shift($1) }.map { mappings[$0] }
  }

  /// Returns what is computed of each image, on several threads; nil for one with an error.
  private static func all<Value: Sendable>(
    _ images: [Input], _ jobs: Int, _ body: @escaping @Sendable (Input) throws(ConvertError) -> Value?
  ) -> [Value?] {
    var values: [Value?] = []
    mapInOrder(count: images.count, jobs: jobs, work: { try? body(images[$0]) }) { values.append($0 ?? nil) }
    return values
  }
}

extension Converter {
  /// Returns a converter that uses one mapping for all images if `preserve` is requested, or else one for the images of
  /// each set of an asset catalog, which show one thing.
  package func sharing(_ images: [Input], all: Bool, jobs: Int) -> Converter {
    var converter = self
    guard options.mapping == .preserve else { return self }
    if all { converter.shared = SharedMapping(for: images, by: self, jobs: jobs) }
    let sets = Dictionary(grouping: images) { $0.path.folderOfSet }
    for (set, images) in sets where !all && images.count > 1 {
      if let set { converter.sharedInSets[set] = SharedMapping(for: images, by: self, jobs: jobs) }
    }
    return converter
  }

  func adapted(to image: Input) -> Converter {
    guard shared == nil, let mapping = image.path.folderOfSet.flatMap({ sharedInSets[$0] }) else { return self }
    var converter = self
    converter.shared = mapping
    return converter
  }

  /// Returns an image whose strength is to be chosen, with its analysis; nil if it is grey, and never clips.
  fileprivate func subject(_ input: Input) throws(ConvertError) -> (analysis: ConversionAnalysis, image: OpenedInput)? {
    let image = try ConvertError.reading { () throws(GamutError) in try OpenedInput(input) }
    let reader = try ConvertError.reading { () throws(PNGError) in try image.reader(options.readLimits) }
    guard !reader.header.colorType.isGrey, !reader.isAnimated, case .rgb(let destination)? = target.color else {
      return nil
    }
    let color = try source(reader.colorChunks, isGrey: false).color
    let depth = reader.header.colorType == .palette ? 8 : resultDepth(of: reader.header)
    return (analysis(color, destination, depth: depth, threads: 1), image)
  }
}
