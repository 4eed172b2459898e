import Foundation
import PackagePlugin

/// `swift package gamut ...`: the command, in the folder of the package, with the arguments as they are.
@main
struct GamutCommand: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    let process = Process()
    process.executableURL = try gamut { try context.tool(named: $0).url }
    process.arguments = arguments
    process.currentDirectoryURL = context.package.directoryURL
    try process.run()
    process.waitUntilExit()
    // The plugin has the status of the command.
    guard process.terminationReason == .exit, process.terminationStatus == 0 else {
      exit(process.terminationReason == .exit ? process.terminationStatus : 2)
    }
  }
}
