/// The data of tags, beginning with the type signature.
public enum ICCData {
  /// `XYZ `: three raw s15Fixed16 numbers.
  public static func xyz(_ numbers: [Int32]) -> [UInt8] { type("XYZ ") + numbers.flatMap(s32) }

  /// `sf32`: raw s15Fixed16 numbers.
  public static func numbers(_ numbers: [Int32]) -> [UInt8] { type("sf32") + numbers.flatMap(s32) }

  /// `curv`: no entry is the identity, one a gamma as u8Fixed8, more a table.
  public static func curve(_ entries: [UInt16]) -> [UInt8] {
    type("curv") + u32(entries.count) + entries.flatMap { u16(Int($0)) }
  }

  /// `para` with raw s15Fixed16 parameters.
  public static func parametric(_ kind: Int, _ parameters: [Int32]) -> [UInt8] {
    type("para") + u16(kind) + u16(0) + parameters.flatMap(s32)
  }

  /// `para` with parameters rounded to s15Fixed16.
  public static func parametric(_ kind: Int, values: [Double]) -> [UInt8] {
    parametric(kind, values.map { Int32(($0 * 65536).rounded()) })
  }

  /// The curve of sRGB with the most common parameters.
  public static let sRGBCurve = parametric(3, [0x26666, 0xF2A7, 0x0D59, 0x13D0, 0x0A5B])

  /// `desc` of version 2, with an optional Unicode part.
  public static func textDescription(ascii: [UInt8], unicode: String = "") -> [UInt8] {
    let units = unicode.isEmpty ? [] : Array(unicode.utf16) + [0]
    return type("desc") + u32(ascii.count + 1) + ascii + [0] + u32(0) + u32(units.count)
      + units.flatMap { u16(Int($0)) } + [UInt8](repeating: 0, count: 70)
  }

  /// `mluc` with one record, American English.
  public static func localized(_ text: String) -> [UInt8] { localized([("enUS", text)]) }

  /// `mluc`: language and country as in `enUS`, and the text of each record.
  public static func localized(_ records: [(String, String)]) -> [UInt8] {
    var table: [UInt8] = []
    var strings: [UInt8] = []
    for (language, text) in records {
      let units = text.utf16.flatMap { u16(Int($0)) }
      table += Array(language.utf8) + u32(units.count) + u32(16 + 12 * records.count + strings.count)
      strings += units
    }
    return type("mluc") + u32(records.count) + u32(12) + table + strings
  }

  /// `mft2` (lut16Type) with identity curves and an identity matrix; `grid` samples per input channel, the last channel
  /// fastest, three outputs each.
  public static func lut16(inputs: Int = 3, grid: Int, samples: [UInt16]) -> [UInt8] {
    let identity: [Int32] = [0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x10000]
    let ramps = [[UInt16]](repeating: [0, 65535], count: inputs).flatMap { $0 }
    let outputs: [UInt16] = [0, 65535, 0, 65535, 0, 65535]
    let header = [UInt8(inputs), 3, UInt8(grid), 0] + identity.flatMap(s32) + u16(2) + u16(2)
    return type("mft2") + header + (ramps + samples + outputs).flatMap { u16(Int($0)) }
  }

  public static func type(_ signature: String) -> [UInt8] { Array(signature.utf8) + [0, 0, 0, 0] }
  public static func u16(_ value: Int) -> [UInt8] { [UInt8(value >> 8 & 255), UInt8(value & 255)] }
  public static func u32(_ value: Int) -> [UInt8] { u16(value >> 16) + u16(value) }
  public static func s32(_ value: Int32) -> [UInt8] { u32(Int(UInt32(bitPattern: value))) }
}
