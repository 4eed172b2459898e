// swift-tools-version: 6.0
import PackageDescription

// The command comes with the package on Linux, so that nobody compiles it. A release replaces the path by the address and
// the checksum of the bundle. There is no bundle for macOS yet: the plugins use the installed command there.
#if os(Linux)
  let command: [Target] = [.binaryTarget(name: "gamut", path: "gamut.artifactbundle")]
#else
  let command: [Target] = []
#endif
let dependencies: [Target.Dependency] = command.map { .target(name: $0.name) }

let package = Package(
  name: "gamut-plugins",
  products: [
    .plugin(name: "GamutAudit", targets: ["GamutAudit"]),
    .plugin(name: "GamutCommand", targets: ["GamutCommand"]),
  ],
  targets: command + [
    .plugin(name: "GamutAudit", capability: .buildTool(), dependencies: dependencies),
    // It asks for no permission, which `swift package` would want to be confirmed for each audit. On macOS, commands that
    // write images need `--allow-writing-to-directory .`.
    .plugin(
      name: "GamutCommand",
      capability: .command(
        intent: .custom(verb: "gamut", description: "Check, tag and convert the colours of PNG files")),
      dependencies: dependencies),
  ]
)
