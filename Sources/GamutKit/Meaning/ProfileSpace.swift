import Gamut
import LittleCMS

extension TransferFunction {
  /// Creates the curve with the profile's exact parameters.
  init?(_ curve: ToneCurve) {
    if case .table(let samples) = curve {
      self = .sampled(samples)
    } else if let form = curve.parametricForm {
      self = .parametric(
        ParametricCurve(g: form.g, a: form.a, b: form.b, c: form.c, d: form.d, e: form.e, f: form.f))
    } else {
      return nil
    }
  }
}

extension RGBSpace {
  /// Creates the space of a profile with matrix and curves, with the profile's exact parameters; nil if the colorants
  /// do not span a space.
  init?(_ colorants: Colorants, red: ToneCurve, green: ToneCurve, blue: ToneCurve) {
    guard let red = TransferFunction(red), let green = TransferFunction(green), let blue = TransferFunction(blue)
    else { return nil }
    self.init(
      colorants: Matrix3(columns: colorants.red.values, colorants.green.values, colorants.blue.values),
      red: red, green: green, blue: blue)
  }
}

/// A profile whose lookup tables LittleCMS evaluates.
final class ProfileTables: DeviceToPCS {
  private let profile: UsableProfile

  init(_ profile: consuming UsableProfile) { self.profile = profile }

  func appendXYZ(of colors: [SIMD3<Double>], to result: inout [SIMD3<Double>]) {
    profile.transform.appendXYZ(of: colors, to: &result)
  }
}

extension Profile {
  /// A note about a profile of ICC version 5 (ICC.2) that also has the tags that version 4 needs; nil for all others.
  var version5Words: String? {
    header.version.major == 5
      ? "The profile is of ICC version 5 (iccMAX), which most programs do not read. It has what version 4 needs, and "
        + "that is used."
      : nil
  }

  /// Returns the meaning of an image's codes, if the profile defines it.
  func source(isGrey: Bool) throws(DeclarationFault) -> SourceSpace {
    do {
      let usable = try UsableProfile(self, for: isGrey ? .grey : .rgb)
      let model = usable.model
      switch model {
      case .matrix(let colorants, let red, let green, let blue):
        guard let space = RGBSpace(colorants, red: red, green: green, blue: blue) else {
          throw ProfileError.singularColorants
        }
        return .rgb(space)
      case .grey(let curve):
        guard let curve = TransferFunction(curve) else { throw ProfileError.unusableCurve("kTRC", .isMalformed) }
        return .grey(curve)
      case .table:
        return .table(ProfileTables(usable))
      }
    } catch let error as ProfileError {
      throw .profile(error)
    } catch {
      throw .tables  // Not reached: the block throws nothing else.
    }
  }
}
