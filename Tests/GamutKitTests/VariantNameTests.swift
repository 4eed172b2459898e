import TestSupport
import Testing

@testable import GamutKit

@Suite struct VariantNameTests {
  @Test(arguments: [
    ("icon.png", "icon-srgb.png"), ("icon-p3.png", "icon-srgb.png"), ("a/b.PNG", "a/b-srgb.PNG"),
    ("icon-srgb.png", nil), ("icon-P3.png", "icon-P3-srgb.png"), ("a-p3/b.png", "a-p3/b-srgb.png"),
    ("-p3-p3.png", "-p3-srgb.png"), ("icon", "icon-srgb.png"),
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
