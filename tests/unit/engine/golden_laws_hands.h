#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace hearts::test {

/// A golden case of document 001 as a hand that is dealt and played so that it comes up.
struct GoldenLawsHand {
  enum class Asks {
    points,   ///< what the whole hand comes to: "hand"
    legal,    ///< what may be played where the last card is: "legal"
    breaks,   ///< whether hearts may be led there: "breaks"
    misdeal,  ///< whether the misdeal at the end is one: "redeal"
  };

  std::string id;
  Asks asks = Asks::points;
  std::vector<std::string> deal;  ///< by seat; cards in no hand are lost
  std::string plays;              ///< acts, as engine/laws/act.h writes them
  int dealer = 0;
  bool faulty = false;  ///< the dealer made a slip that all saw
};

/// In the order of the document.
const std::vector<GoldenLawsHand>& golden_laws_hands();

/// The one of that case. Throws std::out_of_range when there is none.
const GoldenLawsHand& golden_laws_hand(std::string_view id);

/// B leads 2C, and A takes the first trick with the last of these cards.
extern const std::vector<std::string> kUsualLawsDeal;
inline constexpr const char* kUsualFirstTrick = "2C 5C 6C AC";

}  // namespace hearts::test
