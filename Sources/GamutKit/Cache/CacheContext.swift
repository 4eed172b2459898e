import LibC
import LittleCMS
import PNGCodec

/// A checksum of everything that all rows of a run depend on besides the files: the program, its libraries, and the
/// options. Rows of another context are not found.
package struct CacheContext: Sendable {
  private(set) var value: UInt64 = 0

  /// - Parameter kind: the kind of the rows.
  package init(_ kind: String) {
    add(kind)
    add(gamutVersion)
    add(LibraryVersion.lcms2)
    for library in PNGLibraryVersions.all { add(library.name + " " + library.version) }
    // Another build of the same version may compute another row.
    guard let program = Self.program.flatMap({ try? FileStatus(of: $0) }) else { return }
    for number in [program.size, program.modified[0], program.modified[1]] { add(number) }
  }

  package mutating func add(_ bytes: [UInt8]) {
    value = ContentChecksum.crc64(Array("\(bytes.count):".utf8) + bytes, continuing: value)
  }

  package mutating func add(_ text: String) { add(Array(text.utf8)) }
  package mutating func add(_ number: Int) { add(String(number)) }

  /// Adds the space chosen by the user; nil if there is none.
  package mutating func add(_ space: SpaceChoice?) {
    switch space {
    case .known(let known): add("known " + known.rawValue)
    case .profile(let profile): add(profile.bytes)
    case nil: add("none")
    }
  }

  /// The file of the running program; nil if it is not known.
  private static var program: Pathname? {
    #if canImport(Glibc)
      return Pathname("/proc/self/exe")
    #else
      var size = UInt32(4096)
      var bytes = [CChar](repeating: 0, count: Int(size))
      guard unsafe _NSGetExecutablePath(&bytes, &size) == 0 else { return nil }
      return Pathname(bytes: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) })
    #endif
  }
}
