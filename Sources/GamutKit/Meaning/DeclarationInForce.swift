import PNGCodec

/// Determines the meaning of a file's codes (PNG Third Edition, 4.3).
struct DeclarationInForce: Sendable {
  /// The space of files without a declaration; nil assumes sRGB.
  var assumed: SpaceChoice?
  /// Replaces the declaration of every file.
  var override: SpaceChoice?
  var meanings = Meanings()

  /// Returns the key of the facts that determine the meaning of the image.
  func key(_ chunks: ColorChunks, isGrey: Bool) -> DeclarationKey {
    DeclarationKey(declaration: override == nil ? chunks.declarations.first : nil, isGrey: isGrey)
  }

  /// Returns the meaning of the image: from `override`, else from the declaration of highest precedence, else from
  /// `assumed`, else sRGB.
  ///
  /// An unusable declaration is an error. There is no silent fallback to the next one: it would be a guess.
  func source(_ chunks: ColorChunks, isGrey: Bool) throws(GamutError) -> SourceColor {
    if let override { return try Self.given(override, .override, isGrey: isGrey) }
    guard let declaration = chunks.declarations.first else {
      return try Self.given(assumed ?? .sRGB, .assumed, isGrey: isGrey)
    }
    switch meanings.meaning(of: declaration, isGrey: isGrey).color {
    case .success(let color): return color
    case .failure(let fault):
      let origin = SourceOrigin(declaration)
      throw .declaration(origin, fault, offset: origin.offset(in: chunks))
    }
  }

  /// Returns the meaning of the codes for a decoder without support for cICP, if the file has a cICP: the next
  /// declaration, or sRGB if there is none.
  func sourceWithoutCICP(_ chunks: ColorChunks, isGrey: Bool) -> Result<SourceColor, GamutError>? {
    guard override == nil, chunks.cICP != nil else { return nil }
    var others = chunks
    others.cICP = nil
    return Result { () throws(GamutError) in
      try DeclarationInForce(meanings: meanings).source(others, isGrey: isGrey)
    }
  }

  private static func given(
    _ choice: SpaceChoice, _ origin: SourceOrigin, isGrey: Bool
  ) throws(GamutError) -> SourceColor {
    do {
      return try SourceColor(choice, origin: origin, isGrey: isGrey)
    } catch {
      throw .givenSource(error)
    }
  }
}
