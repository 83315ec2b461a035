#include "engine/move.h"

namespace hearts {

std::string_view describe(Breach breach) {
  switch (breach) {
    case Breach::wrong_phase:
      return "that is not what is asked now";
    case Breach::not_your_turn:
      return "it is not your turn";
    case Breach::not_in_hand:
      return "that card is not in your hand";
    case Breach::pass_count:
      return "that is not the number of cards to pass";
    case Breach::opening_lead:
      return "the first trick must be opened as the rules say";
    case Breach::must_follow:
      return "a card of the suit led must be played";
    case Breach::first_trick_forbidden:
      return "that card may not be played to the first trick";
    case Breach::held_back_lead:
      return "that card may not be led before it is broken";
    case Breach::not_offered:
      return "that option is not offered";
  }
  return "that is not allowed";
}

}  // namespace hearts
