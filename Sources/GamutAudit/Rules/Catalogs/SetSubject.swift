import Gamut
import GamutCatalogs
import GamutKit
import PNGCodec

/// A set of an asset catalog, and the facts that rules use. All rules share it.
final class SetSubject: Sendable {
  let policy: AuditPolicy
  let set: AssetSet
  let colors: [SetColor]
  /// The colours that displays of sRGB show instead of some colours of the set.
  let shown: ShownColors
  let catalog: CatalogColors
  let images: [SetImage]
  let run: RunColors?
  let appearances: [AuditPolicy.ExpectedAppearance]

  init(
    _ set: AssetSet, _ policy: AuditPolicy, _ colors: [SetColor]?, _ catalog: CatalogColors, images: [SetImage],
    run: RunColors?, appearances: [AuditPolicy.ExpectedAppearance]
  ) {
    (self.set, self.policy, self.catalog) = (set, policy, catalog)
    (self.images, self.run, self.appearances) = (images, run, appearances)
    shown = ShownColors(set)
    self.colors = colors ?? set.slots.filter { $0.color != nil }.compactMap { SetColor($0) }
  }

  private static let rules = AuditRule.allCases.filter { $0.setCheck != nil }

  func findings() -> [AuditFinding] {
    Self.rules.compactMap { rule in
      guard let check = rule.setCheck, let severity = policy.severity(of: rule) else { return nil }
      var finding = AuditFinding(rule: rule, severity: severity, message: "", remedy: rule.remedy)
      return check(self, &finding) ? finding : nil
    }
  }

  var canHaveSRGBSlots: Bool {
    self.set.kind == .colorSet && !set.faults.contains { $0.kind == .broken }
      && set.slotsWithoutSRGB.lazy.compactMap { SetColor(self.set.slots[$0]) }
        .contains { $0.color.isClipped && $0.systemColorOfItsNumbers == nil }
  }

  func describe(_ kind: CatalogFault.Kind, in finding: inout AuditFinding) -> Bool {
    let faults = set.faults.filter { $0.kind == kind }
    if faults.allSatisfy(\.isMinor) { policy.set(.note, of: &finding) }
    return finding.describe(faults.map { ($0.message, $0.line) })
  }

  /// Whether the catalog has app icons, all of them for macOS, whose displays have no 3x.
  var isInCatalogOfMac: Bool {
    guard let catalog = set.path.enclosingCatalog else { return false }
    let icons = (FolderWalk.entries(of: catalog) ?? []).compactMap {
      AssetSet(fileIn: catalog.appending($0.name), of: [.appIconSet])
    }
    return !icons.isEmpty && icons.allSatisfy(\.isOfMac)
  }

  /// Whether all slots with missing files are of app icons for devices that iOS 11 and newer do not run on.
  var hasOnlyOldDevices: Bool {
    let lines = Set(set.faults.filter { $0.kind == .missingFile }.map(\.line))
    let missing = Set(set.slots.filter { lines.contains($0.line) }.map(\.file))
    return set.slots.filter { $0.file != nil && missing.contains($0.file) }.allSatisfy { slot in
      let size = slot.conditions.others.first { $0.key == "size" }?.value
      return ["iphone", "ipad"].contains(slot.conditions.idiom) && size != nil
        && (slot.conditions.factor == 1 || ["50x50", "57x57", "72x72"].contains(size)
          || size == "76x76" && slot.conditions.factor == 3)
    }
  }

  /// Whether git ignores all files of the set that are missing.
  var hasOnlyFilesOfBuilds: Bool {
    let folder = set.contents.folder
    let missing = Set(set.slots.compactMap(\.file)).filter { (try? FileStatus(of: folder.joined($0))) == .some(nil) }
    let ignored = try? GitChanges.git(in: folder, ["check-ignore", "--"] + missing.map(\.text), isAsked: false) {
      .noRepository(folder, reply: $0)
    }
    return ignored?.split(separator: UInt8(ascii: "\n")).count == missing.count
  }
}

extension AuditFinding {
  private static let lineLimit = 8

  /// Sets the message to the sentence about the first of some slots, with the number and the lines of the others, and the
  /// line. Returns whether there are any.
  mutating func describe(_ slots: [(sentence: String, line: Int?)]) -> Bool {
    guard let first = slots.first else { return false }
    describe(slots.count, lines: slots.map(\.line), first.sentence)
    return true
  }

  /// `count` is that of slots, or of pairs of slots; the first of their lines is that of the slot in the sentence.
  mutating func describe(_ count: Int, lines: [Int?], _ sentence: String) {
    line = lines.first ?? nil
    fault.message = count > 1 ? sentence + " (And \(count - 1) more\(Self.words(lines)).)" : sentence
    numbers = [.init("slots", count)]
    weight = count
  }

  /// Returns the lines after the first one in words, such as ", in lines 3 and 7"; empty if there are none.
  private static func words(_ lines: [Int?]) -> String {
    let others = Set(lines.compactMap(\.self)).subtracting(lines.prefix(1).compactMap(\.self)).sorted()
    guard !others.isEmpty else { return "" }
    let shown = others.prefix(lineLimit).map(String.init) + (others.count > lineLimit ? ["others"] : [])
    return (shown.count > 1 ? ", in lines " : ", in line ") + Words.list(shown)
  }
}

