import Foundation
import GamutKit
import TestSupport
import Testing

@testable import GamutAudit

/// What an audit leaves out below folders, compared with what the installed git lists.
@Suite(.enabled(if: GitRepository.isAvailable, "git is not installed"))
struct IgnoredPathsTests {
  private func selection(_ name: String, root: String? = nil) throws -> AuditSelection {
    let root = try #require(try Pathname(root ?? name).resolved)
    return AuditSelection([Pathname(name)], [], root: root, palettes: nil, excludes: nil, skipsIgnored: true)
  }

  private func selected(_ name: String, root: String? = nil) throws -> Set<Pathname> {
    Set(try selection(name, root: root).inputs.map(\.path))
  }

  private func paths(_ names: [String]) -> Set<Pathname> { Set(names.map { Pathname($0) }) }

  /// `git ls-files --cached --others --exclude-standard` lists what git does not ignore.
  @Test func whatGitListsIsAudited() throws {
    let repository = try GitRepository()
    let folder = repository.folder
    for place in ["", "a", "a/b", "a/b/c", "keep", "keep/all", "some", "some/x", "x y"] {
      for name in ["one", "two", "three.tmp", "é", "forced"] { try folder.write([1], to: "\(place)/\(name).png") }
    }
    for (index, name) in HostileTree.names.enumerated() {
      try HostileTree.write([UInt8(index)], Array((folder.path + "/some/").utf8) + name)
    }
    let rules = [
      ".gitignore": "*.tmp.png\n/keep/*\n!/keep/all\nx\\ y/\n/some/o*\n",
      "a/.gitignore": "b/c\n!three.tmp.png\nforced.png\n",
      "keep/all/.gitignore": "*\n!two.png\n", ".git/info/exclude": "/one.png\n",
    ]
    for (name, rules) in rules { try folder.write(rules, to: name) }
    try repository.git("add", ".gitignore")
    try repository.git("add", "--force", "a/forced.png", "keep/two.png", "x y/one.png")
    let program = try FinishedProgram(
      ["git", "-C", folder.path, "ls-files", "--cached", "--others", "--exclude-standard", "-z"].map { Array($0.utf8) },
      limit: 1 << 20)
    let listed = Set(
      program.output.split(separator: 0).map { Pathname(bytes: Array($0)) }.filter(\.hasPNGSuffix))
    #expect(program.status == 0 && listed.count > 25)
    #expect(try selected(folder.path) == listed)
    // The paths are spelled as the name of the folder is.
    #expect(try selected(folder.path + "/./") == listed)
  }

