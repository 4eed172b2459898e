import Gamut
import GamutKit
import GamutPalettes
import LittleCMS
import PNGCodec

struct AuditSubject {
  let policy: AuditPolicy
  let inspection: PNGInspection
  let report: Result<GamutReport, GamutError>
  let expectation: (AuditPolicy.Expectation, Verifier?)?
  let place: AuditInput
  var catalog: CatalogPlace?
  var isInNoSlot = false
  /// Computes the loss of the image in another space; nil if that is not possible.
  let loss: (SpaceChoice) -> GamutReport?
  /// Computes how the image changes without its declaration; nil if that is not possible.
  let undeclaredShift: () -> UndeclaredShift?
  /// Finds a colour in sRGB of the run whose numbers an area of the image has: a sentence, and the area's share in percent.
  let colorOfRun: () -> (words: String, share: Int)?
  var stripped: StrippedImage?
  /// The transparency of an app icon that may have none; nil for other files.
  var icon: IconAlpha?
  /// The file at the path of its variant; nil if it needs none, or if there is no file.
  var variant: VariantSearch.Variant?
  var image: VariantSearch.Image?

  var header: ImageHeader { inspection.survey.header }
  var chunks: ColorChunks { inspection.survey.colorChunks }
  var space: ReferenceSpace? { inspection.inForce?.identification?.space }

  /// Returns the findings of the rules that are on, in their order, and the first question that the system does not answer.
  func findings(_ unanswered: inout UnansweredQuestion?) -> [AuditFinding] {
    var findings: [AuditFinding] = []
    for rule in AuditRule.allCases {
      guard let check = rule.fileCheck, let severity = severity(of: rule) else { continue }
      var finding = AuditFinding(rule: rule, severity: severity, message: "", remedy: rule.remedy)
      do throws(UnansweredQuestion) {
        guard try check(self, &finding) else { continue }
      } catch {
        unanswered = unanswered ?? error
        continue
      }
      finding.remedy?.use(jnd: policy.jnd)
      findings.append(finding)
    }
    AuditFinding.lower(&findings, at: place.path, policy, isData: place.path.isData(of: header.bitDepth))
    return findings
  }
}

extension AuditFinding {
  /// Makes notes of the findings about a file in a folder of tests or in a built bundle, and about the colours of one whose
  /// pixels are data, unless the policy sets the severity of the rule or requires a profile.
  static func lower(
    _ findings: inout [AuditFinding], at path: Pathname, _ policy: AuditPolicy, isData: Bool = false
  ) {
    let isOfOthers = path.isOfTests || path.isInBundle
    guard isOfOthers || isData else { return }
    for index in findings.indices where findings[index].rule != .unexpectedProfile {
      let isAboutData = isData && !findings[index].rule.traits.contains(.ignoresColors)
      if isAboutData {
        findings[index].remedy = nil
        findings[index].advice = "By its name the image is data, as a map of heights, which a conversion would change."
      }
      guard isOfOthers || isAboutData, policy.severities[findings[index].rule] == nil else { continue }
      findings[index].fault.severity = .note
    }
  }
}

extension AuditSubject {
  /// Whether the image has colours of more than 8 bits per channel, also by sBIT: they are rarely exported for sRGB.
  var hasWideSamples: Bool {
    header.bitDepth == 16 && !header.colorType.isGrey && chunks.sBIT?.value.prefix(3).allSatisfy { $0 <= 8 } != true
  }

  var hasPrimariesOfSRGB: Bool { chunks.cHRM.map { ReferenceSpace.sRGB.hasColors(of: $0.value) } ?? true }

  /// Suggests a conversion in place to the first of some spaces that all colours fit. If they fit none, the finding has
  /// no command, and says what a conversion to the last one would lose.
  func convert(to spaces: [SpaceChoice], called name: String? = nil, in finding: inout AuditFinding) {
    finding.remedy = nil
    var last: GamutReport?
    for space in spaces {
      guard let report = self.loss(space), !report.isPartial else { return }
      if report.verdict == .fits {
        let name = if case .known(let known) = space { known.rawValue } else { name }
        finding.remedy = name.map { .convert(toNamed: $0) }
        return
      }
      last = report
    }
    guard let last else { return }
    finding.message +=
      " Conversion to \(last.destination.name) would change \(Words.share(last.loss.pixels.clipped, of: last.loss.pixels.analyzed)) "
      + "of its pixels, by up to \(Words.din99o(last.loss.shift.maximum))."
  }

