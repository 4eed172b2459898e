import GamutKit

/// The example of comparing two files.
func compareExample(image: [UInt8], print: (Any...) -> Void) throws {
  // README
  let stripped = try Embedder(EmbedOptions(.none)).embed(png: image).bytes
  let comparison = try Comparer().compare(image, stripped)
  print(comparison.verdict)
  for sentence in comparison.sentences { print(sentence) }
  // end
}
