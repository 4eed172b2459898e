import GamutBasics
import GamutCatalogs

extension Property {
  /// Sets are read or have faults, and what an edit adds is all that changes.
  static let catalogs = Property("catalogs", atMost: 4096, seeds: { Texts.sets }, words: { Texts.setWords }) {
    (bytes) throws(Violation) in
    for kind in AssetSet.Kind.allCases {
      let set = read(kind, bytes)
      try check(set, bytes)
      try checkEdit(set, bytes)
    }
  }

  private static func read(_ kind: AssetSet.Kind, _ bytes: [UInt8]) -> AssetSet {
    AssetSet(kind, at: Pathname("X.\(kind.rawValue)"), named: "X", contents: bytes, files: nil)
  }

  private static func check(_ set: AssetSet, _ bytes: [UInt8]) throws(Violation) {
    let lines = 1...(bytes.count { $0 == 0x0a } + 2)
    for slot in set.slots {
      try require(lines.contains(slot.line), "a slot in line \(slot.line)")
      // Only a name in the folder may reach the file system.
      if let file = slot.file {
        let name = file.text.dropFirst(set.kind == .icon ? "Assets/".count : 0)
        try require(!name.isEmpty && !name.contains("/") && name != ".." && name != ".", "the file '\(file)'")
      }
      if let (width, height) = slot.conditions.imageSize {
        try require((0...100_000_000).contains(width) && (0...100_000_000).contains(height), "\(width) x \(height)")
      }
      if case .components(let color) = slot.color {
        try require([1, 3].contains(color.channels.count), "\(color.channels.count) channels")
        try require(color.channels.allSatisfy(\.isFinite) && color.alpha.isFinite, "a colour that is not finite")
      }
    }
    for fault in set.faults {
      try require(!fault.message.isEmpty && fault.line.map { lines.contains($0) } ?? true, "\(fault)")
    }
  }

  private static func checkEdit(_ set: AssetSet, _ bytes: [UInt8]) throws(Violation) {
    var contents: [Int: SRGBContent] = [:]
    for index in set.slotsWithoutSRGB {
      if set.slots[index].file != nil {
        contents[index] = .file("\(index) \"new\".png")
      } else if case .components(let color) = set.slots[index].color, color.channels.count == 3, color.space.isKnown {
        contents[index] = .color(SIMD3(UInt16(index % 256), 128, 255))
      }
    }
    if !set.slots.isEmpty, set.kind != .icon {
      try require(set.contents(bytes, addingSRGB: [:]) == bytes, "a change without additions")
    }
    guard !contents.isEmpty else { return }
    guard let new = set.contents(bytes, addingSRGB: contents) else { throw Violation("an edit is refused") }
    let end = bytes.count - (bytes.lastIndex(of: UInt8(ascii: "]")) ?? 0)
    try require(
      new.starts(with: bytes.prefix { $0 != UInt8(ascii: "[") }) && new.suffix(end) == bytes.suffix(end),
      "bytes outside the slots change")
    let edited = read(set.kind, new)
    if set.faults.isEmpty { try require(edited.faults.isEmpty, "an edit adds \(edited.faults)") }
    try require(edited.slots.count >= set.slots.count, "an edit loses slots")
    // Slots with the same conditions, which is a fault, have one variant, that of the first.
    var done: Set<SlotConditions> = []
    for (index, content) in contents.sorted(by: { $0.key < $1.key }) {
      let conditions = set.slots[index].conditions.inAnyGamut
      guard done.insert(conditions).inserted else { continue }
      let isThere = edited.slots.contains { slot in
        guard slot.conditions.gamut == .sRGB, slot.conditions.inAnyGamut == conditions else { return false }
        switch content {
        case .file: return slot.file?.text.hasSuffix(" \"new\".png") ?? false
        case .color:
          guard case .components(let color) = slot.color else { return false }
          return color.space == .sRGB
        }
      }
      try require(isThere, "the variant of slot \(index) is missing in \(String(decoding: new, as: UTF8.self))")
    }
  }
}
