package import GamutBasics
import LittleCMS
import PNGCodec

extension AssetSet {
  static let slotLimit = 4096
  private static let iconLimit = 16_384
  package static let sizeLimit = 16 << 20

  private static let unconditional: Set<String> = [
    "filename", "color", "color-space", "resizing", "alignment-insets", "compression-type", "pre-rendered",
    "template-rendering-intent", "properties", "matching-style",
    // Programs that make icons write these.
    "expected-size", "folder",
  ]

  package init(_ kind: Kind, at path: Pathname, named name: Pathname, contents: [UInt8]?, files: Set<Pathname>?) {
    self.init(kind: kind, path: path, name: name)
    isTemplate = kind == .imageSet && name.text.hasSuffix("Template")
    guard var contents else {
      faults.append(CatalogFault(.broken, "\(self.contents.fileName) \(self.contents.reasonUnread)."))
      return
    }
    checksum = ContentChecksum.crc64(contents)
    contents = contents.withoutMark
    let lines = LineIndex(contents)
    let root: PlacedJSON
    do {
      root = try JSONReader.readPlaces(contents)
    } catch {
      let line = lines.line(at: error.offset)
      var fault = CatalogFault(.broken, line: line, "This is not valid JSON: \(error.message.printable).")
      // Xcode reads a comma after the last member.
      let before = contents.prefix(error.offset).last { $0 > UInt8(ascii: " ") }
      fault.isMinor =
        before == UInt8(ascii: ",") && contents.dropFirst(error.offset).first.map { "]}".utf8.contains($0) } == true
      faults.append(fault)
      return
    }
    guard root.members != nil else {
      faults.append(CatalogFault(.broken, line: 1, "This is not a JSON object."))
      return
    }
    isRead = true
    if kind == .icon {
      readIcon(root, lines)
    } else {
      readSlots(root, lines)
      findDoubleSlots()
    }
    if let files { compare(with: files) }
  }

  private mutating func readSlots(_ root: PlacedJSON, _ lines: LineIndex) {
    switch root["properties"]?["template-rendering-intent"]?.string {
    case "template": isTemplate = kind == .imageSet
    case nil: break
    default: isTemplate = false
    }
    guard let list = root[kind.list] else { return }
    guard let entries = list.array else { return broken(list, lines, "'\(kind.list)' is not a list") }
    guard entries.count <= Self.slotLimit else {
      return broken(list, lines, "a set has at most \(Self.slotLimit) slots, and not \(entries.count)")
    }
    for entry in entries {
      guard let members = entry.members else {
        broken(entry, lines, "a slot is not an object")
        continue
      }
      slots.append(slot(members, entry, lines))
    }
  }

  func entries(of root: PlacedJSON) -> [PlacedJSON] {
    (root[kind.list]?.array ?? []).filter { $0.members != nil }
  }

  private mutating func slot(_ members: [PlacedJSON.Member], _ entry: PlacedJSON, _ lines: LineIndex) -> AssetSlot {
    var slot = AssetSlot(line: lines.line(at: entry.place.lowerBound))
    for member in members {
      let value = member.value
      switch member.name.text {
      case "idiom": if let idiom = value.string { slot.conditions.idiom = Pathname(idiom) }
      case "scale": slot.conditions.scale = value.string
      case "display-gamut":
        let text = value.leaf?.text ?? ""
        slot.conditions.gamut = SlotConditions.Gamut.allCases.first { $0.rawValue.lowercased() == text.lowercased() }
        // An unknown gamut is not any gamut.
        if slot.conditions.gamut == nil {
          slot.conditions.others.append(.init(key: member.name, value: Pathname(text)))
        }
      case "appearances":
        slot.conditions.appearances = (value.array ?? []).compactMap { item in
          item["value"]?.string.map { .init(Pathname(item["appearance"]?.string ?? "luminosity"), Pathname($0)) }
        }.sorted { $0.name != $1.name && $0.name == "luminosity" }
      case "filename":
        guard let name = value.string else {
          broken(value, lines, "'filename' is not a text")
          break
        }
        if name.isNameInFolder {
          slot.file = Pathname(name)
        } else if !name.isEmpty {
          broken(value, lines, "'\(name.shortened)' is not the name of a file in the set")
        }
      case "color":
        do throws(ColorFault) {
          slot.color = try AssetColor(value)
        } catch {
          broken(error.place, lines, error.message)
        }
      case "unassigned": slot.isUnassigned = value.bool == true
      default:
        guard !Self.unconditional.contains(member.name.text), let text = value.leaf?.text else { break }
        slot.conditions.others.append(SlotConditions.Other(key: member.name, value: Pathname(text)))
      }
    }
    slot.conditions.others.sort { $0.key < $1.key }
    return slot
  }

