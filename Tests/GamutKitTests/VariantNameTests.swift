import TestSupport
import Testing

@testable import GamutKit

@Suite struct VariantNameTests {
  @Test(arguments: [
    ("icon.png", "icon-srgb.png"), ("icon-p3.png", "icon-srgb.png"), ("a/b.PNG", "a/b-srgb.PNG"),
    ("icon-srgb.png", nil), ("icon-P3.png", "icon-P3-srgb.png"), ("a-p3/b.png", "a-p3/b-srgb.png"),
    ("-p3-p3.png", "-p3-srgb.png"), ("icon", "icon-srgb.png"), ("icon@2x.png", "icon-srgb@2x.png"),
    ("a/icon-p3@1.5x~ipad.png", "a/icon-srgb@1.5x~ipad.png"), ("icon~ipad.png", "icon-srgb~ipad.png"),
    ("icon-srgb@3x.png", nil), ("a/@2x.png", "a/@2x-srgb.png"), ("mail@x.png", "mail@x-srgb.png"),
  ])
  func names(wide: String, variant: String?) {
    #expect(Pathname(wide).variant == variant.map { Pathname($0) })
  }

  /// Names are compared byte by byte.
  @Test func ownersAreThereByTheirVeryNames() throws {
    let folder = try TemporaryFolder()
    for name in ["x.png", "y.png", "y-p3.png", "Z.png"] { try folder.write([], to: name) }
    func owner(_ name: String) -> String? { try? Pathname(folder.path + "/" + name).wideImage?.fileName }
    #expect(owner("x-srgb.png") == "x.png" && owner("y-srgb.png") == "y-p3.png")
    #expect(owner("z-srgb.png") == nil && owner("Z-srgb.png") == "Z.png" && owner("x.png") == nil)
    // This would be the variant of y-p3-p3.png.
    #expect(owner("y-p3-srgb.png") == nil)
  }
}

/// The order of qualifiers is that of Android's "App resources overview", Table 2.
@Suite struct AndroidResourceTests {
  @Test(arguments: [
    ("drawable", "drawable-nowidecg"), ("drawable-night-xhdpi", "drawable-nowidecg-night-xhdpi"),
    ("mipmap-de-round-widecg-v26", "mipmap-de-round-nowidecg-v26"), ("drawable-nowidecg", nil),
  ])
  func folders(wide: String, variant: String?) throws {
    let folder = try TemporaryFolder()
    let module = folder.path + "/app/src/main/res/"
    for (script, keeps) in [
      ("", false), ("// crunchPngs false", false), ("release {\n  crunchPngs false\n}", true),
      ("crunchPngs true", false),
      ("isCrunchPngs = false", true),
    ] {
      try folder.write(script, to: "app/build.gradle")
      let image = Pathname(module + wide + "/icon.png")
      #expect(image.isStrippedByAndroid == !keeps)
      #expect(image.variant == (keeps ? variant.map { Pathname(module + $0 + "/icon.png") } : nil))
      if keeps, let own = image.variant { #expect(own.possibleWideImages.contains(image)) }
      #expect(Pathname(module + wide + "/icon.9.png").isStrippedByAndroid)
    }
  }
}

@Suite struct PathnamePartTests {
  @Test(arguments: [
    ("a", "a", "."), ("a/b", "b", "a"), ("/a", "a", "/"), ("/a/b/", "b", "/a"), ("a//b", "b", "a"), ("./a", "a", "."),
    ("../a", "a", ".."), ("//a", "a", "/"),
  ])
  func nameAndFolder(path: String, name: String, folder: String) {
    #expect(Pathname(path).fileName == name && Pathname(path).folder == Pathname(folder))
  }

  /// A search from folder to folder ends at the root.
  @Test(arguments: ["/", "//", ""])
  func theRootHasNoName(path: String) { #expect(Pathname(path).name == nil && Pathname(path).folder == Pathname(".")) }
}
