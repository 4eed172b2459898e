// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that those who use gamut fetch nothing that only measuring needs.

let swift: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .strictMemorySafety(),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "gamut-benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "gamut", path: ".."),
    // No traits: its counting of allocations needs a library preloaded, and nothing here asks for it.
    .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.1", traits: []),
  ],
  targets: [
    .systemLibrary(
      name: "CDeflate", pkgConfig: "zlib",
      providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
    .target(name: "Inputs", dependencies: ["CDeflate"], swiftSettings: swift),
    .executableTarget(name: "MakeInputs", dependencies: ["Inputs"], swiftSettings: swift),
    .executableTarget(name: "MeasurePairs", swiftSettings: swift),
    .executableTarget(
      name: "MeasureGigapixel", dependencies: [.product(name: "Gamut", package: "gamut")], swiftSettings: swift),
    .executableTarget(
      name: "Engine",
      dependencies: [
        "Inputs",
        .product(name: "Gamut", package: "gamut"),
        .product(name: "GamutKit", package: "gamut"),
        .product(name: "PNGCodec", package: "gamut"),
        .product(name: "Benchmark", package: "benchmark"),
      ],
      // The plugin takes every program in a folder called Benchmarks for one of its own.
      path: "Engine", swiftSettings: swift,
      plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]),
  ]
)
