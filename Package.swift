// swift-tools-version: 6.2
import PackageDescription

let swift: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .strictMemorySafety(),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

// Tests that compute little are not optimised: that would take over half of the time of a build for tests.
let tests = swift + [.unsafeFlags(["-Onone"], .when(configuration: .release))]

let package = Package(
  name: "gamut",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "gamut", targets: ["GamutCLI"]),
    .library(name: "GamutAudit", targets: ["GamutAudit", "GamutAuditErrors"]),
    .library(name: "GamutKit", targets: ["GamutKit", "GamutKitErrors"]),
    .library(name: "GamutCatalogs", targets: ["GamutCatalogs"]),
    .library(name: "Gamut", targets: ["Gamut"]),
    .library(name: "ColorScience", targets: ["ColorScience"]),
    .library(name: "LittleCMS", targets: ["LittleCMS"]),
    .library(name: "PNGCodec", targets: ["PNGCodec"]),
    // Only for the package in Fuzz.
    .library(name: "FuzzProperties", targets: ["FuzzProperties"]),
  ],
  // A program that uses only the libraries depends on this package with `traits: []`, and fetches no other package.
  traits: [
    .trait(name: "Command", description: "The command gamut, with the package that parses its arguments."),
    .default(enabledTraits: ["Command"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")
  ],
  targets: [
    .systemLibrary(
      name: "CLittleCMS", pkgConfig: "lcms2",
      providers: [.apt(["liblcms2-dev"]), .brew(["little-cms2"])]),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
    .systemLibrary(name: "CISAL", pkgConfig: "libisal", providers: [.apt(["libisal-dev"]), .brew(["isa-l"])]),
    .systemLibrary(
      name: "CLibDeflate", pkgConfig: "libdeflate",
      providers: [.apt(["libdeflate-dev"]), .brew(["libdeflate"])]),
    .systemLibrary(
      name: "CYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]),
    .systemLibrary(
      name: "CSodium", pkgConfig: "libsodium", providers: [.apt(["libsodium-dev"]), .brew(["libsodium"])]),
    .target(name: "CPNGFilters"),
    .target(name: "CSystemShim"),
    .target(
      name: "CPageFiles",
      exclude: ["page.css", "elements.js", "pictures.js", "card.js", "page.js", "compare.js"]),
    .target(name: "LibC", swiftSettings: swift),
    .target(name: "LittleCMS", dependencies: ["CLittleCMS", "ColorScience", "LibC"], swiftSettings: swift),
    .target(
      name: "PNGCodec", dependencies: ["CISAL", "CLibDeflate", "CPNGFilters", "CZlib", "ColorScience", "LibC"],
      exclude: ["README.md"], swiftSettings: swift),
    .target(name: "CGamutKernels"),
    .target(name: "ColorScience", dependencies: ["LibC"], exclude: ["README.md"], swiftSettings: swift),
    .target(
      name: "Gamut", dependencies: ["CGamutKernels", "ColorScience", "LibC"], exclude: ["README.md"],
      swiftSettings: swift),
    .target(
      name: "GamutBasics", dependencies: ["CSystemShim", "LibC", "LittleCMS", "PNGCodec"], exclude: ["README.md"],
      swiftSettings: swift),
    .target(
      name: "GamutCatalogs", dependencies: ["GamutBasics", "LibC", "LittleCMS", "PNGCodec"], exclude: ["README.md"],
      swiftSettings: swift),
    .target(
      name: "GamutPalettes", dependencies: ["ColorScience", "GamutBasics", "LibC"], exclude: ["README.md"],
      swiftSettings: swift),
    .target(
      name: "GamutKit",
      dependencies: [
        "CPageFiles", "CSodium", "CSystemShim", "Gamut", "GamutBasics", "GamutCatalogs", "GamutPalettes", "LibC",
        "LittleCMS",
        "PNGCodec",
      ],
      exclude: ["README.md"], swiftSettings: swift),
    .target(
      name: "GamutAudit",
      dependencies: [
        "CSystemShim", "CYAML", "Gamut", "GamutCatalogs", "GamutKit", "GamutPalettes", "LibC", "LittleCMS", "PNGCodec",
      ],
      exclude: ["README.md"], swiftSettings: swift),
    .target(
      name: "GamutKitErrors", dependencies: ["GamutBasics", "GamutKit", "LittleCMS", "PNGCodec"],
      path: "Sources/LocalizedErrors/GamutKit", swiftSettings: swift),
    .target(
      name: "GamutAuditErrors", dependencies: ["GamutAudit", "GamutKitErrors"],
      path: "Sources/LocalizedErrors/GamutAudit", swiftSettings: swift),
    .executableTarget(
      name: "GamutCLI",
      dependencies: [
        "CSystemShim", "Gamut", "GamutAudit", "GamutKit", "GamutPalettes", "LibC", "PNGCodec",
        .product(
          name: "ArgumentParser", package: "swift-argument-parser", condition: .when(traits: ["Command"])),
      ],
      swiftSettings: swift),
    .executableTarget(
      name: "MakeAssets", dependencies: ["GamutAudit", "GamutKit", "LibC", "LittleCMS"],
      swiftSettings: swift),
    .target(
      name: "SyntheticPNG", dependencies: ["CZlib"], path: "Tests/SyntheticPNG", swiftSettings: swift),
    .target(
      name: "TestSupport", dependencies: ["CZlib", "Gamut", "PNGCodec", "SyntheticPNG"], path: "Tests/TestSupport",
      swiftSettings: swift),
    .target(
      name: "FuzzProperties",
      dependencies: [
        "Gamut", "GamutAudit", "GamutBasics", "GamutCatalogs", "GamutKit", "GamutPalettes", "LibC", "LittleCMS",
        "PNGCodec", "SyntheticPNG", "TestSupport",
      ],
      path: "Tests/FuzzProperties", swiftSettings: swift),
    .testTarget(
      name: "LittleCMSTests",
      dependencies: ["CLittleCMS", "ColorScience", "LittleCMS", "SyntheticPNG", "TestSupport"], swiftSettings: swift),
    .systemLibrary(
      name: "CLibPNG", path: "Tests/CLibPNG", pkgConfig: "libpng",
      providers: [.apt(["libpng-dev"]), .brew(["libpng"])]),
    .target(name: "LibPNGReader", dependencies: ["CLibPNG"], path: "Tests/LibPNGReader"),
    .testTarget(
      name: "PNGCodecTests",
      dependencies: [
        "ColorScience", "CPNGFilters", "LibPNGReader", "PNGCodec", "SyntheticPNG", "TestSupport",
      ],
      swiftSettings: swift),
    .testTarget(
      name: "GamutTests", dependencies: ["Gamut", "LibC", "SyntheticPNG", "TestSupport"],
      swiftSettings: swift),
    .testTarget(
      name: "GamutCatalogsTests", dependencies: ["GamutBasics", "GamutCatalogs", "TestSupport"], exclude: ["Sets"],
      swiftSettings: tests),
    .testTarget(
      name: "GamutPalettesTests", dependencies: ["GamutBasics", "GamutPalettes", "TestSupport"],
      exclude: ["Colors", "Styles", "Tokens"],
      swiftSettings: tests),
    .testTarget(
      name: "GamutKitTests",
      dependencies: [
        "CLittleCMS", "Gamut", "GamutCatalogs", "GamutKit", "GamutKitErrors", "GamutPalettes", "LibC", "LittleCMS",
        "PNGCodec", "SyntheticPNG", "TestSupport",
      ],
      exclude: ["Golden", "Labels", "Viewings"], swiftSettings: tests),
    .testTarget(
      name: "GamutAuditTests",
      dependencies: [
        "Gamut", "GamutAudit", "GamutAuditErrors", "GamutKit", "GamutPalettes", "LibC", "LittleCMS", "PNGCodec",
        "SyntheticPNG", "TestSupport",
      ],
      exclude: ["Palettes"], swiftSettings: tests),
    .testTarget(
      name: "RegressionTests", dependencies: ["FuzzProperties", "SyntheticPNG", "TestSupport"], swiftSettings: tests),
    .testTarget(
      name: "CommandLineTests",
      dependencies: [
        "ColorScience", "GamutAudit", "GamutCLI", "GamutKit", "LibC", "PNGCodec", "MakeAssets", "SyntheticPNG",
        "TestSupport",
      ],
      exclude: ["Guesses.txt", "Help"],
      swiftSettings: tests),
  ]
)