  mutating func broken(_ value: PlacedJSON, _ lines: LineIndex, _ message: String) {
    faults.append(CatalogFault(.broken, line: lines.line(at: value.place.lowerBound), message.printable.asSentence))
  }

  private mutating func findDoubleSlots() {
    let used = slots.indices.filter {
      !slots[$0].isUnassigned && (slots[$0].file != nil || slots[$0].color != nil)
    }
    var seen: [SlotConditions: Int] = [:]
    for index in used {
      let slot = slots[index]
      guard let other = seen.updateValue(index, forKey: slot.conditions) else { continue }
      let names = [slots[other].file, slot.file].compactMap { $0?.text.printable }
      let conditions = slot.conditions.words.printable
      let what = names.count == 2 ? "two files, \(names[0]) and \(names[1])" : "two colours"
      let first = slots[other].line
      faults.append(
        CatalogFault(
          .broken, line: slot.line, "One slot has \(what) (\(conditions), the other is in line \(first))."))
    }
  }

  mutating func compare(with files: Set<Pathname>) {
    var named: Set<Pathname> = []
    for slot in slots {
      guard let file = slot.file, named.insert(file).inserted, !files.contains(file) else { continue }
      let conditions = slot.conditions.words.printable
      let place = conditions.isEmpty ? "" : " (\(conditions))"
      // Strings are equal if they differ only in the form of their accents (Unicode normalisation).
      let form = files.first { $0.text == file.text } ?? files.first { $0.folded == file.folded }
      if let form { named.insert(form) }
      let isOtherCase = form.map { $0.text != file.text } == true
      let words =
        form == nil
        ? "is not there\(place)."
        : "is there only with another \(isOtherCase ? "case" : "form of its accents")\(place), which is another name on "
          + "most file systems."
      var fault = CatalogFault(.missingFile, line: slot.line, "The file \(file.text.printable) \(words)")
      // Not on the volumes of most Macs.
      fault.isMinor = isOtherCase
      faults.append(fault)
    }
    guard kind != .icon else { return }
    // Templates of projects explain a set in a text beside it.
    for file in files.subtracting(named).sorted() where !file.text.uppercased().hasPrefix("README") {
      faults.append(CatalogFault(.orphanFile, "The file \(file.text.printable) belongs to no slot."))
    }
  }

  /// Reads a document of Icon Composer: each colour of a fill, and each image of a layer, is a slot.
  mutating func readIcon(_ root: PlacedJSON, _ lines: LineIndex) {
    var conditions = SlotConditions()
    conditions.idiom = "icon"
    readIcon(root, conditions, lines)
    guard slots.count > Self.iconLimit else { return }
    slots = []
    broken(root, lines, "an icon document has at most \(Self.iconLimit) colours and images")
  }

  private mutating func readIcon(_ value: PlacedJSON, _ conditions: SlotConditions, _ lines: LineIndex) {
    for item in value.array ?? [] { readIcon(item, conditions, lines) }
    guard let members = value.members, slots.count <= Self.iconLimit else { return }
    var own = conditions
    // A specialization restricts what is in it.
    if value["value"] != nil { own.specialize(value) }
    for member in members {
      switch member.name.text {
      case "solid", "automatic-gradient", "linear-gradient":
        for color in (member.value.array ?? [member.value]).prefix(Self.iconLimit + 1 - slots.count) {
          readColor(color, own, lines)
        }
      case "image-name": readImage(member.value, own, lines)
      case "image-name-specializations":
        for item in member.value.array ?? [] {
          guard let name = item["value"] else { continue }
          var conditions = own
          conditions.specialize(item)
          readImage(name, conditions, lines)
        }
      default: readIcon(member.value, own, lines)
      }
    }
  }

