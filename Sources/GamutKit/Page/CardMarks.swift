import Gamut
import PNGCodec

/// The parts of a card that refer to positions in the image: outlines and pins on the map, and the matching lists.
extension CardContext {
  private static let shownSentences = 3

  /// The visible losses in sentences: the worst, and the number of others.
  var vanished: [String] {
    let (groups, regions) = (report.loss.visibleGroups, report.loss.flattened.regions)
    var sentences = groups.prefix(Self.shownSentences).map(sentence)
    let moreGroups = report.loss.collapse.visible.groups - sentences.count
    if moreGroups > 0 { sentences.append("\(Words.count(moreGroups, "more merge")) of flat colours.") }
    let shown = regions.prefix(Self.shownSentences)
    sentences += shown.map { region in
      "A shape or gradient vanishes at \(text(region.x, region.y)), \(Words.count(region.width)) × "
        + "\(Words.count(region.height, "pixel"))."
    }
    let moreRegions = report.loss.flattened.visibleRegions - shown.count
    if moreRegions > 0 {
      sentences.append(
        "\(Words.count(moreRegions)) more \(moreRegions == 1 ? "shape or gradient vanishes" : "shapes or gradients vanish")."
      )
    }
    return sentences
  }

  private func sentence(_ group: LossReport.CollapseGroup) -> String {
    let codes = group.members.prefix(2).map { report.image.text(of: $0.code) }.joined(separator: " and ")
    let others = group.colors - 2
    let becomes = hexText(of: group.destination, depth: report.destination.bitDepth)
    let places = group.witnesses.map { " Compare \(text($0.first)) with \(text($0.second))." } ?? ""
    return
      (others > 0
      ? "\(Words.count(group.colors)) colours, among them the flat \(codes), become one: \(becomes)."
      : "2 flat colours become one: \(codes) both become \(becomes).") + places
  }

  private func text(_ x: Int, _ y: Int) -> String { "\(x), \(y)" }
  private func text(_ place: LossReport.Position) -> String { text(place.x, place.y) }

  func outlines(_ pictures: ImagePictures) -> [[String: Any]] {
    let unit = Double(max(pictures.mapWidth, pictures.mapHeight)) / 520
    return report.loss.flattened.regions.prefix(HeatMapMarks.regionLimit).enumerated().map { index, region in
      // Large enough to be visible.
      let least = 12 * unit
      let (ownWidth, ownHeight) = (
        Double(region.width) / pictures.mapFactor, Double(region.height) / pictures.mapFactor
      )
      let (width, height) = (max(ownWidth, least), max(ownHeight, least))
      let x = Double(region.x) / pictures.mapFactor - (width - ownWidth) / 2
      let y = Double(region.y) / pictures.mapFactor - (height - ownHeight) / 2
      let number = String(index + 1)
      let (tagWidth, tagHeight) = ((8 + 8 * Double(number.utf8.count)) * unit, 18 * unit)
      // Below the right end of the outline, or above, or in it, because pins tend to be at the upper left.
      let tagX = max(0, min(x + width - tagWidth, Double(pictures.mapWidth) - tagWidth))
      let tagY =
        y + height + tagHeight <= Double(pictures.mapHeight) ? y + height : y >= tagHeight ? y - tagHeight : max(0, y)
      func text(_ value: Double) -> String { ChromaticityDiagram.number(value) }
      return [
        "x": text(x), "y": text(y), "width": text(width), "height": text(height), "tagX": text(tagX),
        "tagY": text(tagY), "tagWidth": text(tagWidth), "tagHeight": text(tagHeight),
        "textX": text(tagX + tagWidth / 2), "textY": text(tagY + 13.5 * unit), "fontSize": text(13 * unit),
        "number": number,
      ]
    }
  }

  /// Returns a letter at both witnesses of each group.
  func pins(_ pictures: ImagePictures) -> [[String: Any]] {
    let unit = Double(max(pictures.mapWidth, pictures.mapHeight)) / 520
    let radius = 9 * unit
    return report.loss.visibleGroups.enumerated().flatMap { index, group -> [[String: Any]] in
      guard let witnesses = group.witnesses else { return [] }
      func text(_ value: Double) -> String { ChromaticityDiagram.number(value) }
      return [witnesses.first, witnesses.second].map { place in
        // Beside its subject, up and to the left, if there is room.
        func inside(_ value: Int, _ size: Int) -> Double {
          max(radius, min(Double(value) / pictures.mapFactor - 0.8 * radius, Double(size) - radius))
        }
        let (x, y) = (inside(place.x, pictures.mapWidth), inside(place.y, pictures.mapHeight))
        return [
          "x": text(x), "y": text(y), "r": text(radius), "textY": text(y + 4 * unit), "fontSize": text(12 * unit),
          "letter": HeatMapMarks.letter(index),
        ]
      }
    }
  }

  /// The rendition of the image, even if there are no pictures.
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
    let groups = report.loss.visibleGroups
    let visible = report.loss.collapse.visible
    values["hasGroups"] = !groups.isEmpty
    guard !groups.isEmpty else { return }
    let rest = visible.groups - groups.count
    values["groupsCaption"] =
      "\(Words.count(visible.colors)) colours become \(Words.count(visible.groups)), the largest difference between flat "
      + "colours first"
      + (rest > 0 ? "; \(Words.count(rest)) more \(rest == 1 ? "merge is" : "merges are") not listed (--top)" : "")
      + ". The two flat colours that differ most come first in a row, and their places last. Difference: ΔE in OKLab, "
      + "and ΔE2000. On a screen with the colours of sRGB alone the swatches of a row look alike: that is the loss."
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
        "letter": HeatMapMarks.letter(index), "members": members,
        "class": rendition.map { styles.className($0.0.linearSRGB(ofDestination: group.destination)) } ?? "",
        "becomes": hexText(of: group.destination, depth: report.destination.bitDepth),
        "spread": Words.difference(group.spread),
        "deltaE2000": group.deltaE2000.map { "ΔE2000 \(Words.decimal($0, 1))" } ?? "",
        "pixels": Words.count(group.pixels),
        "places": group.witnesses.map { [text($0.first), text($0.second)] } ?? [],
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
      "\(Words.count(flat.visibleRegions, "area")), the largest first; the numbers are those in the heat map. Compare: the two "
      + "pixels that differ most, and get one colour"
      + (rest > 0 ? "; \(Words.count(rest)) more \(rest == 1 ? "is" : "are") not listed (--top)" : "") + "."
    values["regions"] = flat.regions.enumerated().map { index, region in
      [
        "number": String(index + 1), "place": text(region.x, region.y),
        "size": "\(Words.count(region.width)) × \(Words.count(region.height))", "pixels": Words.count(region.pixels),
        "first": text(region.witnesses.first), "second": text(region.witnesses.second),
        "loss": Words.difference(region.loss),
      ]
    }
  }
}
