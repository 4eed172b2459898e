import Gamut
import GamutKit
import GamutPalettes

/// Texts of a context, sorted by luminance, so that not every one is measured on every background.
struct SortedTexts {
  /// A text that a background has too little contrast with.
  struct Low {
    /// The severity; a larger one is worse.
    var weight: Double
    var place: Int32
  }

  /// Texts with the same luminance.
  private struct Group {
    var luminance: Double
    /// The indices of the texts in `plain`.
    var texts: Range<Int>
  }

  /// All texts, in the order of the file.
  private var texts: [MeasuredColor] = []
  /// The texts that are not sorted.
  private var others: [MeasuredColor] = []
  /// The luminances of the sorted texts, the darkest first.
  private var luminances: [Double] = []
  /// The sorted texts; those with the same luminance are in the order of the file, and at most as many of one source as
  /// are listed, because a background excludes one source.
  private var plain: [MeasuredColor] = []
  private var groups: [Group] = []
  /// The number of sorted texts of each source.
  private var sources: [Int32: Int] = [:]
  /// The number of steps for measuring all texts, and for measuring the unsorted ones.
  private var stepsOfAll = 0
  private var stepsOfOthers = 0

  var count: Int { texts.count }

  /// - Parameter isSorted: whether it is worth while to sort.
  init(_ texts: [MeasuredColor], isSorted: Bool) {
    self.texts = texts
    others = isSorted ? texts.filter { !$0.isPlain } : texts
    func steps(_ texts: [MeasuredColor]) -> Int {
      texts.reduce(0) { $0 + ($1.isOpaque ? 1 : ContrastPairs.stepsOfMixing) }
    }
    (stepsOfAll, stepsOfOthers) = (steps(texts), steps(others))
    guard isSorted else { return }
    let sorted = texts.filter(\.isPlain).sorted { ($0.inSRGB, $0.place) < ($1.inSRGB, $1.place) }
    luminances = sorted.map(\.inSRGB)
    var counts: [Int32: Int] = [:]
    for text in sorted {
      sources[text.source, default: 0] += 1
      if groups.last?.luminance != text.inSRGB {
        groups.append(Group(luminance: text.inSRGB, texts: plain.count..<plain.count))
        counts.removeAll(keepingCapacity: true)
      }
      counts[text.source, default: 0] += 1
      guard counts[text.source, default: 0] <= Worst<ContrastPair>.limit else { continue }
      plain.append(text)
      groups[groups.count - 1].texts = groups[groups.count - 1].texts.lowerBound..<plain.count
    }
  }

  /// Returns the steps that `low` takes.
  func steps(on background: MeasuredColor) -> Int {
    if texts.isEmpty { return 0 }
    return ContrastPairs.stepsOfSearch + (background.isPlain ? stepsOfOthers : stepsOfAll)
  }

  /// Returns the number of texts with too little contrast on a background, and the worst of them, the worst first.
  ///
  /// - Parameter bar: the weight that a listed text must exceed; nil to list any text.
  func low(
    on background: MeasuredColor, _ ratio: Double, above bar: Double?, _ colors: [ColorInSRGB]
  ) -> (count: Int, worst: [Low]) {
    if texts.isEmpty { return (0, []) }
    var count = 0
    var found: [Low] = []
    if background.isPlain, !groups.isEmpty {
      count = countOfSorted(on: background, ratio)
      if count > 0 { found = worstOfSorted(on: background, ratio, above: bar) }
    }
    for text in background.isPlain ? others : texts where text.source != background.source {
      let contrast = text.contrast(on: background, colors)
      guard contrast < ratio else { continue }
      count += 1
      let weight = Self.weight(contrast, ratio)
      if bar.map({ weight > $0 }) ?? true { found.append(Low(weight: weight, place: text.place)) }
    }
    found.sort { ($1.weight, $0.place) < ($0.weight, $1.place) }
    return (max(count, found.count), Array(found.prefix(Worst<ContrastPair>.limit)))
  }

  private static func weight(_ contrast: Double, _ ratio: Double) -> Double { ratio / contrast + ratio * 100 }

  private func countOfSorted(on background: MeasuredColor, _ ratio: Double) -> Int {
    // A text with the source of the background has its colour: the ratio 1.
    let same = ratio > 1 ? sources[background.source] ?? 0 : 0
    func isLow(_ luminance: Double) -> Bool { Contrast.ratio(luminance, background.inSRGB) < ratio }
    let first = luminances.partition { $0 >= background.inSRGB || isLow($0) }
    let end = luminances.partition { $0 >= background.inSRGB && !isLow($0) }
    return max(end - first - same, 0)
  }

  /// Returns those with the least contrast, at least as many as are listed, from the luminance of the background on in
  /// both directions.
  private func worstOfSorted(on background: MeasuredColor, _ ratio: Double, above bar: Double?) -> [Low] {
    var found: [Low] = []
    var up = groups.partition { $0.luminance >= background.inSRGB }
    var down = up - 1
    func weight(_ index: Int) -> Double? {
      guard groups.indices.contains(index) else { return nil }
      let contrast = Contrast.ratio(groups[index].luminance, background.inSRGB)
      return contrast < ratio ? Self.weight(contrast, ratio) : nil
    }
    while true {
      let (above, below) = (weight(up), weight(down))
      guard let weight = [above, below].compactMap(\.self).max() else { break }
      if let bar, weight <= bar { break }
      let limit = Worst<ContrastPair>.limit
      if found.count >= limit, weight < found[limit - 1].weight { break }
      let isUp = above == weight
      let group = groups[isUp ? up : down]
      found += plain[group.texts].lazy.filter { $0.source != background.source }.prefix(limit)
        .map { Low(weight: weight, place: $0.place) }
      if isUp { up += 1 } else { down -= 1 }
    }
    return found
  }
}

extension Array {
  /// Returns the index of the first element that satisfies a condition, which all after it satisfy too.
  fileprivate func partition(_ isAfter: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isAfter(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
