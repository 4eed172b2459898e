import PNGCodec

/// Decides what a file's codes mean (PNG Third Edition, 4.3).
struct DeclarationInForce: Sendable {
  /// Speaks for files that declare nothing, which else are taken for sRGB.
  var assumed: SpaceChoice?
  /// Replaces whatever a file declares.
  var override: SpaceChoice?

  /// The meaning of the image: from `override`, else from the highest declaration, else from `assumed`, else sRGB.
  ///
  /// A declaration that cannot be used is an error; the next one does not step in, for nobody knows who wrote it.
  func source(_ chunks: ColorChunks, isGrey: Bool) throws(GamutError) -> SourceColor {
    if let override { return try Self.given(override, .override, isGrey: isGrey) }
    guard let declaration = chunks.declarations.first else {
      return try Self.given(assumed ?? .sRGB, .assumed, isGrey: isGrey)
    }
    do {
      return try SourceColor(declaration, isGrey: isGrey)
    } catch {
      let origin = SourceOrigin(declaration)
      throw .declaration(origin, error, offset: origin.offset(in: chunks))
    }
  }

  /// What a decoder that does not know cICP takes the codes for, where the file has a cICP: the next declaration, or
  /// sRGB where there is none.
  func sourceWithoutCICP(_ chunks: ColorChunks, isGrey: Bool) -> Result<SourceColor, GamutError>? {
    guard override == nil, chunks.cICP != nil else { return nil }
    var others = chunks
    others.cICP = nil
    do {
      return .success(try DeclarationInForce().source(others, isGrey: isGrey))
    } catch {
      return .failure(error)
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
