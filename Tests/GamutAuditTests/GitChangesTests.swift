import Foundation
import GamutKit
import TestSupport
import Testing

@testable import GamutAudit

/// The files that differ from a commit, compared with changes made by the installed git.
@Suite(.enabled(if: GitRepository.isAvailable, "git is not installed"))
struct GitChangesTests {
  /// Returns the paths below a folder that differ from a commit.
  private func changed(_ folder: String, since reference: String = "HEAD") throws -> Set<Pathname> {
    let root = try #require(try Pathname(folder).resolved)
    var selection = AuditSelection([root], root: root) { _ in false }
    try selection.keepOnlyChanged(since: reference)
    return Set(selection.inputs.map(\.path))
  }

  private func error(_ folder: Pathname, since reference: String = "HEAD") -> String? {
    #expect(throws: AuditError.self) { try changed(folder.text, since: reference) }?.message
  }

  @Test func everyKindOfChangeCounts() throws {
    let repository = try GitRepository()
    let folder = repository.folder
    let names = ["same", "edited", "staged", "renamed", "moved/away", "removed", "committed", "touched", "mode"]
    for name in names { try folder.write(name, to: "Assets/\(name).png") }
    try folder.write("*.tmp.png\nBuild/\n", to: ".gitignore")
    try repository.commit()
    #expect(try changed(folder.path) == [])
    try repository.git("tag", "start")

    try folder.write("other", to: "Assets/committed.png")
    try repository.commit()
    try folder.write("other", to: "Assets/edited.png")
    try folder.write("other", to: "Assets/staged.png")
    try repository.git("add", "Assets/staged.png")
    try repository.git("mv", "Assets/renamed.png", "Assets/new name.png")
    try repository.git("mv", "Assets/moved", "Assets/there")
    try FileManager.default.removeItem(atPath: folder.path + "/Assets/removed.png")
    // The same contents with another time.
    try folder.write("touched", to: "Assets/touched.png")
    try folder.write([], to: "Assets/untracked.png")
    try folder.write([], to: "Assets/ignored.tmp.png")
    try folder.write([], to: "Build/ignored.png")

    let changes: Set = ["edited", "staged", "new name", "there/away", "untracked"]
    let paths = Set(changes.map { Pathname("Assets/\($0).png") })
    #expect(try changed(folder.path) == paths)
    #expect(try changed(folder.path, since: "start") == paths.union([Pathname("Assets/committed.png")]))
    #expect(try changed(folder.path, since: "HEAD~1") == paths.union([Pathname("Assets/committed.png")]))
    // Paths are those of the run, from whichever folder.
    #expect(try changed(folder.path + "/Assets/there") == [Pathname("away.png")])
    // Configuration that changes what git prints does not matter.
    for setting in [["diff.relative", "true"], ["core.quotePath", "true"], ["diff.renames", "copies"]] {
      try repository.git("config", setting[0], setting[1])
    }
    #expect(try changed(folder.path + "/Assets") == Set(changes.map { Pathname("\($0).png") }))
  }

  /// The findings about a pair depend on both files, and on whether they exist.
  @Test func pairsChangeTogether() throws {
    let repository = try GitRepository()
    let folder = repository.folder
    let pairs = ["variant", "image", "deleted", "wide", "same"]
    for name in pairs {
      try folder.write([1], to: "\(name).png")
      try folder.write([2], to: "\(name)-srgb.png")
    }
    try folder.write([3], to: "wide-p3.png")
    try folder.write([4], to: "alone.png")
    try folder.write([5], to: "Sub/variant.png")
    try repository.commit()
    try folder.write([9], to: "variant-srgb.png")
    try folder.write([9], to: "image.png")
    try FileManager.default.removeItem(atPath: folder.path + "/deleted-srgb.png")
    // Without X-p3.png, the variant is that of X.png.
    try repository.git("rm", "--quiet", "wide-p3.png")
    let expected = [
      "variant.png", "variant-srgb.png", "image.png", "image-srgb.png", "deleted.png", "wide.png", "wide-srgb.png",
    ]
    #expect(try changed(folder.path) == Set(expected.map { Pathname($0) }))
  }

  /// A set of an asset catalog is judged as one: its file says what each image is for.
  @Test func setsChangeTogether() throws {
    let repository = try GitRepository()
    let folder = repository.folder
    for name in ["added", "deleted", "edited", "same"] {
      let set = "A.xcassets/\(name).imageset/"
      for file in ["Contents.json", "one.png", "two.png"] { try folder.write(name, to: set + file) }
    }
    try repository.commit()
    try folder.write([1], to: "A.xcassets/added.imageset/three.png")
    try FileManager.default.removeItem(atPath: folder.path + "/A.xcassets/deleted.imageset/one.png")
    try folder.write([1], to: "A.xcassets/edited.imageset/Contents.json")
    let expected = [
      "added": ["Contents.json", "one.png", "three.png", "two.png"], "deleted": ["Contents.json", "two.png"],
      "edited": ["Contents.json", "one.png", "two.png"],
    ].flatMap { name, files in files.map { Pathname("A.xcassets/\(name).imageset/\($0)") } }
    #expect(try changed(folder.path) == Set(expected))
  }

