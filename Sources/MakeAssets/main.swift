// MakeAssets profiles DIR: writes the project's own profiles.
// MakeAssets samples DIR: writes the images of Samples/.
// MakeAssets manual DIR DATE: writes the manual pages from the output of `gamut --experimental-dump-help` on standard
// input.

let arguments = CommandLine.arguments.dropFirst()
switch (arguments.first, arguments.count) {
case ("profiles", 2): try writeProfiles(to: arguments[2])
case ("samples", 2): try writeSamples(to: arguments[2])
case ("manual", 3): try writeManual(to: arguments[2], date: arguments[3])
default:
  print("usage: MakeAssets profiles|samples DIR, MakeAssets manual DIR DATE")
  throw AssetError.usage
}
