import GamutAudit
import GamutKit
import PNGCodec
import Testing

@testable import GamutCLI

/// Errors state facts, and what helps.
@Suite struct ErrorTextTests {
  static let texts: [(error: any AdvisedError, text: String)] = [
    (WriteError.readOnly, "The file's mode does not let you write to it. Change its mode, or add --force."),
    (
      WriteError.changed,
      "Something else changed the file meanwhile. Nothing was written. Try again."
    ),
    (
      EmbedError.noCodePoints("Adobe RGB"),
      "cICP has no code points for Adobe RGB. Leave out --cicp, or take display-p3, srgb, linear-srgb, "
        + "rec-2020-gamma-2.4 or rec-709-gamma-2.4."
    ),
    (EmbedError.input(.png(.folder)), GamutError.png(.folder).text),
    (GamutError.png(.folder), "This is a folder. Give a file instead."),
    (AuditPartError.mixed, "Some parts are shards (--shard) and others are not. Give all parts of the run."),
  ]

  @Test(arguments: texts.indices)
  func adviceFollowsTheFacts(index: Int) {
    #expect(Self.texts[index].error.text == Self.texts[index].text)
  }

  /// Parts and baselines of another version are made again by a command.
  @Test func commandsMakeFilesAgain() {
    let part = AuditPartError.anotherSchema("gamut.audit/1", shard: nil).text
    #expect(part.hasSuffix(" Make it again: gamut audit PATHS --format ndjson --fail-on never > FILE"))
    let shard = AuditPartError.anotherSchema("gamut.audit/1", shard: Shard("2/3")).text
    #expect(shard.hasSuffix(" Make it again: gamut audit PATHS --shard 2/3 --format ndjson --fail-on never > FILE"))
    let baseline = Baseline.Fault.anotherSchema("gamut.baseline/1").text
    #expect(baseline.hasSuffix(" Write one: gamut audit PATHS --write-baseline FILE"))
  }
}
