extension Remedy {
  /// A remedy to read into.
  package static var blank: Remedy { Remedy("") }

  package mutating func code(_ coder: inout RowCoder) {
    coder.code(&verb)
    coder.code(&options, blank: "") { $0.code(&$1) }
    coder.code(&output, blank: .here) { $0.code(&$1) }
    coder.code(&replacesOutput)
  }
}
