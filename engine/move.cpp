#include "engine/move.h"

#include <array>

namespace hearts {

std::string_view describe(Breach breach) {
  static constexpr auto kWords = std::to_array<std::string_view>({
      // in the order of the values
      "that is not what is asked now",
      "it is not your turn",
      "that card is not in your hand",
      "that is not the number of cards to pass",
      "the first trick must be opened as the rules say",
      "a card of the suit led must be played",
      "that card may not be played to the first trick",
      "that card may not be led before it is broken",
      "that option is not offered",
  });
  static_assert(kWords.size() == kBreaches);
  return kWords[static_cast<std::size_t>(breach)];
}

}  // namespace hearts
