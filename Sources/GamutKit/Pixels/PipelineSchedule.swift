/// The state of a ``Pipeline``, which decides what each of its two threads does next.
///
/// A batch of rows takes these steps:
///
/// | state | next step | taken by | then |
/// |---|---|---|---|
/// | | inflate | the inflating thread, in order | inflated, or decoded if the decoder delivers rows |
/// | inflated | decode | either thread, in order, one batch at a time | classifying |
/// | decoded | | either thread, in any order | classifying |
/// | classifying | classify | the thread that has it | classified |
/// | classified | follow | the analysing thread, in order | |
/// | | remember | either thread, in order, one batch at a time, from the start of follow on | |
/// | | or absorb: both in one go | the analysing thread, if no colours wait | |
///
/// After both, the memory of the batch is free for a later one. The numbers of batches that have begun or ended a step
/// are therefore in this order:
///
///     remembered <= following;  followed <= following <= decoded <= inflated <= min(followed, remembered) + capacity
struct PipelineSchedule {
  /// A step of the batch with a number, counted from 0.
  enum Step: Hashable, Sendable {
    case inflate(Int)
    case decode(Int)
    case classify(Int)
    case follow(Int)
    case remember(Int)
    case absorb(Int)
    case end
  }

  private enum State { case inflated, decoded, classifying, classified }
  private enum Input { case running, ended, failed }

  /// The number of batches in progress at a time.
  private let capacity: Int
  /// Whether the decoder delivers rows, so that batches need no decoding.
  private let deliversRows: Bool
  /// The state of each batch in progress, by its number modulo the capacity.
  private var states: [State]
  private var (inflated, decoded, following, followed, remembered) = (0, 0, 0, 0, 0)
  /// Whether a thread is decoding a batch, and whether one is storing colours.
  private var (isDecoding, isRemembering) = (false, false)
  private var input = Input.running
  private var hasFilterFault = false

  init(capacity: Int, deliversRows: Bool) {
    self.capacity = capacity
    self.deliversRows = deliversRows
    states = Array(repeating: .inflated, count: capacity)
  }

  private subscript(batch: Int) -> State {
    get { states[batch % capacity] }
    set { states[batch % capacity] = newValue }
  }

  // MARK: What to do next

  /// Claims the next step of the inflating thread, which performs the steps in between when it is ahead; nil if it has
  /// to wait.
  mutating func claimForInflating() -> Step? {
    if isEnded { return .end }
    if input == .running, inflated - min(followed, remembered) < capacity { return .inflate(inflated) }
    if let step = claimColors() ?? claimFilters() { return step }
    // The latest one, because the other thread is about to take the earlier ones.
    return claimDecoded((followed..<decoded).reversed())
  }

  /// Claims the next step of the analysing thread; nil if it has to wait.
  mutating func claimForAnalysing() -> Step? {
    if isEnded { return .end }
    if followed < decoded {
      if self[followed] == .classified {
        following = followed + 1
        guard remembered == followed, !isRemembering, !isBehind else { return .follow(followed) }
        isRemembering = true
        return .absorb(followed)
      }
      if let step = claimDecoded(followed...followed) { return step }
    }
    return claimFilters() ?? claimColors()
  }

  /// Whether there is nothing left to do, or a failure prevents it.
  private var isEnded: Bool {
    if hasFilterFault { return true }
    return switch input {
    case .running: false
    case .ended: followed == inflated && remembered == inflated
    // An earlier batch may have a fault in its filters, which takes precedence independent of the speed of the threads.
    case .failed: decoded == inflated
    }
  }

  /// Whether the inflating thread is so far ahead that it has little to do other than store colours.
  private var isBehind: Bool {
    inflated - followed > capacity / 2
      && (followed..<inflated).allSatisfy { self[$0] == .classifying || self[$0] == .classified }
  }

  /// Claims the next batch whose filters have not been undone.
  private mutating func claimFilters() -> Step? {
    guard decoded < inflated, !isDecoding else { return nil }
    isDecoding = true
    return .decode(decoded)
  }

  /// Claims the first of some batches of rows that no thread has.
  private mutating func claimDecoded(_ batches: some Sequence<Int>) -> Step? {
    guard let batch = batches.first(where: { self[$0] == .decoded }) else { return nil }
    self[batch] = .classifying
    return .classify(batch)
  }

  /// Claims the next batch whose colours have not been stored.
  private mutating func claimColors() -> Step? {
    guard remembered < following, !isRemembering else { return nil }
    isRemembering = true
    return .remember(remembered)
  }

  // MARK: What is done

  /// Records that a claimed step is done. The thread that has decoded a batch continues with classifying it.
  mutating func complete(_ step: Step) {
    switch step {
    case .inflate(let batch):
      self[batch] = deliversRows ? .decoded : .inflated
      inflated += 1
      if deliversRows { decoded += 1 }
    case .decode(let batch):
      self[batch] = .classifying
      decoded += 1
      isDecoding = false
    case .classify(let batch): self[batch] = .classified
    case .follow: followed += 1
    case .remember:
      remembered += 1
      isRemembering = false
    case .absorb:
      followed += 1
      remembered += 1
      isRemembering = false
    case .end: break
    }
  }

  /// Records that there are no more rows to inflate, or that inflating has failed.
  mutating func endInput(failed: Bool) { input = failed ? .failed : .ended }

  /// Records that the filters of a batch cannot be undone.
  mutating func failFilters() {
    hasFilterFault = true
    isDecoding = false
  }
}
