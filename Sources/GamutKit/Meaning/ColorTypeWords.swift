import PNGCodec

extension ColorType {
  /// The name for people.
  var words: String {
    switch self {
    case .grey: "grey"
    case .rgb: "RGB"
    case .palette: "palette"
    case .greyAlpha: "grey with alpha"
    case .rgba: "RGB with alpha"
    }
  }
}
