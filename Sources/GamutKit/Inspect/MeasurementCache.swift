import Gamut
import LittleCMS
import PNGCodec

/// A cache of the meanings of declarations and of their comparisons; most files of a folder share these, and a
/// measurement takes 136,000 colours.
final class MeasurementCache: Sendable {
  private struct Key: Hashable, Sendable {
    var declaration: Declaration
    var isGrey: Bool
  }

  private struct Pair: Hashable, Sendable {
    var higher: Declaration
    var lower: ColorStatement
    var isGrey: Bool
  }

  private let measurements = Memo<Key, Result<Measurement, DeclarationFault>>()
  private let comparisons = Memo<Pair, ChunkComparison?>()
  private let profiles = Memo<Profile, Result<SpaceIdentification, DeclarationFault>>()
  private let embedded = Memo<EmbeddedKey, InspectedProfile?>()

  private struct EmbeddedKey: Hashable, Sendable {
    var embedded: EmbeddedProfile
    var isGrey: Bool
    var isMeasured: Bool
  }

  func measure(_ declaration: Declaration, isGrey: Bool) -> Result<Measurement, DeclarationFault> {
    let key = Key(declaration: declaration, isGrey: isGrey)
    return measurements.value(for: key) {
      do throws(DeclarationFault) {
        let color = try SourceColor(declaration, isGrey: isGrey)
        let name: String? = if case .iCCP = declaration { color.description } else { nil }
        return .success(
          Measurement(color: color, identification: SpaceIdentification(of: color.meaning, called: name)))
      } catch {
        return .failure(error)
      }
    }
  }

  /// Identifies the space of a profile, for images of its own kind.
  func identify(_ profile: Profile) -> Result<SpaceIdentification, DeclarationFault> {
    profiles.value(for: profile) {
      do throws(DeclarationFault) {
        let isGrey = profile.header.colorSpace == "GRAY"
        return .success(SpaceIdentification(of: try profile.source(isGrey: isGrey), called: profile.description))
      } catch {
        return .failure(error)
      }
    }
  }

  /// Inspects the profile of an iCCP chunk; nil if the chunk does not contain one.
  ///
  /// - Parameter known: the identification for this kind of image, if the profile can be used.
  func inspect(
    _ profile: EmbeddedProfile, isGrey: Bool, measuredAs known: SpaceIdentification?
  ) -> InspectedProfile? {
    embedded.value(for: EmbeddedKey(embedded: profile, isGrey: isGrey, isMeasured: known != nil)) {
      (try? profile.profile).map { InspectedProfile($0, measuredAs: known, self) }
    }
  }

  func compare(
    _ higher: Declaration, _ lower: ColorStatement, isGrey: Bool, _ make: () -> ChunkComparison?
  ) -> ChunkComparison? {
    comparisons.value(for: Pair(higher: higher, lower: lower, isGrey: isGrey), make)
  }
}

/// A statement of a file about its colours, whether or not it counts according to the standard.
enum ColorStatement: Hashable, Sendable {
  case declaration(Declaration)
  /// cHRM without gAMA.
  case chromaticities(Chromaticities)
  case exif(ExifColorSpace)
}
