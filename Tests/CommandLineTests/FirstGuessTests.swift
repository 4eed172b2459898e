import Foundation
import TestSupport
import Testing

/// Command lines that users of other tools try first, and what each does: it works, or says what to type instead.
@Suite struct FirstGuessTests {
  struct Guess: Sendable, CustomTestStringConvertible {
    var line: String
    var status: Int32
    /// Words of the output or of the messages, in any order.
    var words: [String]

    init(_ line: String, _ status: Int32, _ words: String...) {
      (self.line, self.status, self.words) = (line, status, words)
    }

    var testDescription: String { line }
  }

  /// A folder with `icon.png` (collapses), `fits.png` (Display P3), `plain.png` (untagged) and `srgb.png`, the same
  /// files in `Assets`, a list, a broken file and a profile.
  private static func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for (sample, name) in [("two-reds", "icon"), ("p3-that-fits", "fits"), ("untagged", "plain"), ("srgb", "srgb")] {
      let bytes = try Repository.bytes("Samples/\(sample).png")
      try folder.write(bytes, to: name + ".png")
      try folder.write(bytes, to: "Assets/Icons/\(name).png")
    }
    try folder.write(Array("icon.png\nfits.png\n".utf8), to: "list.txt")
    try folder.write(Array("not a PNG".utf8), to: "broken.png")
    try folder.write(try Repository.bytes("Profiles/DisplayP3.icc"), to: "Brand.icc")
    return folder
  }

  static let guesses: [Guess] = [
    // No command, or a wrong one.
    Guess("", 0, "report", "audit", "help"), Guess("--help", 0, "SUBCOMMANDS"), Guess("-h", 0, "SUBCOMMANDS"),
    Guess("help", 0, "SUBCOMMANDS"), Guess("--version", 0), Guess("help report", 0, "USAGE: gamut report"),
    Guess("help exit-status", 0, "130", "64"), Guess("help exit", 64, "exit-status"),
    Guess("icon.png", 64, "gamut report icon.png"), Guess("Assets", 64, "gamut report Assets"),
    Guess("reprot icon.png", 64, "Did you mean 'report'"), Guess("check icon.png", 1, "collapses"),
    Guess("identify icon.png", 0, "Display P3"), Guess("lint", 1, "broken.png"),
    Guess("auditt Assets", 64, "'audit'"),
    // Reports.
    Guess("report icon.png", 0, "collapses", "What to do"), Guess("report Assets", 0, "4 images", "collapses"),
    Guess("report .", 2, "broken.png", "could not be processed"),
    Guess("report -r Assets", 0, "4 images"),
    Guess("report --recursive Assets", 0, "4 images"), Guess("report Assets/*.png", 2, "No such file"),
    Guess("report Assets/", 0, "4 images"), Guess("report icon.png fits.png", 0, "2 images"),
    Guess("report -q Assets", 0, "collapses"), Guess("report --quiet fits.png", 0),
    Guess("report --to sRGB icon.png", 0, "collapses"), Guess("report --to=sRGB icon.png", 0, "collapses"),
    Guess("report --to P3 icon.png", 0, "fits"), Guess("report --to p4 icon.png", 64, "p4", "gamut spaces"),
    Guess("report --to Rec.709 icon.png", 0, "Rec. 709"),
    Guess("report --json icon.png", 0, "gamut.report-set/1"),
    Guess("report --format JSON icon.png", 64, "json"), Guess("report --format xml icon.png", 64, "ndjson"),
    Guess("report --format json icon.png", 0, "gamut.report-set/1"),
    Guess("report --fail-on collapses Assets", 64, "--fail-on-verdict"),
    Guess("report --fail-on-verdict collapses Assets", 1, "collapses"),
    Guess("report --fail-on-verdict clips fits.png", 0, "fits"), Guess("report --exclude Icons Assets", 0, "No PNG"),
    Guess("report --exclude icon.png Assets", 0, "3 images"), Guess("report missing.png", 2, "No such file", "name"),
    Guess("report broken.png", 2, "PNG signature", "fresh copy"), Guess("report", 64, "No input"),
    Guess("report --heatmap map.png Assets", 64, "--heatmap-dir"), Guess("report --depth 10 icon.png", 64, "16"),
    Guess("report --files-from list.txt", 0, "2 images"),
    Guess("report --assume 'Display P3' plain.png", 0, "Display P3"),
    // What files declare.
    Guess("inspect icon.png", 0, "Display P3", "iCCP"), Guess("inspect Assets", 0, "4 files"),
    Guess("inspect Brand.icc", 0, "Display P3"), Guess("verify icon.png", 64, "--profile"),
    Guess("verify --profile P3 icon.png", 0, "yes"), Guess("verify --profile 'display p3' Assets", 1, "no"),
    Guess("verify --profile ANY plain.png", 1, "no"), Guess("verify --profile displayp3 srgb.png", 1, "srgb.png"),
    Guess("spaces", 0, "display-p3", "adobe-rgb", "prophoto-rgb"),
    // Colours.
    Guess("color red", 0, "OKLCH", "#ff0000"), Guess("color ff3b30", 64, "did you mean '#ff3b30'"),
    Guess("color 'color(display-p3 1 0.2 0.1)'", 0, "outside"), Guess("color 255,59,48 --in P3", 0, "outside"),
    Guess("color '#f00' '#0f0' '#00f' '#ff0'", 0, "Pairs"), Guess("color 255 59 48", 64, "three numbers"),
    Guess("palette theme.css", 2, "No such file"), Guess("palette icon.png", 0, "2 area colours"),
    Guess("palette", 64, "files"), Guess("palettes theme.css", 64, "palette"),
    Guess("color 'currentColor'", 64, "not known here"), Guess("colour red", 0, "#ff0000"),
    // Tags.
    Guess("embed icon.png --profile p3", 64, "--in-place", "--output"),
    Guess("embed plain.png --profile P3 --in-place", 0, "written"),
    Guess("embed Assets --profile p3 --in-place", 2, "srgb.png", "gamut convert"),
    Guess("embed Assets --profile p3 --only-untagged --in-place", 0, "1 written", "3 unchanged"),
    Guess("embed Assets --profile none --in-place --dry-run", 0, "would"),
    Guess("embed Assets --profile p3 --output out.png", 64, "folder", "--output-dir"),
    Guess("embed plain.png --profile p3 -o out.png", 0, "written"),
    Guess("embed plain.png --profile './Brand.icc' --output out.png", 0, "written"),
    Guess("embed plain.png --profile Brand.ic --in-place", 64, "Brand.ic"),
    // Conversions.
    Guess("convert icon.png srgb.png", 64, "--to"), Guess("convert icon.png --to srgb", 64, "--in-place"),
    Guess("convert icon.png --to srgb --output icon.png", 64, "gamut convert icon.png --to srgb --in-place"),
    Guess("convert icon.png --to srgb --output new.png", 0, "written"),
    Guess("convert Assets --to srgb --output-dir Web", 0, "4 images"),
    Guess("convert icon.png --to AdobeRGB --output new.png", 0, "Adobe RGB"),
    Guess("convert icon.png --to cmyk --output new.png", 64, "cmyk", "gamut spaces"),
    Guess("convert icon.png --profile srgb --output new.png", 0, "written"),
    Guess("embed icon.png --to p3 --in-place", 0, "unchanged"),
    Guess("convert icon.png --bogus", 64, "Unknown option '--bogus'", "gamut convert --help"),
    Guess("version", 0, "."),
    Guess("report icon.png -j4", 0),
    Guess("report --html page.html icon.png", 64, "gamut report --output page.html icon.png"),
    Guess("report icon.png --fail-on error", 64, "--fail-on-verdict"),
    Guess("fix Assets", 64, "'audit --fix'"),
    Guess("audit --rules", 0, "untagged"), Guess("audit --only clips", 64, "gamut audit --select clips"),
    Guess("audit Assets --fix --dry-run", 0, "icon-srgb.png"),
    Guess("audit --exclude ./broken.png --fail-on never", 0, "icon.png"),
    Guess("--versoin", 64, "Did you mean '--version'"), Guess("--quiet audit", 64, "gamut audit --quiet"),
    // Audits.
    Guess("audit", 1, "broken.png"), Guess("audit Assets", 1, "collapses"),
    Guess("audit Assets --exit-zero", 0, "collapses"),
    Guess("audit Assets --fail-on never", 0, "collapses"), Guess("audit Assets --select untagged", 0, "untagged"),
    Guess("audit Assets --ignore collapses", 0, "1 file declares no colour space"),
    Guess("audit Assets --select untaged", 64, "untagged"),
    Guess("audit Assets --severity untagged=fatal", 64, "warning"),
    Guess("audit Assets --format sarif", 1, "2.1.0"), Guess("audit Assets --format github", 1, "::error"),
    Guess("audit --explain colapses", 64, "collapses"), Guess("audit --list-rules", 0, "collapses", "untagged"),
    Guess("audit Assets --shard 5/4", 64, "5/4"), Guess("init --output -", 0, "severity"),
  ]

  @Test(arguments: guesses)
  func guess(_ guess: Guess) throws {
    let folder = try Self.folder()
    let run = try GamutProcess.run([], redirection: guess.line, preparation: "cd '\(folder.path)'")
    #expect(run.status == guess.status, "\(run.text)\n\(run.errors)")
    let said = run.text + run.errors
    for word in guess.words { #expect(said.contains(word), "\(word) in: \(said)") }
    // A refusal says what to do, and names only options that exist.
    if guess.status == 64 { #expect(!run.errors.isEmpty && run.text.isEmpty) }
  }

  @Test func thereAreEnough() { #expect(Self.guesses.count >= 60) }
}
