import Gamut
public import GamutBasics
public import GamutCatalogs
import PNGCodec

/// The slots of a set of an asset catalog, and their contents.
public struct SetInspection: Sendable, Hashable {
  /// The content of a slot.
  public struct Slot: Sendable, Hashable {
    /// The slot.
    public var slot: AssetSlot
    /// The image of the slot; nil if it has none, or one that is not a PNG.
    public var image: Result<PNGInspection, GamutError>?
    /// The values of the colour; nil if the slot has none, or one in an unknown space.
    package var color: ColorFacts?
    /// The colour with its space, in words.
    package var words: String?
  }

  /// The set.
  public var set: AssetSet
  /// The slots, in the order of the file.
  public var slots: [Slot]
}

/// The outcome for one set of `inspect`.
public typealias SetRow = RunRow<SetInspection>

extension Inspector {
  /// Returns the sets of the given names, sorted by their paths; nil if one of the names is neither an asset catalog nor a
  /// set of one.
  public static func sets(_ names: [Pathname]) -> [AssetSet]? { places(of: names)?.map { $0.read() } }

  /// Returns the same sets as ``sets(_:)`` without reading them.
  package static func places(of names: [Pathname]) -> [SetPlace]? {
    var places: [Pathname: SetPlace] = [:]
    for given in names {
      guard FileStatus(of: given)?.kind == .folder else { return nil }
      // The current folder may be a set.
      let name = [".", ".."].contains(given.normalized.fileName) ? given.absolute : given
      if let place = SetPlace(name.normalized) {
        places[place.path] = place
      } else if name.absolute.enclosingCatalog != nil {
        for place in AssetCatalog.places(in: name.normalized) { places[place.path] = place }
      } else {
        return nil
      }
    }
    return places.isEmpty ? nil : places.values.sorted { $0.path < $1.path }
  }

  /// Inspects every set on `jobs` threads, and passes the rows to `each` in the order of the sets, on the calling thread.
  /// An error thrown by `each` stops the work and is rethrown.
  public func inspect<Failure: Error>(
    _ sets: [AssetSet], jobs: Int, each: (SetRow) throws(Failure) -> Void
  ) throws(Failure) {
    try inOrder(
      count: sets.count, jobs: jobs, work: { SetRow(path: sets[$0].path, result: .success(inspect(sets[$0]))) },
      each: each)
  }

  /// Reads every set, inspects it, and passes on its row, as the method for sets that have been read does. Few sets are
  /// in memory at a time: those whose files have `heldSize` bytes together, or one larger set.
  package func inspect<Failure: Error>(
    _ places: [SetPlace], jobs: Int, each: (SetRow) throws(Failure) -> Void
  ) throws(Failure) {
    var rest = places[...]
    while !rest.isEmpty {
      var size = 0
      let group = Array(
        rest.prefix { place in
          defer { size += place.size }
          return size < Self.heldSize
        })
      rest.removeFirst(group.count)
      try inOrder(
        count: group.count, jobs: jobs,
        work: { SetRow(path: group[$0].path, result: .success(inspect(group[$0].read()))) }, each: each)
    }
  }

  private static let heldSize = 1 << 20

  private func inspect(_ set: AssetSet) -> SetInspection {
    let slots = set.slots.map { slot in
      var found = SetInspection.Slot(slot: slot)
      if let file = slot.file, Pathname(file).hasPNGSuffix {
        found.image = Result { () throws(GamutError) in
          let input = try OpenedInput(.file(set.path.appending(Array(file.utf8))), keeping: .nothing)
          do throws(PNGError) { return try inspect(input.open()) } catch { throw .png(error) }
        }
      }
      if let color = SetColor(slot) {
        found.color = ColorFacts(color.color, alpha: color.components.alpha)
        found.words = color.words
      }
      return found
    }
    return SetInspection(set: set, slots: slots)
  }
}

extension SetInspection.Slot {
  /// The content of the slot in words.
  var content: String {
    if let words { return words }
    switch slot.color {
    case .system(let name, _): return name
    case .components(let components): return "\(components.space.rawValue), a space that gamut does not know"
    case nil: break
    }
    guard let file = slot.file else { return slot.isUnassigned ? "unassigned" : "empty" }
    return file
  }

  /// The image in words: its size and its declaration; nil for a slot without an image.
  var imageWords: String? {
    switch image {
    case .success(let png):
      let header = png.survey.header
      let label = png.inForce.map(\.label) ?? "undeclared"
      return "\(header.width) x \(header.height), \(header.bitDepth)-bit \(header.colorType.words), \(label)"
    case .failure(let error): return error.meansAbsence ? "is not there" : "cannot be read (\(error.code))"
    case nil: return slot.file == nil ? nil : "not a PNG"
    }
  }
}
