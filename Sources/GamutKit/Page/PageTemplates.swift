/// The templates of the page, from the files in `Resources`.
struct PageTemplates: Sendable {
  /// Nil where one does not parse, which no input can bring about: the tests render both.
  private let page = Template(PackageResources.page_mustache)
  private let card = Template(PackageResources.card_mustache)

  static let shared = PageTemplates()

  func page(_ values: [String: Any]) -> [UInt8] { page?.render(values) ?? [] }
  func card(_ values: [String: Any]) -> String { String(decoding: card?.render(values) ?? [], as: UTF8.self) }
}
