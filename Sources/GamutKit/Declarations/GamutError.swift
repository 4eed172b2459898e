import LibC
public import LittleCMS
public import PNGCodec

/// The reasons that an input could not be processed. `code` is for programs, `message` and `hint` are for people.
public enum GamutError: FileError {
  /// The file is not a readable PNG.
  case png(PNGError)
  /// The file looks like an ICC profile, but cannot be read as one.
  case profile(ProfileError)
  /// The declaration in force cannot be used.
  case declaration(SourceOrigin, DeclarationFault, offset: Int?)
  /// The declaration in force is damaged, so that its meaning cannot be determined.
  case undetermined(SourceOrigin, DeclarationFault, offset: Int?)
  /// Files cannot be verified against this profile.
  case target(DeclarationFault)
  /// The space given for this file's pixels does not suit them.
  case givenSource(DeclarationFault)
  /// A report is not possible for this destination.
  case destination(DeclarationFault)
  /// The image needs more memory than allowed, and further passes over the file cannot reduce it.
  case memory(needed: Int, limit: Int)
  /// The file has changed since it was first opened.
  case changedWhileRead
  /// A list of names exceeds a limit; the index of the entry, from 1.
  case list(ListLimit, entry: Int)
  /// An entry of a list has a fault; its index, from 1.
  case listEntry(ListFault, entry: Int)
  /// A list gives the path of a file as a name to another one.
  case nameOfTwoFiles
  /// A folder's contents cannot be listed; `number` is errno.
  case unreadableFolder(number: Int32)
  /// The system could not read another file on which the result depends, or say whether it exists; `number` is errno.
  case unanswered(Pathname, number: Int32)

  /// An error recorded by another run.
  case recorded(RecordedError)

  private var systemNumber: Int32? {
    switch self {
    case .png(.io(_, let number)), .unreadableFolder(let number), .unanswered(_, let number): number
    default: nil
    }
  }

  /// Whether the error means that nothing exists at the path.
  package var meansAbsence: Bool { systemNumber.map { UnansweredQuestion.meansAbsence($0) } ?? false }

  /// Whether a system call failed, and not because nothing can be there.
  package var isSystemFailure: Bool { systemNumber != nil && !meansAbsence }

  /// Creates the error of an input for which the answer matters. It names the path by its last two components, so that it
  /// does not depend on the working directory.
  package init(_ question: UnansweredQuestion) {
    let names = question.path.absolute.components.suffix(2)
    self = .unanswered(Pathname(bytes: Array(names.joined(separator: [UInt8(ascii: "/")]))), number: question.number)
  }

  /// Throws the error for an input to which another file belongs, if the system failed to read that file for this reason.
  package func checkAnswered(about path: Pathname) throws(GamutError) {
    if let systemNumber, isSystemFailure { throw GamutError(UnansweredQuestion(path, number: systemNumber)) }
  }

  /// A stable identifier in kebab case.
  public var code: String {
    switch self {
    case .png(.folder): "folder"
    case .png(let error): error.code
    case .profile(let error): error.code
    case .declaration(_, let fault, _), .undetermined(_, let fault, _), .givenSource(let fault), .target(let fault):
      fault.code
    case .destination: "destination-unusable"
    case .unreadableFolder, .unanswered, .changedWhileRead, .listEntry, .nameOfTwoFiles:
      "io"
    case .memory, .list: "limit-exceeded"
    case .recorded(let error): error.code
    }
  }

  /// The byte offset in the file, if there is one: of the faulty chunk, or of the position where reading failed.
  public var offset: Int? {
    switch self {
    case .png(let error): error.offset
    case .profile(let error): error.offset
    case .declaration(_, _, let offset), .undetermined(_, _, let offset): offset
    case .recorded(let error): error.offset
    default: nil
    }
  }

