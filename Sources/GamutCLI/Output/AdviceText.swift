import GamutAudit
import GamutKit

extension ErrorWording {
  /// The facts, and the advice in terms of the options of the command.
  static let command = ErrorWording { $0.text() }
}

extension AdvisedError {
  /// Returns the facts, and the advice in terms of the options of the command.
  ///
  /// - Parameter path: the file that the error is about.
  func text(about path: Pathname? = nil) -> String {
    switch self as any Error {
    case EmbedError.assumptionDiffers(let assumed, let wanted):
      return "--assume names \(assumed), and \(wanted) is another colour space. Embed does not change pixels; "
        + "'gamut convert' does."
    case EmbedError.differs(_, let wanted, _):
      return message + " To change the pixels use 'gamut convert'. If the declaration is wrong and the pixels are in "
        + "\(wanted), add --assume with that space."
    case ConvertError.mappingToTables:
      return "--mapping and --show-loss need a destination of matrix and curves, and this profile has lookup tables or "
        + "is for grey. Leave them out (--intent says what its tables do), or choose another destination."
    case OutputFile.Conflict.isInput:
      return message + " Give the output another name."
    case Baseline.Fault.notABaseline:
      return message + " Write one: " + AdviceText.writeBaseline(path)
    case Baseline.Fault.anotherSchema:
      return message + " Write it again: " + AdviceText.writeBaseline(path)
    case AuditPartError.anotherSchema(_, let shard):
      return message + " Make it again: " + AdviceText.makePart(path, shard)
    case AuditPartError.mixed:
      return "Some parts are shards (--shard) and others are not. Give those of one run."
    case FixOutcome.Failure.embed:
      return AdviceText.join(message, AdviceText.sentence(advice, of: "embed"))
    case FixOutcome.Failure.convert:
      return AdviceText.join(message, AdviceText.sentence(advice, of: "convert"))
    // A file with a report or a heat map, for which there is no --output-dir.
    case is WriteError where advice == [.makeFolder], is HeatMapError where advice == [.makeFolder]:
      return AdviceText.join(message, ": make it first.")
    default:
      return AdviceText.join(message, AdviceText.sentences[advice] ?? "")
    }
  }
}