  @Test(arguments: [
    ("dist", ["a.png", "node_modules/c.png", "sub/b.png"]), ("dist/sub", ["b.png"]), ("dist/sub/b.png", ["b.png"]),
    ("dist/node_modules", ["c.png"]), ("node_modules", ["d.png"]),
    ("link", ["a.png", "node_modules/c.png", "sub/b.png"]),
    (".", ["a.png"]),
  ])
  func namedIgnoredFoldersAreAuditedWhole(name: String, expected: [String]) throws {
    let repository = try GitRepository()
    for file in ["a", "dist/a", "dist/sub/b", "dist/node_modules/c", "node_modules/d"] {
      try repository.folder.write([1], to: file + ".png")
    }
    try repository.folder.write("dist\n", to: ".gitignore")
    try repository.folder.link("link", to: "dist")
    let path = repository.folder.path + "/" + name
    #expect(
      try selected(path, root: name.hasSuffix(".png") ? (path as NSString).deletingLastPathComponent : path)
        == paths(expected))
  }

  /// Folders of packages and builds are left out unless git tracks files in them, also where there is no repository.
  @Test func filledFoldersAreLeftOut() throws {
    let repository = try GitRepository()
    let plain = try TemporaryFolder()
    let names = ["node_modules", "Pods", "Carthage", ".build", "build", "DerivedData"]
    for folder in [repository.folder, plain] {
      for name in names {
        for place in ["", "web/", "tracked/"] { try folder.write([1], to: "\(place)\(name)/x/a.png") }
      }
      for name in ["Build", "builds", "src"] { try folder.write([1], to: "\(name)/a.png") }
      try folder.write([1], to: "web/build.png")
    }
    try repository.git("add", "tracked")
    // New in a folder with tracked files.
    try repository.folder.write([1], to: "tracked/build/new.png")
    let kept = ["Build/a.png", "builds/a.png", "src/a.png", "web/build.png"]
    #expect(try selected(plain.path) == paths(kept))
    #expect(
      try selected(repository.folder.path)
        == paths(kept + ["tracked/build/new.png"] + names.map { "tracked/\($0)/x/a.png" }))
    let counts = try selection(repository.folder.path).unchecked
    #expect(counts.images == 0 && counts.files == 0 && counts.folders == 12)
    #expect(counts.sentence == "12 folders that git ignores or does not track were skipped (see --no-ignore).")
  }

  /// Each repository has rules of its own, also a submodule; those of the outer one end there.
  @Test func nestedRepositoriesHaveTheirOwnRules() throws {
    let (outer, other) = (try GitRepository(), try GitRepository())
    for repository in [outer, other] {
      for name in ["a", "b", "build/c"] { try repository.folder.write([1], to: name + ".png") }
    }
    try other.folder.write("b.png\n", to: ".gitignore")
    try other.git("add", "--force", "build/c.png")
    try other.commit()
    try outer.folder.write("a.png\n/ignored\n", to: ".gitignore")
    try outer.commit()
    for place in ["Zone/module", "ignored/module"] {
      try outer.git(
        "-c", "protocol.file.allow=always", "clone", "--quiet", other.folder.path, outer.folder.path + "/" + place)
      try outer.folder.write([1], to: place + "/b.png")
    }
    try outer.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", other.folder.path, "sub")
    try outer.folder.write([1], to: "sub/b.png")
    try outer.folder.write([1], to: "+/a.png")
    #expect(
      try selected(outer.folder.path)
        == paths([
          "b.png", "build/c.png", "sub/a.png", "sub/build/c.png", "Zone/module/a.png", "Zone/module/build/c.png",
        ]))
  }

  /// A set whose images git ignores has its files; they have no rows.
  @Test func setsKnowTheirIgnoredFiles() throws {
    let repository = try GitRepository()
    let contents = #"{"images": [{"filename": "a.png", "idiom": "universal"}], "info": {"version": 1}}"#
    try repository.folder.write(contents, to: "A.xcassets/a.imageset/Contents.json")
    try repository.folder.copy("Samples/srgb.png", to: "A.xcassets/a.imageset/a.png")
    try repository.folder.write("*.png\n", to: ".gitignore")
    let selection = try selection(repository.folder.path)
    #expect(selection.inputs.map(\.path) == [Pathname("A.xcassets/a.imageset/Contents.json")])
    var rows: [AuditRow] = []
    try Auditor().audit(selection, jobs: 1) { rows.append($0) }
    #expect(rows.map(\.findings) == [[]])
  }

  /// The configuration of a repository, of whoever made it, starts no program.
  @Test func noProgramOfTheRepositoryIsRun() throws {
    let repository = try GitRepository()
    let folder = repository.folder
    let script = try folder.write("#!/bin/sh\ntouch '\(folder.path)/run'\n", to: "script")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: script)
    try folder.write("b.png\n", to: "sub/.gitignore")
    try folder.write([1], to: "a.png")
    try folder.write(ImageSlots.contents([ImageSlots.slot("missing.png")]), to: "sub/A.imageset/Contents.json")
    try repository.commit()
    // What is not there, and not to be there, git would fetch from the remote.
    try repository.git("update-index", "--skip-worktree", "sub/.gitignore")
    try FileManager.default.removeItem(atPath: folder.path + "/sub/.gitignore")
    try FileManager.default.removeItem(atPath: folder.path + "/.git/objects")
    try folder.makeFolder(".git/objects")
    try folder.write([1], to: "sub/b.png")
    for (key, value) in [
      ("core.fsmonitor", script), ("core.hooksPath", folder.path), ("extensions.partialClone", "origin"),
      ("core.repositoryFormatVersion", "1"), ("remote.origin.url", "ext::\(script)"), ("protocol.ext.allow", "always"),
      ("remote.origin.promisor", "true"), ("core.sshCommand", script), ("core.pager", script),
    ] {
      try repository.git("config", key, value)
    }
    let selection = try selection(folder.path)
    #expect(selection.inputs.map(\.path).contains(Pathname("a.png")))
    try Auditor().audit(selection, jobs: 1) { _ in }
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/run"))
  }

  /// A repository without a work tree in one with a work tree, and one that is not there.
  @Test func otherAnswersOfGitLeaveNothingOut() throws {
    let repository = try GitRepository()
    let folder = repository.folder
    try repository.git("init", "--quiet", "--bare", folder.path + "/bare")
    for name in ["bare/a.png", "broken/a.png", "broken/build/b.png"] { try folder.write([1], to: name) }
    try folder.write("gitdir: /nonexistent\n", to: "broken/.git")
    try folder.write("bare/a.png\n", to: ".gitignore")
    let bare = try selection(folder.path + "/bare")
    let broken = try selection(folder.path + "/broken")
    #expect(bare.inputs.map(\.path) == [Pathname("a.png")] && bare.unanswered.count == 1)
    #expect(Set(broken.inputs.map(\.path)) == paths(["a.png", "build/b.png"]) && broken.unanswered.count == 1)
  }
}
