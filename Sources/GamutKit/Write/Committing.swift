import LibC

/// The outcome for one input, and the file that is ready to be moved into place, if there is one.
struct Prepared<Outcome: Sendable>: Sendable {
  var outcome: Outcome
  var write: PendingWrite?
}

/// Prepares files 0, 1 ... `count` - 1 on `jobs` threads, moves them into place in batches, and passes each outcome to
/// `each` in that order, on the calling thread, with the error if the file could not be moved into place.
///
/// An error thrown by `each` stops the work and is rethrown; files that are not in place by then are deleted.
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
  // Each waiting file is open; a thread has up to 16 waiting files.
  try inOrder(count: count, jobs: min(jobs, max(1, openFiles / 64)), work: prepare) { prepared throws(Failure) in
    batch.append(prepared)
    if let write = prepared.write { waiting = (waiting.files + 1, waiting.bytes + write.size) }
    // Until they are moved into place, new and old files both take up disk space.
    if waiting.files >= min(256, max(1, openFiles / 4)) || waiting.bytes >= 64 << 20 { try settle() }
  }
  try settle()
}

/// The maximum number of files that the process may have open.
private var openFileLimit: Int {
  var limit = rlimit()
  #if canImport(Glibc)
    let status = unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  #else
    let status = unsafe getrlimit(RLIMIT_NOFILE, &limit)
  #endif
  return status == 0 ? Int(clamping: limit.rlim_cur) : 256
}
