import GamutCatalogs
import GamutKit

extension AuditRule {
  /// A file of a set belongs to no slot.
  public static let catalogOrphanFile = AuditRule(
    ofSets: CatalogFault.Kind.orphanFile.rawValue, severity: .note,
    title: "A file in a set of an asset catalog belongs to no slot",
    explanation: """
      A file is in the folder of a set, and no slot names it. It is not part of the app. Remove it, or give it a slot.
      """
  ) { set, finding in
    set.describe(.orphanFile, in: &finding)
  }
}
