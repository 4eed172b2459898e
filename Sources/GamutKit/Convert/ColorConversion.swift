import Gamut
import LittleCMS
import PNGCodec

struct ColorConversion {
  let source: ConversionSource
  let isGrey: Bool
  let target: ConversionTarget
  /// The treatment of colours outside the destination gamut; nil clamps.
  let mapping: (any GamutMapping)?

  private var color: SourceColor { source.color }

  func method(from depth: Int, to resultDepth: Int) throws(ConvertError) -> Recoding.Method {
    let depths = SIMD2(depth, resultDepth)
    if isGrey, let curve = color.meaning.neutralCurve, let own = target.greyCurve {
      return .grey(
        source.greys.value(for: depths) {
          GreyConverter(curve, to: own, sourceDepth: depth, depth: resultDepth)
        })
    }
    if !isGrey, let tables = tables(depths) { return .matrix(tables) }
    let evaluate = try evaluation(depths)
    guard isGrey else { return .colors(evaluate) }
    return .grey(
      source.greys.value(for: depths) {
        let codes = (0..<(1 << depth)).map { SIMD3(repeating: UInt16($0)) }
        return GreyConverter(
          colors: evaluate(codes), sourceDepth: depth, depth: resultDepth, staysGrey: target.greyCurve != nil)
      })
  }

  func isIdentity(_ method: Recoding.Method, depth: Int) -> Bool {
    switch method {
    case .matrix, .colors:
      guard case .rgb(let source) = color.meaning, case .rgb(let destination) = target.color else { return false }
      return source == destination && !isGrey
    case .grey(let grey):
      if depth >= 8 { return grey.isIdentity }
      // Fewer bits suffice if each code represents the same fraction of the range.
      let maximum = 1 << depth - 1
      return grey.isGrey && (0...maximum).allSatisfy { Int(grey.convert($0).x) * maximum == $0 * 255 }
    }
  }

  /// Returns the tables of a conversion between matrices and curves that clamps or maps as CSS does; nil for others.
  private func tables(_ depths: SIMD2<Int>) -> ConversionTables? {
    let css = mapping as? CSSMapping
    guard mapping == nil || css != nil, case .rgb(let space) = target.color else { return nil }
    return source.tables.value(for: depths) {
      ConversionTables(color.meaning, to: space, sourceDepth: depths.x, depth: depths.y, mapping: css)
    }
  }

  private func evaluation(_ depths: SIMD2<Int>) throws(ConvertError) -> ColorConverter.Evaluate {
    if case .rgb(let space) = target.color, let mapping {
      let tables = RenditionTables(
        Rendition(source: color.meaning, destination: space, depth: depths.y, mapping: mapping), sourceDepth: depths.x)
      return { tables.codes(of: $0) }
    }
    if let tables = tables(depths) { return { $0.map { tables.convert($0) } } }
    return try profileEvaluation(depths)
  }

  private func profileEvaluation(_ depths: SIMD2<Int>) throws(ConvertError) -> ColorConverter.Evaluate {
    guard let profile = color.profile ?? color.meaning.synthesizedProfile else { throw .destination(.tables) }
    let transform: Transform
    do { transform = try Transform(profile, to: target.profile) } catch { throw .destination(.profile(error)) }
    let (largest, maximum) = (Double(1 << depths.x - 1), Double(1 << depths.y - 1))
    return { colors in
      transform(colors.map { SIMD3<Double>($0) / largest }).map { value in
        func code(_ value: Double) -> UInt16 { UInt16(min(max(value, 0), 1) * maximum + 0.5) }
        return SIMD3(code(value.x), code(value.y), code(value.z))
      }
    }
  }
}

extension SourceSpace {
  var isTable: Bool { if case .table = self { true } else { false } }

  fileprivate var neutralCurve: TransferFunction? {
    switch self {
    case .grey(let curve): curve
    case .rgb(let space): space.red == space.green && space.red == space.blue ? space.red : nil
    case .table: nil
    }
  }
}

/// The meaning of a declaration, and the tables for conversions from it, by the depths of source and result.
struct ConversionSource: Sendable {
  let color: SourceColor
  let tables = Memo<SIMD2<Int>, ConversionTables?>()
  let greys = Memo<SIMD2<Int>, GreyConverter>()

  /// The number of sources that are cached: tables take up to 1.6 MB for each curve.
  static let limit = 16
}

struct ConversionTarget: Sendable {
  let name: String
  /// Display P3 or sRGB, identified by its parameters; nil for any other space.
  let space: ReferenceSpace?
  let color: SourceSpace
  /// The curve for grey images, if all three channels have the same curve; nil otherwise, and grey becomes colour.
  let greyCurve: TransferFunction?
  let profile: Profile
  private let greyProfile: Profile?
  /// What eXIf and XMP say of the destination.
  let metadata: ColorMetadata

  init(_ choice: SpaceChoice) throws(ConvertError) {
    do throws(DeclarationFault) {
      let target = try SourceColor(choice, origin: .override, isGrey: false)
      switch choice {
      case .known(let given):
        (name, profile, greyProfile) = (given.name, given.profile, given.greyProfile)
        space = ReferenceSpace.usual.contains(given) ? given : nil
        metadata = ColorMetadata(of: given, named: profile.description ?? "")
      case .profile(let given):
        let repaired = given.repaired
        (space, profile, greyProfile) = (target.space, repaired, repaired.greySibling)
        name = space?.name ?? given.description.map { "\"\($0)\"" } ?? "the given profile"
        metadata = ColorMetadata(of: space, named: given.description ?? "")
      }
      color = target.meaning
      greyCurve = greyProfile == nil ? nil : color.neutralCurve
      // Lookup tables lead to the connection space; check here whether they also lead back.
      if color.isTable {
        do throws(ProfileError) { _ = try Transform(.sRGB, to: profile) } catch { throw .profile(error) }
      }
    } catch {
      throw .destination(error)
    }
  }

  func profileChunk(isGrey: Bool) -> NewColorChunk {
    let profile = isGrey ? greyProfile ?? profile : profile
    return .iCCP(name: profile.description ?? "", profile: Array(profile.bytes.prefix(profile.header.size)))
  }
}

extension SourceSpace {
  /// A profile of this meaning, for LittleCMS, rounded to s15Fixed16, for declarations that are none; nil for tables.
  var synthesizedProfile: Profile? {
    switch self {
    case .rgb(let space):
      func curve(_ curve: TransferFunction) -> ToneCurve {
        switch curve {
        case .sampled(let samples): .table(samples)
        case .parametric(let p):
          .parametric(kind: 4, parameters: [p.g, p.a, p.b, p.c, p.d, p.e, p.f].map(Int32.init(s15Fixed16:)))
        }
      }
      return Profile.display(
        Colorants(space.toPCS), red: curve(space.red), green: curve(space.green), blue: curve(space.blue))
    case .grey, .table: return nil
    }
  }
}
