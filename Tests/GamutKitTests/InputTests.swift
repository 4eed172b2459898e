import LibC
import SyntheticPNG
import TestSupport
import Testing

@testable import GamutKit

@Suite struct InputTests {
  private func names(_ inputs: [Input], below folder: TemporaryFolder) -> [String] {
    inputs.map { input in
      let name = input.path.text.replacing(folder.path + "/", with: "")
      if case .unusable(_, let error) = input { return name + " " + error.code }
      return name
    }
  }

  @Test func aFolderIsItsImagesSortedByTheBytesOfTheirPaths() throws {
    let folder = try TemporaryFolder()
    for name in ["b.png", "B.PNG", "a/z.Png", "a.png", "c.jpg", "é.png", ".png", "d.png/inside.png", "a/.hidden.png"] {
      try folder.write([], to: name)
    }
    let inputs = Input.collect([Pathname(folder.path)])
    #expect(
      names(inputs, below: folder)
        == [".png", "B.PNG", "a.png", "a/.hidden.png", "a/z.Png", "b.png", "d.png/inside.png", "é.png"])
  }

  @Test func eachFileOnce() throws {
    let folder = try TemporaryFolder()
    for name in ["a.png", "b.png"] { try folder.write([], to: name) }
    let spellings = ["", "/", "/./a.png", "//a.png", "/a.png"].map { Pathname(folder.path + $0) }
    #expect(names(Input.collect(spellings), below: folder).count == 2)
  }

  @Test(arguments: [
    (["build"], ["a.png", "icons/b.png"]), (["*.png"], []),
    (["icons/*"], ["a.png", "build/c.png", "deep/build/d.png"]),
    (["/build", "a.png"], ["deep/build/d.png", "icons/b.png"]), (["**/build/**"], ["a.png", "icons/b.png"]),
  ])
  func `Patterns omit files and folders`(patterns: [String], expected: [String]) throws {
    let folder = try TemporaryFolder()
    for name in ["a.png", "icons/b.png", "build/c.png", "deep/build/d.png"] { try folder.write([], to: name) }
    let inputs = Input.collect([Pathname(folder.path)], excluding: try patterns.map { try Glob($0) })
    #expect(names(inputs, below: folder) == expected)
  }

  @Test func `A pattern also applies to the path as given`() throws {
    let names = ["Assets/a.png", "./Assets/b.png", "Other/a.png"].map { Pathname($0) }
    #expect(Input.collect(names, excluding: [try Glob("Assets/*")]) == [.file(Pathname("Other/a.png"))])
  }

  @Test func linksToFoldersAreNotFollowedAndLinksToFilesAre() throws {
    let folder = try TemporaryFolder()
    try folder.write([], to: "deep/real.png")
    try folder.link("deep/loop", to: "..")
    try folder.link("deep/loop.png", to: folder.path)
    try folder.link("file.png", to: "deep/real.png")
    try folder.link("dangling.png", to: "nowhere")
    try folder.link("circle.png", to: "circle.png")
    let inputs = Input.collect([Pathname(folder.path)])
    #expect(names(inputs, below: folder) == ["circle.png", "dangling.png", "deep/real.png", "file.png"])
  }

  @Test func whatDoesNotExistStays() {
    #expect(
      Input.collect([Pathname("/nonexistent/x.png")]) == [.file(Pathname("/nonexistent/x.png"))])
  }

  @Test func listsAreSeparatedByLineFeedsOrZeros() throws {
    let folder = try TemporaryFolder()
    let lines = try folder.write("b\n\na c\n", to: "lines")
    let zeros = try folder.write("b\n\0a\0\0", to: "zeros")
    #expect(try FileList(reading: Pathname(lines), separatedByZero: false).paths == [Pathname("b"), Pathname("a c")])
    #expect(try FileList(reading: Pathname(zeros), separatedByZero: true).paths == [Pathname("b\n"), Pathname("a")])
  }

  /// Bytes that are not UTF-8, and the characters that encode them, are preserved by the conversion to text.
  @Test(arguments: [
    Array("plain.png".utf8), [0xff, 0xfe, 0x2e], [0xc3], [0x61, 0xc3, 0x28], [0xe2, 0x82], [0xed, 0xa0, 0x80],
    Array("\u{10ff41}é".utf8), [0xf4, 0x8f, 0xbd],
  ])
  func argumentsKeepTheirBytes(bytes: [UInt8]) {
    #expect(Pathname(argument: Pathname(bytes: bytes).argument).bytes == bytes)
  }

  /// The path relative to a folder, as `realpath --relative-base` prints it where nothing is a link.
  @Test(arguments: [
    ("some/folder/file", "some", "folder/file"), ("some/folder/file", "some/folder", "file"),
    ("some/folder", "some/folder", "."), ("some/folder/file", "some/fold", "some/folder/file"),
    ("/top/some/file", "/top", "some/file"), ("/top/some/file", "/", "top/some/file"),
    ("some//folder/./file", "some/folder", "file"), ("./some/file", "some", "file"), ("some/file", "./some/", "file"),
    ("some/file", ".", "some/file"), ("../some/file", "..", "some/file"), ("some/folder/", "some", "folder"),
    ("some/a/../file", "some/a", "../file"),
  ])
  func aPathBelowAFolder(path: String, folder: String, expected: String) {
    #expect(Pathname(path).below(Pathname(folder)) == Pathname(expected))
  }

  @Test func pathsThatAreNotUTF8() {
    let path = Pathname(bytes: [0x61, 0xff])
    #expect(path.text == "a\u{fffd}")
    #expect(!path.isUTF8)
    #expect(Pathname("a\u{fffd}").isUTF8)
  }
}
