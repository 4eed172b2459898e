package import GamutKit

extension AuditRow {
  /// Codes the row of an image, but for its path.
  package mutating func code(_ coder: inout RowCoder) {
    // The rows of sets and palettes depend on many files, and those of failures on the system.
    if set != nil || palette != nil || error != nil || known != 0 { coder.fail() }
    if coder.codes(image != nil) {
      var own = image ?? AuditedImage(size: 0, header: .blank, isAnimated: false)
      own.code(&coder)
      image = own
    }
    let count = coder.codes(count: findings.count)
    if coder.isReading, count > 0 {
      findings = Array(repeating: AuditFinding(rule: .collapses, severity: .note, message: ""), count: count)
    }
    for index in findings.indices { findings[index].code(&coder) }
  }
}

extension AuditedImage {
  fileprivate mutating func code(_ coder: inout RowCoder) {
    coder.code(&size)
    header.code(&coder)
    coder.code(&isAnimated)
    coder.code(&isTemplate)
    if coder.codes(declaration != nil) {
      var own = declaration ?? .blank
      own.code(&coder)
      declaration = own
    }
    coder.code(bits: &content)
    if coder.codes(report != nil) {
      var own = report ?? .blank
      own.code(&coder)
      report = own
    }
  }
}

extension AuditFinding {
  fileprivate mutating func code(_ coder: inout RowCoder) {
    let rules = AuditRule.allCases
    rule = rules[coder.codes(index: coder.isReading ? nil : rule.rank, below: rules.count)]
    severity.code(&coder)
    coder.code(&message)
    let count = coder.codes(count: numbers.count)
    if coder.isReading { numbers = Array(repeating: Number("", 0), count: count) }
    for index in numbers.indices { numbers[index].code(&coder) }
    coder.code(&weight)
    coder.code(&file)
    coder.code(&line)
    coder.code(&offset)
    coder.code(&chunk)
    coder.code(&advice)
    if coder.codes(remedy != nil) {
      var own = remedy ?? .blank
      own.code(&coder)
      remedy = own
    }
    if coder.codes(other != nil) {
      var own = other ?? OtherFile(path: .here, size: 0, content: 0)
      coder.code(&own.path)
      coder.code(&own.size)
      coder.code(bits: &own.content)
      other = own
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
    coder.code(&whole)
    if whole == nil { coder.code(&real) }
    if coder.isReading { value = whole.map { .integer($0) } ?? .real(real) }
  }
}
