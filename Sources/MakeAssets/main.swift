// MakeAssets profiles DIR: writes the project's own profiles.

let arguments = CommandLine.arguments.dropFirst()
switch (arguments.first, arguments.count) {
case ("profiles", 2): try writeProfiles(to: arguments[2])
default:
  print("usage: MakeAssets profiles DIR")
  throw AssetError.usage
}
