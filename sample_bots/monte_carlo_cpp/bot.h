// The bot as a whole: it reads the arena's lines and writes answers.
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

/// Returns the question of an `ask` line, or nothing if the line is none.
std::optional<Question> parse_question(const Words& line);

/// The table as the arena's lines describe it: the rules, the match, and what is known about the hand.
class Table {
 public:
  /// Learns from one line. Ignores what it does not know.
  void read(const Words& line);
  /// Remembers the cards that the bot answered to the question `pass`.
  void passed(CardSet cards) { passed_ = cards; }

  /// Returns what is known about the hand; null before the first hand, or if the lines made no sense.
  const Knowledge* known() const { return known_ ? &*known_ : nullptr; }
  /// Returns how to value totals in this game. Call it only once a hand has begun.
  Worth worth() const { return {*game_, known_->position().setup.number, in_extra_hands_}; }
  /// Returns the tally of a finished hand, with no option chosen yet; its shooter is nobody if there was no moon.
  Tally tally() const;

  std::uint32_t bot_seed() const { return bot_seed_; }
  /// Returns the cards with these names, or nothing if one of them is not in the pack.
  std::optional<CardSet> cards(const Words& names, std::size_t first = 0) const;

 private:
  void start_hand(const Words& line);
  void read_hand(const Words& line);
  void read_totals(const Words& line);

  Rules rules_;
  std::unique_ptr<const GameRules> game_;  // made from the rules at the first hand
  std::optional<Knowledge> known_;
  PerSeat<int> totals_{};
  CardSet passed_;
  Seat me_ = 0;
  std::uint32_t bot_seed_ = 0;
  bool in_extra_hands_ = false;
};

/// How much work a question may cause. With a time limit, the answers depend on the machine.
struct Budget {
  int playouts = 800;  ///< for a card; twice as many for a pass
  int time_ms = 0;     ///< for a question, as far as the clocks allow; 0: only `playouts` counts
};

class Bot {
 public:
  explicit Bot(Budget budget) : budget_(budget) {}

  /// Reads a line. Returns what the bot writes in answer, without a newline; empty if it writes nothing.
  std::string respond(std::string_view text);
  /// Returns what the search for the last answer has found; empty if it searched nothing.
  const std::string& findings() const { return findings_; }
  /// Returns the number of playouts since the game began.
  long playouts() const { return playouts_; }

 private:
  std::string answer(const Question& question);
  std::optional<CardSet> choose_cards(const Question& question);
  std::string_view choose_word(const Question& question);
  Effort effort(const Question& question) const;

  Budget budget_;
  Table table_;
  std::string findings_;
  std::uint32_t questions_ = 0;  // in this game
  long playouts_ = 0;
};

}  // namespace monte
