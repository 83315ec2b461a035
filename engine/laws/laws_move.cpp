#include "engine/laws/laws_move.h"

#include <array>

namespace hearts {

std::string_view describe(LawBreach breach) {
  static constexpr auto kWords = std::to_array<std::string_view>({
      // in the order of the values
      "that law is not in force at this table",
      "nothing is wrong with the deal",
      "the first trick is complete, so the deal stands",
      "only another player may have your card taken back",
      "you have played to this trick",
      "that seat has no card out of turn in this trick",
      "your card was taken back: wait for your turn in this trick",
      "you have no card in this trick that should have followed suit",
      "the table finds it without a claim",
      "that trick is not complete",
      "that seat did not fail to follow suit in that trick",
      "that was found before",
      "a wrong number of cards is claimed after the first trick",
      "that seat was dealt the right number of cards",
  });
  static_assert(kWords.size() == kLawBreaches);
  return kWords[static_cast<std::size_t>(breach)];
}

std::string_view describe(const LawsRefusal& refusal) {
  return std::visit([](auto breach) { return describe(breach); }, refusal.why);
}

}  // namespace hearts
