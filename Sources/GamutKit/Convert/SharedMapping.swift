import Gamut
import GamutCatalogs
import PNGCodec

/// One mapping of `preserve` for several images, so that a colour of theirs becomes one colour.
struct SharedMapping: Sendable {
  /// The mapping; nil clamps, where no image loses anything by that.
  private(set) var mapping: PreserveMapping?
  /// The strength as in ``PreserveStrength/level``.
  private(set) var level = 0

  /// Chooses the weakest parameters with which no image loses a pixel, with the curve of all images together; if some
  /// image does with every strength, the weakest of those with the fewest lost pixels. Images that cannot be read have no
  /// say: their conversion says why. One image for each thread is in memory.
  fileprivate init(for images: [Input], by converter: Converter, jobs: Int) {
    var set = ImageSet(images: images, converter: converter, jobs: jobs)
    let surveys = set.map { analysis, image throws(ConvertError) in
      (survey: try analysis.survey(image), loses: try analysis.losses(nil, image).loss.lostPixels > 0)
    }
    let readable = images.indices.filter { surveys[$0] != nil }
    // Those that lose something when clamped come first, because they decide most.
    let losing = readable.filter { surveys[$0]?.loses == true }
    guard !losing.isEmpty, var survey = surveys.compactMap(\.?.survey).first else { return }
    for other in surveys { if let other { survey.formUnion(other.survey) } }
    set.images = (losing + readable.filter { surveys[$0]?.loses == false }).map { images[$0] }
    let strengths = PreserveParameters.strengths.map { $0.map { PreserveMapping(survey, $0) } }
    for (index, mappings) in strengths.enumerated() {
      if let enough = mappings.first(where: { set.lostPixels($0, atMost: 0) != nil }) {
        (mapping, level) = (enough, index + 1)
        return
      }
    }
    var fewest = Int.max
    for (index, mappings) in strengths.enumerated() {
      for candidate in mappings {
        guard let lost = set.lostPixels(candidate, atMost: fewest - 1) else { continue }
        (fewest, mapping, level) = (lost, candidate, index + 1)
      }
    }
  }
}

private struct ImageSet {
  var images: [Input]
  let converter: Converter
  let jobs: Int

  /// Returns the number of pixels that all images lose; nil as soon as there are more than a limit.
  func lostPixels(_ mapping: PreserveMapping, atMost limit: Int) -> Int? {
    struct TooMany: Error {}
    var sum = 0
    let losses = work { analysis, image throws(ConvertError) in try analysis.losses(mapping, image).loss.lostPixels }
    do throws(TooMany) {
      try mapInOrder(count: images.count, jobs: jobs, work: losses) { lost throws(TooMany) in
        sum += lost ?? 0
        if sum > limit { throw TooMany() }
      }
      return sum
    } catch {
      return nil
    }
  }

  /// Returns what is computed of each image, on several threads; nil for a grey one, which never clips, and an error.
  func map<Value: Sendable>(
    _ body: @escaping @Sendable (ConversionAnalysis, OpenedInput) throws(ConvertError) -> Value
  ) -> [Value?] {
    var values: [Value?] = []
    mapInOrder(count: images.count, jobs: jobs, work: work(body)) { values.append($0) }
    return values
  }

  private func work<Value: Sendable>(
    _ body: @escaping @Sendable (ConversionAnalysis, OpenedInput) throws(ConvertError) -> Value
  ) -> @Sendable (Int) -> Value? {
    { [images, converter] index in
      guard let image = try? OpenedInput(images[index]), let analysis = try? converter.analysis(of: image) else {
        return nil
      }
      return try? body(analysis, image)
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
    guard shared == nil, let mapping = image.path.folderOfSet.flatMap({ sharedInSets[$0] }) else { return self }
    var converter = self
    converter.shared = mapping
    return converter
  }

  /// Returns the analysis of an image whose strength is to be chosen; nil if it is grey, and never clips.
  fileprivate func analysis(of image: OpenedInput) throws(ConvertError) -> ConversionAnalysis? {
    let reader = try ConvertError.reading { () throws(PNGError) in try image.reader(options.readLimits) }
    guard !reader.header.colorType.isGrey, !reader.isAnimated, case .rgb(let destination) = target.color else {
      return nil
    }
    let color = try source(reader.colorChunks, isGrey: false).color
    return analysis(color, destination, depth: resultDepth(of: reader.header), threads: 1)
  }
}
