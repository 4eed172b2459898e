extension Remedy {
  /// An empty remedy to decode into.
  package static var blank: Remedy { Remedy("") }

  package mutating func code(_ coder: inout RowCoder) {
    coder.code(&verb)
    let count = coder.codes(count: options.count)
    if coder.isReading { options = Array(repeating: "", count: count) }
    for index in options.indices { coder.code(&options[index]) }
    coder.code(&output)
    coder.code(&replacesOutput)
  }
}
