/// The templates of the page, from the files in `Resources`.
struct PageTemplates: Sendable {
  /// nil if a template does not parse, which does not depend on input: the tests render both.
  private let page = Template(PackageResources.page_mustache)
  private let card = Template(PackageResources.card_mustache)

  static let shared = PageTemplates()

  func page(_ values: [String: Any]) -> [UInt8] { page?.render(values) ?? [] }
  func card(_ values: [String: Any]) -> String { String(decoding: card?.render(values) ?? [], as: UTF8.self) }
}
