import Gamut
import GamutCatalogs
import GamutKit
import PNGCodec

extension AuditRule {
  public static let profileStripped = AuditRule(
    "profile-stripped", severity: .warning,
    title: "An Android app shows other colours: its build removes the profile",
    explanation: """
      In res/drawable and res/mipmap, the build of an Android app (aapt2) writes PNG files again without their \
      declarations, mostly with 8 bits. The app shows the numbers as sRGB, so that wide colours are duller by the \
      shift. If the numbers are those of the app's colours in sRGB, the profile is wrong, and the app is right; \
      otherwise convert the image to sRGB. It is a note if an area has the numbers of one of these colours, if at most \
      a fifth of the pixels differ by 3.5 or more (twice the JND), and if the profile is that of a device. To keep the \
      profile, set crunchPngs to false in Gradle's build types, which does not help for .9.png, put the file into \
      res/raw, or ship WebP made by 'cwebp -metadata icc'. The image is judged by the numbers as sRGB in 8 bits, and \
      the rules about declarations and about losses in sRGB are off for it.
      """
  ) { file, finding in
    guard let stripped = file.stripped, let shift = stripped.shift else { return false }
    let name = file.space?.name ?? file.inspection.inForce?.color.description ?? "unknown"
    finding.message =
      "The build of the app (aapt2) removes the profile \"\(name.printable)\", and the app shows the numbers as sRGB: colours "
      + "\(shift.words)."
    finding.numbers = [.init("largestShift", JSONWriter.rounded(shift.largest))]
    finding.weight = AuditFinding.weight(of: shift)
    if shift.isSmall || file.inspection.profile.flatMap({ device(of: $0) }) != nil {
      file.policy.set(.note, of: &finding)
    }
    (finding.offset, finding.chunk) = (file.inspection.inForce?.offset, file.inspection.inForce?.origin.chunk)
    if stripped.declared?.verdict == .fits {
      finding.remedy = .convert(to: .sRGB)
      finding.advice = "Convert it to sRGB, which has all its colours."
    } else {
      if let pixels = stripped.declared?.loss.pixels {
        finding.message += " \(Words.share(pixels.clipped, of: pixels.analyzed)) of the pixels are outside sRGB."
      }
      finding.advice =
        "If its numbers are those of your colours in sRGB, the app is right, and the profile is wrong. Otherwise ship a copy "
        + "in sRGB: 'gamut convert --to srgb --mapping preserve' keeps colours apart."
    }
    let keeping = "WebP made by 'cwebp -metadata icc' keeps the profile"
    finding.advice? +=
      file.place.input.path.fileName.hasSuffix(".9.png")
      ? " Nothing keeps the profile of a .9.png."
      : " \(keeping), and so do res/raw and crunchPngs false in Gradle."
    if finding.severity > .note, let (words, _) = file.colorOfRun() {
      finding.message += " That is right if the profile is wrong, as it seems: \(words)"
      file.policy.set(.note, of: &finding)
    }
    return true
  }

  public static let appIconAlpha = AuditRule(
    "app-icon-alpha", severity: .warning, traits: [.ignoresColors, .variesByFile],
    title: "An app icon with an alpha channel",
    explanation: """
      The icon of an app for iOS or watchOS has an alpha channel or a tRNS chunk, for which the App Store refuses one \
      of its own, of 1024 x 1024 pixels (ITMS-90717, ITMS-90396). It is a warning there if a pixel has an alpha below \
      one half, else a note, as for the icons of devices in a set without one for the store. Icons for an appearance \
      (dark and tinted), those of macOS, also in a set that is only for it and the store, and those of action \
      extensions may have one. 'gamut convert --drop-alpha' removes the channel if every pixel is opaque; an icon with \
      transparent pixels needs a background.
      """
  ) { file, finding in
    guard let icon = file.icon, !file.place.path.isOfActionExtension, file.catalog?.set.isOfMac == false,
      let slots = file.catalog?.slots.filter(\.refusesAlpha),
      let slot = slots.first(where: \.isForStore) ?? slots.first,
      slot.isForStore || file.catalog?.set.slots.contains(where: { $0.isForStore && $0.file != nil }) == false
    else { return false }
    if icon != .translucent || !slot.isForStore { file.policy.set(.note, of: &finding) }
    let refusal = slot.isForStore ? icon == .opaque ? "may refuse" : "refuses" : "refuses in its own icon"
    let what = file.header.colorType.hasAlpha ? "an alpha channel" : "a tRNS chunk"
    finding.message =
      "The icon (\(slot.conditions.words)) has \(what), which the App Store \(refusal). "
      + (icon == .opaque ? "Every pixel is opaque." : "Some pixels are not opaque: export it on a background.")
    if !file.header.colorType.hasAlpha { finding.chunk = "tRNS" }
    guard icon == .opaque else { return true }
    let declaration = file.inspection.inForce
    let isExact = declaration == nil || [.iCCP, .sRGB, .cICP].contains(declaration?.origin)
    if isExact, let space = declaration == nil ? .sRGB : file.space { finding.remedy = .droppingAlpha(in: space) }
    return true
  }

  /// The rules about the declaration of a file and what its colours lose: none for a file that ships without one.
  static let ofDeclarations: Set<AuditRule> = [
    .collapses, .hasVariant, .clips, .declarationsDisagree, .profileUnusable, .profileIgnored, .untagged, .gammaOnly,
    .profileMisnamed, .profileDevice, .p3Unneeded, .p3EightBit, .sRGBKnownBad, .chunkFault,
  ]
}

struct StrippedImage {
  /// How the app shows other colours than the file; nil if nobody can see it, or without a usable declaration.
  var shift: UndeclaredShift?
  /// The report on the colours that the file declares, if these are visibly others.
  var declared: GamutReport?
}

/// How much of what is behind an app icon with an alpha channel shows through it.
enum IconAlpha {
  /// Every pixel is opaque; not every one; or some have an alpha below one half.
  case opaque, faint, translucent
}

extension AssetSet {
  /// Whether an app icon is that of an app for macOS, although it may have a slot for the store of iOS.
  var isOfMac: Bool {
    slots.contains { $0.conditions.idiom == "mac" }
      && !slots.contains { $0.refusesAlpha && $0.conditions.idiom != "ios-marketing" }
  }
}

extension AssetSlot {
  var isForStore: Bool {
    conditions.idiom.text.hasSuffix("-marketing") || conditions.others.contains { $0.value == "1024x1024" }
  }

  /// Whether the App Store refuses an image with an alpha channel in this slot of an app icon.
  var refusesAlpha: Bool {
    guard conditions.appearances.isEmpty else { return false }
    switch conditions.idiom {
    case "iphone", "ipad", "ios-marketing", "watch", "watch-marketing": return true
    case "universal":
      let platform = conditions.others.first { $0.key == "platform" }?.value
      return platform == "ios" || platform == "watchos"
    default: return false
    }
  }
}
