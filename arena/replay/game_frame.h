#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "arena/replay/game_annotations.h"
#include "arena/replay/game_text.h"
#include "arena/text/card_paint.h"

namespace arena {

/// What the tellings of a game share: the game, who is called what, what stands beside it, and where the text goes.
struct GameFrame {
  std::ostream& out;
  const GameRecord& record;
  const hearts::GameRules& rules;
  const GameView& view;
  std::vector<std::string> names;  ///< by seat
  CardPaint paint;
  GameAnnotations annotations;

  const std::string& name(hearts::Seat seat) const { return names[static_cast<std::size_t>(seat)]; }
  bool shows_hand(int number) const { return view.hand == 0 || view.hand == number; }
  /// "Hand 3: ann deals, pass left, point suit W".
  std::string hand_title(int number, hearts::Seat dealer, int pass_offset, int point_lane) const;
  /// The time of an answer, as "  312ms~"; empty where none is known or wanted.
  std::string time_text(hearts::Seat seat, int question) const;
  /// Lines of their own, so far to the right, each beginning with the bot's name unless it is clear.
  void write_annotations(hearts::Seat seat, int question, std::size_t indent, bool with_name) const;
  /// The change and the new total of each seat.
  void write_points(const hearts::PerSeat<int>& change, const hearts::PerSeat<int>& totals) const;
};

}  // namespace arena
