import LibC
public import PNGCodec

/// The reasons that a file was not written. The original, or the existing file, remains unchanged.
public enum WriteError: AdvisedError, Hashable {
  /// A system call failed; `number` is errno.
  case io(Operation, number: Int32)
  /// The output exists, and overwriting was not requested.
  case exists
  /// The output at this path is not as an earlier run wrote it, and overwriting was not requested.
  case edited(Pathname)
  /// The output is a folder, a device, a link that leads nowhere or similar.
  case notAFile
  /// The file has the given number of hard links; replacing one name would separate it from the others.
  case hardLinks(count: Int)
  /// The file's mode forbids writing, and overwriting was not requested.
  case readOnly
  /// Nobody may replace the file, because it or its folder is immutable or append-only.
  case immutable
  /// Another run has locked the catalog of the output.
  case catalogInUse
  /// Another program changed the file while it was being processed.
  case changed
  /// The data read back differs from the data written.
  case readBack(PNGError?)
  /// The input is standard input or has a name of its own, and the output would have to be beside or below its path.
  case noPlace
  /// The output is one of the inputs.
  case isInput(Pathname)
  /// The output is another file that the run reads: a profile, a list.
  case isRead(Pathname)
  /// The existing file was not created by the command that would replace it.
  case foreign
  /// The file is a link in a walked folder, and points to the given path outside of it.
  case linkOutside(Pathname)
  /// The output is a link in an asset catalog, and leads to the given path outside of it.
  case linkOutsideCatalog(Pathname)
  /// Two outputs of the command, besides its results, have one path.
  case writtenTwice
  /// Another input has the same output.
  case collision(with: Pathname)
  /// The output would lie outside the output folder.
  case outsideTree(Pathname)
  /// Other files of the run were rejected, so that none was written.
  case otherOutputsRefused

  /// The operation that failed.
  public enum Operation: String, Sendable, Hashable {
    case createTemporary = "create a temporary file beside the output"
    case makeFolder = "make the folder of the output"
    case write = "write the output"
    case setOwner = "keep its owner"
    case setMode = "set its mode"
    case setAttributes = "keep its access control list and attributes"
    case sync = "flush it to disk"
    case rename = "put it into place"
    case syncFolder = "flush its folder to disk"
    case examine = "examine its place"
  }

  public var code: String {
    switch self {
    case .io: "write-failed"
    case .exists, .edited: "output-exists"
    case .notAFile, .noPlace: "output-not-a-file"
    case .hardLinks: "hard-linked"
    case .readOnly, .immutable: "output-read-only"
    case .catalogInUse: "catalog-in-use"
    case .changed: "file-changed"
    case .readBack: "read-back-differs"
    case .isInput, .isRead: "output-is-input"
    case .foreign: "output-foreign"
    case .linkOutside, .linkOutsideCatalog: "link-outside"
    case .writtenTwice, .collision: "output-collision"
    case .outsideTree: "output-outside-tree"
    case .otherOutputsRefused: "nothing-written"
    }
  }

