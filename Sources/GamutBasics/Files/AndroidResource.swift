import LibC
import PNGCodec

/// An image of an Android app, which finds it by its folder: it is in a folder below `res` whose name begins with
/// `drawable` or `mipmap`, followed by qualifiers. Its own name may have no hyphen, so the image for displays without
/// wide gamut has the same name in the folder with `nowidecg`.
package struct AndroidResource {
  private let parts: [String]
  /// Whether the build leaves the profile in the file: Gradle's `crunchPngs` is false, and it is no `.9.png`.
  package let keepsProfile: Bool

  fileprivate init?(_ path: Pathname) {
    let folder = path.absolute.folder
    parts = folder.fileName.split(separator: "-").map(String.init)
    guard folder.folder.fileName == "res", parts.first == "drawable" || parts.first == "mipmap" else { return nil }
    keepsProfile = !path.fileName.hasSuffix(".9.png") && Self.isNotCrunched(above: folder.folder)
  }

  /// Returns the path of the variant of this image, whose path is given from any folder; nil if this file is one.
  package func variant(of path: Pathname) -> Pathname? {
    if parts.contains("nowidecg") { return nil }
    var qualifiers = parts.filter { $0 != "widecg" }
    let place = qualifiers.indices.dropFirst().first { Self.isAfterGamut(qualifiers[$0]) } ?? qualifiers.count
    qualifiers.insert("nowidecg", at: place)
    return path.inFolder(named: qualifiers)
  }

  package func wideImages(of path: Pathname) -> [Pathname] {
    guard let place = parts.firstIndex(of: "nowidecg") else { return [] }
    var wide = parts
    wide[place] = "widecg"
    return [path.inFolder(named: wide), path.inFolder(named: parts.filter { $0 != "nowidecg" })]
  }

  /// Whether a qualifier comes after those for wide gamut, in the order in which Android wants them.
  private static func isAfterGamut(_ qualifier: String) -> Bool {
    later.contains(qualifier) || qualifier.hasSuffix("dpi")
      || qualifier.first == "v" && qualifier.count > 1 && qualifier.dropFirst().allSatisfy(\.isWholeNumber)
  }

  private static let later: Set<String> = [
    "highdr", "lowdr", "port", "land", "square", "car", "desk", "television", "appliance", "watch", "vrheadset",
    "night",
    "notnight", "notouch", "finger", "keysexposed", "keyshidden", "keyssoft", "nokeys", "qwerty", "12key", "navexposed",
    "navhidden", "nonav", "dpad", "trackball", "wheel",
  ]

  /// Whether the build script of the module says so: `crunchPngs false` in Groovy, `isCrunchPngs = false` in Kotlin.
  private static func isNotCrunched(above resources: Pathname) -> Bool {
    var folder = resources
    // MODULE/src/main/res, and a project without such folders.
    for _ in 0..<3 {
      folder = folder.folder
      for name in ["build.gradle", "build.gradle.kts"] {
        let file = folder.appending(Array(name.utf8))
        guard let status = try? FileStatus(of: file) else { continue }
        if let answer = scripts.value(for: status, { answer(ofScript: file) }) { return answer }
      }
    }
    return false
  }

  /// What build scripts say, by their status: all images of a module ask.
  private static let scripts = Memo<FileStatus, Bool?>()

  /// Returns whether a build script says so; nil if it cannot be read.
  private static func answer(ofScript file: Pathname) -> Bool? {
    guard var source = try? ByteSource(pathBytes: file.bytes), let bytes = try? source.readAll(atMost: 1 << 20) else {
      return nil
    }
    return String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).contains { line in
      let words = line.split { !$0.isLetter }
      return zip(words, words.dropFirst()).contains { $0.lowercased().hasSuffix("crunchpngs") && $1 == "false" }
        && !line.drop { $0 == " " || $0 == "\t" }.hasPrefix("//")
    }
  }
}

extension Pathname {
  /// What the file is for an Android app; nil if it is none of its images.
  package var androidResource: AndroidResource? { AndroidResource(self) }

  /// Whether the build of an Android app writes the file anew, without its profile.
  package var isStrippedByAndroid: Bool { androidResource.map { !$0.keepsProfile } ?? false }

  fileprivate func inFolder(named parts: [String]) -> Pathname {
    let above = folder == .here ? Pathname(bytes: Array("..".utf8)) : folder.folder
    return above.appending(Array(parts.joined(separator: "-").utf8)).appending(name ?? [])
  }
}
