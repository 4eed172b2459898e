import GamutCatalogs
import GamutKit

extension AuditRule {
  /// A set of a catalog cannot be read in full.
  public static let catalogBroken = AuditRule(
    ofSets: CatalogFault.Kind.broken.rawValue, severity: .error,
    title: "A set of an asset catalog cannot be read in full",
    explanation: """
      The Contents.json of a set is not valid JSON, names a file outside the set, has a colour without a number, or two \
      images or colours for one slot. Xcode ignores what it cannot read, so an image or a colour is missing in the app, \
      without an error. The line is that of the first fault. Keys and values that gamut does not know are no fault.
      """
  ) { set, finding in
    set.describe(.broken, in: &finding)
  }
}
