import ArgumentParser
import GamutKit
import GamutPalettes

extension SpaceChoice {
  /// Returns the space given by an option.
  ///
  /// - Throws: `ValidationError` if the name is neither that of a space nor of a file, `ExitCode` after a message if the
  ///   file is not a profile.
  static func given(_ name: String, by option: String) throws -> SpaceChoice {
    let path = Pathname(argument: name)
    do throws(SpaceChoice.Fault) {
      return try SpaceChoice(named: path)
    } catch {
      switch error {
      case .unreadable, .unknown: throw ValidationError("\(option) '\(path.text.printable)': \(error.text())")
      case .tooLarge, .notAProfile, .lfsPointer:
        Message.error(error, about: path)
        throw ExitCode.unprocessed
      }
    }
  }

  /// Returns the files among the names given by options.
  static func files(_ names: String?...) -> [Pathname] {
    names.compactMap { $0 }.filter { ReferenceSpace(named: $0) == nil }.map { Pathname(argument: $0) }
  }
}

extension CSSColor.Space {
  /// Returns the space of numbers given by an option.
  ///
  /// - Throws: `ValidationError` if CSS does not have it.
  static func given(_ name: String, by option: String) throws -> CSSColor.Space {
    if let space = CSSColor.Space(named: name) { return space }
    let names = ofNumbers.map(\.rawValue).joined(separator: ", ")
    throw ValidationError("\(option) '\(name.printable)' is not a space of colours in CSS: these are \(names).")
  }
}
