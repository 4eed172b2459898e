// MakeAssets profiles DIR: writes the project's own profiles.
// MakeAssets samples DIR: writes the images of Samples/.

let arguments = CommandLine.arguments.dropFirst()
switch (arguments.first, arguments.count) {
case ("profiles", 2): try writeProfiles(to: arguments[2])
case ("samples", 2): try writeSamples(to: arguments[2])
default:
  print("usage: MakeAssets profiles|samples DIR")
  throw AssetError.usage
}
