import Inputs

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

// MakeInputs FOLDER PROFILE [guard|large]: writes the inputs that are not there yet.

func fail(_ message: String) -> Never {
  let line = Array("MakeInputs: \(message)\n".utf8)
  _ = unsafe write(STDERR_FILENO, line, line.count)
  exit(1)
}

let arguments = CommandLine.arguments
guard arguments.count >= 3 else { fail("give the folder and the profile to embed") }
let folder = arguments[1]
let inputs =
  switch arguments.dropFirst(3).first {
  case "guard": BenchmarkInput.guarded
  case "large": BenchmarkInput.large
  default: BenchmarkInput.all
  }
let encoder = PNGEncoder(profile: OutputFile.contents(of: arguments[2]))

for input in inputs {
  let path = "\(folder)/\(input.name).png"
  if OutputFile.exists(path) { continue }
  OutputFile.makeFolders(for: path)
  if input.picture.width > 256 { print("making \(path)") }
  // A file that is not whole never has its name.
  let file = OutputFile(path: path + ".new")
  encoder.encode(input.picture) { (piece) throws(Never) in file.write(piece) }
  file.close(renamingTo: path)
}
