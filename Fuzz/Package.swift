// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that those who use gamut build nothing that only fuzzing needs. `make fuzz` builds it with
// the sanitizers, which its dependencies need too.

let swift: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .strictMemorySafety(),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "gamut-fuzz",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "gamut", path: "..")],
  targets: [
    .systemLibrary(name: "CFuzzer"),
    .executableTarget(
      name: "Fuzz", dependencies: ["CFuzzer", .product(name: "FuzzProperties", package: "gamut")],
      swiftSettings: swift),
  ]
)
