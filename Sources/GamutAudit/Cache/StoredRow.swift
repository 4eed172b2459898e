package import GamutKit

extension AuditRow {
  /// Codes the row of an image, but for its path.
  package mutating func code(_ coder: inout RowCoder) {
    // The rows of sets and palettes depend on many files, and those of failures on the system.
    if set != nil || palette != nil || error != nil || known != 0 { coder.fail() }
    coder.code(&image, blank: AuditedImage(size: 0, header: .blank, isAnimated: false)) { $1.code(&$0) }
    let blank = AuditFinding(rule: .collapses, severity: .note, message: "")
    coder.code(&findings, blank: blank) { $1.code(&$0) }
  }
}

extension AuditedImage {
  fileprivate mutating func code(_ coder: inout RowCoder) {
    coder.code(&size)
    header.code(&coder)
    coder.code(&isAnimated)
    coder.code(&isTemplate)
    coder.code(&declaration, blank: .blank) { $1.code(&$0) }
    coder.code(&content, blank: 0) { $0.code(bits: &$1) }
    coder.code(&report, blank: .blank) { $1.code(&$0) }
  }
}

extension AuditFinding {
  fileprivate mutating func code(_ coder: inout RowCoder) {
    coder.code(choice: &rule)
    coder.code(choice: &severity)
    coder.code(&message)
    coder.code(&numbers, blank: Number("", 0)) { $1.code(&$0) }
    coder.code(&weight)
    coder.code(&file, blank: .here) { $0.code(&$1) }
    coder.code(&line, blank: 0) { $0.code(&$1) }
    coder.code(&offset, blank: 0) { $0.code(&$1) }
    coder.code(&chunk, blank: "") { $0.code(&$1) }
    coder.code(&advice, blank: "") { $0.code(&$1) }
    coder.code(&remedy, blank: .blank) { $1.code(&$0) }
    coder.code(&other, blank: OtherFile(path: .here, size: 0, content: 0)) { coder, other in
      coder.code(&other.path)
      coder.code(&other.size)
      coder.code(bits: &other.content)
    }
  }
}

extension AuditFinding.Number {
  fileprivate mutating func code(_ coder: inout RowCoder) {
    coder.code(&name)
    var (whole, real): (Int?, Double) = (nil, 0)
    switch value {
    case .integer(let number): whole = number
    case .real(let number): real = number
    }
    coder.code(&whole, blank: 0) { $0.code(&$1) }
    if whole == nil { coder.code(&real) }
    if coder.isReading { value = whole.map { .integer($0) } ?? .real(real) }
  }
}
