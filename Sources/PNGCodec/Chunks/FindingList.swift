/// The findings of a file in the order in which they were found. The list has room for those of every legitimate file;
/// further findings are counted, so that a file that consists of faulty chunks needs no memory for each.
struct FindingList: Sendable {
  private(set) var listed: [Finding] = []
  /// The number of findings that are not listed.
  private(set) var unlistedCount = 0
  private var firstUnlisted = 0

  /// Adds a finding; its message is composed only if it is listed.
  mutating func add(_ kind: Finding.Kind, at offset: Int, chunk: ChunkType?, _ message: @autoclosure () -> String) {
    if listed.count < ChunkSurvey.listLimit {
      listed.append(Finding(kind: kind, offset: offset, chunk: chunk?.description, message: message()))
    } else {
      if unlistedCount == 0 { firstUnlisted = offset }
      unlistedCount += 1
    }
  }

  /// The listed findings, and one that counts the others.
  var all: [Finding] {
    guard unlistedCount > 0 else { return listed }
    let message = Finding.message(unlisted: unlistedCount)
    return listed + [Finding(kind: .unlisted, offset: firstUnlisted, chunk: nil, message: message)]
  }
}
