import Gamut
import GamutBasics
import GamutCatalogs
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
    conversion.palettesKeepDepth = true
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
    do {
      reporter = try Reporter(reports)
    } catch {
      throw .input(error)
    }
  }

  /// A set whose new files are ready to be moved into place.
  private struct PreparedSet: Sendable {
    var row: CatalogRow
    var images: [PendingWrite] = []
    var contents: PendingWrite?

    /// Ends with the set unchanged: takes the images back that are in place.
    mutating func fail(_ file: Pathname, _ error: WriteError, placed: [PendingWrite]) {
      for image in placed { image.file.takeBack() }
      contents = nil
      row.result = .failure(.file(file.fileName, .write(error)))
    }
  }

  /// Adds slots to every set on `jobs` threads. Passes each row to `each` in the order of the inputs, on the calling
  /// thread. The images of a set are in place before its file names them; after a failure the set is as it was.
  ///
  /// - Parameters:
  ///   - inputs: the sets. Colours are compared with all of their catalogs.
  ///   - jobs: the number of threads.
  ///   - each: an error that it throws stops the work and is rethrown.
  public func convert<Failure: Error>(
    _ inputs: [CatalogInput], jobs: Int, each: (CatalogRow) throws(Failure) -> Void
  ) throws(Failure) {
    let catalogs = LockedCatalogs(inputs.map(\.set.path), isLocking: !options.writing.isDryRun)
    // Locked until all files are in place, also after the last set is prepared.
    defer { withExtendedLifetime(catalogs) {} }
    var inputs = inputs
    if catalogs.hasWaited {
      for index in inputs.indices { inputs[index].set = AssetSet(reading: inputs[index].set.path) ?? inputs[index].set }
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
    var results = PendingWrite.commit(batch.flatMap(\.images), canTakeBack: true)[...]
    for index in batch.indices {
      let images = batch[index].images
      let own = zip(images, results.prefix(images.count))
      results.removeFirst(images.count)
      guard let (image, error) = own.first(where: { $0.1 != nil }), let error else { continue }
      batch[index].fail(image.path, error, placed: own.filter { $0.1.isInPlace }.map(\.0))
    }
    let writing = batch.indices.filter { batch[$0].contents != nil }
    for (index, error) in zip(writing, PendingWrite.commit(writing.compactMap { batch[$0].contents })) {
      guard let error else { continue }
      let file = batch[index].row.path.appending(Array("Contents.json".utf8))
      // If it is in place, the images that it names stay.
      batch[index].fail(file, error, placed: Optional(error).isInPlace ? [] : batch[index].images)
    }
    return batch
  }

  /// Returns the new colours for displays of sRGB in the sets that are colour sets, by their folders. They remain
  /// distinct from all other colours of their catalog; if the system cannot read all of the catalog, the result is an
  /// error.
  private func colors(of inputs: [CatalogInput]) -> [Pathname: Result<[Int: SRGBColors.Variant], SetError>] {
    var result: [Pathname: Result<[Int: SRGBColors.Variant], SetError>] = [:]
    let sets = inputs.filter { $0.set.kind == .colorSet }.map(\.set.path.absolute)
    for (catalog, sets) in Dictionary(grouping: sets, by: { $0.enclosingCatalog ?? $0 }) {
      let read = AssetCatalog(colorsIn: catalog)
      if let unread = read.unread {
        let error = SetError.file(unread.path.text, .input(GamutError(unread)))
        for set in sets { result[set] = .failure(error) }
      } else {
        result.merge(SRGBColors(read.sets, options).variants.mapValues { .success($0) }) { first, _ in first }
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
      if let unread = set.unread { throw .file(unread.path.text, .input(GamutError(unread))) }
      let writer: FileWriter
      let folder: OpenFolder
      do throws(WriteError) {
        (writer, folder) = try open(set, catalogs)
      } catch {
        throw .file(set.contents.fileName, .write(error))
      }
      change.isUnlocked = catalogs.isUnlocked
      // What a run that was killed has kept may be further names of images, which may have to be replaced.
      if !options.writing.isDryRun { change.removedTemporaryFiles = writer.removeStale(in: folder) }
      if let fault = set.faults.first(where: { $0.kind == .broken }) { throw .broken(fault) }
      var slots: [Int: SRGBContent] = [:]
      if set.kind == .colorSet {
        for (index, variant) in try colors.get().sorted(by: { $0.key < $1.key }) where set.slots.indices.contains(index)
        {
          slots[index] = .color(variant.own.code)
          change.colors.append(SetChange.Color(variant))
        }
      } else {
        var sources: [String: Pathname] = [:]
        let files = candidates(input)
        let converter = converter.sharing(
          files.map { .file(folder.path.appending($0.file.bytes)) }, all: files.count > 1, jobs: 1)
        for (file, indices) in files {
          guard let (made, write) = try variant(of: file, in: set, folder, writer, converter) else { continue }
          if let other = sources.updateValue(file, forKey: made.name.folded) {
            throw .file(file.text, .write(.collision(with: other)))
          }
          if let write { prepared.images.append(write) }
          for index in indices {
            slots[index] = .file(made.name)
            change.images.append(
              SetChange.Image(
                conditions: set.slots[index].conditions.inAnyGamut, line: set.slots[index].line, file: file,
                variant: made.name, preserve: made.preserve))
          }
        }
        change.images.sort { $0.line < $1.line }
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

  /// Returns the PNG files of slots that lack a slot for displays of sRGB, with the indices of these slots.
  private func candidates(_ input: CatalogInput) -> [(file: Pathname, slots: [Int])] {
    var slots: [Pathname: [Int]] = [:]
    for index in input.set.slotsWithoutSRGB {
      guard let file = input.set.slots[index].file, file.hasPNGSuffix, input.files?.contains(file) != false
      else { continue }
      slots[file, default: []].append(index)
    }
    return slots.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  private struct Variant {
    var name: Pathname
    var preserve: PreserveStrength?
  }

  /// Opens the folder of a set, and returns a writer for what is in its catalog.
  private func open(_ set: AssetSet, _ catalogs: LockedCatalogs) throws(WriteError) -> (FileWriter, OpenFolder) {
    let (root, path) = try catalogs.place(of: set.path)
    let writer = FileWriter(options.writing, below: root)
    guard let folder = try writer.folder(at: path) else { throw .changed }
    return (writer, folder)
  }

  /// Returns the variant of an image, and the file that is ready to be moved into place; nil if no variant is needed.
  private func variant(
    of file: Pathname, in set: AssetSet, _ folder: OpenFolder, _ writer: FileWriter, _ converter: Converter
  ) throws(SetError) -> (Variant, PendingWrite?)? {
    let path = folder.path.appending(file.bytes)
    do throws(ConvertError) {
      let original: OpenedInput
      let report: GamutReport
      do throws(GamutError) {
        original = try Self.open(file.bytes, in: folder, keeping: .contents)
        report = try reporter.report(original, threads: 1)
      } catch {
        throw .input(error)
      }
      switch options.selection {
      case .collapsing: guard report.verdict == .collapses else { return nil }
      case .wide: guard report.verdict != .fits else { return nil }
      case .all: guard report.verdict != .fits || ![.sRGB, .sGray].contains(report.source.space) else { return nil }
      }
      let place = path.variantInCatalog
      let name = Pathname(bytes: place.name ?? [])
      if set.slots.contains(where: { $0.file == name && $0.conditions.gamut == .sRGB }) {
        return (Variant(name: name), nil)
      }
      guard !set.slots.contains(where: { $0.file == name }) else { throw .write(.foreign) }
      let made = converter.prepare(.file(path), opened: original, .success(.place(place)), writer)
      switch made.outcome.result {
      case .success(let report): return (Variant(name: name, preserve: report.preserve), made.write)
      case .failure(.write(.exists)):
        // An earlier run that was cut short may have left it.
        guard try isVariant(name.bytes, in: folder, of: original, converter) else { throw .write(.exists) }
        return (Variant(name: name), nil)
      case .failure(let error): throw error
      }
    } catch {
      throw .file(file.text, error)
    }
  }

  private static func open(
    _ name: [UInt8], in folder: OpenFolder, keeping: OpenedInput.Keeping = .file
  ) throws(GamutError) -> OpenedInput {
    try OpenedInput(file: GamutError.reading { () throws(PNGError) in try folder.file(name) }, keeping: keeping)
  }

  /// Returns whether a file has the bytes of the variant of an image.
  private func isVariant(
    _ name: [UInt8], in folder: OpenFolder, of original: OpenedInput, _ converter: Converter
  ) throws(ConvertError) -> Bool {
    func bytes(_ input: OpenedInput) throws(ConvertError) -> [UInt8]? {
      try ConvertError.reading { () throws(PNGError) in
        var source = input.open()
        return try source.readAll(atMost: 1 << 28)
      }
    }
    let existing: OpenedInput
    do { existing = try Self.open(name, in: folder) } catch { throw .input(error) }
    guard let original = try bytes(original), let existing = try bytes(existing) else { return false }
    return try converter.convert(png: original).bytes == existing
  }

  /// Returns the file of a set with its new slots, ready to be moved into place; nil in a dry run.
  private func write(
    _ slots: [Int: SRGBContent], into set: AssetSet, _ folder: OpenFolder, _ writer: FileWriter,
    _ change: inout SetChange
  ) throws(SetError) -> PendingWrite? {
    var fault: CatalogFault?
    do throws(ConvertError) {
      let place = try ConvertError.writing { () throws(WriteError) in
        try writer.place(at: folder.path.appending(Array(set.contents.fileName.utf8)))
      }
      let opened: OpenedInput
      guard let folder = place.folder else { throw .write(.changed) }
      do { opened = try Self.open(place.name, in: folder) } catch { throw .input(error) }
      let old = try ConvertError.reading { () throws(PNGError) in
        var source = opened.open()
        return try source.readAll(atMost: AssetSet.sizeLimit)
      }
      guard let old, let new = set.contents(old, addingSRGB: slots) else { throw .write(.changed) }
      let after = AssetSet(set.kind, at: set.path, named: set.name, contents: new, files: nil)
      fault = after.faults.first { $0.kind == .broken }
      guard after.slots.count >= set.slots.count, fault == nil else { throw .write(.readBack(nil)) }
      change.unnamed = Set(set.slots.compactMap(\.file)).subtracting(after.slots.compactMap(\.file)).sorted()
      return try ConvertError.writing { () throws(WriteError) in
        let place = try writer.place(of: opened.status, at: place.path)
        guard !options.writing.isDryRun else {
          try writer.checkFolder(of: place)
          return nil
        }
        let write = try writer.makeFile(for: place).write
        try write.file.write(new)
        return write
      }
    } catch {
      // The new slots may be too many.
      if let fault { throw .broken(CatalogFault(.broken, "With the slots for displays of sRGB: \(fault.message)")) }
      throw .file(set.contents.fileName, error)
    }
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
