// MakeAssets profiles DIR: writes the project's own profiles. MakeAssets manual DIR DATE: writes the manual pages from
// the output of `gamut --experimental-dump-help` on standard input.

import LibC
import LittleCMS

enum AssetError: Error {
  case usage
  case cannotWrite(path: String, errno: Int32)
  /// The description of a command does not have the format of the argument parser.
  case description
}

func writeFile(_ path: String, _ bytes: [UInt8]) throws(AssetError) {
  // Folders that exist already stay as they are.
  for end in path.indices.dropFirst() where path[end] == "/" { unsafe mkdir(String(path[..<end]), 0o777) }
  guard let file = unsafe fopen(path, "wb") else { throw .cannotWrite(path: path, errno: errno) }
  let written = unsafe fwrite(bytes, 1, bytes.count, file)
  guard unsafe fclose(file) == 0, written == bytes.count else { throw .cannotWrite(path: path, errno: errno) }
}

func writeProfiles(to directory: String) throws(AssetError) {
  try writeFile(directory + "/sRGB.icc", Profile.sRGB.bytes)
  try writeFile(directory + "/DisplayP3.icc", Profile.displayP3.bytes)
  try writeFile(directory + "/sGray.icc", Profile.sGray.bytes)
}

let arguments = CommandLine.arguments.dropFirst()
switch (arguments.first, arguments.count) {
case ("profiles", 2): try writeProfiles(to: arguments[2])
case ("manual", 3): try writeManual(to: arguments[2], date: arguments[3])
default:
  print("usage: MakeAssets profiles DIR, MakeAssets manual DIR DATE")
  throw AssetError.usage
}
