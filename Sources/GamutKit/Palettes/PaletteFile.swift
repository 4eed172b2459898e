package import GamutBasics
package import GamutCatalogs
package import GamutPalettes
import PNGCodec

package enum PaletteFile {
  package static func read(
    _ path: Pathname, as name: Pathname? = nil, and others: [Part] = []
  ) throws(GamutError) -> (palette: Palette, checksum: UInt64) {
    if (try? FileStatus(of: path))?.kind == .folder { return try catalog(path) }
    // The name of a file that is alone is that of the palette.
    let name = name ?? path
    var sources = [Palette.Source(file: others.isEmpty ? nil : name, try contents(path))]
    for other in others { sources.append(Palette.Source(file: other.name, try contents(other.path))) }
    let checksum = sources.reduce(0) { ContentChecksum.crc64($1.bytes, continuing: $0) }
    var paths = Dictionary(others.map { ($0.name, $0.path) } + [(name, path)]) { first, _ in first }
    do throws(PaletteFault) {
      let palette = try palette(sources, path == .standardInput ? sources[0].fileName : path.fileName) {
        reference, file in
        // What a file refers to is beside it, and has a name beside the name of the file.
        let found = (file ?? name).beside(reference)
        if paths[found] == nil { paths[found] = (file.flatMap { paths[$0] } ?? path).beside(reference) }
        guard !others.isEmpty || found != name, let place = paths[found], let bytes = try? contents(place) else {
          return nil
        }
        return Palette.Source(file: found, bytes)
      }
      return (palette, checksum)
    } catch {
      throw .palette(error)
    }
  }

  fileprivate static let formats =
    "known are design tokens (.tokens, .json), style sheets (.css), SVG, asset catalogs (.xcassets)"

  /// Returns whether a file is a palette with colours, or one whose colours are in other files.
  package static func hasColors(_ path: Pathname) -> Bool { (try? read(path))?.palette.isOfColors == true }

  package struct Part: Sendable, Hashable {
    package var path: Pathname
    package var name: Pathname

    package init(_ path: Pathname, as name: Pathname) { (self.path, self.name) = (path, name) }
  }

  private static func contents(_ path: Pathname) throws(GamutError) -> [UInt8] {
    let contents = try GamutError.reading { () throws(PNGError) in
      let isPiped = path == .standardInput
      var source = try isPiped ? ByteSource(OpenFile(descriptor: 0, closing: false)) : ByteSource(pathBytes: path.bytes)
      return try source.readAll(atMost: Palette.maximumSize)
    }
    if let contents { return contents }
    throw .palette(PaletteFault("the file has more than \(Words.count(Palette.maximumSize)) bytes: divide it"))
  }

  static func palette(
    _ sources: [Palette.Source], _ name: String, _ load: @escaping Palette.Loader = { _, _ in nil }
  ) throws(PaletteFault) -> Palette {
    switch Palette.Format(ofFile: name) {
    case .designTokens: return try Palette(designTokens: sources, load: load)
    case .css:
      let isSVG = name.lowercased().hasSuffix(".svg")
      return try Palette(css: isSVG ? sources.map(\.styleSheetOfSVG) : sources, load: load)
    case nil where name.hasSuffix(".png"):
      throw PaletteFault("this is not a known palette, but an image: give it alone, as in 'gamut palette icon.png'")
    case .catalog, nil: throw PaletteFault("this is not a known palette: \(formats)")
    }
  }

  private static func catalog(_ path: Pathname) throws(GamutError) -> (palette: Palette, checksum: UInt64) {
    // A catalog without sets has no colours.
    let found = try GamutError.asking { () throws(UnansweredQuestion) in try places(in: path) }
    guard let places = found ?? (path.fileName.hasSuffix(".xcassets") ? [] : nil) else { throw .png(.folder) }
    let sets = places.map { $0.read() }
    for case let unread? in sets.map(\.unread) { throw GamutError(unread) }
    return palette(of: sets, in: path)
  }

  /// Returns the sets of an asset catalog, or a set of one, sorted by their paths; nil if the path is that of neither.
  private static func places(in given: Pathname) throws(UnansweredQuestion) -> [SetPlace]? {
    guard try FileStatus(of: given)?.kind == .folder else { return nil }
    // The current folder may be a set.
    let path = ([".", ".."].contains(given.normalized.fileName) ? given.absolute : given).normalized
    if let place = try SetPlace(path) { return [place] }
    guard path.absolute.enclosingCatalog != nil else { return nil }
    let places = try SetPlace.all(in: path)
    return places.isEmpty ? nil : places.sorted { $0.path < $1.path }
  }

  package static func palette(of sets: [AssetSet], in folder: Pathname) -> (palette: Palette, checksum: UInt64) {
    (Palette(sets, in: folder.absolute), checksum(of: sets))
  }

  package static func checksum(of sets: [AssetSet]) -> UInt64 {
    var bytes: [UInt8] = []
    for set in sets where set.kind == .colorSet {
      for shift in stride(from: 0, to: 64, by: 8) { bytes.append(UInt8(truncatingIfNeeded: set.checksum >> shift)) }
    }
    return ContentChecksum.crc64(bytes)
  }
}

