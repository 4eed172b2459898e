/// A possible remedy for an error. Each program words it in terms of its own interface, as a command names its options.
public struct Advice: RawRepresentable, Sendable, Hashable {
  /// A stable identifier in kebab case.
  public let rawValue: String

  /// Creates advice with an identifier of its own.
  public init(rawValue: String) { self.rawValue = rawValue }
}

/// Advice about inputs.
extension Advice {
  /// Give files instead of their folder, or a file instead of a link to it.
  public static let giveFiles = Advice(rawValue: "give-files")
  /// Give the folder of the file, so that the file's path in it is known.
  public static let giveFolder = Advice(rawValue: "give-folder")
  /// Give a list of paths, and say whether zero bytes separate them.
  public static let separateNames = Advice(rawValue: "separate-names")
  /// Give the list in parts, or give folders.
  public static let splitList = Advice(rawValue: "split-list")
  /// Write a name, a tab and a path, or separate the entries by zero bytes.
  public static let nameFiles = Advice(rawValue: "name-files")
  /// Give each file a name of its own.
  public static let nameFilesApart = Advice(rawValue: "name-files-apart")
  /// Remove the carriage returns from the list.
  public static let removeCarriageReturns = Advice(rawValue: "remove-carriage-returns")
  /// Check the name of the file.
  public static let checkName = Advice(rawValue: "check-name")
  /// Send the data to standard input.
  public static let readStandardInput = Advice(rawValue: "read-standard-input")
  /// Save the data as a file, and give its name.
  public static let readFromFile = Advice(rawValue: "read-from-file")
  /// Read the file again, now that nothing changes it.
  public static let readAgain = Advice(rawValue: "read-again")
}

/// Advice about images and what they declare.
extension Advice {
  /// Get an intact file: a fresh copy, or another export.
  public static let repairFile = Advice(rawValue: "repair-file")
  /// Get a fresh copy of the file.
  public static let getFreshCopy = Advice(rawValue: "get-fresh-copy")
  /// Export the image again, as standard PNG.
  public static let exportAgain = Advice(rawValue: "export-again")
  /// Convert the file to PNG.
  public static let convertToPNG = Advice(rawValue: "convert-to-png")
  /// Fetch the file that the pointer of Git LFS stands for.
  public static let fetchFromLFS = Advice(rawValue: "fetch-from-lfs")
  /// Copy the file again without a translation of line ends.
  public static let copyAsBinary = Advice(rawValue: "copy-as-binary")
  /// Take the original, or undo Xcode's optimization.
  public static let revertOptimization = Advice(rawValue: "revert-optimization")
  /// Cut the image into smaller ones.
  public static let divideImage = Advice(rawValue: "divide-image")
  /// Remove the chunk from the file.
  public static let removeChunk = Advice(rawValue: "remove-chunk")
  /// Save the image without interlacing.
  public static let removeInterlacing = Advice(rawValue: "remove-interlacing")
  /// Export a rendition of the image for standard dynamic range.
  public static let exportStandardRange = Advice(rawValue: "export-standard-range")
  /// Give the space of the pixels where the file declares none that can be used.
  public static let assumeSpace = Advice(rawValue: "assume-space")
  /// Give the space of the pixels against what the file declares.
  public static let overrideSpace = Advice(rawValue: "override-space")
  /// Declare the space of the pixels in the file.
  public static let embedSpace = Advice(rawValue: "embed-space")
  /// Convert the pixels.
  public static let convert = Advice(rawValue: "convert")
  /// Save the frames of the animation as images of their own.
  public static let separateFrames = Advice(rawValue: "separate-frames")
  /// Correct the file of a set of an asset catalog.
  public static let correctSet = Advice(rawValue: "correct-set")
  /// Save the image without a palette.
  public static let removePalette = Advice(rawValue: "remove-palette")
}

/// Advice about profiles and options.
extension Advice {
  /// Give a known space, or a display profile for RGB or grey.
  public static let giveDisplayProfile = Advice(rawValue: "give-display-profile")
  /// Give a known space, or a display profile for the kind of the image: RGB or grey.
  public static let giveProfileOfImageKind = Advice(rawValue: "give-profile-of-image-kind")
  /// Give a known space, or a display profile for RGB with a matrix and curves.
  public static let giveMatrixProfile = Advice(rawValue: "give-matrix-profile")
  /// Give a known space, or a profile for RGB.
  public static let giveRGBProfile = Advice(rawValue: "give-rgb-profile")
  /// Give a known space, which has a grey profile, or a grey profile.
  public static let giveGreyProfile = Advice(rawValue: "give-grey-profile")
  /// Look up the names of the spaces.
  public static let listSpaces = Advice(rawValue: "list-spaces")
  /// Give another space.
  public static let giveOtherSpace = Advice(rawValue: "give-other-space")
  /// Write no cICP chunk.
  public static let leaveOutCICP = Advice(rawValue: "leave-out-cicp")
  /// Write no sRGB chunk.
  public static let leaveOutSRGBChunk = Advice(rawValue: "leave-out-srgb-chunk")
  /// Convert without a gamut mapping, and without a report of its effect.
  public static let leaveOutMapping = Advice(rawValue: "leave-out-mapping")
  /// Keep the depth of the image.
  public static let keepDepth = Advice(rawValue: "keep-depth")
}

/// Advice about outputs.
extension Advice {
  /// Replace the output.
  public static let overwrite = Advice(rawValue: "overwrite")
  /// Replace the file under this name alone.
  public static let separateHardLinks = Advice(rawValue: "separate-hard-links")
  /// Change the file that the link points to.
  public static let followLink = Advice(rawValue: "follow-link")
  /// Change the files where they are.
  public static let writeInPlace = Advice(rawValue: "write-in-place")
  /// Name the output.
  public static let nameOutput = Advice(rawValue: "name-output")
  /// Choose another output.
  public static let chooseOtherOutput = Advice(rawValue: "choose-other-output")
  /// Choose different outputs for different things.
  public static let separateOutputs = Advice(rawValue: "separate-outputs")
  /// Rename one of the inputs.
  public static let renameInput = Advice(rawValue: "rename-input")
  /// Remove the existing file at the output path, or repair it if it is a link.
  public static let removeOutput = Advice(rawValue: "remove-output")
  /// Make the folder of the output, or have it made.
  public static let makeFolder = Advice(rawValue: "make-folder")
  /// Send standard output elsewhere.
  public static let redirectOutput = Advice(rawValue: "redirect-output")
  /// Write again.
  public static let writeAgain = Advice(rawValue: "write-again")
}

/// Advice about the system.
extension Advice {
  /// Check the permissions of the file or its folder.
  public static let checkPermissions = Advice(rawValue: "check-permissions")
  /// Change the mode of the file.
  public static let changeMode = Advice(rawValue: "change-mode")
  /// Run the program as the owner of the file.
  public static let runAsOwner = Advice(rawValue: "run-as-owner")
  /// Check the disk.
  public static let checkDisk = Advice(rawValue: "check-disk")
  /// Make room on the disk.
  public static let makeRoom = Advice(rawValue: "make-room")
  /// Free memory, or raise the limit of the process.
  public static let freeMemory = Advice(rawValue: "free-memory")
  /// Allow more memory.
  public static let raiseMemory = Advice(rawValue: "raise-memory")
  /// Work on fewer files at a time.
  public static let useFewerThreads = Advice(rawValue: "use-fewer-threads")
}
