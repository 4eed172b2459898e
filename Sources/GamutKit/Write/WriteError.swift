public import PNGCodec

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The reasons that a file was not written. The original, or the existing file, remains unchanged.
public enum WriteError: Error, Sendable, Hashable {
  /// A system call failed; `number` is errno.
  case io(Operation, number: Int32)
  /// The output exists, and overwriting was not requested.
  case exists
  /// The output is a folder, a device or similar.
  case notAFile
  /// The output is a broken symbolic link.
  case danglingLink
  /// The file has the given number of hard links; replacing one name would separate it from the others.
  case hardLinks(count: Int)
  /// The file's mode forbids writing, and overwriting was not requested.
  case readOnly
  /// The owner or group of the new file cannot be set.
  case owner(number: Int32)
  /// Another program changed the file while it was being processed.
  case changed
  /// The data read back differs from the data written.
  case readBack(PNGError?)
  /// Standard input cannot be replaced in place.
  case standardInput
  /// The output is one of the inputs.
  case isInput(Path)
  /// The output is another file that the run reads: a profile, a list.
  case isRead(Path)
  /// The existing file was not created by the command that would replace it.
  case foreign
  /// The file is a link in a walked folder, and leads to the given path outside of it.
  case linkOutside(Path)
  /// Another input has the same output.
  case collision(with: Path)
  /// The output would lie outside the output folder.
  case outsideTree(Path)
  /// Other files of the run were rejected, so that none was written.
  case othersRefused

  /// The operation that failed.
  public enum Operation: String, Sendable, Hashable {
    /// Creating the temporary file.
    case createTemporary = "create a temporary file beside the output"
    /// Creating the folder of the output.
    case makeFolder = "make the folder of the output"
    /// Writing the bytes.
    case write = "write the output"
    /// Setting mode and owner.
    case setMode = "set its mode"
    /// Synchronising the file to disk.
    case sync = "bring it to the disk"
    /// Renaming the temporary file.
    case rename = "put it into place"
    /// Synchronising the folder to disk.
    case syncFolder = "bring its folder to the disk"
    /// Determining what is at the place of the output.
    case examine = "examine its place"
  }

  /// A stable identifier in kebab case; `allCodes` lists all of them.
  public var code: String {
    switch self {
    case .io, .owner: "write-failed"
    case .exists: "output-exists"
    case .notAFile, .danglingLink, .standardInput: "output-not-a-file"
    case .hardLinks: "hard-linked"
    case .readOnly: "output-read-only"
    case .changed: "file-changed"
    case .readBack: "read-back-differs"
    case .isInput, .isRead: "output-is-input"
    case .foreign: "output-foreign"
    case .linkOutside: "link-outside"
    case .collision: "output-collision"
    case .outsideTree: "output-outside-tree"
    case .othersRefused: "nothing-written"
    }
  }

  /// The closed list of codes, sorted.
  public static let allCodes = [
    "file-changed", "hard-linked", "link-outside", "nothing-written", "output-collision", "output-exists",
    "output-foreign", "output-is-input", "output-not-a-file", "output-outside-tree", "output-read-only",
    "read-back-differs", "write-failed",
  ]

  /// The problem and its solution: whole sentences, without the file's name.
  public var message: String {
    switch self {
    case .io(.syncFolder, let number):
      "The file is written, but its folder could not be brought to the disk: \(systemWords(number)). "
        + "After a loss of power the old file may be back. \(Self.advice(number))"
    case .io(let operation, let number): "Cannot \(operation.rawValue): \(systemWords(number)). \(Self.advice(number))"
    case .exists: "The output exists. Add --force to replace it."
    case .notAFile: "The place of the output is taken by something that is not a file. Choose another name."
    case .danglingLink: "The output is a symbolic link that leads nowhere. Remove it or mend it."
    case .hardLinks(let count):
      "The file has \(count) names (hard links), and the others would keep the old contents. "
        + "Add --hard-links to replace it under this name alone, or write elsewhere with --output."
    case .readOnly: "The file's mode does not let you write to it. Change its mode, or add --force."
    case .owner(let number):
      "Its owner cannot be kept: \(systemWords(number)). Run this as the owner, or write elsewhere with --output."
    case .changed: "Something else changed the file meanwhile. Nothing was written; try again."
    case .readBack(let error?):
      "What was written could not be read back and was thrown away: \(error.message.asSentence) Check the disk."
    case .readBack(nil): "What was read back is not what was written, and was thrown away. Check the disk."
    case .standardInput: "Standard input has no place of its own. Say with --output where the result goes."
    case .isInput(let path):
      "The output is the input \(path.text.printable). To change files where they are, use --in-place."
    case .isRead(let path):
      "The output is \(path.text.printable), which this run reads. Choose another name."
    case .foreign:
      "The file in its place was not written by gamut for this purpose, and stays. Remove it, or choose another name."
    case .linkOutside(let path):
      "This is a link that leads out of the folder, to \(path.text.printable), which stays as it is. "
        + "Add --follow to change it, or name the file itself."
    case .collision(let path):
      "The output would be that of \(path.text.printable) too, at least where names that differ only in case or in "
        + "the form of their accents are one. Rename one of the files, or write them to different folders."
    case .outsideTree(let path):
      "The output would be \(path.text.printable), outside the output folder. Name the folder of the file as input, "
        + "with --recursive, or write it with --output."
    case .othersRefused: "Nothing was written, as other files of this run were refused."
    }
  }

  private static func advice(_ number: Int32) -> String {
    switch number {
    case ENOSPC, EDQUOT: "The original is untouched. Make room and try again."
    case ENOENT, ENOTDIR: "The folder of the output is not there: make it, or use --output-dir, which makes folders."
    case EACCES, EPERM, EROFS: "The original is untouched. Check the permissions, or write elsewhere with --output."
    default: "The original is untouched."
    }
  }
}