extension GamutError {
  package static let noPalettes = palette(
    PaletteFault("no file in the folder is a palette with colours: \(PaletteFile.formats)"))

  static func palette(_ fault: PaletteFault) -> GamutError {
    let place = fault.file.map { " of \($0.text.printable)" } ?? ""
    return .recorded(
      RecordedError(
        code: "palette-unreadable",
        message: fault.line.map { "Line \($0)\(place): \(fault.message.asClause)" } ?? fault.message.asSentence,
        offset: nil))
  }
}

extension Palette.Source {
  /// The name of a file with these contents, by their first mark: standard input has none.
  fileprivate var fileName: String {
    let first = bytes.first { !" \t\r\n\u{feff}".utf8.contains($0) }
    return [UInt8(ascii: "{"): "a.tokens", UInt8(ascii: "<"): "a.svg", 0x89: "a.png"][first ?? 0] ?? "a.css"
  }
}

extension Pathname {
  /// Returns the path that a relative one in this file leads to, without `..` where a folder precedes it.
  fileprivate func beside(_ reference: String) -> Pathname {
    let up = Array("..".utf8)
    var parts = [[UInt8]]()
    for part in folder.appending(Array(reference.utf8)).components {
      if part == up, let last = parts.last, last != up { parts.removeLast() } else { parts.append(Array(part)) }
    }
    return Pathname(bytes: (isAbsolute ? [UInt8(ascii: "/")] : []) + parts.joined(separator: [UInt8(ascii: "/")]))
  }
}

extension Palette {
  init(_ sets: [AssetSet], in folder: Pathname) {
    self.init(.catalog)
    defer { finishNotes() }
    var counts: [Pathname: Int] = [:]
    for set in sets where set.kind == .colorSet { counts[set.name, default: 0] += 1 }
    for set in sets where set.kind == .colorSet {
      let file = set.contents.absolute.below(folder)
      // If two sets have one name, their folders are part of it.
      let place = file.folder.text
      let name =
        counts[set.name, default: 1] > 1 && place.hasSuffix(".colorset")
        ? Pathname(String(place.dropLast(9))) : set.name
      let contexts = PaletteContext.all(of: set.slots)
      for fault in set.faults where fault.kind == .broken {
        note(.invalid, at: Place(file: file, line: fault.line), "\(set.name.text.printable): \(fault.message)")
      }
      for (slot, context) in zip(set.slots, contexts) {
        guard case .components(let components) = slot.color, let context else { continue }
        guard let color = CSSColor(components) else {
          note(
            .unknown, at: Place(file: file, line: slot.line),
            "The space of a colour of \(set.name.text.printable) is not known.")
          continue
        }
        guard entries.count < Self.maximumEntries else {
          note(
            .unknown, at: Place(file: file, line: slot.line),
            "The catalog has more than \(Words.count(Self.maximumEntries, "colour")); the others are ignored.")
          return
        }
        let words = SetColor(slot)?.words ?? components.space.rawValue
        entries.append(Entry(name, in: file, line: slot.line, context, color, text: words))
      }
    }
  }
}

extension CSSColor {
  fileprivate init?(_ components: ColorComponents) {
    let channels = components.channels
    switch components.space {
    case .sRGB, .extendedSRGB: self.init(.sRGB, channels, alpha: components.alpha)
    case .displayP3: self.init(.displayP3, channels, alpha: components.alpha)
    case .extendedLinearSRGB: self.init(.linearSRGB, channels, alpha: components.alpha)
    default:
      guard let linear = components.unboundedSRGB else { return nil }
      self.init(.linearSRGB, [linear.x, linear.y, linear.z], alpha: components.alpha)
    }
  }
}

extension PaletteContext {
  /// Returns the contexts of the slots of a set; nil for a slot that is never shown. If a set has a light slot and no
  /// dark one, its slot for any appearance is shown in dark contexts.
  fileprivate static func all(of slots: [AssetSlot]) -> [PaletteContext?] {
    func contexts(for appearance: Pathname) -> Set<PaletteContext> {
      Set(
        slots.lazy.filter { slot in
          slot.color != nil && slot.conditions.appearances.contains { $0.value == appearance }
        }.map { slot in
          var context = PaletteContext(slot.conditions)
          context.isDark = false
          return context
        })
    }
    let (light, dark) = (contexts(for: "light"), contexts(for: "dark"))
    return slots.map { slot in
      var context = PaletteContext(slot.conditions)
      guard light.contains(context), !slot.conditions.appearances.contains(where: { $0.value == "light" }) else {
        return context
      }
      if dark.contains(context) { return nil }
      context.isDark = true
      return context
    }
  }

  fileprivate init(_ conditions: SlotConditions) {
    self.init()
    var rest = conditions
    rest.appearances = conditions.appearances.filter { appearance in
      switch appearance.value {
      case "dark": isDark = true
      case "high": hasHighContrast = true
      case "light": break
      default: return true
      }
      return false
    }
    rest.gamut = nil
    switch conditions.gamut {
    case .sRGB: gamut = .sRGB
    case .displayP3: gamut = .displayP3
    default: break
    }
    theme = rest == SlotConditions() ? "" : Pathname(rest.words)
  }
}
