enum AssetError: Error {
  case usage
  case cannotWrite(path: String, errno: Int32)
  /// The description of a command does not have the format of the argument parser.
  case description
}
