import GamutCatalogs
import GamutKit

extension AuditRule {
  /// A slot names a file that is not there.
  public static let catalogMissingFile = AuditRule(
    ofSets: CatalogFault.Kind.missingFile.rawValue, severity: .error,
    title: "A slot of an asset catalog names a file that is not there",
    explanation: """
      A slot names a file that is not in the folder of the set. The compiler of catalogs leaves such a slot out, so the \
      app has no image there. Add the file, or remove its name from the slot.
      """
  ) { set, finding in
    set.describe(.missingFile, in: &finding)
  }
}
