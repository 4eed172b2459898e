enum AssetError: Error {
  case usage
  case cannotWrite(path: String, errno: Int32)
  /// What a command says of itself is not what argument parsers write.
  case description
}
