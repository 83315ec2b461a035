// The bot between its two pipes: lines in, answers out.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "sample_bots/monte_carlo_cpp/search.h"
#include "sample_bots/monte_carlo_cpp/table.h"

namespace monte {

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
  Words words_;
  std::uint32_t questions_ = 0;  // of this game
  long playouts_ = 0;
};

}  // namespace monte
