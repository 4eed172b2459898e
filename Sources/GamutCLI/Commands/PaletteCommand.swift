import ArgumentParser
import GamutAudit
import GamutKit
import GamutPalettes

struct PaletteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "palette", _superCommandName: "gamut",
    abstract: "Check whether the colours of a palette stay apart, in sRGB and for every eye.",
    usage: "gamut palette [<options>] <files> ...",
    discussion: """
      Reads palettes from design tokens (.tokens, .json; Design Tokens Community Group 2025.10), style sheets (.css), SVG \
      (.svg), and asset catalogs (.xcassets). For each context (light, dark, increased contrast, themes; with the colours for \
      Display P3 and those for sRGB) it reports colours outside sRGB, pairs that become one there, near and equal colours, \
      system colours that are copied, pairs that people with a colour vision deficiency confuse, and text with too little \
      contrast. A palette is a set of colours that are used together: several files of design tokens are one, and so are \
      several style sheets, with what they import. A resolver of design tokens (2025.10) is read with its files.

      Of PNG files, the area colours are listed, with their share of the pixels and their codes in sRGB.

      The policy (.gamut.yml, as of 'gamut audit') has the severities of the rules, and the keys contrast, for pairs of \
      texts and backgrounds, and vision. With its key palettes, 'gamut audit' checks the palettes of a project too.

      Exit status: 0 no finding of severity error, or of the one that --fail-on names; 1 such a finding; 2 a file \
      could not be processed. With --find: 1 if an image does not have the colour.

      Examples:
        gamut palette tokens/colors.tokens.json
        gamut palette src/theme.css --fail-on warning
        gamut palette icon.png --names src/theme.css --find '#fb2c36'
        gamut palette Assets.xcassets --report html=palette.html --report sarif=palette.sarif
      """)

  @Argument(
    help: ArgumentHelp(
      "Palettes: files, asset catalogs, folders with palettes in them, or - for tokens or styles on standard input.",
      valueName: "files"),
    completion: .file())
  var files: [ArgumentWords]

  @Option(
    help: ArgumentHelp("Of images: name the nearest colour of this palette beside each one.", valueName: "palette"),
    completion: .file())
  var names: String?

  @Option(
    help: ArgumentHelp(
      "Of images: answer whether they have this colour, and how far the nearest one is.", valueName: "color"))
  var find: String?

  @OptionGroup(title: "Policy") var policy: PolicyOptions
  @OptionGroup(title: "Rules") var rules: RuleOptions
  @OptionGroup var result: AuditResultOptions
  @OptionGroup(title: "Output") var output: OutputOptions

  func run() throws {
    let names = files.flatMap(\.paths)
    if names.allSatisfy(\.hasPNGSuffix) { return try listColors(of: names) }
    if self.names != nil || find != nil { throw ValidationError("--names and --find are for PNG files.") }
    // A catalog is a folder, and not the root of paths.
    let policies = try policy.policies(
      of: names.map {
        (try? FileStatus(of: $0))?.kind == .folder && $0.isCatalogOrInside ? $0.absolute.folder : $0
      }, rules)
    let (place, named) = (policies.place, policies.baseline)
    var selection = AuditSelection(palettes: names, root: place.root)
    selection.joinFormats()
    let policy = try policies.policy(of: selection.inputs)
    let auditor = try policies.auditor(policy, memory: ReportOptions().memory)
    try result.checkFiles(reading: selection.inputs.map(\.input.path) + policies.tree.filesRead, baseline: named)
    let baseline = try result.baselineInForce(policies)
    var run = AuditRun(policy, selection.inputs, baseline: baseline)
    run.folder = try place.folderInRepository
    (run.root, run.viewpoint) = (place.root, place.viewpoint)
    var sink = try AuditOutput(
      run, result, output, known: policies.known(baseline, policy), in: result.usedBaseline(named) ?? named,
      count: selection.inputs.count,
      pictures: AuditPictures(
        root: place.root, jobs: 1, command: ArgumentBytes.commandLine, auditor: auditor))
    try writing { () throws(OutputError) in
      try auditor.audit(selection, jobs: 1) { row throws(OutputError) in try sink.write(row) }
      try sink.end()
    }
    try sink.finish()
  }

  private func listColors(of images: [Pathname]) throws {
    guard result.formats.all == [.text], result.files.isEmpty else {
      throw ValidationError("The colours of PNG files are listed as text only.")
    }
    var wanted: GivenColor?
    do throws(CSSColorFault) {
      wanted = try find.map { text throws(CSSColorFault) in try GivenColor(text, in: .sRGB) }
    } catch {
      throw ValidationError("--find: \(error.message.asSentence)")
    }
    var (text, status) = ("", 0)
    var path = names.map { Pathname(argument: $0) } ?? images[0]
    do throws(GamutError) {
      let known = names == nil ? [] : ImageColors.names(in: try PaletteFile.read(path).palette)
      let reporter = try Reporter()
      for image in images {
        path = image
        let colors = try ImageColors(of: image, reporter)
        guard let wanted else {
          text += colors.text(of: image, names: known, output.style)
          continue
        }
        let answer = colors.answer(for: wanted)
        text += (images.count > 1 ? "\(image.text.printable): " : "") + answer.text
        if !answer.isFound { status = 1 }
      }
    } catch {
      Message.error(error.text, about: path)
      status = 2
    }
    try StandardOutput.print(text)
    if status != 0 { throw ExitCode(Int32(status)) }
  }
}
