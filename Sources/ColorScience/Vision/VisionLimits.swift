/// Differences in DIN99o between two colours, which need not touch: from which on people tell them apart, and below which
/// people with a colour vision deficiency confuse them. Those of images and of palettes.
package struct VisionLimits: Sendable, Hashable {
  /// The least difference of two colours that are distinct for full colour vision.
  package var distinct = 10.0
  /// Below this, people confuse two colours.
  package var confusable = 5.0
  /// Below this, two colours are hard to tell apart.
  package var doubtful = 7.5

  package init() {}
}