  private mutating func readImage(_ value: PlacedJSON, _ conditions: SlotConditions, _ lines: LineIndex) {
    guard let name = value.string, !name.isEmpty else { return }
    guard name.isNameInFolder else {
      return broken(value, lines, "'\(name.shortened)' is not the name of a file in the document")
    }
    var slot = AssetSlot(line: lines.line(at: value.place.lowerBound))
    slot.conditions = conditions
    slot.file = Pathname("Assets/" + name)
    slots.append(slot)
  }

  private mutating func readColor(_ value: PlacedJSON, _ conditions: SlotConditions, _ lines: LineIndex) {
    guard let text = value.string else { return }
    var slot = AssetSlot(line: lines.line(at: value.place.lowerBound))
    slot.conditions = conditions
    guard let color = AssetColor(iconColor: text) else {
      return broken(value, lines, "'\(text.shortened)' is not a colour of Icon Composer")
    }
    slot.color = color
    slots.append(slot)
  }
}

extension Pathname {
  /// The reason that the file of a set could not be read, as the end of a sentence.
  fileprivate var reasonUnread: String {
    let status: FileStatus?
    do { status = try FileStatus(of: self) } catch { return "cannot be read" }
    guard let status else { return "is missing" }
    guard status.kind == .file else { return "is not a regular file" }
    return status.size > AssetSet.sizeLimit ? "has more than 16 MB" : "cannot be read"
  }
}

extension AssetSet.Kind {
  fileprivate var list: String { self == .colorSet ? "colors" : "images" }
}

extension String {
  var isNameInFolder: Bool { !isEmpty && !contains("/") && self != ".." && self != "." && !utf8.contains(0) }
}

extension JSONNode {
  fileprivate var text: String? {
    switch self {
    case .string(let text): text
    case .integer(let value): String(value)
    case .real(let value): JSONWriter.text(of: value)
    case .bool(let value): String(value)
    case .null, .array, .object: nil
    }
  }
}

extension SlotConditions {
  fileprivate mutating func specialize(_ value: PlacedJSON) {
    if let idiom = value["idiom"]?.string { self.idiom = Pathname(idiom) }
    if let appearance = value["appearance"]?.string { appearances = [.init("luminosity", Pathname(appearance))] }
    for key in ["language-direction", "localization"] {
      if let text = value[key]?.string { others.append(.init(key: Pathname(key), value: Pathname(text))) }
    }
  }
}

extension AssetColor {
  /// Parses a colour such as `display-p3:1.00000,0.27100,0.22700,1.00000`, `gray:0.5,1` or `named:system-blue`.
  fileprivate init?(iconColor text: String) {
    let parts = text.split(separator: ":", maxSplits: 1)
    guard parts.count == 2 else { return nil }
    if parts[0] == "named" {
      self = .system(name: String(parts[1]), platform: nil)
      return
    }
    let spaces: [Substring: ColorComponents.Space] = [
      "srgb": .sRGB, "extended-srgb": .extendedSRGB, "display-p3": .displayP3, "gray": .gray,
      "extended-gray": .extendedGray,
    ]
    let texts = parts[1].split(separator: ",", omittingEmptySubsequences: false)
    let numbers = texts.compactMap { text in
      text.utf8.allSatisfy { "0123456789.+-eE".utf8.contains($0) } ? Double(text) : nil
    }
    guard let space = spaces[parts[0]], numbers.count == texts.count, numbers.count == (space.isGrey ? 2 : 4),
      let alpha = numbers.last, numbers.allSatisfy({ $0.magnitude < 1e6 }), (0...1).contains(alpha),
      space.isExtended || numbers.allSatisfy({ (0...1).contains($0) })
    else { return nil }
    self = .components(ColorComponents(space, Array(numbers.dropLast()), alpha: alpha))
  }
}
