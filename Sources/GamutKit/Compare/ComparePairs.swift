import Gamut

package struct ComparePair: Sendable, Hashable {
  /// The files; nil for the one that is missing.
  package var a, b: Input?
  /// The paths to report; the one of a missing file is where it would be.
  package var pathA, pathB: Pathname
  package var isRenamed = false

  package init(_ a: Input, _ b: Input) { (self.a, self.b, pathA, pathB) = (a, b, a.path, b.path) }

  private init(_ a: Input?, _ b: Input?, _ pathA: Pathname, _ pathB: Pathname) {
    (self.a, self.b, self.pathA, self.pathB) = (a, b, pathA, pathB)
  }

  /// Returns the pairs of the images in two folders and below them, by their paths there, in order. Of the files without
  /// a partner, those with equal bytes are pairs, too: they were renamed.
  package static func pairs(in a: Pathname, _ b: Pathname, excluding excludes: [Glob]) -> [ComparePair] {
    func images(_ folder: Pathname) -> [Pathname: Input] {
      let found = Input.images(
        below: folder,
        skipping: { path in
          let part = path.rest(after: folder)
          return excludes.contains { $0.matches(path.normalized) || $0.matches(part) }
        })
      return Dictionary(found.map { ($0.path.rest(after: folder), $0) }, uniquingKeysWith: { first, _ in first })
    }
    let (inA, inB) = (images(a), images(b))
    var renamed: [Pathname: Pathname] = [:]
    let (onlyA, onlyB) = (inA.filter { inB[$0.key] == nil }, inB.filter { inA[$0.key] == nil })
    if !onlyA.isEmpty, !onlyB.isEmpty {
      func checksum(_ input: Input?) -> UInt64? { input.flatMap { try? OpenedInput($0).checksum() } }
      var byContents = Dictionary(grouping: onlyB.keys.sorted()) { checksum(onlyB[$0]) }
      for name in onlyA.keys.sorted() {
        guard let contents = checksum(onlyA[name]), byContents[contents]?.isEmpty == false else { continue }
        renamed[name] = byContents[contents]?.removeFirst()
      }
    }
    return Set(inA.keys).union(inB.keys).subtracting(renamed.values).sorted().map { name in
      let other = renamed[name] ?? name
      var pair = ComparePair(inA[name], inB[other], a.joined(name), b.joined(other))
      pair.isRenamed = other != name
      return pair
    }
  }
}

extension Comparer {
  /// Compares pairs of files on `jobs` threads (a single one on two), and passes the rows to `each` in the order of the
  /// pairs, on the calling thread. An error thrown by `each` stops the work and is rethrown.
  package func compare<Failure: Error>(
    _ pairs: [ComparePair], jobs: Int, marks: DifferenceEncoder? = nil, each: (CompareRow) throws(Failure) -> Void
  ) throws(Failure) {
    let threads = pairs.count == 1 ? jobs : 1
    if let marks, pairs.count == 1 { return try each(row(for: pairs[0], threads: threads, marks: marks.add)) }
    try mapInOrder(count: pairs.count, jobs: jobs, work: { row(for: pairs[$0], threads: threads) }, each: each)
  }

  package func row(for pair: ComparePair, threads: Int, marks: (([UInt8], Int, Int) -> Void)? = nil) -> CompareRow {
    var row = CompareRow(a: pair.pathA, b: pair.pathB, isRenamed: pair.isRenamed, outcome: .alone(.a))
    guard let a = pair.a, let b = pair.b else {
      row.outcome = .alone(pair.a == nil ? .b : .a)
      if case .unusable(_, let error) = pair.a ?? pair.b {
        row.outcome = .failed(CompareError(side: pair.a == nil ? .b : .a, error: error))
      }
      return row
    }
    do throws(CompareError) {
      let first = try Self.on(.a) { () throws(GamutError) in try OpenedInput(a) }
      let second = try Self.on(.b) { () throws(GamutError) in try OpenedInput(b) }
      row.outcome = .compared(try compare(first, second, threads: threads, marks: marks))
    } catch {
      row.outcome = .failed(error)
    }
    return row
  }
}
