import Gamut
import GamutCatalogs
import PNGCodec

/// One mapping of `preserve` for several images, so that a colour of theirs becomes one colour.
struct SharedMapping: Sendable {
  /// The mapping; nil clamps, where no image loses anything by that.
  private(set) var mapping: PreserveMapping?
  /// The strength as in ``PreserveStrength/level``.
  private(set) var level = 0
  /// The first image that cannot be converted. None is then: its output of an earlier run may have another strength.
  private(set) var failure: FailedFile<ConvertError>?

  /// Chooses the weakest parameters with which no image loses a pixel, with the curve of all images together; else the
  /// weakest of those with the fewest lost pixels. One image for each thread is in memory; an animation has no say.
  fileprivate init(for images: [Input], by converter: Converter, jobs: Int) {
    var set = ImageSet(images: images, converter: converter, jobs: jobs)
    let found: [(Input, (survey: PreserveSurvey, loses: Bool))]
    do {
      found = try set.map { analysis, image throws(ConvertError) in
        (try analysis.survey(image), try analysis.losses(nil, image).loss.lostPixels > 0)
      }
    } catch {
      failure = error
      return
    }
    guard found.contains(where: \.1.loses), var survey = found.first?.1.survey else { return }
    for other in found { survey.formUnion(other.1.survey) }
    // Those that lose something when clamped come first, because they decide most.
    set.images = (found.filter(\.1.loses) + found.filter { !$0.1.loses }).map(\.0)
    let candidates = PreserveParameters.strengths.enumerated().flatMap { index, strength in
      strength.map { (mapping: PreserveMapping(survey, $0), level: index + 1) }
    }
    if let enough = candidates.first(where: { set.lostPixels($0.mapping, atMost: 0) != nil }) {
      (mapping, level) = enough
      return
    }
    var fewest = Int.max
    for candidate in candidates {
      guard let lost = set.lostPixels(candidate.mapping, atMost: fewest - 1) else { continue }
      (fewest, mapping, level) = (lost, candidate.mapping, candidate.level)
    }
  }
}

private struct ImageSet {
  var images: [Input]
  let converter: Converter
  let jobs: Int

  typealias Work<Value> = @Sendable (ConversionAnalysis, OpenedInput) throws(ConvertError) -> Value

  /// Returns the number of pixels that all images lose; nil as soon as there are more than a limit.
  func lostPixels(_ mapping: PreserveMapping, atMost limit: Int) -> Int? {
    struct TooMany: Error {}
    var sum = 0
    let losses = work { analysis, image throws(ConvertError) in try analysis.losses(mapping, image).loss.lostPixels }
    do throws(TooMany) {
      try mapInOrder(count: images.count, jobs: jobs, work: losses) { lost throws(TooMany) in
        sum += (try? lost.get()) ?? 0
        if sum > limit { throw TooMany() }
      }
      return sum
    } catch {
      return nil
    }
  }

  /// Returns what is computed of each image, on several threads, but for grey ones, which never clip.
  func map<Value: Sendable>(_ body: @escaping Work<Value>) throws(FailedFile<ConvertError>) -> [(Input, Value)] {
    var (values, done): ([(Input, Value)], Int) = ([], 0)
    try mapInOrder(count: images.count, jobs: jobs, work: work(body)) { value throws(FailedFile<ConvertError>) in
      if let value = try value.get() { values.append((images[done], value)) }
      done += 1
    }
    return values
  }

  private func work<Value: Sendable>(
    _ body: @escaping Work<Value>
  ) -> @Sendable (Int) -> Result<Value?, FailedFile<ConvertError>> {
    { [images, converter] index in
      Result { () throws(FailedFile<ConvertError>) in
        try FailedFile.naming(images[index].path) { () throws(ConvertError) in
          let image = try ConvertError.reading { () throws(GamutError) in try OpenedInput(images[index]) }
          return try converter.analysis(of: image).map { analysis throws(ConvertError) in try body(analysis, image) }
        }
      }
    }
  }
}

extension Converter {
  /// Returns a converter that uses one mapping for all images if `preserve` is requested, or else one for the images of
  /// each set of an asset catalog, which show one thing.
  package func sharing(_ images: [Input], all: Bool, jobs: Int) -> Converter {
    var converter = self
    guard options.mapping == .preserve else { return self }
    if all { converter.shared = SharedMapping(for: images, by: self, jobs: jobs) }
    for (set, images) in Dictionary(grouping: images, by: \.path.folderOfSet) where !all && images.count > 1 {
      if let set { converter.sharedInSets[set] = SharedMapping(for: images, by: self, jobs: jobs) }
    }
    return converter
  }

  func adapted(to image: Input) -> Converter {
    guard let mapping = shared ?? image.path.folderOfSet.flatMap({ sharedInSets[$0] }) else { return self }
    var converter = self
    converter.shared = mapping
    converter.refusal = mapping.failure.map { $0.path == image.path ? $0.reason : .failureInSet($0.path) }
    return converter
  }

  /// Returns the analysis of an image whose strength is to be chosen; nil if it is grey, and never clips.
  fileprivate func analysis(of image: OpenedInput) throws(ConvertError) -> ConversionAnalysis? {
    let reader = try ConvertError.reading { () throws(PNGError) in try image.reader(options.readLimits) }
    guard !reader.header.colorType.isGrey, !reader.isAnimated, case .rgb(let space) = target.color else { return nil }
    let color = try source(reader.colorChunks, isGrey: false).color
    return analysis(color, space, depth: resultDepth(of: reader.header), threads: 1)
  }
}
