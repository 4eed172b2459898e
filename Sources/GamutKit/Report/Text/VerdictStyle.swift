package import Gamut
package import GamutBasics

extension TextStyle {
  package func verdict(_ text: String, _ verdict: LossReport.Verdict) -> String {
    switch verdict {
    case .fits: success(text)
    case .clips: warning(text)
    case .collapses: failure(text)
    }
  }
}
