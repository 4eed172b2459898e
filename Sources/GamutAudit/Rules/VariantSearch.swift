import Gamut
import GamutCatalogs
import GamutKit
import PNGCodec

/// Finds the sRGB variants of images that collapse, on disk, and checks whether they avoid the losses of the images.
struct VariantSearch: Sendable {
  let policy: AuditPolicy
  let inspector: Inspector
  /// A reporter that lists all visible losses, which requires another analysis of an image.
  let reporter: Reporter

  /// The file at the variant's path of an image that loses too much.
  struct Variant: Sendable {
    var path: Pathname
    /// The identity of the file; nil if it cannot be read.
    var file: AuditFinding.OtherFile?
    /// The reason that it does not count as the variant; nil if it does.
    var fault: String?
    /// The losses that it does not avoid; nil if its own row reports them, or if it does not count.
    var losses: LostPairs?
  }

  /// The image of a variant, which loses too much, and the losses that the variant does not avoid.
  struct Image: Sendable {
    var file: AuditFinding.OtherFile
    var losses: LostPairs
  }

  /// Returns the variant of a file; nil if it needs none, or if none exists. The losses of a variant among the audited files
  /// are reported in its own row. Fails if the file can no longer be read, or if the system fails to read the variant.
  func variant(
    of image: AuditSubject, _ report: GamutReport, _ original: OpenedInput, threads: Int, audited: Set<Pathname>
  ) throws(GamutError) -> Variant? {
    guard isNeeded(report, at: image.place.path), !image.isTemplate,
      let (place, shown) = try GamutError.asking({ () throws(UnansweredQuestion) in try variantPlace(of: image) })
    else { return nil }
    var variant = Variant(path: shown)
    variant.fault = try GamutError.asking { () throws(UnansweredQuestion) in
      // Reading something other than a regular file may never end.
      if try FileStatus(of: place)?.kind != .file { return "it is not a regular file" }
      return try place.isSameFile(as: image.place.input.path) ? "it is a link to the image itself" : nil
    }
    if variant.fault != nil { return variant }
    var pairs: [LossReport.AreaPair] = []
    if !audited.contains(shown) {
      let whole = report.loss.allPairs == nil ? try reporter.report(original, threads: threads) : report
      pairs = whole.loss.allPairs ?? []
    }
    var action = "read"
    do throws(GamutError) {
      let file = try OpenedInput(.file(place), keeping: .contents)
      variant.file = try file.described(shown)
      // A slot for displays of sRGB may have a vector graphic, which is not checked.
      if image.catalog != nil, !place.hasPNGSuffix { return variant }
      variant.fault = fault(of: try inspect(file), for: image.header)
      if variant.fault != nil { return variant }
      action = "decoded"
      let losses = try LostPairs(pairs, in: file, reporter)
      try file.checkUnchanged()
      if !pairs.isEmpty { variant.losses = losses }
    } catch {
      try error.checkAnswered(about: place)
      variant.fault = "it cannot be \(action): " + error.text
    }
    return variant
  }

  /// Returns the image of a variant; nil if there is none, or if it needs no variant.
  ///
  /// - Throws: an error if the file itself can no longer be read, or if the system fails to read the image.
  func image(of variant: AuditSubject, _ own: OpenedInput, threads: Int) throws(GamutError) -> Image? {
    let path = variant.place.path
    guard let place = try GamutError.asking({ () throws(UnansweredQuestion) in try wideImage(of: variant) }),
      let name = place.name, policy.severity(of: .variantLoses) != nil
    else { return nil }
    let images = variant.place.input.path.possibleWideImages(called: path)
    let shown = images.first { $0.name == name && $0.folder.name == place.folder.name } ?? path.sibling(name)
    guard !policy.excludes(shown) else { return nil }
    let described: AuditFinding.OtherFile
    let pairs: [LossReport.AreaPair]
    do throws(GamutError) {
      let file = try OpenedInput(.file(place), keeping: .contents)
      guard fault(of: variant.inspection, for: try inspect(file).survey.header) == nil else { return nil }
      let report = try reporter.report(file, threads: threads)
      // Steps have no pairs of pixels.
      guard isNeeded(report, at: shown), let all = report.loss.allPairs, !all.isEmpty else { return nil }
      pairs = all
      described = try file.described(shown)
      try file.checkUnchanged()
    } catch {
      // Reported in its own row.
      try error.checkAnswered(about: place)
      return nil
    }
    return Image(file: described, losses: try LostPairs(pairs, in: own, reporter))
  }

