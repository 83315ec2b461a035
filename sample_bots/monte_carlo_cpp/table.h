// The table as the arena's lines tell it: the rules, the match, and what is known of the hand.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sample_bots/monte_carlo_cpp/knowledge.h"
#include "sample_bots/monte_carlo_cpp/worth.h"

namespace monte {

using Words = std::vector<std::string_view>;

/// A question: choose `count` of the words.
struct Question {
  std::string_view id;
  std::string_view kind;
  int count = 1;
  int move_ms = 0;
  int bank_ms = 0;
  Words offered;
};

/// The question of an `ask` line, or nothing if it is none.
std::optional<Question> parse_question(const Words& line);

class Table {
 public:
  /// Takes in one line; what is unknown is passed over.
  void hear(const Words& line);
  /// Remembers the cards that were answered to the question `pass`.
  void passed(CardSet cards) { passed_ = cards; }

  /// What is known of the hand; null before the first, and where the lines made no sense.
  const Knowledge* known() const { return known_ ? &*known_ : nullptr; }
  /// Of the game that is played. Only with a hand.
  Worth worth() const { return {*game_, in_extra_hands_}; }
  /// The moon that was shot, settled with no option yet; nobody's without.
  Tally tally() const;

  std::uint32_t bot_seed() const { return bot_seed_; }
  /// The cards of those names, or nothing if one is not a card of the pack.
  std::optional<CardSet> cards(const Words& names, std::size_t first = 0) const;

 private:
  void start_hand(const Words& line);
  void hear_of_hand(const Words& line);
  void hear_totals(const Words& line);

  Rules rules_;
  std::unique_ptr<const GameRules> game_;  // of the rules, from the first hand on
  std::optional<Knowledge> known_;
  PerSeat<int> totals_{};
  CardSet passed_;
  Seat me_ = 0;
  std::uint32_t bot_seed_ = 0;
  bool in_extra_hands_ = false;
};

}  // namespace monte
