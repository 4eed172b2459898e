import GamutKit

/// The example of tagging a file. Returns the tagged bytes.
func embedExample(bytes: [UInt8], icon: Pathname, print: (Any...) -> Void) throws -> [UInt8] {
  // README
  let embedder = try Embedder(EmbedOptions(.space(.displayP3)))
  let tagged = try embedder.embed(png: bytes).bytes
  let done = try embedder.embed(icon, WriteOptions(.inPlace))
  for change in done.changes { print(change.kind, change.action) }
  // end
  return tagged
}
