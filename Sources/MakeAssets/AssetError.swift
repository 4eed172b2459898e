enum AssetError: Error {
  case usage
  case cannotWrite(path: String, errno: Int32)
}