  @Test func namesMayHaveAnyBytes() throws {
    let repository = try GitRepository()
    for (index, name) in HostileTree.names.enumerated() {
      try HostileTree.write([UInt8(index)], Array((repository.folder.path + "/").utf8) + name)
    }
    try repository.commit()
    #expect(try changed(repository.folder.path) == [])
    for name in HostileTree.names {
      try HostileTree.write([0xff], Array((repository.folder.path + "/").utf8) + name)
    }
    let expected = Set(HostileTree.names.map { Pathname(bytes: $0) })
    #expect(try changed(repository.folder.path) == expected)
    // As untracked files.
    try repository.git("rm", "--cached", "--quiet", "-r", ".")
    try repository.git("commit", "--quiet", "--message", "None")
    #expect(try changed(repository.folder.path) == expected)
  }

  @Test func linksFollowTheirTargets() throws {
    let repository = try GitRepository()
    let folder = repository.folder
    try folder.write([1], to: "Targets/a.png")
    try folder.write([1], to: "Targets/b.png")
    let elsewhere = try TemporaryFolder()
    let outside = try elsewhere.write([1], to: "c.png")
    for (name, target) in [("a", "Targets/a.png"), ("b", "Targets/b.png"), ("outside", outside)] {
      try folder.link("\(name).png", to: target)
    }
    try repository.commit()
    try folder.write([2], to: "Targets/a.png")
    // What is not in a repository cannot be compared.
    #expect(try changed(folder.path) == [Pathname("Targets/a.png"), Pathname("a.png"), Pathname("outside.png")])
  }

  @Test func eachFileIsComparedInItsOwnRepository() throws {
    let (first, second) = (try GitRepository(), try GitRepository())
    for repository in [first, second] {
      for name in ["x.png", "y.png"] { try repository.folder.write([1], to: name) }
      try repository.commit()
    }
    try first.folder.write([2], to: "x.png")
    try second.folder.write([2], to: "y.png")
    let names = try [first, second].map { try #require(try Pathname($0.folder.path).resolved) }
    var selection = AuditSelection(names, root: Pathname("/")) { _ in false }
    try selection.keepOnlyChanged(since: "HEAD")
    let expected = [names[0].text + "/x.png", names[1].text + "/y.png"].map { Pathname(String($0.dropFirst())) }
    #expect(Set(selection.inputs.map(\.path)) == Set(expected))
  }

  @Test func whatIsNotThereIsKept() throws {
    let repository = try GitRepository()
    try repository.commit()
    let root = try #require(try Pathname(repository.folder.path).resolved)
    var selection = AuditSelection([Pathname(root.text + "/missing.png")], root: root) { _ in false }
    try selection.keepOnlyChanged(since: "HEAD")
    #expect(selection.inputs.count == 1)
  }

  @Test func errorsSayWhatIsWrong() throws {
    let repository = try GitRepository()
    let path = try #require(try Pathname(repository.folder.path).resolved)
    try repository.folder.write([1], to: "x.png")
    // A repository without a commit.
    #expect(error(path) == "'HEAD' is not a commit in the repository '\(path.text)'.")
    try repository.commit()
    for name in ["nowhere", "HEAD..HEAD", "HEAD:x.png", "HEAD^{tree}", " "] {
      #expect(error(path, since: name)?.contains("is not a commit") == true)
    }
    // git would take these for options, and write a file.
    for name in ["", "-", "--output=\(path.text)/written", "--help"] {
      #expect(error(path, since: name) == "'\(name)' cannot be the name of a commit.")
    }
    #expect(!FileManager.default.fileExists(atPath: path.text + "/written"))
    let folder = try TemporaryFolder()
    try folder.write([1], to: "x.png")
    let outside = try #require(try Pathname(folder.path).resolved)
    let words = try #require(error(outside))
    #expect(words.contains("no repository for the folder '\(outside.text)'") && words.contains("not a git repository"))
  }
}

/// Other programs, started without a shell.
@Suite struct FinishedProgramTests {
  private func run(
    _ words: String..., variables: [String] = [], limit: Int = 1 << 20, seconds: Int? = nil
  ) throws(AuditError) -> FinishedProgram {
    try FinishedProgram(words.map { Array($0.utf8) }, variables: variables, limit: limit, seconds: seconds)
  }

  @Test func outputAndStatusAreThoseOfTheProgram() throws {
    let program = try run("sh", "-c", "printf '%s' \"$1\"; cat; echo bad >&2; exit 7", "sh", "a b\n'$(x)'")
    #expect(program.status == 7 && program.output == Array("a b\n'$(x)'".utf8))
    #expect(program.errors == Array("bad\n".utf8))
    #expect(try run("sh", "-c", "kill -9 $$").status == nil)
  }

  @Test func variablesAreSetAndUnset() throws {
    let script = "printf '%s %s %s' \"${HOME-none}\" \"$GAMUT_TEST\" \"${PATH:+path}\""
    let program = try run("sh", "-c", script, variables: ["HOME", "GAMUT_TEST=a=b"])
    #expect(String(decoding: program.output, as: UTF8.self) == "none a=b path")
  }

  /// More than a pipe holds, on both at a time.
  @Test func bothOutputsAreReadToTheirEnds() throws {
    let program = try run("sh", "-c", "head -c 1000000 /dev/zero >&2 & head -c 1000000 /dev/zero; wait")
    #expect(program.status == 0 && program.output.count == 1_000_000)
    #expect(program.errors.count < 1_000_000)
  }

  @Test func failuresHaveAReason() throws {
    #expect(throws: AuditError.gitIsMissing) { try run("gamut-tests-no-such-program") }
    // It would write forever.
    #expect(throws: AuditError.gitListIsTooLong) { try run("cat", "/dev/zero", limit: 1000) }
    // It writes nothing.
    #expect(throws: AuditError.gitIsTooSlow) { try run("tail", "-f", "/dev/null", seconds: 0) }
  }
}
