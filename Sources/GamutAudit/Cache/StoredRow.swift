package import GamutKit

extension AuditRow {
  /// Codes the row of an image, but for its path.
  package mutating func code(_ coder: inout RowCoder) {
    // The rows of sets and palettes depend on many files, and those of failures on the system.
    if set != nil || palette != nil || error != nil || known != 0 { coder.fail() }
    if coder.codes(image != nil) {
      // Where it is: copies of large values take longer than reading them.
      if coder.isReading { image = AuditedImage(size: 0, header: .blank, isAnimated: false) }
      image?.code(&coder)
    }
    let count = coder.codes(count: findings.count)
    if coder.isReading { findings.reserveCapacity(count) }
    for index in 0..<count {
      // Not by `Array(repeating:count:)`, which looks up its type each time.
      if coder.isReading { findings.append(AuditFinding(rule: .collapses, severity: .note, message: "")) }
      findings[index].code(&coder)
    }
  }
}

extension AuditedImage {
  fileprivate mutating func code(_ coder: inout RowCoder) {
    coder.code(&size)
    header.code(&coder)
    coder.code(&isAnimated)
    coder.code(&isTemplate)
    coder.code(bits: &content)
    if coder.codes(report != nil) {
      if coder.isReading { report = .blank }
      report?.code(&coder)
    }
    // Mostly it is that of the report.
    if coder.codes(coder.isReading || declaration == report?.source) {
      if coder.isReading { declaration = report?.source }
    } else if coder.codes(declaration != nil) {
      if coder.isReading { declaration = .blank }
      declaration?.code(&coder)
    }
  }
}

extension AuditFinding {
  fileprivate mutating func code(_ coder: inout RowCoder) {
    let rules = AuditRule.allCases
    rule = rules[coder.codes(index: coder.isReading ? nil : rule.rank, below: rules.count)]
    fault.severity.code(&coder)
    coder.code(&fault.message)
    let count = coder.codes(count: numbers.count)
    if coder.isReading { numbers.reserveCapacity(count) }
    for index in 0..<count {
      if coder.isReading { numbers.append(Number("", 0)) }
      numbers[index].code(&coder)
    }
    coder.code(&weight)
    coder.code(&advice)
    // Most findings are about the file as a whole.
    if coder.codes(file != nil || line != nil || fault.offset != nil || fault.chunk != nil) {
      coder.code(&file)
      coder.code(&line)
      coder.code(&fault.offset)
      coder.code(&fault.chunk)
    }
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
