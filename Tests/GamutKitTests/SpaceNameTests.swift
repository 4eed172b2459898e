import LittleCMS
import PNGCodec
import TestSupport
import Testing

@testable import GamutKit

/// Names of spaces as people write them.
@Suite struct SpaceNameTests {
  static let names: [(String, ReferenceSpace)] = [
    ("sRGB", .sRGB), ("srgb", .sRGB), ("SRGB", .sRGB), ("sRGB IEC61966-2.1", .sRGB), ("P3", .displayP3),
    ("p3", .displayP3), ("display-p3", .displayP3), ("Display P3", .displayP3), ("displayP3", .displayP3),
    ("DISPLAY_P3", .displayP3), ("P3-D65", .displayP3), ("Adobe RGB", .adobeRGB), ("AdobeRGB1998", .adobeRGB),
    ("Adobe RGB (1998)", .adobeRGB), ("a98-rgb", .adobeRGB), ("ProPhoto", .proPhotoRGB),
    ("ProPhoto RGB", .proPhotoRGB), ("pro-photo-rgb", .proPhotoRGB), ("ROMM RGB", .proPhotoRGB),
    ("Rec.2020", .rec2020), ("BT.2020", .rec2020), ("rec2020", .rec2020), ("ITU-R BT.2020", .rec2020),
    ("Rec. 2020, gamma 2.4", .rec2020Display), ("Rec. 709", .rec709), ("BT.709", .rec709),
    ("rec709 gamma2.4", .rec709Display), ("DCI-P3", .dciP3), ("dci p3", .dciP3), ("linear sRGB", .linearSRGB),
    ("srgb-linear", .linearSRGB), ("Apple RGB", .appleRGB), ("ColorMatch", .colorMatchRGB),
    ("ColorMatch RGB", .colorMatchRGB), ("Wide Gamut RGB", .wideGamutRGB), ("Rec. 601 (525 lines)", .rec601NTSC),
    ("Rec. 601 NTSC", .rec601NTSC), ("BT.601 PAL", .rec601PAL), ("rec601-625", .rec601PAL), ("sGray", .sGray),
    ("s-grey", .sGray), ("P3 Compat", .displayP3Compat),
  ]

  @Test(arguments: names.indices) func peopleWriteThem(index: Int) throws {
    let (name, space) = Self.names[index]
    #expect(ReferenceSpace(named: name) == space, "\(name)")
    #expect(try SpaceChoice(named: Pathname(name)) == .known(space), "\(name)")
  }

  @Test(arguments: ReferenceSpace.allCases) func everyNameOfASpaceIsAccepted(space: ReferenceSpace) {
    for name in [space.rawValue, space.name] + space.otherNames {
      #expect(ReferenceSpace(named: name) == space, "\(name)")
      #expect(ReferenceSpace(named: name.uppercased()) == space, "\(name)")
    }
  }

  @Test(arguments: [
    "", "-", "...", "./srgb", "srgb/", "Profiles/sRGB", "srgb.icc", "rgb", "p4", "srgb!", "ｓRGB", "any", "none",
    String(repeating: "-", count: 100) + "srgb",
  ])
  func othersAreNot(name: String) {
    #expect(ReferenceSpace(named: name) == nil)
  }

  @Test(
    arguments: [
      ("display-p4", [.displayP3]), ("sgrb", [.sRGB]), ("rec2021", [.rec2020]), ("pro-foto", [.proPhotoRGB]),
      ("Adobe", [.adobeRGB]), ("rec-601", [.rec601NTSC, .rec601PAL]), ("gray", [.sGray]), ("cmyk", []), ("x", []),
      (String(repeating: "srgb", count: 50), []),
    ] as [(String, [ReferenceSpace])])
  func nearMisses(name: String, nearest: [ReferenceSpace]) {
    #expect(ReferenceSpace.nearest(to: name) == nearest)
    #expect {
      try SpaceChoice(named: Pathname(name))
    } throws: { error in
      guard case SpaceChoice.Fault.unknown(let found, _)? = error as? SpaceChoice.Fault else { return false }
      return found == nearest
    }
  }

  @Test func messages() {
    let missing = PNGError.io(operation: "open", number: 2)
    #expect(
      SpaceChoice.Fault.unknown(nearest: [.displayP3], file: missing).message.contains(" Did you mean 'display-p3'? "))
    #expect(
      SpaceChoice.Fault.unknown(nearest: [.rec601NTSC, .rec601PAL], file: missing).message.contains(
        " Did you mean 'rec-601-525' or 'rec-601-625'? "))
    #expect(!SpaceChoice.Fault.unknown(nearest: [], file: missing).message.contains("Did you mean"))
  }

  /// A path with a slash is that of a file, a name without one of a space is the space even beside such a file.
  @Test func filesAndNames() throws {
    let folder = try TemporaryFolder()
    let inFolder = Pathname(folder.path)
    try folder.write(ReferenceSpace.adobeRGB.profile.bytes, to: "srgb")
    try folder.write("no profile", to: "rec2021")
    #expect(try SpaceChoice(named: Pathname("srgb"), in: inFolder) == .sRGB)
    #expect(
      try SpaceChoice(named: Pathname("./srgb"), in: inFolder) == .profile(ReferenceSpace.adobeRGB.profile))
    #expect(
      try SpaceChoice(named: Pathname(folder.path + "/srgb")) == .profile(ReferenceSpace.adobeRGB.profile))
    #expect {
      try SpaceChoice(named: Pathname("rec2021"), in: inFolder)
    } throws: { error in
      if case .unsuitable? = error as? SpaceChoice.Fault { true } else { false }
    }
    #expect {
      try SpaceChoice(named: Pathname("./rec2022"), in: inFolder)
    } throws: { error in
      if case .unknown? = error as? SpaceChoice.Fault { true } else { false }
    }
  }
}