  /// Returns the place of the variant of an image: in a catalog the file of its sRGB slot, otherwise the file with the
  /// name of the variant. nil if there is none.
  private func variantPlace(
    of image: AuditSubject
  ) throws(UnansweredQuestion) -> (place: Pathname, shown: Pathname)? {
    let path = image.place.input.path
    if let catalog = image.catalog {
      guard let name = catalog.sRGBVariant?.bytes, name != path.name else { return nil }
      return try path.sibling(name).isThere ? (path.sibling(name), image.place.path.sibling(name)) : nil
    }
    guard let place = path.variant, let shown = path.variant(called: image.place.path), try place.isThere,
      try place.wideImage == path
    else { return nil }
    return (place, shown)
  }

  /// Returns the image of a variant, if it is a file: in a catalog that of its wide-gamut slot, else that of the name.
  private func wideImage(of variant: AuditSubject) throws(UnansweredQuestion) -> Pathname? {
    let path = variant.place.input.path
    let ofSlot = variant.catalog?.wideImage.flatMap { $0.bytes == path.name ? nil : path.sibling($0.bytes) }
    guard let image = try variant.catalog == nil ? path.wideImage : ofSlot else { return nil }
    return try FileStatus(of: image)?.kind == .file ? image : nil
  }

  private func isNeeded(_ report: GamutReport, at path: Pathname) -> Bool {
    report.destination.space == .sRGB && policy.refuses(report)
  }

  private func inspect(_ file: OpenedInput) throws(GamutError) -> PNGInspection {
    try GamutError.reading { () throws(PNGError) in try inspector.inspect(file.open()) }
  }

  /// Returns why a file does not count as the variant of an image, by its chunks; completes "it does not count: ...".
  private func fault(of variant: PNGInspection, for image: ImageHeader) -> String? {
    let header = variant.survey.header
    guard header.width == image.width, header.height == image.height else {
      return "it has \(header.width) x \(header.height) pixels, and the image \(image.width) x \(image.height)"
    }
    guard let declaration = variant.inForce else { return "it declares no colour space" }
    if declaration.fault != nil { return "its declaration cannot be used (\(declaration.origin.rawValue))" }
    switch declaration.origin {
    case .sRGB, .cICP, .iCCP: break
    default: return "only \(declaration.origin.rawValue) declares its colours"
    }
    let space = declaration.identification?.space
    guard space == .sRGB || space == .sGray else {
      let name = space?.name ?? declaration.color.description.map { "\"\($0)\"" } ?? "another space"
      return "it declares \(name) and not sRGB"
    }
    return nil
  }
}

extension OpenedInput {
  fileprivate func described(_ path: Pathname) throws(GamutError) -> AuditFinding.OtherFile {
    AuditFinding.OtherFile(path: path, size: open().size ?? 0, content: try checksum())
  }
}

struct LostPairs: Sendable {
  /// The number of pixel pairs that show the losses of the image, and of those that the variant does not keep distinct.
  let all: Int
  private(set) var lost = 0
  /// The first lost pair with the smallest difference: one with an invisible pixel has none, and precedes others.
  private(set) var worst: (pair: LossReport.AreaPair, difference: Double?)?

  init(_ pairs: [LossReport.AreaPair], in variant: OpenedInput, _ reporter: Reporter) throws(GamutError) {
    let positions = Set(pairs.flatMap { [$0.first.witness, $0.second.witness] })
    let samples = try PixelSamples(reporter, at: Array(positions), in: variant)
    all = pairs.count
    for pair in pairs {
      let difference = samples.difference(pair.first.witness, pair.second.witness)
      if let difference, difference > LostPair.remainingDifference { continue }
      lost += 1
      if let worst, worst.difference ?? -1 <= difference ?? -1 { continue }
      worst = (pair, difference)
    }
  }
}

extension LossReport {
  /// All lost pairs; nil if `top` omitted some of them.
  fileprivate var allPairs: [AreaPair]? { areas.largest.count == areas.pairs ? areas.largest : nil }
}