  public var message: String {
    switch self {
    case .io(.syncFolder, let number):
      "The file is written, but its folder could not be brought to the disk: \(systemWords(number)). "
        + "After a loss of power the old file may be back."
    case .io(let operation, let number): "Cannot \(operation.rawValue): \(systemWords(number)). \(Self.outcome(number))"
    case .exists: "The output exists."
    case .edited(let path): "The output \(path.text.printable) is not what gamut made of this file, and stays."
    case .notAFile: "Something that is not a file, or a link that leads nowhere, has the output's name."
    case .hardLinks(let count):
      "The file has \(count) names (hard links), and the others would keep the old contents."
    case .readOnly: "The file's mode does not let you write to it."
    case .immutable:
      "The file or its folder is immutable or append-only, so that nobody may replace the file, whatever its mode is."
    case .catalogInUse: "Another run of gamut changes this catalog, and did not end within 10 seconds."
    case .changed: "Something else changed the file meanwhile. Nothing was written."
    case .readBack(let error?):
      "What was written could not be read back and was thrown away: \(error.message.asSentence)"
    case .readBack(nil): "What was read back is not what was written, and was thrown away."
    case .noPlace: "Its name is not its path, so that it is not known where the output belongs."
    case .isInput(let path): "The output is the input \(path.text.printable)."
    case .isRead(let path): "The output is \(path.text.printable), which this run reads."
    case .foreign: "The file in its place was not written by gamut for this purpose, and stays."
    case .linkOutside(let path):
      "This is a link that leads out of the folder, to \(path.text.printable), which stays as it is."
    case .linkOutsideCatalog(let path):
      "The output leads out of the catalog by a link, to \(path.text.printable), which stays as it is."
    case .writtenTwice: "Two things would be written into this file, and nothing was."
    case .collision(let path):
      "The output would be that of \(path.text.printable) too, at least where names that differ only in case or in "
        + "the form of their accents are one."
    case .outsideTree(let path): "The output would be \(path.text.printable), outside the output folder."
    case .otherOutputsRefused: "Nothing was written, as other files of this run were refused."
    }
  }

  private static func outcome(_ number: Int32) -> String {
    switch number {
    case ENOENT: "The folder of the output does not exist."
    case ENOTDIR: "Part of its path is not a folder."
    default: "Nothing was changed."
    }
  }

  public var hint: String? {
    switch self {
    case .io(_, number: ENOSPC), .io(_, number: EDQUOT): "Make room and try again."
    case .io(_, number: ENOENT): "Make it first."
    case .io(_, number: ENOTDIR): "Choose another name."
    case .io(_, number: EACCES), .io(_, number: EPERM), .io(_, number: EROFS):
      "Check the permissions, or write to another folder."
    case .io, .otherOutputsRefused: nil
    case .exists, .edited: "Add --force to replace it."
    case .notAFile, .isRead: "Choose another name."
    case .linkOutsideCatalog: "Remove it or fix it."
    case .hardLinks: "Add --hard-links to replace it under this name alone, or write elsewhere."
    case .readOnly: "Change its mode, or add --force."
    case .immutable: "See 'lsattr', and remove the attribute with 'chattr -ia'; on macOS, 'ls -lO' and 'chflags'."
    case .catalogInUse: "Run the command again when it has ended."
    case .changed: "Try again."
    case .readBack: "Check the disk."
    case .noPlace: "Add --output FILE."
    case .isInput: "To change files where they are, use --in-place."
    case .foreign: "Remove it, or choose another name."
    case .linkOutside: "Add --follow to change it, or name the file itself."
    case .writtenTwice: "Give each a file of its own."
    case .collision: "Rename one of the files, or write them to different folders."
    case .outsideTree: "Name the folder of the file as input, or write it with --output."
    }
  }
}

/// The reasons that an image was not written. The file remains unchanged.
public protocol WritingError: FileError {
  /// The input cannot be read, or the meaning of its pixels is not known.
  static func input(_ error: GamutError) -> Self
  /// The output cannot be written.
  static func write(_ error: WriteError) -> Self
}

extension WritingError {
  static func reading<Value: ~Copyable>(_ body: () throws(PNGError) -> Value) throws(Self) -> Value {
    do { return try body() } catch { throw .input(.png(error)) }
  }

  static func reading<Value: ~Copyable>(_ body: () throws(GamutError) -> Value) throws(Self) -> Value {
    do { return try body() } catch { throw .input(error) }
  }

  static func writing<Value: ~Copyable>(_ body: () throws(WriteError) -> Value) throws(Self) -> Value {
    do { return try body() } catch { throw .write(error) }
  }

  static func printing(_ body: () throws(OutputError) -> Void) throws(Self) {
    do { try body() } catch { throw .write(.io(.write, number: error.number)) }
  }
}
