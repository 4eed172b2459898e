import ColorScience

extension RowClassifier {
  /// Classifies rows whose colours are evaluated in double precision: by a profile's table, those of a row together, or by a
  /// mapping, with which every pixel may share its code with a clipping pixel.
  @unsafe
  func classifyStretches(_ rows: UnsafeRawBufferPointer, into result: inout ClassifiedRows) {
    let mapping = tables.isMapped ? tables.model.rendition.mapping : nil
    var stretches = RowStretches(tables, layout: layout)
    var known = ColorCache<Evaluated>(Evaluated(code: nil, change: MappedColor()))
    result.mapping = MappingTally()
    unsafe forEachRow(of: rows, &result) { row, rows, start, result in
      unsafe stretches.read(row)
      var end = start
      for (index, range) in stretches.ranges.enumerated() {
        let (color, linear) = (stretches.colors[index], stretches.linear[index])
        result.excess = max(result.excess, Self.excess(linear))
        let evaluated = known[color] ?? evaluate(color, stretches.sourceLinear[index], linear, mapping)
        known[color] = evaluated
        if mapping != nil { result.mapping.add(evaluated.change, pixels: range.count * rows) }
        guard let code = evaluated.code else { continue }
        for x in range {
          unsafe result.positions.base[end] = UInt32(truncatingIfNeeded: x)
          unsafe result.surface.base[end] = code.bits
          end += 1
        }
      }
      return (end, stretches.transparent)
    }
  }

  /// A colour's code, nil inside the cube, and what a mapping makes of it.
  private struct Evaluated: Sendable {
    var code: SurfaceCode?
    var change: MappedColor
  }

  private func evaluate(
    _ color: UInt64, _ source: SIMD3<Double>, _ linear: SIMD3<Double>, _ mapping: (any GamutMapping)?
  ) -> Evaluated {
    guard let mapping else { return Evaluated(code: SurfaceCode(linear: linear, tables), change: MappedColor()) }
    let mapped = mapping(linear)
    var code = SurfaceCode(linear: linear, mapped: mapped, tables)
    if code.isClipped, let test = tables.clampTest, !test.moves(color) { code = SurfaceCode(bits: code.code) }
    let isMoved = mapped != linear
    let isChanged =
      code.isClipped || isMoved && code.code != SurfaceCode(linear: linear, mapped: linear, tables).code
    return Evaluated(
      code: code, change: MappedColor(source, isMoved ? mapped : nil, tables.model, isChanged: isChanged))
  }
}