  /// Whether the image needs Display P3: some colour does not fit sRGB, or it was not analysed. nil if it is in another
  /// space, or if there is no report.
  var needsDisplayP3: Bool? {
    guard case .success(let report) = report, space == .displayP3, !header.colorType.isGrey else { return nil }
    let fits = report.verdict == .fits && !report.isPartial && report.loss.pixels.analyzed > 0
    return !fits || report.destination.space != .sRGB
  }
}

/// What the names of folders below the root say, in any case.
extension Pathname {
  /// Whether the file is in a folder of tests, whose pictures are often wrong on purpose, and are not shipped.
  var isOfTests: Bool {
    hasFolder {
      Self.testFolders.contains($0) || $0.hasSuffix("tests") || $0.hasSuffix("testing")
        || $0.hasPrefix("referenceimages")
        || $0.hasSuffix("-snapshots")
    }
  }

  /// Whether the name says that the pixels are numbers, as in textures of games, and no colours. Some words also name
  /// parts of an interface, which are no images of 16 bits.
  func isData(of depth: Int) -> Bool {
    let words = fileName.words
    return (words + zip(words, words.dropFirst()).map(+)).contains { word in
      Self.dataWords.contains(word) || depth == 16 && Self.deepDataWords.contains(word)
    }
  }

  var isOfDocumentation: Bool {
    hasFolder { name in
      Self.documentationFolders.contains(name)
        || [".docc", "help", "screenshots", ".textbundle"].contains { name.hasSuffix($0) }
    }
  }

  /// Whether a text beside the file (Markdown) names it, or a folder around it has the configuration of a generator of sites.
  var isInDocumentationSite: Bool {
    var folder = absolute.folder
    // A page has one text or few; a folder of many is no page, and takes too long for each of its pictures.
    let texts = (FolderWalk.entries(of: folder) ?? []).filter { $0.name.suffix(3).elementsEqual(".md".utf8) }
    for (text, _) in texts.prefix(16) {
      var source = try? ByteSource(pathBytes: folder.appending(text).bytes)
      let bytes = (try? source?.readAll(atMost: 1 << 16)) ?? nil
      if let bytes, String(decoding: bytes, as: UTF8.self).contains(fileName) { return true }
    }
    while folder.bytes.count > 1 {
      for name in Self.documentationFiles
      where (try? FileStatus(of: folder.appending(Array(name.utf8))))??.kind == .file {
        return true
      }
      if (try? FileStatus(of: folder.appending(Array(".git".utf8)))) != .some(nil) { return false }
      folder = folder.folder
    }
    return false
  }

  private static let documentationFiles = [
    "conf.py", "mkdocs.yml", "docusaurus.config.js", "docusaurus.config.ts", "hugo.toml", "hugo.yaml",
    "config/_default/hugo.toml", "archetypes/default.md", "_layouts/default.html", "eleventy.config.js",
    ".eleventy.js", "astro.config.mjs", "gatsby-config.js",
  ]

  var isInBundle: Bool {
    hasFolder { name in [".app", ".framework", ".xcframework"].contains { name.hasSuffix($0) } }
  }

  var isInResourceBundle: Bool { hasFolder { $0.hasSuffix(".bundle") } }

  /// Whether the file belongs to an extension that is an action in menus, which shows its icon as a shape.
  var isOfActionExtension: Bool {
    hasFolder { name in
      let letters = name.filter { !" -_".contains($0) }
      return letters.contains("actionextension") || letters.contains("actionicon")
    }
  }

  private static let testFolders: Set = [
    "test", "__tests__", "androidtest", "testdata", "test-data", "test_data", "fixtures", "__fixtures__", "spec",
    "__snapshots__", "__image_snapshots__", "__screenshots__", "failurediffs", "goldens", "snapshots", "testpngs",
    "pngsuite", "corpus", "crashers",
  ]
  private static let dataWords: Set = [
    "cubemap", "depthmap", "displacement", "envmap", "flowmap", "heightmap", "lut", "matcap", "metallic", "metalness",
    "normalmap", "nrm", "roughness", "splatmap",
  ]
  private static let deepDataWords: Set = [
    "ao", "bump", "depth", "disp", "height", "mask", "noise", "normal", "normals",
  ]
  private static let documentationFolders: Set = [
    ".github", "_docs", "attachments", "blog", "doc", "docs", "docs-site", "documentation", "documents", "fastlane",
    "listings", "readme", "screenshot",
  ]

  private func hasFolder(_ isMeant: (String) -> Bool) -> Bool {
    folder.components.contains { isMeant(String(decoding: $0, as: UTF8.self).lowercased()) }
  }
}
