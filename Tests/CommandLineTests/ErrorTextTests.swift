import GamutAudit
import GamutKit
import PNGCodec
import Testing

@testable import GamutCLI

/// Errors of the libraries state facts; the command adds what to do, in terms of its options.
@Suite struct ErrorTextTests {
  @Test func samplesHaveEveryCode() {
    let codes = ErrorSamples.all.compactMap { ($0 as? any FileError)?.code }
    #expect(Set(codes) == Set(EmbedError.allCodes + ConvertError.allCodes))
  }

  @Test func factsNameNoOption() {
    let commands = [
      "inspect", "verify", "embed", "convert", "report", "audit", "merge", "color", "palette", "spaces", "init",
    ].map {
      "gamut \($0)"
    }
    for error in ErrorSamples.all {
      #expect(!(commands + ["--", " -0"]).contains { error.message.contains($0) }, "\(error.message)")
      #expect(ErrorWording.facts.text(error) == error.message)
    }
  }

  @Test func allAdviceHasWords() {
    for error in ErrorSamples.all {
      let text = error.text()
      #expect(error.advice.isEmpty ? text == error.message : text.count > error.message.count, "\(text)")
    }
  }

  static let texts: [(error: any AdvisedError, text: String)] = [
    (WriteError.readOnly, "The file's mode does not let you write to it. Change its mode, or add --force."),
    (
      WriteError.changed,
      "Something else changed the file meanwhile. Nothing was written; try again."
    ),
    (
      EmbedError.noCodePoints("Adobe RGB"),
      "cICP has no code points for Adobe RGB: leave out --cicp, or take display-p3, srgb, linear-srgb, "
        + "rec-2020-gamma-2.4 or rec-709-gamma-2.4."
    ),
    (EmbedError.input(.png(.folder)), GamutError.png(.folder).text()),
    (GamutError.png(.folder), "This is a folder. Give a file instead."),
    (AuditPartError.mixed, "Some parts are shards (--shard) and others are not. Give those of one run."),
  ]

  @Test(arguments: texts.indices)
  func adviceFollowsTheFacts(index: Int) {
    #expect(Self.texts[index].error.text() == Self.texts[index].text)
  }

  /// The commands that write a file again name it.
  @Test func commandsNameTheFile() throws {
    let part = AuditPartError.anotherSchema("gamut.audit/1", shard: nil).text(about: Pathname("a part"))
    #expect(part.hasSuffix(" Make it again: gamut audit PATHS --format ndjson --fail-on never > 'a part'"))
    let shard = AuditPartError.anotherSchema("gamut.audit/1", shard: Shard("2/3")).text(about: Pathname("-"))
    #expect(shard.hasSuffix(" Make it again: gamut audit PATHS --shard 2/3 --format ndjson --fail-on never > FILE"))
    let baseline = Baseline.Fault.anotherSchema("gamut.baseline/1").text(about: Pathname("-known"))
    #expect(baseline.hasSuffix(" Write it again: gamut audit PATHS --write-baseline=-known"))
  }
}
