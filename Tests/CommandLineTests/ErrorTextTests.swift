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
  ]

  @Test(arguments: texts.indices)
  func adviceFollowsTheFacts(index: Int) {
    #expect(Self.texts[index].error.text == Self.texts[index].text)
  }
}
