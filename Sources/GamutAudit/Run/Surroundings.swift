import GamutCatalogs
import GamutKit
import PNGCodec

/// The declarations of the images around one that declares no colour space. They are read from the chunks before the
/// image data, whether or not these images are audited, so that every part of a run has the same findings.
struct Surroundings: Sendable {
  private let inspector: Inspector
  /// What stands out in a folder, by its path; files come in the order of their paths.
  private let folders = Memo<Pathname, StandOut?>(limit: 64)

  /// The numbers of images of folders, and of those with 16 bits.
  private let counts = Memo<Pathname, (all: Int, deep: Int)>(limit: 64)
  private static let least = 5

  init(_ inspector: Inspector) { self.inspector = inspector }

  /// The end of a sentence about an image without a declaration, what those around it declare; and their space.
  typealias StandOut = (words: String, space: ReferenceSpace?)

  /// Whether a folder has at least five images, of which most have less than 16 bits, if that is wanted.
  func areMany(in folder: Pathname, ofLessDepth: Bool) -> Bool {
    let (all, deep) = counts.value(for: folder) {
      let images = (FolderWalk.entries(of: folder) ?? []).map { folder.appending($0.name) }.filter(\.hasPNGSuffix)
      return (images.count, images.count { (try? PNGReader(ByteSource(pathBytes: $0.bytes)))?.header.bitDepth == 16 })
    }
    return all >= Self.least && (!ofLessDepth || 2 * deep < all)
  }

  /// Returns nil if the image does not stand out.
  func wordsIfItStandsOut(
    _ image: Pathname, _ sets: Memo<Pathname, AssetSet?>
  ) throws(UnansweredQuestion) -> StandOut? {
    let folder = image.absolute.folder
    if let place = try CatalogPlace(of: image, sets) {
      let own = place.slots[0].conditions
      for slot in place.set.slots where !slot.isUnassigned && slot.conditions.gamut == own.gamut {
        guard let file = slot.file, slot.conditions.appearances == own.appearances, file.bytes != image.name else {
          continue
        }
        let other = folder.appending(file.bytes)
        guard other.hasPNGSuffix, let color = inspector.declaration(of: other), color.space != .sRGB,
          color.space != .sGray
        else { continue }
        let name = color.space?.name ?? color.description ?? "another one"
        return ("\(file.text.printable) in the same set declares \(name).", color.space)
      }
      return nil
    }
    guard !folder.isInAssetCatalog else { return nil }
    return try folders.value(for: folder) { () throws(UnansweredQuestion) in try words(about: folder) }
  }

  private func words(about folder: Pathname) throws(UnansweredQuestion) -> StandOut? {
    guard let entries = FolderWalk.entries(of: folder) else {
      try UnansweredQuestion.check(folder)
      return nil
    }
    var images: [Pathname] = []
    for (name, _) in entries {
      let image = folder.appending(name)
      // A variant for sRGB says nothing about the others.
      if image.hasPNGSuffix, try FileStatus(of: image)?.kind == .file, try image.wideImage == nil {
        images.append(image)
      }
    }
    guard images.count >= Self.least else { return nil }
    var counts: [ReferenceSpace: Int] = [:]
    var others = 0
    for image in images {
      if let space = inspector.declaration(of: image)?.space, space.isWide {
        counts[space, default: 0] += 1
      } else {
        others += 1
        // The rest cannot be most of them any more.
        if others * 2 >= images.count { return nil }
      }
    }
    guard let (space, _) = counts.max(by: { ($0.value, $1.key.rawValue) < ($1.value, $0.key.rawValue) }) else {
      return nil
    }
    let count = images.count - others
    let name = counts.count == 1 ? space.name : "a wide one, mostly \(space.name)"
    return ("\(Words.count(count)) of the \(Words.count(images.count)) images in its folder declare \(name).", space)
  }
}
