import ArgumentParser
import GamutKit

struct HeatMapOptions: ParsableArguments {
  @Option(
    name: .customLong("heatmap"),
    help: ArgumentHelp("Write a map of the losses of one image, as a PNG of its size.", valueName: "file"),
    completion: .file())
  var file: String?

  @Option(
    name: .customLong("heatmap-dir"),
    help: ArgumentHelp(
      "Write a map of each image to a folder, with the same paths.",
      valueName: "folder"),
    completion: .directory)
  var folder: String?

  func validate() throws {
    if file != nil, folder != nil { throw ValidationError("--heatmap and --heatmap-dir cannot be combined.") }
    if file == "" || folder == "" { throw ValidationError("The name of the heat map is empty.") }
    try file.map { try Pathname(argument: $0).checkIsFile(as: "--heatmap") }
  }

  /// Returns the output plan of the maps; nil if none were requested. Existing maps are replaced, and no image.
  func plan(for inputs: [Input], named names: [Pathname], reading others: [Pathname]) throws -> OutputPlan? {
    guard let path = (file ?? folder).map({ Pathname(argument: $0) }) else { return nil }
    if file != nil { try Input.checkForOneImage(inputs, named: names, option: "--heatmap", instead: "--heatmap-dir") }
    return OutputPlan(
      inputs, named: names, options: WriteOptions(file == nil ? .tree(path) : .file(path), overwrites: true),
      reading: others + inputs.map(\.file))
  }
}
