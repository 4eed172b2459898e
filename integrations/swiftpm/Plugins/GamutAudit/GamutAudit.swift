import Foundation
import PackagePlugin

/// Audits the resources of a target when one of them has changed, or the policy: the `.gamut.yml` nearest to them. Findings
/// are diagnostics of the build, with the file; an error fails it, and is reported until it is fixed.
@main
struct GamutAudit: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    guard let module = target.sourceModule else { return [] }
    return audit(
      module.sourceFiles.filter { $0.type == .resource }.map(\.url), of: target.name,
      in: context.package.directoryURL, with: try gamut { try context.tool(named: $0).url })
  }

  fileprivate func audit(_ resources: [URL], of target: String, in folder: URL, with gamut: URL) -> [Command] {
    let checked = Set(resources.compactMap(checkedPath)).sorted()
    guard !checked.isEmpty else { return [] }
    return [
      .buildCommand(
        displayName: "Audit the resources of \(target)", executable: gamut,
        arguments: ["audit", "--allow-empty", "--format", "xcode", "--root", folder.path] + checked,
        inputFiles: checked.flatMap { inputs(of: URL(fileURLWithPath: $0), below: folder) })
    ]
  }

  /// Returns the path to audit for a resource: a PNG file, a folder, or the catalog that contains it; nil for other files.
  private func checkedPath(of resource: URL) -> String? {
    let parts = resource.pathComponents
    if let catalog = parts.firstIndex(where: { $0.hasSuffix(".xcassets") }) {
      return "/" + parts[1...catalog].joined(separator: "/")
    }
    return isFolder(resource) || resource.pathExtension.lowercased() == "png" ? resource.path : nil
  }

  private func isFolder(_ url: URL) -> Bool {
    (try? url.resourceValues(forKeys: [.isDirectoryKey]))?.isDirectory == true
  }

  /// Returns the files that the findings of a resource depend on: what is in it, and the policies above it.
  private func inputs(of resource: URL, below folder: URL) -> [URL] {
    let files = FileManager.default.enumerator(at: resource, includingPropertiesForKeys: nil)?
      .compactMap { $0 as? URL }.filter { !isFolder($0) } ?? []
    var (policies, parent) = ([URL](), resource)
    while parent.path.count > folder.path.count {
      parent.deleteLastPathComponent()
      let policy = parent.appendingPathComponent(".gamut.yml")
      if FileManager.default.fileExists(atPath: policy.path) { policies.append(policy) }
    }
    return (files.isEmpty ? [resource] : files) + policies
  }
}

#if canImport(XcodeProjectPlugin)
  import XcodeProjectPlugin

  extension GamutAudit: XcodeBuildToolPlugin {
    func createBuildCommands(context: XcodePluginContext, target: XcodeTarget) throws -> [Command] {
      audit(
        target.inputFiles.filter { $0.type == .resource }.map(\.url), of: target.displayName,
        in: context.xcodeProject.directoryURL, with: try gamut { try context.tool(named: $0).url })
    }
  }
#endif
