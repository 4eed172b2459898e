import Gamut
import GamutKit

/// The shape that snapshot libraries expect of a comparison: how a value becomes the bytes of a file and is read again, and
/// what differs between a reference and a new value; nil if nothing does.
struct Diffing<Value> {
  var toData: (Value) -> [UInt8]
  var fromData: ([UInt8]) -> Value
  var diff: (_ reference: Value, _ new: Value) -> String?
}

extension Diffing<[UInt8]> {
  /// PNG files as people see them: files in two colour spaces that show one picture are equal, and a lost profile is not.
  static func picture(_ options: CompareOptions = CompareOptions()) throws -> Self {
    let comparer = try Comparer(options)
    return Self(toData: { $0 }, fromData: { $0 }) { reference, new in
      do throws(CompareError) {
        let comparison = try comparer.compare(reference, new)
        return comparison.verdict == .differs ? comparison.sentences.joined(separator: " ") : nil
      } catch { return error.text }
    }
  }
}
