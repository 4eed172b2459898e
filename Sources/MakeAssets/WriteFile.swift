import LibC
import LittleCMS

enum AssetError: Error {
  case usage
  case cannotWrite(path: String, errno: Int32)
  /// The description of a command does not have the format of the argument parser.
  case description
}

/// Writes a whole file, replacing any existing one.
func writeFile(_ path: String, _ bytes: [UInt8]) throws(AssetError) {
  // Folders that exist already stay as they are.
  for end in path.indices.dropFirst() where path[end] == "/" { unsafe mkdir(String(path[..<end]), 0o777) }
  guard let file = unsafe fopen(path, "wb") else { throw .cannotWrite(path: path, errno: errno) }
  let written = unsafe fwrite(bytes, 1, bytes.count, file)
  guard unsafe fclose(file) == 0, written == bytes.count else { throw .cannotWrite(path: path, errno: errno) }
}

/// Writes the built-in profiles with their names in `Profiles/`.
func writeProfiles(to directory: String) throws(AssetError) {
  try writeFile(directory + "/sRGB.icc", Profile.sRGB.bytes)
  try writeFile(directory + "/DisplayP3.icc", Profile.displayP3.bytes)
  try writeFile(directory + "/sGray.icc", Profile.sGray.bytes)
}
