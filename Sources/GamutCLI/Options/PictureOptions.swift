public import ArgumentParser
public import Gamut
import GamutKit

struct HeatMapOptions: ParsableArguments {
  @Option(name: .customLong("heatmap"), file: "Write a map of the losses of one image, as a PNG of its size.")
  var file: String?

  @Option(name: .customLong("heatmap-dir"), folder: "Write a map of each image to a folder, with the same paths.")
  var folder: String?

  func validate() throws {
    if file != nil, folder != nil { throw ValidationError("--heatmap and --heatmap-dir cannot be combined.") }
    if file == "" || folder == "" { throw ValidationError("The name of the heat map is empty.") }
    try file.map { try Pathname(argument: $0).checkIsFile(as: "--heatmap") }
  }

  /// Returns the output plan of the maps; none if none were requested. Existing maps are replaced, and no image.
  func plans(for inputs: [Input], named names: [Pathname], reading others: [Pathname]) throws -> [(
    picture: ReportPicture, plan: OutputPlan
  )] {
    guard let path = (file ?? folder).map({ Pathname(argument: $0) }) else { return [] }
    if file != nil { try Input.checkForOneImage(inputs, named: names, option: "--heatmap", instead: "--heatmap-dir") }
    let options = WriteOptions(file == nil ? .tree(path) : .file(path), overwrites: true)
    return [(.heatMap, OutputPlan(inputs, named: names, options: options, reading: others + inputs.map(\.file)))]
  }
}

struct RenditionOptions: ParsableArguments {
  enum Group: String, Choice {
    case all
  }

  @Option(
    name: .customLong("eye"), help: "Also judge what people with this vision see. Can be repeated, as the next two.")
  var eyes: [Viewing.Eye] = []

  @Option(
    name: .customLong("light"),
    help: "Also judge the image in this light: shade, sun, or k=0.3 for a screen that reflects 0.3 of its white.",
    completion: .list(["shade", "sun"]))
  var lights: [Viewing.Light] = []

  @Option(
    name: .customLong("rendition"),
    help: ArgumentHelp("Also judge an eye in a light, as in sun+deuteranopia.", valueName: "light+eye"))
  var combined: [Viewing] = []

  @Option(name: .customLong("renditions"), help: "Also judge the usual six: four eyes, shade and sun.")
  var group: Group?

  @Option(
    name: .customLong("rendition-dir"),
    folder: "Write each rendition to a folder, as NAME-deuteranopia.png, in the space and depth of the file.")
  var folder: String?

  @Flag(help: "Replace renditions that exist.")
  var force = false

  func validate() throws {
    if folder == "" { throw ValidationError("The name of the folder of renditions is empty.") }
    if folder != nil, viewings.isEmpty {
      throw ValidationError("--rendition-dir needs a rendition: use --renditions all, --eye or --light.")
    }
    if force, folder == nil { throw ValidationError("--force needs --rendition-dir FOLDER.") }
  }

  /// Returns the output plan of each rendition; none without a folder.
  func plans(for inputs: [Input], named names: [Pathname], reading others: [Pathname]) -> [(
    picture: ReportPicture, plan: OutputPlan
  )] {
    guard let folder else { return [] }
    let options = WriteOptions(.tree(Pathname(argument: folder)), overwrites: force)
    return viewings.map { viewing in
      (
        .rendition(viewing),
        OutputPlan(inputs, named: names, options: options, suffix: "-" + viewing.name, reading: others)
      )
    }
  }

  var viewings: [Viewing] {
    let given = eyes.map { Viewing($0) } + lights.map { Viewing($0) } + combined
    return ((group == nil ? [] : Viewing.all) + given).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }
}

extension Viewing.Eye: Choice {}
extension Viewing.Light: ExpressibleByArgument {
  /// Creates the light of a name; nil if there is none.
  public init?(argument: String) { self.init(argument) }
}
extension Viewing: ExpressibleByArgument {
  /// Creates the rendition of a name; nil if there is none.
  public init?(argument: String) { self.init(argument) }
}
