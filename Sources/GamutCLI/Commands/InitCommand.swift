import ArgumentParser
import GamutAudit
import GamutKit

struct InitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init", _superCommandName: "gamut",
    abstract: "Write a commented policy for the PNG files of a folder.",
    discussion: """
      The policy is .gamut.yml in the folder, which 'gamut audit' finds from there and from all folders below it. Its \
      comments say what each key does. What the folder's PNGs declare, and folders that other programs write, become \
      suggestions; only the chunks of the files are read. Nothing that exists is replaced without --force.

      Exit status: 0 the policy was written; 2 it exists, or cannot be written, or the folder cannot be read.

      Examples:
        gamut init
        gamut init Assets --output -
        gamut init --force
      """)

  @Argument(help: ArgumentHelp("The folder.", valueName: "folder"), completion: .directory)
  var folder = "."

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Write the policy here, or to standard output with -. (default: .gamut.yml in the folder)", valueName: "file"),
    completion: .file())
  var output: String?

  @Flag(help: "Replace an existing file.")
  var force = false

  @OptionGroup var jobs: JobsOption

  func run() throws {
    let folder = Pathname(argument: folder)
    guard try FileStatus(of: folder)?.kind == .folder else {
      throw Message.unprocessed("This is not a folder that can be reached.", about: folder)
    }
    if output == "-" { return try StandardOutput.print(PolicyDraft(survey(of: folder)).text) }
    let name = Pathname(PolicyFile.name)
    let path =
      output.map { Pathname(argument: $0) } ?? (folder == Pathname(".") ? name : folder.appending(name.bytes))
    let there = try FileStatus(of: path, followingLink: false)
    if let there, there.kind != .other, !force {
      Message.error(WriteError.exists.text, about: path)
      Message.command(adding: ["--force"])
      throw ExitCode.unprocessed
    }
    let survey = try survey(of: folder)
    try OutputFile.check([], besides: [path], reading: survey.paths)
    try orEnd(about: path) { () throws(WriteError) in
      try OutputFile(path).finish(with: Array(PolicyDraft(survey).text.utf8))
    }
    if output == nil, let above = try folder.resolved.flatMap({ try PolicyFile.nearest(to: $0.folder) }) {
      Message.note("For the files of this folder, the new policy takes the place of \(above.text.printable).")
    }
    let option = output.map { " --policy \(Pathname(argument: $0).shellWord)" } ?? ""
    let argument = folder == Pathname(".") ? "" : " \(folder.shellWord)"
    try StandardOutput.print(
      """
      Wrote \(path.text.printable). In the folder: \(survey.sentence.asClause)

      Read it and change what does not fit, then run:
        $ gamut audit\(argument)\(option)

      """)
  }

  private func survey(of folder: Pathname) throws -> TreeSurvey {
    let survey = TreeSurvey(of: folder, jobs: jobs.count)
    for (path, error) in survey.unread { Message.error(error.text, about: path) }
    if !survey.unread.isEmpty { throw ExitCode.unprocessed }
    return survey
  }
}
