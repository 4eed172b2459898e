import Gamut
import GamutBasics
import GamutCatalogs
import LibC
import PNGCodec

/// The options that determine which images and colours of asset catalogs get slots for displays of sRGB, and how.
public struct CatalogConvertOptions: Sendable, Hashable {
  /// The images and colours that get a variant.
  public enum Selection: String, Sendable, Hashable, CaseIterable {
    /// Images that lose visible differences in sRGB, and colours outside sRGB that merge with those of other sets.
    case collapsing
    /// All images and colours that are not inside sRGB.
    case wide
    /// All images in another space than sRGB, and all colours in Display P3.
    case all
  }

  /// The images and colours that get a variant.
  public var selection = Selection.collapsing
  /// How images and colours become ones of sRGB: by default by `preserve`, with 8 bits.
  public var conversion = ConvertOptions(to: .known(.sRGB))
  /// How files of sets are written: existing variants that belong to no slot count as outputs.
  public var writing = WriteOptions(.variants)

  /// Creates options for images and colours that collapse.
  public init() {
    conversion.depth = .eight
    conversion.mapping = .preserve
  }
}

/// Adds slots for displays of sRGB to the sets of asset catalogs, with images and colours that remain distinct in sRGB.
/// Several threads may use one converter at a time.
public struct CatalogConverter: Sendable {
  private let options: CatalogConvertOptions
  private let reporter: Reporter
  private let converter: Converter

  /// Creates a converter.
  public init(_ options: CatalogConvertOptions = CatalogConvertOptions()) throws(ConvertError) {
    self.options = options
    var reports = ReportOptions()
    reports.memory = options.conversion.memory
    reports.jnd = options.conversion.jnd
    converter = try Converter(options.conversion)
    reporter = try ConvertError.reading { () throws(GamutError) in try Reporter(reports) }
  }

  private struct PreparedSet: Sendable {
    var row: CatalogRow
    var images: [TemporaryFile] = []
    var contents: TemporaryFile?

    /// Ends with the set unchanged: takes the images back that are in place.
    mutating func fail(_ file: Pathname, _ error: WriteError, placed: [TemporaryFile]) {
      for image in placed { image.takeBack() }
      contents = nil
      row.result = .failure(.file(Pathname(file.fileName), .write(error)))
    }
  }

  /// Adds slots to every set on `jobs` threads. Passes each row to `each` in the order of the inputs, on the calling
  /// thread. The images of a set are in place before its file names them; after a failure the set is as it was. Colours are
  /// compared with all of their catalogs. An error that `each` throws stops the work and is rethrown.
  public func convert<Failure: Error>(
    _ inputs: [CatalogInput], jobs: Int, each: (CatalogRow) throws(Failure) -> Void
  ) throws(Failure) {
    let catalogs = LockedCatalogs(inputs.map(\.set.path), isLocking: !options.writing.isDryRun)
    // Locked until all files are in place, also after the last set is prepared.
    defer { withExtendedLifetime(catalogs) {} }
    var inputs = inputs
    // Before it was locked, another run may have changed a catalog whose sets were read already.
    if !options.writing.isDryRun {
      for index in inputs.indices where !inputs[index].set.isCurrent {
        inputs[index].set = AssetSet(fileIn: inputs[index].set.path, inputs[index].set.kind)
      }
    }
    let sets = inputs
    let colors = colors(of: sets)
    var batch: [PreparedSet] = []
    func settle() throws(Failure) {
      let settled = Self.commit(batch)
      batch = []
      for prepared in settled { try each(prepared.row) }
    }
    try mapInOrder(count: sets.count, jobs: jobs) { index in
      prepare(sets[index], colors[sets[index].set.path.absolute] ?? .success([:]), catalogs)
    } each: { prepared throws(Failure) in
      batch.append(prepared)
      if batch.reduce(0, { $0 + $1.images.count + 1 }) >= 64 { try settle() }
    }
    try settle()
  }

