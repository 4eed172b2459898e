extension Remedy {
  /// A remedy to decode into.
  package static var blank: Remedy { .inspect }

  package mutating func code(_ coder: inout RowCoder) {
    var words = coder.isReading ? [] : self.words
    let count = coder.codes(count: words.count)
    if coder.isReading { words = Array(repeating: "", count: count) }
    for index in words.indices { coder.code(&words[index]) }
    var output = output
    coder.code(&output)
    guard coder.isReading else { return }
    guard let known = Remedy(words: words, writing: output.map { [$0] } ?? []) else { return coder.fail() }
    self = known
  }
}
