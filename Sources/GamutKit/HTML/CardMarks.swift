import Gamut
import PNGCodec

/// What of a card refers to places in the image: outlines and pins on the map, and the lists that they match.
extension CardContext {
  var visibleGroups: [LossReport.CollapseGroup] {
    report.loss.collapse.largest.filter { $0.spread >= report.loss.jnd && $0.deltaE2000 != nil }
  }

  /// A, B ... Z, then A1, B1 ...
  static func letter(_ index: Int) -> String {
    let letter = String(Unicode.Scalar(UInt8(0x41 + index % 26)))
    return index < 26 ? letter : letter + String(index / 26)
  }

  func outlines(_ pictures: ImagePictures) -> [[String: Any]] {
    let unit = Double(max(pictures.mapWidth, pictures.mapHeight)) / 520
    return report.loss.flattened.regions.prefix(HeatMapMarks.limit).enumerated().map { index, region in
      let (x, y) = (Double(region.x) / pictures.mapFactor, Double(region.y) / pictures.mapFactor)
      let width = max(Double(region.width) / pictures.mapFactor, 2 * unit)
      let height = max(Double(region.height) / pictures.mapFactor, 2 * unit)
      let number = String(index + 1)
      let (tagWidth, tagHeight) = ((8 + 8 * Double(number.utf8.count)) * unit, 18 * unit)
      // At the right, as pins tend to be at the left.
      let tagX = max(0, min(x + width - tagWidth, Double(pictures.mapWidth) - tagWidth))
      let tagY = max(0, min(y, Double(pictures.mapHeight) - tagHeight))
      func text(_ value: Double) -> String { ChromaticityDiagram.number(value) }
      return [
        "x": text(x), "y": text(y), "width": text(width), "height": text(height), "tagX": text(tagX),
        "tagY": text(tagY), "tagWidth": text(tagWidth), "tagHeight": text(tagHeight),
        "textX": text(tagX + tagWidth / 2), "textY": text(tagY + 13.5 * unit), "fontSize": text(13 * unit),
        "number": number,
      ]
    }
  }

  func pins(_ pictures: ImagePictures) -> [[String: Any]] {
    let unit = Double(max(pictures.mapWidth, pictures.mapHeight)) / 520
    let radius = 11 * unit
    return visibleGroups.enumerated().map { index, group in
      func text(_ value: Double) -> String { ChromaticityDiagram.number(value) }
      func inside(_ value: Int, _ size: Int) -> Double {
        max(radius, min((Double(value) + 0.5) / pictures.mapFactor, Double(size) - radius))
      }
      let (x, y) = (inside(group.example.x, pictures.mapWidth), inside(group.example.y, pictures.mapHeight))
      return [
        "x": text(x), "y": text(y), "r": text(radius), "textY": text(y + 4.5 * unit), "fontSize": text(13 * unit),
        "letter": Self.letter(index),
      ]
    }
  }

  /// What the image's codes mean, also where there are no pictures.
  private var rendition: (Rendition, depth: Int)? {
    if let pictures { return (pictures.rendition, pictures.depth) }
    guard let source = report.source.space, let destination = report.destination.space else { return nil }
    return (
      Rendition(source: .rgb(source.space), destination: destination.space, depth: report.destination.bitDepth),
      report.image.colorType == .palette ? 8 : report.image.bitDepth
    )
  }

  private static let shownMembers = 6

  func addGroups(to values: inout [String: Any], _ styles: inout SwatchStyles) {
    let groups = visibleGroups
    let visible = report.loss.collapse.visible
    values["hasGroups"] = !groups.isEmpty
    guard !groups.isEmpty else { return }
    let rest = visible.groups - groups.count
    values["groupsCaption"] =
      "\(Words.count(visible.colors)) colours become \(Words.count(visible.groups)), the largest difference first"
      + (rest > 0 ? "; \(Words.count(rest)) more \(rest == 1 ? "merge is" : "merges are") not listed (--top)" : "")
      + ". Difference: ΔE in OKLab, and ΔE2000. On a screen with the colours of sRGB alone the swatches of a row look alike: that is the loss."
    values["groups"] = groups.enumerated().map { index, group -> [String: Any] in
      let shown = group.members.prefix(Self.shownMembers)
      let colors = rendition.map { $0.0.linearSRGB(of: shown.map(\.code), depth: $0.depth) }
      let members: [[String: Any]] = shown.enumerated().map { place, member in
        [
          "class": colors.map { styles.className($0[place]) } ?? "", "code": report.image.text(of: member.code),
          "pixels": Words.count(member.pixels, "pixel"),
        ]
      }
      var row: [String: Any] = [
        "letter": Self.letter(index), "members": members,
        "class": rendition.map { styles.className($0.0.linearSRGB(ofDestination: group.destination)) } ?? "",
        "becomes": hexText(of: group.destination, depth: report.destination.bitDepth),
        "spread": Words.difference(group.spread),
        "deltaE2000": group.deltaE2000.map { "ΔE2000 \(Words.decimal($0, 1))" } ?? "",
        "pixels": Words.count(group.pixels),
        "where": "x \(Words.count(group.example.x)), y \(Words.count(group.example.y))",
      ]
      if group.colors > shown.count { row["more"] = "and \(Words.count(group.colors - shown.count)) more" }
      return row
    }
  }

  func addRegions(to values: inout [String: Any]) {
    let flat = report.loss.flattened
    values["hasRegions"] = !flat.regions.isEmpty
    guard !flat.regions.isEmpty else { return }
    let rest = flat.visibleRegions - flat.regions.count
    values["regionsCaption"] =
      "\(Words.count(flat.visibleRegions, "area")), the largest first; the numbers are those in the heat map"
      + (rest > 0 ? "; \(Words.count(rest)) more \(rest == 1 ? "is" : "are") not listed (--top)" : "") + "."
    values["regions"] = flat.regions.enumerated().map { index, region in
      [
        "number": String(index + 1), "place": "\(Words.count(region.x)), \(Words.count(region.y))",
        "size": "\(Words.count(region.width)) × \(Words.count(region.height))", "pixels": Words.count(region.pixels),
        "loss": Words.difference(region.loss),
      ]
    }
  }
}