  /// Moves the images of all sets into place, and then the files that name them.
  private static func commit(_ batch: [PreparedSet]) -> [PreparedSet] {
    var batch = batch
    var results = TemporaryFile.commit(batch.flatMap(\.images), canTakeBack: true)[...]
    for index in batch.indices {
      let images = batch[index].images
      let own = zip(images, results.prefix(images.count))
      results.removeFirst(images.count)
      guard let (image, error) = own.first(where: { $0.1 != nil }), let error else { continue }
      batch[index].fail(image.path, error, placed: own.filter { $0.1.isInPlace }.map(\.0))
    }
    let files = batch.map(\.contents)
    results = TemporaryFile.commit(files.compactMap(\.self))[...]
    for (index, file) in files.enumerated() {
      guard let file, let error = results.removeFirst() else { continue }
      // If it is in place, the images that it names stay.
      batch[index].fail(file.path, error, placed: Optional(error).isInPlace ? [] : batch[index].images)
    }
    return batch
  }

  /// Returns the new colours of the colour sets for displays of sRGB, by their folders. They remain distinct from all
  /// other colours of their catalog; the result is an error if the system cannot read all of that.
  private func colors(of inputs: [CatalogInput]) -> [Pathname: Result<[Int: SRGBColors.Variant], SetError>] {
    var result: [Pathname: Result<[Int: SRGBColors.Variant], SetError>] = [:]
    var known: [Pathname: AssetSet] = [:]
    for input in inputs where input.set.kind == .colorSet {
      known[input.set.path.absolute] = input.set
      known[input.set.path.absolute]?.path = input.set.path.absolute
    }
    let cubes = CodeCubes()
    for (catalog, sets) in Dictionary(grouping: known.keys, by: { $0.enclosingCatalog ?? $0 }).sorted(by: {
      $0.key < $1.key
    }) {
      let read = AssetCatalog(colorsIn: catalog, known: known)
      if let unread = read.unread {
        let error = SetError.file(unread.path, .input(GamutError(unread)))
        for set in sets { result[set] = .failure(error) }
      } else {
        result.merge(SRGBColors(read.sets, options, cubes).variants.mapValues { .success($0) }) { first, _ in first }
      }
    }
    return result
  }

  private func prepare(
    _ input: CatalogInput, _ colors: Result<[Int: SRGBColors.Variant], SetError>, _ catalogs: LockedCatalogs
  ) -> PreparedSet {
    let set = input.set
    var change = SetChange(kind: set.kind, name: set.name)
    var prepared = PreparedSet(row: CatalogRow(path: set.path, result: .success(change)))
    prepared.row.isDryRun = options.writing.isDryRun
    guard !set.isTemplate else { return prepared }
    do throws(SetError) {
      if let unread = set.unread { throw .file(unread.path, .input(GamutError(unread))) }
      let (writer, folder) = try SetError.about(Pathname(set.contents.fileName)) { () throws(ConvertError) in
        try ConvertError.writing { () throws(WriteError) in
          let (root, path) = try catalogs.place(of: set.path)
          let writer = FileWriter(options.writing, below: root)
          guard let folder = try writer.folder(at: path) else { throw .changed }
          return (writer, folder)
        }
      }
      change.isUnlocked = catalogs.isUnlocked
      // What a run that was killed has kept may be further names of images, which may have to be replaced.
      if !options.writing.isDryRun { writer.removeStale(in: folder) }
      if let fault = set.faults.first(where: { $0.kind == .broken }) { throw .broken(fault) }
      var slots: [Int: SRGBContent] = [:]
      if set.kind == .colorSet {
        for (index, variant) in try colors.get().sorted(by: { $0.key < $1.key }) where set.slots.indices.contains(index)
        {
          slots[index] = .color(variant.own.code)
          change.colors.append(SetChange.Color(variant))
        }
      } else {
        prepared.images = try addImages(of: input, in: folder, writer, &slots, &change)
      }
      if !slots.isEmpty {
        change.action = options.writing.isDryRun ? .wouldWrite : .written
        prepared.contents = try write(slots, into: set, folder, writer, &change)
      }
      prepared.row.result = .success(change)
    } catch {
      // Files that are not in place are removed.
      prepared.images = []
      prepared.row.result = .failure(error)
    }
    return prepared
  }

