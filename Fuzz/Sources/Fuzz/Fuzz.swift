import CFuzzer
import Foundation
import FuzzProperties

/// The fuzzers of all properties in one program:
///
///     Fuzz prepare FOLDER                 writes seeds and dictionaries, and prints each target and its largest size
///     Fuzz TARGET [OPTION...] [FOLDER...]  runs libFuzzer, whose options and folders follow
@main struct Fuzz {
  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst()
    if arguments.first == "prepare", arguments.count == 2, let folder = arguments.last { return try prepare(folder) }
    guard Target.chosen != nil else {
      print("Fuzz prepare FOLDER | Fuzz TARGET [OPTION...] [FOLDER...]")
      print("Targets: \(Property.all.map(\.name).joined(separator: " "))")
      exit(2)
    }
    // libFuzzer sees the target as the name of the program.
    var count = CommandLine.argc - 1
    var values: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = unsafe CommandLine.unsafeArgv + 1
    exit(unsafe LLVMFuzzerRunDriver(&count, &values) { bytes, size in unsafe Target.run(bytes, size) })
  }

  private static func prepare(_ folder: String) throws {
    let files = FileManager.default
    for property in Property.all {
      let seeds = URL(filePath: folder).appending(path: property.name)
      try files.createDirectory(at: seeds, withIntermediateDirectories: true)
      for (index, seed) in property.seeds().enumerated() {
        try Data(seed).write(to: seeds.appending(path: "seed-\(index)"))
      }
      let words = property.words().map { word in
        "\"" + word.map { "\\x" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() + "\"\n"
      }
      try Data(words.joined().utf8).write(to: URL(filePath: folder).appending(path: property.name + ".words"))
      print(property.name, property.maximumSize)
    }
  }
}

/// The property that this process tries.
enum Target {
  static let chosen = Property.all.first { $0.name == CommandLine.arguments.dropFirst().first }

  static func run(_ bytes: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    let input = unsafe Array(UnsafeBufferPointer(start: bytes, count: size))
    if let violation = chosen?.violation(by: input) {
      FileHandle.standardError.write(Data("\(chosen?.name ?? ""): \(violation)\n".utf8))
      abort()
    }
    return 0
  }
}
