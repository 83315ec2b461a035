// The bot between its two pipes: lines in, answers out.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sample_bots/monte_carlo_cpp/search.h"

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

/// The table as the arena's lines tell it: the rules, the match, and what is known of the hand.
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

/// What a question may cost. With a time the answers depend on the machine.
struct Budget {
  int playouts = 800;  ///< a card; a pass may have twice as many
  int time_ms = 0;     ///< a question, as far as the clocks allow; 0: only playouts count
};

class Bot {
 public:
  explicit Bot(Budget budget) : budget_(budget) {}

  /// What the bot writes when it reads the line, without its newline; empty: nothing.
  std::string hear(std::string_view text);

  /// Playouts made since the game began.
  long playouts() const { return playouts_; }

 private:
  std::string answer(const Question& question);
  std::optional<CardSet> choose_cards(const Question& question);
  std::string_view choose_word(const Question& question);
  Effort effort(const Question& question) const;

  Budget budget_;
  Table table_;
  std::uint32_t questions_ = 0;  // of this game
  long playouts_ = 0;
};

}  // namespace monte
