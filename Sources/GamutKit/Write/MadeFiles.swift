import LittleCMS
import PNGCodec
import Synchronization

/// What runs have written into an output folder, and from what, for the next run: a file there, replaced whole.
package final class MadeFiles: Sendable {
  /// An output, by hashes: nothing depends on the times of files.
  struct Entry: Sendable, Hashable {
    /// The contents of the input, all that decides the result besides them, and the contents of the output.
    var source, settings, result: String
    /// The way from the folder to the input.
    var input: Pathname
  }

  private struct State {
    var entries: [Pathname: Entry]
    var isSaved = true
    /// When it was last saved, and how long that took.
    var saved = ContinuousClock.now, cost = Duration.zero
  }

  package let path: Pathname
  private let folder: Pathname
  /// The folder without symbolic links.
  private let base: Pathname
  private let state: Mutex<State>

  private static let name = Array(".gamut-convert.json".utf8)
  private static let schema = "gamut.made/1"

  /// Reads the file of a folder, if there is one.
  ///
  /// - Throws: `foreign` if it is something else, and `io` if the system cannot read it.
  package init(in folder: Pathname) throws(WriteError) {
    self.folder = folder
    path = Self.path(in: folder)
    base = try WriteError.asking { () throws(UnansweredQuestion) in
      try folder.resolvedAsFarAsPossible ?? folder.absolute
    }
    let status = try WriteError.asking { () throws(UnansweredQuestion) in
      try FileStatus(of: Self.path(in: folder), followingLink: false)
    }
    guard let entries = status == nil ? [:] : Self.read(path) else { throw .foreign }
    state = Mutex(State(entries: entries))
  }

  package static func path(in folder: Pathname) -> Pathname { folder.appending(name) }

  private static func read(_ path: Pathname) -> [Pathname: Entry]? {
    guard var source = try? ByteSource(pathBytes: path.bytes), let bytes = try? source.readAll(atMost: 1 << 28),
      let json = try? JSONReader.read(bytes), json["schema"]?.string == schema, let files = json["files"]?.array
    else { return nil }
    var entries: [Pathname: Entry] = [:]
    for file in files {
      guard let path = Pathname(file), let source = file["source"]?.string,
        let settings = file["settings"]?.string, let result = file["result"]?.string,
        let input = Pathname(file, "input")
      else { return nil }
      entries[path] = Entry(source: source, settings: settings, result: result, input: input)
    }
    return entries
  }

  private func entry(at output: Pathname) -> Entry? {
    guard let entry = state.withLock({ $0.entries[output.below(folder)] }),
      let source = try? ByteSource(pathBytes: output.bytes),
      let hash = try? ContentHash(of: source), hash.text == entry.result
    else { return nil }
    return entry
  }

  struct Update {
    let output: Pathname
    fileprivate let files: MadeFiles
    /// What to record of the output, but for its contents.
    fileprivate var entry: Entry
    /// What is recorded, if the output has the bytes that were written; nil if it is missing, or somebody else's.
    fileprivate let recorded: Entry?

    /// What to record of an output that is that of these contents and settings already; nil for any other.
    var current: Entry? {
      guard let recorded, recorded.source == entry.source, recorded.settings == entry.settings else { return nil }
      var current = entry
      current.result = recorded.result
      return current
    }

    /// Returns what to record of a new file, and whether the output has its bytes already.
    ///
    /// - Throws: `edited` if the output is somebody else's and has other bytes, `changed` if it is so since a moment.
    func entry(for file: TemporaryFile, overwriting: Bool) throws(WriteError) -> (entry: Entry, isThere: Bool) {
      var entry = entry
      do { entry.result = try ContentHash(of: file.readBack()).text } catch { throw .readBack(error) }
      guard file.replacesFile, !overwriting else { return (entry, false) }
      if let recorded {
        // After the file to replace was determined, since which no other change is overlooked.
        guard files.entry(at: output) == recorded else { throw .changed }
        return (entry, false)
      }
      // What is not recorded stays, and is right if it has the same bytes.
      let found = try? ContentHash(of: ByteSource(pathBytes: file.path.bytes)).text
      guard found == entry.result else { throw .edited(output) }
      return (entry, true)
    }
  }

  /// Returns what is known of an output, by its input, the contents of that, and all else that decides the result.
  func update(of output: Pathname, from input: Pathname, _ source: ContentHash, by settings: String) -> Update {
    Update(
      output: output, files: self,
      entry: Entry(source: source.text, settings: settings, result: "", input: input.absolute.way(from: base)),
      recorded: entry(at: output))
  }

  /// Records an output, for the next time that the file is saved.
  func record(_ entry: Entry, at output: Pathname) {
    state.withLock { if $0.entries.updateValue(entry, forKey: output.below(folder)) != entry { $0.isSaved = false } }
  }

  /// Saves the file; with a pause, only after that, and a longer one if it takes long, because it is written whole: what a
  /// killed run did not save is made again and compared.
  package func save(after pause: Duration? = nil) throws(WriteError) {
    let began = ContinuousClock.now
    let entries = state.withLock { state -> [Pathname: Entry]? in
      let isEarly = pause.map { began - state.saved < max($0, state.cost * 50) } ?? false
      return state.isSaved || isEarly ? nil : state.entries
    }
    guard let entries else { return }
    let json = JSONWriter.object { object in
      object.member("schema", Self.schema)
      object.member("files", objects: entries.sorted { $0.key < $1.key }) { object, entry in
        object.member("path", entry.key)
        object.member("source", entry.value.source)
        object.member("settings", entry.value.settings)
        object.member("result", entry.value.result)
        object.member("input", entry.value.input)
      }
    }
    try OutputFile(path).finish(with: json + [0x0a])
    state.withLock { ($0.isSaved, $0.saved, $0.cost) = (true, .now, .now - began) }
  }
}

extension ContentHash {
  var text: String { bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() }
}

struct DecidingSettings<Options> {
  let options: Options
  let version = gamutVersion
  let libraries = [LibraryVersion.lcms2] + PNGLibraryVersions.all.map { $0.name + " " + $0.version }
}