  private func addImages(
    of input: CatalogInput, in folder: OpenFolder, _ writer: FileWriter, _ slots: inout [Int: SRGBContent],
    _ change: inout SetChange
  ) throws(SetError) -> [TemporaryFile] {
    let set = input.set
    let candidates = Dictionary(grouping: set.slotsWithoutSRGB) { set.slots[$0].file }
    let files = candidates.keys.compactMap(\.self).filter { $0.hasPNGSuffix && input.files?.contains($0) != false }
      .sorted()
    let converter = self.converter.sharing(
      files.map { .file(folder.path.appending($0.bytes)) }, all: files.count > 1, jobs: 1)
    var images: [TemporaryFile] = []
    var sources: [String: Pathname] = [:]
    for file in files {
      let variant = try SetError.about(file) { () throws(ConvertError) in
        try self.variant(of: file, in: set, folder, writer, converter)
      }
      guard let variant else { continue }
      if let other = sources.updateValue(file, forKey: variant.name.folded) {
        throw .file(file, .write(.collision(with: other)))
      }
      if let image = variant.image { images.append(image) }
      for index in candidates[file] ?? [] {
        slots[index] = .file(variant.name)
        let slot = set.slots[index]
        change.images.append(
          SetChange.Image(
            conditions: slot.conditions.inAnyGamut, line: slot.line, file: file, variant: variant.name,
            preserve: variant.preserve))
      }
    }
    change.images.sort { $0.line < $1.line }
    return images
  }

  /// Returns the variant of an image, and its file to move into place if it is not there; nil if none is needed.
  private func variant(
    of file: Pathname, in set: AssetSet, _ folder: OpenFolder, _ writer: FileWriter, _ converter: Converter
  ) throws(ConvertError) -> (name: Pathname, preserve: PreserveStrength?, image: TemporaryFile?)? {
    let (original, report) = try ConvertError.reading { () throws(GamutError) in
      let original = try Self.open(file.bytes, in: folder, keeping: .contents)
      return (original, try reporter.report(original, threads: 1))
    }
    switch options.selection {
    case .collapsing: guard report.verdict == .collapses else { return nil }
    case .wide: guard report.verdict != .fits else { return nil }
    case .all: guard report.verdict != .fits || ![.sRGB, .sGray].contains(report.source.space) else { return nil }
    }
    let path = folder.path.appending(file.bytes)
    let place = path.variantInCatalog
    let name = Pathname(bytes: place.name ?? [])
    let slots = set.slots.filter { $0.file == name }
    if slots.contains(where: { $0.conditions.gamut == .sRGB }) { return (name, nil, nil) }
    guard slots.isEmpty else { throw .write(.foreign) }
    let made = converter.prepare(.file(path), opened: original, .success(.place(place)), writer)
    switch made.row.result {
    case .success(let report): return (name, report.preserve, made.file)
    case .failure(.write(.exists)):
      // An earlier run that was cut short may have left it.
      let existing = try ConvertError.reading { () throws(GamutError) in try Self.open(name.bytes, in: folder) }
      guard let old = try Self.bytes(of: original), let there = try Self.bytes(of: existing),
        try converter.convert(png: old).bytes == there
      else { throw .write(.exists) }
      return (name, nil, nil)
    case .failure(let error): throw error
    }
  }

  private static func open(
    _ name: [UInt8], in folder: OpenFolder, keeping: OpenedInput.Keeping = .file
  ) throws(GamutError) -> OpenedInput {
    try OpenedInput(file: GamutError.reading { () throws(PNGError) in try folder.file(name) }, keeping: keeping)
  }

  private static func bytes(of input: OpenedInput, atMost limit: Int = 1 << 28) throws(ConvertError) -> [UInt8]? {
    try ConvertError.reading { () throws(PNGError) in
      var source = input.open()
      return try source.readAll(atMost: limit)
    }
  }

