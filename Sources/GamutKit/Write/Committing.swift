#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What came of one input, and the file that waits to be put into its place, if one does.
struct Prepared<Outcome: Sendable>: Sendable {
  var outcome: Outcome
  var write: PendingWrite?
}

/// Prepares files 0, 1 ... `count` - 1 on `jobs` threads, puts them into their places many at a time, and hands each
/// outcome to `each` in that order, on the calling thread, with the reason if the file did not get into its place.
///
/// An error of `each` stops the work and is passed on; files that are not in their places by then are gone.
func committing<Outcome: Sendable, Failure: Error>(
  count: Int, jobs: Int, prepare: @escaping @Sendable (Int) -> Prepared<Outcome>,
  each: (Outcome, WriteError?) throws(Failure) -> Void
) throws(Failure) {
  let openFiles = openFileLimit
  var batch: [Prepared<Outcome>] = []
  var waiting = (files: 0, bytes: 0)
  func settle() throws(Failure) {
    var results = PendingWrite.commit(batch.compactMap(\.write))[...]
    let settled = batch
    batch = []
    waiting = (0, 0)
    for prepared in settled { try each(prepared.outcome, prepared.write == nil ? nil : results.removeFirst()) }
  }
  // Each file that waits is open; a thread has up to 16 of them waiting for their turn.
  try inOrder(count: count, jobs: min(jobs, max(1, openFiles / 64)), work: prepare) { prepared throws(Failure) in
    batch.append(prepared)
    if let write = prepared.write { waiting = (waiting.files + 1, waiting.bytes + write.size) }
    // Until they are in their places, new and old files take up room beside each other.
    if waiting.files >= min(256, max(1, openFiles / 4)) || waiting.bytes >= 64 << 20 { try settle() }
  }
  try settle()
}

/// How many files the process may have open.
private var openFileLimit: Int {
  var limit = rlimit()
  #if canImport(Glibc)
    let status = unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  #else
    let status = unsafe getrlimit(RLIMIT_NOFILE, &limit)
  #endif
  return status == 0 ? Int(clamping: limit.rlim_cur) : 256
}
