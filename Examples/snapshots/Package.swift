// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "snapshots",
  platforms: [.macOS(.v15)],
  products: [.library(name: "Snapshots", targets: ["Snapshots"])],
  // In a project, the address of gamut and a version: .package(url: "...", from: "...").
  dependencies: [.package(name: "gamut", path: "../..", traits: [])],
  targets: [
    .target(
      name: "Snapshots",
      dependencies: [.product(name: "Gamut", package: "gamut"), .product(name: "GamutKit", package: "gamut")])
  ]
)
