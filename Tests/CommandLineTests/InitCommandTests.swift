import Foundation
import TestSupport
import Testing

/// `gamut init`.
@Suite struct InitCommandTests {
  @Test func theFirstPolicyHolds() throws {
    let folder = try TemporaryFolder()
    try folder.copy("Samples/two-reds.png", to: "Assets/two-reds.png")
    let run = try GamutProcess.run(["init", folder.path])
    #expect(run.status == 0 && run.errors == "")
    #expect(run.text.contains("\(folder.path)/.gamut.yml") && run.text.contains("  $ gamut audit \(folder.path)\n"))
    let printed = try GamutProcess.run(["audit", folder.path, "--print-policy"])
    let without = try GamutProcess.run(["audit", folder.path, "--print-policy", "--no-policy"])
    #expect(printed.status == 0 && printed.errors == "" && printed.withoutComments == without.withoutComments)
    let shown = try GamutProcess.run(["init", "-"])
    #expect(try shown.output == folder.bytes(".gamut.yml"))
    // In the folder itself.
    let here = try GamutProcess.run(["init", "--force"], at: folder.path)
    #expect(here.text.hasPrefix("Wrote .gamut.yml.\n") && here.text.hasSuffix("  $ gamut audit\n"))
  }

  @Test func whatExistsIsNotReplaced() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("depth: 16\n", to: ".gamut.yml")
    let run = try GamutProcess.run(["init", folder.path], preparation: "cd /")
    #expect(run.status == 2 && run.output.isEmpty && run.errors.contains(path) && run.errors.contains("--force"))
    #expect(try folder.bytes(".gamut.yml") == Array("depth: 16\n".utf8))
    #expect(try GamutProcess.run(["init", folder.path, "--force"]).status == 0)
    #expect(try folder.bytes(".gamut.yml") != Array("depth: 16\n".utf8))
    // A link to nothing exists too.
    try folder.makeFolder("linked")
    try folder.link("linked/.gamut.yml", to: "nowhere")
    let link = try GamutProcess.run(["init", folder.path + "/linked"])
    #expect(link.status == 2 && !FileManager.default.fileExists(atPath: folder.path + "/linked/nowhere"))
  }

  /// The nearest policy upward holds, so files of the folder change theirs.
  @Test func aPolicyAboveIsNamed() throws {
    let folder = try TemporaryFolder()
    let above = try folder.write("version: 1", to: ".gamut.yml")
    try folder.makeFolder("Assets")
    let run = try GamutProcess.run(["init", folder.path + "/Assets"], preparation: "cd /")
    #expect(run.status == 0 && run.errors.contains(above), "\(run.errors)")
  }

  @Test(arguments: [["/nonexistent"], [Repository.path + "/README.md"]])
  func whatCannotBeReadOrWrittenIsStatusTwo(arguments: [String]) throws {
    let run = try GamutProcess.run(["init"] + arguments)
    #expect(run.status == 2 && run.output.isEmpty && run.errors.hasPrefix("gamut: "))
  }
}
