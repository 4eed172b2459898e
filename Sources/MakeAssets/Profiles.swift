import LittleCMS

/// Writes the built-in profiles with their names in `Profiles/`.
func writeProfiles(to directory: String) throws(AssetError) {
  try writeFile(directory + "/sRGB.icc", Profile.sRGB.bytes)
  try writeFile(directory + "/DisplayP3.icc", Profile.displayP3.bytes)
  try writeFile(directory + "/sGray.icc", Profile.sGray.bytes)
}