  /// Returns the file of a set with its new slots, ready to be moved into place; nil in a dry run.
  private func write(
    _ slots: [Int: SRGBContent], into set: AssetSet, _ folder: OpenFolder, _ writer: FileWriter,
    _ change: inout SetChange
  ) throws(SetError) -> TemporaryFile? {
    let (place, new) = try SetError.about(Pathname(set.contents.fileName)) { () throws(ConvertError) in
      var place = try ConvertError.writing { () throws(WriteError) in
        try writer.place(at: folder.path.appending(Array(set.contents.fileName.utf8)), in: folder)
      }
      guard let folder = place.folder else { throw .write(.changed) }
      let opened = try ConvertError.reading { () throws(GamutError) in try Self.open(place.name, in: folder) }
      guard let old = try Self.bytes(of: opened, atMost: AssetSet.sizeLimit),
        let new = set.contents(old, addingSRGB: slots)
      else { throw .write(.changed) }
      place.occupant = opened.status
      return (place, new)
    }
    let after = AssetSet(set.kind, at: set.path, named: set.name, contents: new, files: nil)
    // The new slots may be too many.
    if let fault = after.faults.first(where: { $0.kind == .broken }) {
      throw .broken(CatalogFault(.broken, "With the slots for displays of sRGB: \(fault.message)"))
    }
    change.unnamed = Set(set.slots.compactMap(\.file)).subtracting(after.slots.compactMap(\.file)).sorted()
    return try SetError.about(Pathname(set.contents.fileName)) { () throws(ConvertError) in
      guard after.slots.count >= set.slots.count else { throw .write(.readBack(nil)) }
      return try ConvertError.writing { () throws(WriteError) in
        try writer.checkReplacement(at: place)
        guard !options.writing.isDryRun else {
          try writer.checkFolder(of: place)
          return nil
        }
        let file = try writer.makeFile(for: place)
        try file.write(new)
        return file
      }
    }
  }
}

extension SetError {
  fileprivate static func about<Value>(
    _ file: Pathname, _ body: () throws(ConvertError) -> Value
  ) throws(SetError) -> Value {
    do { return try body() } catch { throw .file(file, error) }
  }
}

extension WriteError? {
  /// Whether the file is in place, although it may not be on the disk yet.
  fileprivate var isInPlace: Bool {
    switch self {
    case nil, .io(.syncFolder, _)?: true
    default: false
    }
  }
}

extension SetChange.Color {
  fileprivate init(_ variant: SRGBColors.Variant) {
    let slot = variant.color.slot
    self.init(
      conditions: slot.conditions.inAnyGamut, line: slot.line, words: variant.color.words, code: variant.own.hex,
      shift: variant.own.shown.difference(to: variant.color.color.judged), merging: variant.merging)
  }
}

/// The outermost asset catalogs of sets: open, and locked, so that runs that change them exclude each other.
struct LockedCatalogs: Sendable {
  /// Whether a file system has no locks.
  private(set) var isUnlocked = false
  private var paths: [Pathname: Pathname] = [:]
  private var catalogs: [Pathname: Result<OpenFolder, WriteError>] = [:]

  private static let patience = 10

  init(_ sets: [Pathname], isLocking: Bool) {
    for set in sets {
      guard let path = try? set.resolved else { continue }
      paths[set] = path
      let root = path.outermostCatalog ?? path
      if catalogs[root] == nil { catalogs[root] = open(root, isLocking: isLocking) }
    }
  }

  private mutating func open(_ path: Pathname, isLocking: Bool) -> Result<OpenFolder, WriteError> {
    guard let folder = OpenFolder(path) else { return .failure(.io(.examine, number: errno)) }
    guard isLocking else { return .success(folder) }
    switch folder.lock(waiting: Self.patience) {
    case .done: break
    case .isNotSupported: isUnlocked = true
    case .isHeld: return .failure(.catalogInUse)
    }
    return .success(folder)
  }

  /// Returns the catalog that a set is in, which is the set itself if it is in none, and the resolved path of the set.
  func place(of set: Pathname) throws(WriteError) -> (catalog: OpenFolder, path: Pathname) {
    guard let path = paths[set], let catalog = catalogs[path.outermostCatalog ?? path] else { throw .changed }
    return (try catalog.get(), path)
  }
}
