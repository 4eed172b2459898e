import ArgumentParser
import GamutAudit
import GamutKit

struct InitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init", _superCommandName: "gamut",
    abstract: "Write a commented policy for a folder.",
    discussion: """
      The policy is .gamut.yml in the folder, which 'gamut audit' finds from there and from all folders below it. It \
      changes nothing yet: its comments say what each key does. Nothing that exists is replaced without --force.

      Exit status: 0 the policy was written; 2 it exists, or cannot be written, or there is no such folder.

      Examples:
        gamut init
        gamut init Assets
        gamut init --force
      """)

  @Argument(help: ArgumentHelp("The folder; - prints the policy.", valueName: "folder"), completion: .directory)
  var folder = "."

  @Flag(help: "Replace an existing file.")
  var force = false

  func run() throws {
    let folder = Pathname(argument: folder)
    if folder == .standardInput { return try StandardOutput.print(AuditPolicy.draft) }
    guard try FileStatus(of: folder)?.kind == .folder else {
      throw Message.unprocessed("This is not a folder that can be reached.", about: folder)
    }
    let path = folder.joined(Pathname(PolicyFile.name))
    let there = try FileStatus(of: path, followingLink: false)
    if let there, there.kind != .other, !force {
      Message.error(WriteError.exists.text, about: path)
      Message.command(adding: ["--force"])
      throw ExitCode.unprocessed
    }
    let above = try folder.resolved.flatMap { here in
      try PolicyFile.nearest(to: here.folder).map { (path: $0, way: $0.way(from: here).text) }
    }
    try orEnd(about: path) { () throws(WriteError) in
      let draft = AuditPolicy.draft.replacing("../\(PolicyFile.name)", with: above?.way ?? "../\(PolicyFile.name)")
      try OutputFile(path).finish(with: Array(draft.utf8))
    }
    if let above {
      Message.note(
        "For the files of this folder, the new policy takes the place of \(above.path.fromHere.text.printable). "
          + "With 'extends: \(above.way.printable)' it adds to it.")
    }
    let argument = folder == Pathname(".") ? "" : " \(folder.shellWord)"
    try StandardOutput.print(
      """
      Wrote \(path.text.printable).

      Read it and change what does not fit, then run:
        $ gamut audit\(argument)

      """)
  }
}
