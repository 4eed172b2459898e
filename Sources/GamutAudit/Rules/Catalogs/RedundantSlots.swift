import GamutCatalogs

/// The slots that a set does not need, because another one with the same content takes their place on every display.
///
/// Which of several slots an app shows is known only if the conditions of one include those of the others. So a slot counts
/// only if no slot with another content could take its place instead.
struct RedundantSlots {
  /// Indices of a slot, and of the one that takes its place.
  private(set) var pairs: [(slot: Int, twin: Int)] = []

  /// A set has few slots; those of more are not compared.
  private static let limit = 64

  /// - Parameter haveSameContent: whether the slots of two indices have the same content.
  init(_ conditions: [SlotConditions], _ haveSameContent: (Int, Int) -> Bool) {
    guard conditions.count <= Self.limit else { return }
    /// Whether slots could be one with the conditions `common`, and no other slot would apply where they do now.
    func isSafe(_ slots: [Int], _ common: SlotConditions) -> Bool {
      conditions.indices.allSatisfy { other in
        slots.allSatisfy { slot in
          haveSameContent(other, slot) || !conditions[other].overlaps(conditions[slot])
            || conditions[other].isMoreSpecial(than: conditions[slot])
            || common.isMoreSpecial(than: conditions[other])
        }
      }
    }
    for slot in conditions.indices {
      let twin = conditions.indices.first { twin in
        guard twin != slot, haveSameContent(twin, slot), conditions[twin].isForDevice(of: conditions[slot]) else {
          return false
        }
        if conditions[slot].isMoreSpecial(than: conditions[twin]) { return isSafe([slot], conditions[twin]) }
        // One slot for all displays could replace those for each gamut.
        let common = conditions[slot].inAnyGamut
        return twin < slot && conditions[slot].gamut != nil && conditions[twin].gamut != nil
          && conditions[slot].gamut != conditions[twin].gamut && common == conditions[twin].inAnyGamut
          && isSafe([slot, twin], common)
      }
      if let twin { pairs.append((slot, twin)) }
    }
  }
}

extension SlotConditions {
  /// Whether these conditions are for the same device, scale and other properties, whatever the appearance and the gamut.
  fileprivate func isForDevice(of other: SlotConditions) -> Bool {
    idiom == other.idiom && scale == other.scale && others == other.others
  }

  /// Whether a slot with other conditions applies wherever one with these does, and elsewhere too.
  fileprivate func isMoreSpecial(than other: SlotConditions) -> Bool {
    self != other && (other.idiom == idiom || other.idiom == "universal") && (other.scale ?? scale) == scale
      && (other.gamut ?? gamut) == gamut && other.appearances.allSatisfy(appearances.contains)
      && other.others.allSatisfy(others.contains)
  }

  /// Whether both conditions can apply to one display.
  fileprivate func overlaps(_ other: SlotConditions) -> Bool {
    (idiom == other.idiom || idiom == "universal" || other.idiom == "universal")
      && (scale ?? other.scale) == (other.scale ?? scale) && (gamut ?? other.gamut) == (other.gamut ?? gamut)
      && appearances.allSatisfy { own in other.appearances.allSatisfy { $0.name != own.name || $0 == own } }
      && others.allSatisfy { own in other.others.allSatisfy { $0.key != own.key || $0 == own } }
  }
}
