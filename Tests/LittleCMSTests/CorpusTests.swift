import Foundation
import TestSupport
import Testing

@testable import LittleCMS

/// Profiles from other sources, which are not part of the repository.
@Suite("Corpus", .enabled(if: Corpus.path != nil, "GAMUT_CORPUS is not set"))
struct CorpusTests {
  static func profiles(in folder: String) -> [URL] {
    guard let corpus = Corpus.path, let names = FileManager.default.enumerator(atPath: corpus + "/" + folder) else {
      return []
    }
    return names.compactMap { $0 as? String }.filter { $0.hasSuffix(".icc") }.sorted()
      .map { URL(filePath: corpus + "/" + folder + "/" + $0) }
  }

  @Test("The 44 compact profiles: as LittleCMS reads them, and their stored IDs are right")
  func compact() throws {
    let files = Self.profiles(in: "icc-compact")
    #expect(files.count == 44)
    for file in files {
      let name = file.lastPathComponent
      let bytes = [UInt8](try Data(contentsOf: file))
      let profile = try Profile(bytes: bytes)
      #expect(profile.faults == [], "\(name)")
      #expect(profile.description?.isEmpty == false, "\(name)")
      #expect(profile.header.profileID == profile.computedID, "\(name)")
      let reading = try #require(LittleCMSReading(bytes), "\(name)")
      let ours = profile.colorants.map { [$0.red, $0.green, $0.blue].map { [$0.x, $0.y, $0.z] } }
      #expect(ours ?? [] == reading.colorants, "\(name)")
      let curves = ["rTRC": profile.redTRC, "gTRC": profile.greenTRC, "bTRC": profile.blueTRC, "kTRC": profile.greyTRC]
        .compactMapValues { $0 }
      #expect(Set(curves.keys) == Set(reading.curves.keys), "\(name)")
      for (tag, curve) in curves {
        for (x, y) in zip(LittleCMSReading.positions, reading.curves[tag] ?? []) {
          #expect(abs(curve(x) - y) < 0.00002, "\(name) \(tag) at \(x)")  // float, and tables of 16 bits
        }
      }
      let usable = (try? UsableProfile(profile, isGrey: true)) != nil
      #expect(usable == !name.hasPrefix("CGATS001"), "\(name)")
    }
  }

  /// Well-formed and plausible by every rule, although made to test a parser: channels with curves of different kinds,
  /// a linear monitor, and curves that begin at 0.5.
  static let harmless: Set<String> = [
    "0372-973178997787ee780b4b58ee47cad683.icc", "B2A0-ident.icc", "parametric-thresh.icc",
  ]

  /// The same for grey: a curve of four entries, and an exponent of 1,027.
  static let harmlessGrey: Set<String> = ["0220-ca351238d719fd07ef8607d326b398fe.icc", "large_g.icc"]

  @Test("The hostile profiles are refused, but for those that are only odd")
  func hostile() throws {
    let files = Self.profiles(in: "icc-hostile")
    #expect(files.count == 40)
    for file in files {
      let bytes = [UInt8](try Data(contentsOf: file))
      let name = file.lastPathComponent
      #expect(usable(bytes, isGrey: false) == Self.harmless.contains(name), "\(name)")
      #expect(
        usable(bytes, isGrey: true) == (Self.harmless.contains(name) || Self.harmlessGrey.contains(name)), "\(name)")
    }
  }

  private func usable(_ bytes: [UInt8], isGrey: Bool) -> Bool {
    do throws(ProfileError) {
      _ = try UsableProfile(Profile(bytes: bytes), isGrey: isGrey)
      return true
    } catch {
      #expect(!error.message.isEmpty)
      return false
    }
  }
}
