import SyntheticPNG
import TestSupport
import Testing

@testable import LittleCMS

@Suite("Curves")
struct ToneCurveTests {
  /// Parameters as numbers, rounded to s15Fixed16.
  static func parametric(_ kind: Int, _ parameters: [Double]) -> ToneCurve {
    .parametric(kind: kind, parameters: parameters.map { Int32(($0 * 65536).rounded()) })
  }

  @Test(
    "Values by the formulas of ICC.1:2022 table 68 and clause 10.6",
    arguments: [
      (ToneCurve.identity, 0.3, 0.3),
      (.gamma(512), 0.3, 0.09),
      (.table([0, 32768, 65535]), 0.25, 16384 / 65535),
      (.table([0, 65535]), 1, 1),
      (parametric(0, [2]), 0.3, 0.09),
      (parametric(1, [2, 0.5, 0.25]), 0.5, 0.25),
      (parametric(1, [2, 2, -1]), 0.25, 0),
      (parametric(2, [2, 2, -1, 0.25]), 0.25, 0.25),
      (parametric(2, [2, 2, -1, 0.25]), 0.75, 0.5),
      (parametric(3, [2, 0.5, 0.5, 0.25, 0.5]), 0.25, 0.0625),
      (parametric(3, [2, 0.5, 0.5, 0.25, 0.5]), 0.5, 0.5625),
      (parametric(4, [2, 0.5, 0.25, 0.5, 0.5, 0.125, 0.0625]), 0.25, 0.1875),
      (parametric(4, [2, 0.5, 0.25, 0.5, 0.5, 0.125, 0.0625]), 0.5, 0.375),
      (parametric(4, [2, 4, 0, 1, 0, 0, 0]), 1, 1),  // 16, clamped
      (parametric(4, [1, 1, -1, 1, 0, 0, 0]), 0.5, 0),  // base below 0
    ])
  func value(_ curve: ToneCurve, _ x: Double, _ expected: Double) {
    #expect(abs(curve(x) - expected) < 1e-12)
  }

  @Test(
    "Curves that can be used",
    arguments: [
      ToneCurve.identity, .gamma(1), .gamma(0xFFFF), .table([0, 65535]), .table([5, 5, 5, 6]),
      .table([0, 0, 100, 100, 65535, 65535]),
      parametric(0, [2.4]), parametric(1, [2.4, 1, 0]), parametric(1, [1, 2, -1]), parametric(2, [2, 1, 0, -0.25]),
      parametric(3, [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045]),
      parametric(3, [1 / 0.45, 1 / 1.099, 0.099 / 1.099, 1 / 4.5, 0.081]),  // Rec. 709 as published: falls by 0.00006
      parametric(3, [1, 1, 0, 1, 2]),  // the break lies beyond 1
      parametric(3, [2, 1, 0, 0, 0.5]),  // a step up
      parametric(3, [1, 2, 0, 3, 0.5]),  // a step down above 1, where both are clamped
      parametric(4, [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045, -0.01, -0.01]),
      parametric(3, [2, 1, 0, -1, 0.5]),  // the line falls below 0, where it is clamped
      parametric(0, [32767]),
      parametric(4, [1, 1, 0, -1, -1, 0, 0]),  // the falling line is never reached
    ])
  func usable(_ curve: ToneCurve) {
    #expect(curve.fault == nil)
    // A usable curve does not fall on a grid, except by rounding.
    let values = (0...4096).map { curve(Double($0) / 4096) }
    #expect(zip(values, values.dropFirst()).allSatisfy { $1 >= $0 - 0.00015 })
  }

  static let noInverse = "has an exponent or a factor that is not above 0"

  @Test(
    "Curves that cannot, and why",
    arguments: [
      (ToneCurve.gamma(0), noInverse),
      (.table([0, 65535, 65534]), "falls at 1.0 of its range"),
      (.table([1, 0, 65535]), "falls at 0.5 of its range"),
      (.table([7, 7, 7]), "gives one value for every code"),
      (.table([7]), "has the wrong number of parameters"),
      (.parametric(kind: 5, parameters: []), "has the wrong number of parameters"),
      (.parametric(kind: 3, parameters: [1]), "has the wrong number of parameters"),
      (parametric(0, [0]), noInverse),
      (parametric(0, [-1]), noInverse),
      (parametric(1, [2, 0, 1]), noInverse),
      (parametric(1, [2, -1, 1]), noInverse),
      (parametric(1, [2, 1, -1]), "gives one value for every code"),
      (parametric(2, [2, 1, 0, 1]), "gives one value for every code"),
      (parametric(3, [1, 1, 0, 2, 0.25]), "falls at 0.25 of its range"),
      (parametric(4, [1, 1, 0, -1, 0.5, 0, 1]), "falls at 0.0 of its range"),
      (parametric(1, [32767, 32767, 0]), "is not finite"),
    ])
  func unusable(_ curve: ToneCurve, _ fault: String) {
    #expect(curve.fault == fault)
  }
}
