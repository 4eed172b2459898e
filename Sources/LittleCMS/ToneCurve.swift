/// A tone reproduction curve as stored in a profile, from device value to linear light.
public enum ToneCurve: Sendable, Hashable {
  /// `curv` without entries: y = x.
  case identity
  /// `curv` of one entry: the exponent as u8Fixed8, times 256.
  case gamma(UInt16)
  /// `curv` of at least two entries: samples equally spaced over [0, 1], 65,535 being 1, with linear interpolation.
  case table([UInt16])
  /// `para` of kind 0 to 4 with its 1, 3, 4, 5 or 7 parameters as s15Fixed16, times 65,536.
  case parametric(kind: Int, parameters: [Int32])

  /// Reads a `curveType` or `parametricCurveType` (ICC.1:2022 clauses 10.6 and 10.18).
  init(parsing data: BigEndianBytes, of tag: Profile.Tag) throws(ProfileError) {
    func fault(_ words: String) -> ProfileError { .malformedTag(tag.signature, offset: tag.offset, fault: words) }
    switch data.signature(at: 0) {
    case "curv":
      guard let count = data.index(at: 8) else { throw fault("ends inside its header") }
      guard count <= (data.count - 12) / 2 else {
        throw fault("declares \(count) entries and has room for \((data.count - 12) / 2)")
      }
      guard count <= Self.maximumEntries else {
        throw fault("has \(count) entries, more than the limit of \(Self.maximumEntries)")
      }
      let entries = (0..<count).compactMap { data.u16(at: 12 + 2 * $0) }
      self = count == 0 ? .identity : count == 1 ? .gamma(entries[0]) : .table(entries)
    case "para":
      guard let kind = data.u16(at: 8).map({ Int($0) }) else { throw fault("ends inside its header") }
      guard kind < Self.parameterCounts.count else { throw fault("has a parametric curve of unknown kind \(kind)") }
      let count = Self.parameterCounts[kind]
      let parameters = (0..<count).compactMap { data.s32(at: 12 + 4 * $0) }
      guard parameters.count == count else {
        throw fault("has \(parameters.count) of the \(count) parameters of kind \(kind)")
      }
      self = .parametric(kind: kind, parameters: parameters)
    case let type?: throw fault("is of type '\(type)', not a curve")
    case nil: throw fault("is too short for a curve")
    }
  }

  private static let parameterCounts = [1, 3, 4, 5, 7]

  /// The largest number of entries that LittleCMS reads.
  private static let maximumEntries = 0x7fff

  /// Returns the linear value of `x`, both in [0, 1].
  public func callAsFunction(_ x: Double) -> Double {
    guard case .table(let entries) = self else {
      return min(max(parametricForm?(x) ?? x, 0), 1)
    }
    let position = min(max(x, 0), 1) * Double(entries.count - 1)
    let index = min(Int(position), entries.count - 2)
    let low = Double(entries[index])
    return (low + (Double(entries[index + 1]) - low) * (position - Double(index))) / 65535
  }
}