/// The sentences of the command line for advice.
enum AdviceText {
  /// The sentence for each list of alternatives. A sentence that begins with a punctuation mark continues the message.
  static let sentences: [[Advice]: String] = [
    // Inputs
    [.giveFiles]: "Give a file instead.",
    [.separateNames]: "Give a list of paths, with -0 if they end with zero bytes.",
    [.splitList]: "Give it in several parts, or give folders.",
    [.nameFiles]: "Write a path, or a name, a tab and a path; with -0, a tab is part of a path.",
    [.nameFilesApart]: "Give each file a name of its own.",
    [.removeCarriageReturns]: "Remove the carriage returns, for example with tr -d '\\r'.",
    [.readAgain]: "Run the command again when nothing writes to the file.",
    [.checkName]: "Check its name.",
    [.readStandardInput]:
      "Give a file; the contents of an image or of a part of an audit may come from standard input, as -.",
    [.readFromFile]: "Save the data to a file and give its name.",

    // Images and what they declare
    [.getFreshCopy]: "Get a fresh copy of the file.",
    [.exportAgain]: "Export the image again, as standard PNG.",
    [.convertToPNG]: "Convert it to PNG first.",
    [.fetchFromLFS]: "Fetch the file with 'git lfs pull'.",
    [.copyAsBinary]: "Copy the file again, in binary mode.",
    [.revertOptimization]: "Use the original, or run 'xcrun pngcrush -revert-iphone-optimizations IN OUT'.",
    [.divideImage]: "Cut the image into smaller ones.",
    [.removeChunk]: "Remove the chunk.",
    [.removeInterlacing]: "Save the image without interlacing, or allow more with --memory.",
    [.repairFile]: "Get a fresh copy of the profile.",
    [.repairFile, .overrideSpace]: "Fix the file, or name its colour space with --override.",
    [.exportStandardRange, .overrideSpace]:
      "Use a rendition of the image for standard dynamic range, or name a colour space with --override.",
    [.repairFile, .embedSpace]: "Export the file again, or name its colour space with 'gamut embed --assume'.",
    [.assumeSpace]: "Name their colour space with --assume SPACE.",
    [.overrideSpace]: "If that declaration is wrong, name the colour space with --assume SPACE.",
    [.correctSet]: "Correct it, in Xcode or in a text editor.",
    [.separateFrames]: "Convert its frames as images of their own.",

    // Profiles and options
    [.giveDisplayProfile]: "Give a colour space (see 'gamut spaces'), or an RGB or grey display profile.",
    [.giveProfileOfImageKind]:
      "Give a colour space (see 'gamut spaces'), or a display profile of the image's kind, RGB or grey.",
    [.giveMatrixProfile]:
      "Give a colour space (see 'gamut spaces'), or an RGB display profile with a matrix and curves.",
    [.giveOtherSpace, .repairFile]: "Give a colour space (see 'gamut spaces'), or an ICC profile that is whole.",
    [.giveRGBProfile]: "Give a colour space (see 'gamut spaces'), or an RGB profile.",
    [.giveGreyProfile]: "Give a grey profile, or a colour space (see 'gamut spaces'), which has one.",
    [.giveOtherSpace]: "Choose another one.",
    [.listSpaces]: "The names are listed by 'gamut spaces'.",
    [.leaveOutCICP, .giveOtherSpace]: ": leave out --cicp, or take \(spacesWithCodePoints).",
    [.leaveOutSRGBChunk, .giveOtherSpace]: ": leave out --srgb-chunk, or take --profile srgb.",
    [.keepDepth, .removePalette]: "Leave out --depth 16, or save the image as RGB first.",

    // Outputs
    [.overwrite]: "Add --force to replace it.",
    [.changeMode, .overwrite]: "Change its mode, or add --force.",
    [.separateHardLinks, .chooseOtherOutput]:
      "Add --hard-links to replace it under this name alone, or write elsewhere with --output.",
    [.separateHardLinks]: "Add --hard-links to replace it under this name alone.",
    [.runAsOwner]: "Run this as the owner.",
    [.renameInput]: "Rename one of the files.",
    [.runAsOwner, .chooseOtherOutput]: "Run this as the owner, or write elsewhere with --output.",
    [.checkPermissions, .chooseOtherOutput]: "Check the permissions, or write to another folder.",
    [.removeOutput, .chooseOtherOutput]: "Remove it, or choose another name.",
    [.chooseOtherOutput]: "Choose another name.",
    [.removeOutput]: "Remove it or fix it.",
    [.nameOutput]: "Add --output FILE.",
    [.giveFolder, .nameOutput]: "Name the folder of the file as input, or write it with --output.",
    [.writeInPlace]: "To change files where they are, use --in-place.",
    [.followLink, .giveFiles]: "Add --follow to change it, or name the file itself.",
    [.renameInput, .separateOutputs]: "Rename one of the files, or write them to different folders.",
    [.separateOutputs]: "Give each a file of its own.",
    [.makeFolder]: ": make it, or use --output-dir, which makes folders.",
    [.redirectOutput]: "Send it to a file, a pipe or a terminal.",
    [.writeAgain]: "; try again.",

    // The system
    [.checkPermissions]: "Check its permissions.",
    [.checkDisk]: "Check the disk.",
    [.makeRoom]: "Make room and try again.",
    [.makeRoom, .redirectOutput]: "Make room, or send it elsewhere.",
    [.raiseMemory]: "Allow more with --memory.",
    [.useFewerThreads]: "Lower --jobs, or close other programs.",
    [.freeMemory]: "Close other programs, or raise the limit of the process (ulimit -v).",

    // Audits and their parts
    [.auditSeparately]: "Make one for each folder, and audit them one by one.",
    [.auditSeparately, .choosePolicy]: "Audit their folders one by one, or name the policy for all with --policy.",
    [.giveCommit]: "Name a commit, a branch or a tag that is there; a shallow clone has to fetch it first.",
    [.installGit]: "Install it, or leave out --only-changed.",
    [.auditRepository]: "Audit files of a repository, or leave out --only-changed.",
    [.trustRepository]: "If you trust it: git config --global --add safe.directory FOLDER.",
    [.giveParts]: "Parts are made by 'gamut audit --format ndjson'.",
    [.giveAllParts]: "Give all parts of the run.",
    [.makePartAgain]: "Make it again.",
    [.makePartsAlike]: "Make all parts with the same versions, policy and baseline.",
    [.makePartsOfOneTree]: "Make all parts from the same tree.",
    [.auditFilesOnce]: "Give each file to one of them.",
  ]

  /// The spaces that cICP has code points for.
  private static let spacesWithCodePoints: String = {
    let names = ReferenceSpace.rgb.filter { $0.codePoints != nil }.map(\.rawValue)
    return names.dropLast().joined(separator: ", ") + " or " + (names.last ?? "")
  }()

  /// Returns the sentence for a step of a fix; its options are those of the command that performs the step alone.
  fileprivate static func sentence(_ advice: [Advice], of command: String) -> String {
    let sentence = sentences[advice] ?? ""
    return sentence.contains("--") ? "With 'gamut \(command)': \(sentence)" : sentence
  }

  /// Returns a message followed by a sentence, or continued by one that begins with a mark.
  fileprivate static func join(_ message: String, _ sentence: String) -> String {
    guard let first = sentence.first else { return message }
    return first.isPunctuation ? message.dropLast() + sentence : message + " " + sentence
  }

  /// Returns the command that writes a baseline.
  fileprivate static func writeBaseline(_ path: Pathname?) -> String {
    let name = path ?? Pathname("FILE")
    // A name that begins with a hyphen would be parsed as an option.
    return "gamut audit PATHS --write-baseline\(name.bytes.first == UInt8(ascii: "-") ? "=" : " ")\(name.shellWord)"
  }

  /// Returns the command that makes a part of an audit.
  fileprivate static func makePart(_ path: Pathname?, _ shard: Shard?) -> String {
    let name = path.flatMap { $0 == .standardInput ? nil : $0 } ?? Pathname("FILE")
    let option = shard.map { " --shard \($0.index)/\($0.count)" } ?? ""
    return "gamut audit PATHS\(option) --format ndjson --fail-on never > \(name.shellWord)"
  }
}
