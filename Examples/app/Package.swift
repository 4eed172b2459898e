// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "app",
  platforms: [.iOS(.v17), .macOS(.v14)],
  products: [.library(name: "App", targets: ["App"])],
  // In an app, the address of the plugins and a version: .package(url: "...", from: "...").
  dependencies: [.package(path: "../../integrations/swiftpm")],
  targets: [
    .target(
      name: "App", resources: [.process("Media.xcassets"), .copy("Icons")],
      plugins: [.plugin(name: "GamutAudit", package: "swiftpm")])
  ]
)
