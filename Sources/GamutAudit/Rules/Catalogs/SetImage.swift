import GamutCatalogs
import GamutKit
import PNGCodec

/// An image of a slot.
struct SetImage: Sendable {
  let slot: AssetSlot
  let header: ImageHeader
  /// The declared colour space in words; sRGB for files without a declaration, as Xcode reads them.
  let space: String
  /// A checksum of the file.
  let content: UInt64

  /// Reads the images of a set of images with at least two slots.
  static func all(in set: AssetSet, _ inspector: Inspector) -> [SetImage] {
    guard set.kind == .imageSet || set.kind == .appIconSet else { return [] }
    let slots = set.slots.filter { !$0.isUnassigned && $0.file.map { Pathname($0).hasPNGSuffix } == true }
    guard slots.count > 1 || set.kind == .appIconSet else { return [] }
    var known: [String: SetImage] = [:]
    return slots.compactMap { slot in
      guard let file = slot.file else { return nil }
      if let same = known[file] { return SetImage(slot, like: same) }
      // What cannot be read has a row of its own.
      let path = set.path.appending(Array(file.utf8))
      do throws(GamutError) {
        let image = try SetImage(slot, OpenedInput(.file(path), keeping: .contents), inspector)
        known[file] = image
        return image
      } catch {
        error.noteUnanswered(about: path)
        return nil
      }
    }
  }

  private init(_ slot: AssetSlot, like other: SetImage) {
    (self.slot, header, space, content) = (slot, other.header, other.space, other.content)
  }

  private init(_ slot: AssetSlot, _ input: OpenedInput, _ inspector: Inspector) throws(GamutError) {
    self.slot = slot
    let inspection: PNGInspection
    do { inspection = try inspector.inspect(input.open()) } catch { throw .png(error) }
    header = inspection.survey.header
    content = try input.checksum()
    switch inspection.inForce?.identification?.space {
    case .sRGB?, .sGray?: space = "sRGB"
    case let known?: space = known.name
    case nil: space = inspection.inForce.map { $0.color.description ?? $0.origin.rawValue } ?? "sRGB"
    }
  }
}