struct SetImage: Sendable {
  let slot: AssetSlot
  /// The width and height in pixels.
  var size: SIMD2<Double>

  /// Reads the images of a set of images with at least two slots.
  static func all(in set: AssetSet, _ inspector: Inspector, _ unread: inout GamutError?) -> [SetImage] {
    guard set.kind == .imageSet || set.kind == .appIconSet else { return [] }
    let slots = set.slots.filter { !$0.isUnassigned && $0.file?.hasPNGSuffix == true }
    guard slots.count > 1 || set.kind == .appIconSet else { return [] }
    return slots.compactMap { slot in
      // What cannot be read has a row of its own.
      let path = set.path.appending(slot.file?.bytes ?? [])
      do throws(GamutError) {
        return try GamutError.reading { () throws(PNGError) in
          let header = try inspector.inspect(ByteSource(pathBytes: path.bytes)).survey.header
          return SetImage(slot: slot, size: SIMD2(Double(header.width), Double(header.height)))
        }
      } catch {
        do throws(GamutError) { try error.checkAnswered(about: path) } catch { unread = unread ?? error }
        return nil
      }
    }
  }
}

/// The place of an image in a set of an asset catalog, where slots and not names determine the display.
struct CatalogPlace: Sendable {
  let set: AssetSet
  let slots: [AssetSlot]

  /// Finds the place of an image; nil if its folder is not a set with slots for images, or if no slot has the image.
  init?(of image: Pathname, _ sets: Memo<Pathname, AssetSet?>) throws(UnansweredQuestion) {
    guard let set = try Self.set(of: image, sets) else { return nil }
    let name = image.name.map { Pathname(bytes: $0) }
    let slots = set.slots.filter { $0.file == name && !$0.isUnassigned }
    guard !slots.isEmpty else { return nil }
    (self.set, self.slots) = (set, slots)
  }

  static func set(
    of image: Pathname, _ sets: Memo<Pathname, AssetSet?>
  ) throws(UnansweredQuestion) -> AssetSet? {
    let folder = image.absolute.folder
    let set = sets.value(for: folder) { AssetSet(fileIn: folder, of: [.imageSet, .appIconSet]) }
    if let unread = set?.unread { throw unread }
    return set
  }

  /// The gamut of the displays that the image is for; nil for all displays.
  var gamut: SlotConditions.Gamut? {
    let gamuts = Set(slots.map(\.conditions.gamut))
    return gamuts.count == 1 ? gamuts.first ?? nil : nil
  }

  /// The conditions of its slots, if all are for an appearance; nil otherwise.
  var appearances: String? {
    guard slots.allSatisfy({ !$0.conditions.appearances.isEmpty }) else { return nil }
    return Set(slots.map(\.conditions.inAnyGamut.words)).sorted().joined(separator: "; ")
  }

  /// The file with the same conditions that displays of sRGB show instead: of the slot for these displays or, for one
  /// of Display P3, of the slot for any gamut. nil if there is none, or if the image is for these displays.
  var sRGBVariant: Pathname? {
    guard slots.allSatisfy({ $0.conditions.gamut != .sRGB }) else { return nil }
    let files = Set(
      slots.map { slot in
        file(like: slot, in: .sRGB) ?? (slot.conditions.gamut == .displayP3 ? file(like: slot, in: nil) : nil)
      })
    return files.count == 1 ? files.first ?? nil : nil
  }

  /// The file with the same conditions for wide-gamut displays, if this file is for displays of sRGB, or is for any
  /// display and has a counterpart for Display P3; nil if there is none.
  var wideImage: Pathname? {
    let files = Set(
      slots.map { slot -> Pathname? in
        switch slot.conditions.gamut {
        case .sRGB: file(like: slot, in: .displayP3) ?? file(like: slot, in: nil)
        case .displayP3: nil
        case nil: file(like: slot, in: .sRGB) == nil ? file(like: slot, in: .displayP3) : nil
        }
      })
    return files.count == 1 ? files.first ?? nil : nil
  }

  private func file(like slot: AssetSlot, in gamut: SlotConditions.Gamut?) -> Pathname? {
    set.slots.first {
      $0.file != nil && $0.conditions.gamut == gamut && $0.conditions.inAnyGamut == slot.conditions.inAnyGamut
    }?.file
  }
}

extension AuditSubject {
  var isTemplate: Bool { catalog?.set.isTemplate == true }

  static func isInNoSlot(
    _ image: Pathname, _ sets: Memo<Pathname, AssetSet?>
  ) throws(UnansweredQuestion) -> Bool {
    guard let set = try CatalogPlace.set(of: image, sets) else { return false }
    return !set.faults.contains { $0.kind == .broken }
  }

  func severity(of rule: AuditRule) -> Severity? {
    if isTemplate || isInNoSlot || damage != nil, !rule.traits.contains(.ignoresColors) { return nil }
    if stripped != nil, AuditRule.ofDeclarations.contains(rule) { return nil }
    return policy.severity(of: rule)
  }
}
