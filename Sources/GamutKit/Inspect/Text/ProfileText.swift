import Gamut
import LittleCMS

/// A profile as labelled paragraphs.
struct ProfileText {
  let inspected: InspectedProfile

  init(_ inspected: InspectedProfile) { self.inspected = inspected }

  var rows: [(String, String)] {
    let profile = inspected.profile
    let header = profile.header
    var rows = [("Name", profile.description.map { "\"\($0)\"" } ?? "none")]
    if let identification = inspected.identification {
      rows.append(("Space", identification.words))
      if !identification.level.isEquivalent, let nearest = identification.nearest {
        rows.append(("", "at \(nearest.difference.color.codeWords)"))
      }
    } else {
      rows.append(("Space", "not usable"))
    }
    rows.append(
      (
        "Kind",
        "version \(header.version), class \(header.deviceClass), \(header.colorSpace) to \(header.pcs), "
          + Words.count(header.size, "byte")
      ))
    rows.append(("ID stored", header.profileID?.description ?? "none"))
    rows.append(("ID computed", profile.computedID.description))
    if let white = profile.whitePoint { rows.append(("White", xyz(white))) }
    if let colorants = profile.colorants {
      rows += [("Red", xyz(colorants.red)), ("Green", xyz(colorants.green)), ("Blue", xyz(colorants.blue))]
    }
    rows += curves
    rows.append(("Tables", profile.tableTags.isEmpty ? "none" : profile.tableTags.joined(separator: ", ")))
    return rows
  }

  private var curves: [(String, String)] {
    let curves = inspected.profile.curves
    guard let first = curves.first else { return [("Curve", "none")] }
    if curves.allSatisfy({ $0.curve == first.curve }) {
      return [("Curve", words(first.curve) + (curves.count > 1 ? ", of all channels" : ""))]
    }
    return curves.map { ("Curve \($0.name)", words($0.curve)) }
  }

  private func words(_ curve: ToneCurve) -> String {
    switch curve {
    case .identity: return "linear"
    case .gamma(let raw): return "gamma \(JSONWriter.text(of: Double(raw) / 256))"
    case .table(let entries): return "table of \(Words.count(entries.count, "entry", plural: "entries"))"
    case .parametric(let kind, let parameters):
      let numbers = parameters.map { JSONWriter.text(of: Double($0) / 65536, significantDigits: 6) }
      return "parametric, kind \(kind): \(numbers.joined(separator: " "))"
    }
  }

  private func xyz(_ color: XYZNumber) -> String {
    color.coordinates.map { JSONWriter.text(of: ($0 * 100_000).rounded() / 100_000) }.joined(separator: " ")
  }
}
