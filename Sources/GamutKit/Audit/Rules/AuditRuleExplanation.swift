extension AuditRule {
  /// A paragraph for a person: what the rule finds, why that matters, what to do.
  public var explanation: String {
    switch self {
    case .collapses:
      "Two flat areas have colours that a wide-gamut display shows differently, and in the destination both get the same "
        + "code: the shape that one drew on the other is gone, or two swatches look alike. A colour counts if a ten-thousandth of "
        + "the image's pixels, and 9 at least, lie within flat areas of it; the two count if they differ by at least "
        + "the JND (in OKLab, 0.015 unless the policy says otherwise). Blended pixels of edges do not count. The finding "
        + "names the two colours, a pixel of each, and how many pixels no longer stand out. Plain conversion loses the "
        + "same. Ship a separate sRGB variant, X-srgb.png beside X.png or X-p3.png: 'gamut convert --mapping preserve' makes "
        + "one in which they stay apart, and 'has-variant' replaces this finding. 'gamut report' lists all such colours. "
        + "thresholds.collapsed is the share of the pixels that may be lost."
    case .flattens:
      "A shape or a gradient lies outside the destination's gamut and becomes part of one even area. Rows and "
        + "columns are searched for stretches that get one code although their colours differ by at least the JND: the pixels "
        + "that stood out in such a stretch are lost, all but its ends. A connected area of lost pixels counts if it has a "
        + "ten-thousandth of the image's pixels, and 16 at least. The finding gives the area's place and size, and two pixels "
        + "to compare. Ship a separate sRGB variant in which the shape shows, as for 'collapses'. "
        + "thresholds.collapsed is the share of the pixels that may be lost."
    case .variantLoses:
      "The file is the sRGB variant of a wide-gamut image that loses something in sRGB, and loses the same: where two "
        + "pixels of that image differ visibly and would become one, its own two differ by less than half the JND, or one of "
        + "them is transparent. All visible merges and vanished shapes of the wide-gamut image are looked at. Plain "
        + "conversion makes such variants. Make it again with 'gamut convert --mapping preserve'. Reported on the variant, or "
        + "on the wide-gamut image where the variant is not among the files of the audit."
    case .declarationsDisagree:
      "A PNG can say in several chunks what its colours are (cICP, iCCP, sRGB, gAMA with cHRM), and here they say "
        + "different things, by more than half an 8-bit code for some colour. Which of them counts depends on the "
        + "program, so the image looks different from one to the next. Keep the one that is true: 'gamut embed --profile' "
        + "takes out what says another. A gAMA that is the usual "
        + "stand-in for a curve (45455 for that of sRGB), and a cHRM with its five digits, do not count as another. A cHRM without gAMA declares "
        + "nothing: 'gamut inspect' reports it."
    case .profileUnreadable:
      "The iCCP chunk is there, but no ICC profile comes out of it: its compressed data are damaged or cut short, or "
        + "what they hold is no profile. Most programs then quietly take the pixels for sRGB or for the display's own. "
        + "Export the image again, or embed the profile that it was made with, as 'gamut embed --profile srgb --assume "
        + "srgb' does for sRGB."
    case .profileUnusable:
      "What the file declares can be read, but does not say which colours codes are: the profile lacks what it needs, "
        + "its curves or colorants are impossible, or a cICP chunk names a transfer function that depends on the display "
        + "(PQ, HLG) or that this program does not know. Programs fall back to something else, each to its own. Embed a "
        + "profile that works, or export again; of an image in PQ or HLG, a rendition for standard dynamic range."
    case .profileKind:
      "The profile is for another kind of image: for grey in an image with red, green and blue, for RGB in a grey one, "
        + "or for CMYK, which PNG does not have. The PNG standard asks for a profile of the image's own kind, and programs "
        + "ignore others or fail. Embed the right one; of a grey image, 'gamut embed --profile srgb' makes a grey one."
    case .unexpectedProfile:
      "The policy (.gamut.yml, expect) says which colour space and how many bits files in this place have, and this file "
        + "has others. The space is judged by the numbers of what the file declares, to half an 8-bit code, never by its "
        + "name. Files without a profile are reported by this rule instead of 'untagged'; 'gamut embed --profile' fixes "
        + "them, and 'gamut convert --to' fixes files in another space."
    case .wideUntagged:
      "The image has 16 bits per channel and declares no colour space. Nobody exports 16 bits for sRGB: mostly this is a "
        + "wide-gamut image that lost its profile on the way, and every program shows it in duller colours than it was "
        + "made in. Embed the profile of the space that it was made in. Reported instead of 'untagged'."
    case .untagged:
      "The file says nothing of its colours: no cICP, iCCP, sRGB or gAMA. Browsers take it for sRGB, other programs for "
        + "the space of the display, so that it looks different on each. Say what it is, with the profile of the space "
        + "that it was made in; an sRGB chunk takes 13 bytes."
    case .gammaOnly:
      "Only gAMA, or gAMA with cHRM, tell what the colours are. Many programs ignore these chunks, others take gAMA as a "
        + "correction, and an exponent is not the curve of sRGB or Display P3: dark colours come out different. Convert "
        + "it, or embed the profile that says the same."
    case .profileMisnamed:
      "The profile calls itself by the name of a published colour space, and its numbers are those of another: held "
        + "against the published one, some colour differs by more than half an 8-bit code. People and programs that go by "
        + "the name are wrong about every pixel. Find out which of the two is meant, and say so by 'gamut embed --profile "
        + "--assume'."
    case .profileDevice:
      "The profile was measured on one monitor, scanner or printer: it is of class scanner or printer, or of class display "
        + "with the calibration or identity of a device in it. It says which colours they are, but it is large, differs "
        + "from machine to machine and reveals where the file was made. Convert to a published space. "
        + "Profiles that match a standard colour space are not reported."
    case .chunkFault:
      "The file breaks the rules of PNG: a wrong checksum, a chunk in the wrong place, twice, too long or missing, or more "
        + "image data than the image has. Some programs show it, others refuse it, and a wrong checksum mostly means that "
        + "bytes are not those that were written. Export it again. The rule also reports a profile of ICC version 5, and "
        + "declarations that cannot be used below one that can: programs that do not read that one go by nothing, or by "
        + "nonsense; embed it again. 'gamut inspect' lists every fault."
    case .trailingData:
      "Bytes follow the end of the image (IEND). No program shows them, every user downloads them, and they can be the "
        + "rest of an earlier picture, which was cropped for a reason. Export the file again."
    case .apng:
      "The file is an animation (APNG). Only its default image, the one that programs see that know no APNG, was "
        + "analysed. Losses in it are reported; later frames are not checked."
    case .hasVariant:
      "The image loses something that can be seen in sRGB, and an sRGB variant is shipped with it: X-srgb.png in the folder "
        + "of X.png or X-p3.png (of both, only X-p3.png has it). It counts if it can be decoded, has the same width and "
        + "height, and declares sRGB by an sRGB chunk, cICP 1/13 or a profile that is sRGB to half an 8-bit code. It is looked for "
        + "on disk, also where it is excluded or in another shard. The note replaces 'collapses' and 'flattens'; whether the "
        + "variant keeps what is lost, 'variant-loses' says."
    case .tolerated:
      "Something that can be seen is lost, but no larger share of the pixels (lost.share of the report) than the policy allows by "
        + "thresholds.collapsed. The note replaces 'collapses' and 'flattens', and gives both numbers. The verdict stays "
        + "'collapses'."
    case .clips:
      "Pixels lie outside the destination's gamut and are moved to its surface, so they get duller; but no flat colours "
        + "that look different become one, and no shape or gradient vanishes. Automatic conversion is good enough: nothing has "
        + "to be done. Reported only if the verdict is not 'collapses'. thresholds.clipped is the share of the pixels "
        + "that may clip without being reported."
    case .p3Unneeded:
      "The file declares Display P3, and not one pixel needs it: an sRGB file shows the same colours everywhere and needs "
        + "no profile. At 16 bits per channel, 8 would do for what sRGB displays show. The finding gives the bytes of the "
        + "profile's chunk, and what 8 bits would save before compression."
    case .p3EightBit:
      "The file is in Display P3 with 8 bits per channel (or a palette). Its steps between codes are larger than those of "
        + "sRGB, so that gradients can band, all the more after a conversion. Export with 16 bits if the "
        + "image has gradients or will be converted."
    case .sRGBKnownBad:
      "The profile is the one that Hewlett-Packard and Microsoft published in 1998 (sRGB IEC61966-2.1, 3,144 bytes). Its "
        + "colours are those of sRGB, but its white point is written against the rules of ICC, which is why libpng prints "
        + "'iCCP: known incorrect sRGB profile'. It is large, too: an sRGB chunk says the same in 13 bytes."
    }
  }
}