  public var message: String {
    switch self {
    case .png(.folder): "This is a folder."
    case .png(let error): error.message.asSentence
    case .recorded(let error): error.message
    case .profile(let error): error.message
    case .declaration(let origin, let fault, let offset):
      "The \(origin.chunkNames)\(offset.map { " at byte \($0)" } ?? "") cannot be used: \(fault.message.asClause)"
    case .undetermined(let origin, let fault, let offset):
      "It is not known what the \(origin.chunkNames)\(offset.map { " at byte \($0)" } ?? "") "
        + "\(origin == .gammaAndChromaticities ? "declare" : "declares"): \(fault.message.asClause)"
    case .target(let fault): "Files cannot be verified against this profile: \(fault.message.asClause)"
    case .givenSource(let fault): "The space given for the pixels does not suit them: \(fault.message.asClause)"
    case .memory(let needed, let limit):
      "This image takes \(needed) bytes of memory, for its rows or for what is lost, and \(limit) are allowed."
    case .changedWhileRead: "The file has changed while it was read."
    case .destination(let fault): "The destination cannot be used: \(fault.messageAboutDestination)"
    case .list(.nameBytes, let entry):
      "Entry \(entry) of the list has more than \(ListLimit.nameBytes.rawValue) bytes, which no path has."
    case .list(.names, _): "The list has more than \(ListLimit.names.rawValue) names."
    case .list(.bytes, _): "The list has more than \(ListLimit.bytes.rawValue) bytes."
    case .listEntry(.tab, let entry): "Entry \(entry) of the list has a tab, and is not a name, a tab and a path."
    case .listEntry(.zeroByte, let entry): "Entry \(entry) of the list has a zero byte, which no path has."
    case .listEntry(.secondFile(let name), let entry):
      "Entry \(entry) of the list gives the name \(name.text.printable) to a second file."
    case .nameOfTwoFiles: "Two files have this name: one has this path, and a list gives it to another one."
    case .unreadableFolder(let number): "The folder cannot be read: \(systemWords(number))."
    case .unanswered(let path, let number):
      "The result also depends on \(path.text.printable), which the system could not read: \(systemWords(number))."
    }
  }

  public var hint: String? {
    switch self {
    case .png(.folder): "Give a file instead."
    case .png(let error): error.hint
    case .recorded: nil
    case .profile: "Get a fresh copy of the profile."
    case .declaration(_, let fault, _):
      (fault.isHighDynamicRange ? "Use a rendition of the image for standard dynamic range" : "Fix the file")
        + ", or name its colour space with --override."
    case .undetermined: "Export the file again, or name its colour space with 'gamut embed --assume'."
    case .target: "Give a colour space (see 'gamut spaces'), or an RGB or grey display profile."
    case .givenSource:
      "Give a colour space (see 'gamut spaces'), or a display profile of the image's kind, RGB or grey."
    case .destination: "Give a colour space (see 'gamut spaces'), or an RGB display profile with a matrix and curves."
    case .memory: "Allow more with --memory."
    case .changedWhileRead: PNGError.readAgain
    case .list(.nameBytes, _), .listEntry(.zeroByte, _): "Give a list of paths, with -0 if they end with zero bytes."
    case .list(.names, _), .list(.bytes, _): "Give it in several parts, or give folders."
    case .listEntry(.secondFile, _), .nameOfTwoFiles: "Give each file a name of its own."
    case .listEntry: "Write a path, or a name, a tab and a path; with -0, a tab is part of a path."
    case .unreadableFolder, .unanswered(_, EACCES): "Check its permissions."
    case .unanswered: PNGError.readAgain
    }
  }

  package static func reading<Value: ~Copyable>(_ body: () throws(PNGError) -> Value) throws(GamutError) -> Value {
    do { return try body() } catch { throw .png(error) }
  }

  package static func asking<Value>(_ body: () throws(UnansweredQuestion) -> Value) throws(GamutError) -> Value {
    do { return try body() } catch { throw GamutError(error) }
  }
}
