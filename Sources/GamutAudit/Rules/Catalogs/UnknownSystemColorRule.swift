import GamutCatalogs
import GamutKit

extension AuditRule {
  /// A reference to an unknown system colour.
  public static let unknownSystemColor = AuditRule(
    ofSets: "unknown-system-color", severity: .warning,
    title: "A reference to an unknown system colour",
    explanation: """
      A slot refers to a system colour by a name that gamut does not know. The names are those of the colours of UIKit \
      and AppKit with "Color" at the end, as systemIndigoColor, and in documents of Icon Composer names such as \
      system-indigo. The app may show a default colour instead.
      """
  ) { set, finding in
    let names = set.set.kind == .icon ? SystemColor.namesInIcons : SystemColor.references
    let unknown = set.set.slots.compactMap { slot -> (String, Int?)? in
      guard case .system(let name, _) = slot.color, !names.contains(name) else { return nil }
      let suggestion =
        Suggestion.nearest(to: name, among: names.sorted()).map { " Did you mean '\($0)'?" } ?? ""
      return ("No known system colour is called '\(name.printable)'.\(suggestion)", slot.line)
    }
    return finding.describe(unknown)
  }
}
