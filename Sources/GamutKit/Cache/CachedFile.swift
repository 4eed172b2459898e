import PNGCodec

/// The key of a row: the context, which is the same for all rows of a run, and a name.
package struct CacheKey: Sendable {
  let context: UInt64
  let name: [UInt8]
  let hash: UInt64

  package init(_ context: CacheContext, _ name: [UInt8]) {
    self.context = context.value
    self.name = name
    hash = ContentChecksum.crc64(name, continuing: context.value)
  }
}

extension RowCache {
  /// The result of a search for a row in the cache.
  package enum Recall {
    /// The row, to be read from this coder: nothing that it depends on has changed.
    case known(RowCoder)
    /// The row must be computed; the ticket allows storing it.
    case unknown(Ticket)
  }

  /// A file whose row has to be computed, so that it can be kept.
  package struct Ticket: Sendable {
    let key: CacheKey
    let path: Pathname
    /// The file, if it is a regular one that can be read.
    package let opened: OpenedInput?
    let seen: SeenFile?
  }

  /// A file in the same folder that a row depends on.
  private struct Neighbor {
    var name: [UInt8] = []
    var place = SeenPlace.nothing

    mutating func code(_ coder: inout RowCoder) {
      coder.code(&name)
      place.code(&coder)
    }

    static func code(_ list: inout [Neighbor], _ coder: inout RowCoder) {
      let count = coder.codes(count: list.count)
      if coder.isReading { list = Array(repeating: Neighbor(), count: count) }
      for index in list.indices { list[index].code(&coder) }
    }
  }

  /// Searches for the row of the file at a path.
  package func recall(_ key: CacheKey, at path: Pathname) -> Recall {
    // Some rows depend on the destination of a link, so links are not cached.
    guard let status = FileStatus(linkAt: path), status.kind == .file, status.size > 0 else {
      return .unknown(Ticket(key: key, path: path, opened: nil, seen: nil))
    }
    let log = log
    guard let body = log.records[key.hash] else { return .unknown(ticket(key, at: path)) }
    var coder = RowCoder(reading: log.bytes, body)
    var context: UInt64 = 0
    coder.code(bits: &context)
    guard context == key.context, coder.reads(key.name) else { return .unknown(ticket(key, at: path)) }
    var own = SeenFile()
    own.code(&coder)
    var renewed: Ticket?
    if !own.isSame(as: status) {
      let opened = ticket(key, at: path)
      guard opened.seen?.content == own.content else { return .unknown(opened) }
      renewed = opened
    }
    var neighbors: [Neighbor] = []
    Neighbor.code(&neighbors, &coder)
    guard !coder.isFaulty, neighbors.allSatisfy({ isSame($0, beside: path) }) else {
      return .unknown(renewed ?? ticket(key, at: path))
    }
    if let seen = renewed?.seen, seen.isSettled {
      for index in neighbors.indices {
        let neighbor = neighbors[index]
        neighbors[index].place = SeenPlace(path.sibling(neighbor.name), since: start) ?? neighbor.place
      }
      add(key, seen, neighbors, Array(log.bytes[coder.place..<body.upperBound]))
    }
    return .known(coder)
  }

  /// Whether a file beside another is the same, or still not there.
  private func isSame(_ neighbor: Neighbor, beside path: Pathname) -> Bool {
    // Most of them are not there, and the names in a folder are read faster than each is looked for.
    if case .nothing = neighbor.place, !neighbor.name.contains(UInt8(ascii: "/")),
      let names = names(in: path.folder), !names.contains(Pathname(bytes: neighbor.name))
    {
      return true
    }
    return neighbor.place.isSame(at: path.sibling(neighbor.name))
  }

  /// Opens the file at a path, whose row is to be computed.
  package func ticket(_ key: CacheKey, at path: Pathname) -> Ticket {
    let time = FileStatus.now
    do throws(GamutError) {
      let opened = try OpenedInput(.file(path), keeping: .contents)
      guard let status = opened.status else { return Ticket(key: key, path: path, opened: nil, seen: nil) }
      let seen = SeenFile(path, status, content: try opened.checksum(), at: time)
      return Ticket(key: key, path: path, opened: opened, seen: seen)
    } catch {
      return Ticket(key: key, path: path, opened: nil, seen: nil)
    }
  }

  /// Keeps a row, unless something that it depends on may have changed since the run began.
  ///
  /// - Parameters:
  ///   - names: the names of the files in the same folder that it depends on, also of those that are not there.
  ///   - row: the coder that it was written with.
  package func keep(_ ticket: Ticket, besides names: [[UInt8]] = [], _ row: RowCoder) {
    guard let seen = ticket.seen, !row.isFaulty else { return }
    do { try ticket.opened?.checkUnchanged() } catch { return }
    var neighbors: [Neighbor] = []
    if !names.isEmpty {
      // A file that was created and deleted since then has changed the folder.
      let folder = ticket.path.folder
      guard FileStatus(linkAt: folder)?.isSettled(at: start, folder) == true else { return }
    }
    for name in names {
      guard let place = SeenPlace(ticket.path.sibling(name), since: start) else { return }
      neighbors.append(Neighbor(name: name, place: place))
    }
    add(ticket.key, seen, neighbors, row.written)
  }

  private func add(_ key: CacheKey, _ seen: SeenFile, _ neighbors: [Neighbor], _ row: [UInt8]) {
    var coder = RowCoder()
    var (context, name, seen, neighbors) = (key.context, key.name, seen, neighbors)
    coder.code(bits: &context)
    coder.code(&name)
    seen.code(&coder)
    Neighbor.code(&neighbors, &coder)
    add(key.hash, coder.written + row)
  }
}
