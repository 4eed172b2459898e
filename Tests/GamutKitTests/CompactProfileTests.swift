import Foundation
import Gamut
import GamutKit
import LittleCMS
import SyntheticPNG
import TestSupport
import Testing

/// The 44 profiles of Compact-ICC-Profiles, each with the space that it matches, and the difference from it.
@Suite(.enabled(if: Thoroughness.hasTime), .enabled(if: Corpus.path != nil, "GAMUT_CORPUS is not set"))
struct CompactProfileTests {
  /// The space, the level, and the difference in codes of 65,535, computed by an independent program in double precision
  /// from the profile's bytes.
  static let expected: [String: (space: ReferenceSpace, level: EquivalenceLevel?, codes16: Double)] = [
    "AdobeCompat-v2": (.adobeRGB, .sixteenBit, 0.003),
    "AdobeCompat-v4": (.adobeRGB, nil, 1029.402),
    "AppleCompat-v2": (.appleRGB, .sixteenBit, 0.000),
    "AppleCompat-v4": (.appleRGB, nil, 184.463),
    "ColorMatchCompat-v2": (.colorMatchRGB, .sixteenBit, 0.000),
    "ColorMatchCompat-v4": (.colorMatchRGB, nil, 184.463),
    "DCI-P3-v4": (.dciP3, .sixteenBit, 0.057),
    "DisplayP3-v2-magic": (.displayP3, .eightBit, 7.541),
    "DisplayP3-v2-micro": (.displayP3, .eightBit, 36.356),
    "DisplayP3-v4": (.displayP3, .sixteenBit, 0.485),
    "DisplayP3Compat-v2-magic": (.displayP3Compat, .eightBit, 7.541),
    "DisplayP3Compat-v2-micro": (.displayP3Compat, .eightBit, 36.356),
    "DisplayP3Compat-v4": (.displayP3Compat, .sixteenBit, 0.485),
    "ProPhoto-v2-magic": (.proPhotoRGB, .eightBit, 7.115),
    "ProPhoto-v2-micro": (.proPhotoRGB, .eightBit, 39.179),
    "ProPhoto-v4": (.proPhotoRGB, .sixteenBit, 0.041),
    "Rec2020-g24-v4": (.rec2020Display, .sixteenBit, 0.061),
    "Rec2020-v2-magic": (.rec2020, .eightBit, 1.861),
    "Rec2020-v2-micro": (.rec2020, .eightBit, 17.264),
    "Rec2020-v4": (.rec2020, .sixteenBit, 0.162),
    "Rec2020Compat-v2-magic": (.rec2020, nil, 716.292),
    "Rec2020Compat-v2-micro": (.rec2020, nil, 716.292),
    "Rec2020Compat-v4": (.rec2020, nil, 716.292),
    "Rec601NTSC-v2-magic": (.rec601NTSC, .eightBit, 19.502),
    "Rec601NTSC-v2-micro": (.rec601NTSC, .eightBit, 31.787),
    "Rec601NTSC-v4": (.rec601NTSC, .eightBit, 16.073),
    "Rec601PAL-v2-magic": (.rec601PAL, .eightBit, 19.502),
    "Rec601PAL-v2-micro": (.rec601PAL, .eightBit, 31.787),
    "Rec601PAL-v4": (.rec601PAL, .eightBit, 16.073),
    "Rec709-v2-magic": (.rec709, .eightBit, 30.416),
    "Rec709-v2-micro": (.rec709, .eightBit, 35.256),
    "Rec709-v4": (.rec709, .eightBit, 28.655),
    "WideGamutCompat-v2": (.wideGamutRGB, .sixteenBit, 0.003),
    "WideGamutCompat-v4": (.wideGamutRGB, nil, 1029.402),
    "sGrey-v2-magic": (.sGray, .eightBit, 7.531),
    "sGrey-v2-micro": (.sGray, .eightBit, 36.356),
    "sGrey-v2-nano": (.sGray, .eightBit, 122.851),
    "sGrey-v4": (.sGray, .sixteenBit, 0.485),
    "sRGB-v2-magic": (.sRGB, .eightBit, 7.541),
    "sRGB-v2-micro": (.sRGB, .eightBit, 36.356),
    "sRGB-v2-nano": (.sRGB, .eightBit, 122.851),
    "sRGB-v4": (.sRGB, .sixteenBit, 0.485),
    "scRGB-v2": (.linearSRGB, .sixteenBit, 0.000),
  ]

  @Test func allAreNamedAndGraded() throws {
    let corpus = try #require(Corpus.path) + "/icc-compact/"
    let names = try FileManager.default.contentsOfDirectory(atPath: corpus).filter { $0.hasSuffix(".icc") }
    #expect(names.count == 44 && Self.expected.count == 43)
    for file in names {
      let name = String(file.dropLast(4))
      guard case .profile(let profile) = try Inspector().inspect(Pathname(corpus + file)) else {
        Issue.record("\(name) is not taken for a profile")
        continue
      }
      guard let expected = Self.expected[name] else {
        // A CMYK profile, which a PNG cannot use.
        #expect(name == "CGATS001Compat-v2-micro" && profile.fault?.code == "profile-color-space")
        continue
      }
      let identification = try #require(profile.identification, "\(name)")
      let nearest = try #require(identification.nearest, "\(name)")
      #expect(nearest.reference == expected.space, "\(name)")
      #expect(identification.level == expected.level, "\(name)")
      // At the start of a pure power, the last bit of a product in double precision changes a code by a hundredth.
      #expect(abs(nearest.difference.codes16 - expected.codes16) < 0.02, "\(name)")
      #expect(profile.findings.isEmpty, "\(name)")
    }
  }
}
