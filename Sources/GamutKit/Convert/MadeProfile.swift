import Gamut
import LittleCMS

extension SourceSpace {
  /// A profile of this meaning, for LittleCMS, for declarations that are not a profile. Its parameters are rounded to
  /// s15Fixed16. nil for tables.
  var madeProfile: Profile? {
    switch self {
    case .rgb(let space):
      func number(_ value: Double) -> Int32 { Int32((min(max(value, -32768), 32767) * 65536).rounded()) }
      func color(_ column: Int) -> XYZNumber {
        let xyz = space.toPCS.column(column)
        return XYZNumber(x: number(xyz.x), y: number(xyz.y), z: number(xyz.z))
      }
      func curve(_ curve: TransferFunction) -> ToneCurve {
        switch curve {
        case .sampled(let samples): .table(samples)
        case .parametric(let p):
          .parametric(kind: 4, parameters: [p.g, p.a, p.b, p.c, p.d, p.e, p.f].map(number))
        }
      }
      return Profile.display(
        Colorants(red: color(0), green: color(1), blue: color(2)), red: curve(space.red), green: curve(space.green),
        blue: curve(space.blue))
    case .grey, .table: return nil
    }
  }
}
