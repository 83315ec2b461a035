#pragma once

#include <functional>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "arena/base/text/card_paint.h"
#include "arena/base/text/text_layout.h"
#include "arena/bots/protocol/limits.h"
#include "arena/game/table/table_hand.h"
#include "arena/records/game_details.h"
#include "arena/records/replay.h"
#include "arena/results/replay/game_annotations.h"
#include "engine/game_rules.h"
#include "engine/laws/laws_hand.h"
#include "engine/seat_view.h"

namespace arena {

/// Which part of a game is shown, and how.
struct GameView {
  std::optional<hearts::Seat> seat;  ///< show only what this seat could know
  int hand = 0;                      ///< show only this hand; 0 for all
  bool notes = true;                 ///< show what the bots wrote in `info` lines and on stderr
  bool clocks = true;                ///< show times
  bool color = false;
  bool symbols = false;  ///< print suits as ♠♥♦♣
  Page page = {};
};

/// The name of each seat: that of its bot, with the number of the seat if the bot has several seats, as in "ann:2".
std::vector<std::string> seat_names(const GameRecord& record);

/// A card on the table.
struct TrickCell {
  hearts::Seat seat = 0;
  hearts::Card card;
  std::string_view mark = {};  ///< who decided, see decider_mark()
  int question = 0;            ///< number of the seat's question; 0 if it was not asked
};

/// The layout of tricks, with a column for each seat.
struct SeatColumns {
  enum class Times { none, beside, below };  ///< where times are, relative to the cards

  std::size_t cell = 0;   ///< columns of a seat, including the mark of the leader
  std::size_t cards = 0;  ///< the part of it for the card and its marks
  Times times = Times::none;
};

/// A pass in words: "no pass", "pass left", "pass 2 to the right".
std::string pass_words(int offset, int seats);

/// The sentences about events at a table other than cards. `arena replay` and the page of `arena report` share them.
struct GameWords {
  const hearts::GameRules& rules;
  std::vector<std::string> names;  ///< of each seat
  CardPaint paint;

  const std::string& name(hearts::Seat seat) const { return names[hearts::at(seat)]; }
  /// The result of a moon, once the shooter has chosen.
  std::string moon(const hearts::SeatView& view) const;
  /// The dealer's mistake; empty if there was none.
  std::string slip(const DealSlip& slip) const;
  /// What everybody sees of a seat's answer to a law. The hand must be as it was before.
  std::string law_move(const TableHand& hand, const Decision& asked, const hearts::Move& move) const;
  /// The cards that seats have left over, and what the laws charge. The hand must be scored.
  std::vector<std::string> charges(const hearts::LawsHand& laws) const;
};

/// What the texts of a game have in common: the game, the names, the annotations, and the output. The members refer to
/// objects that must outlive it.
struct GameFrame : GameWords {
  std::ostream& out;
  const GameRecord& record;
  const GameView& view;
  GameAnnotations annotations;

  std::size_t name_width() const;
  bool shows_hand(int number) const { return view.hand == 0 || view.hand == number; }
  /// The time of an answer, as "  312ms~". Empty if it is not known or not wanted.
  std::string time_text(hearts::Seat seat, int question) const;
  /// The bank after a question, as "29.1s". Empty if it is not known or not wanted.
  std::string bank_text(hearts::Seat seat, int question) const;

  /// Writes the title of a hand: "Hand 3: ann deals, pass left, point suit W".
  void write_title(const hearts::SeatView& hand) const;
  /// The columns for which the page has room. `timed`: with the time of each answer, if times are recorded and wanted.
  SeatColumns columns(bool timed) const;
  /// Writes the names above the columns.
  void write_heads(const SeatColumns& columns) const;
  /// Writes a trick: "     3 >QC   KC*    14". Each card is in the column of its seat, the leader is marked > and the
  /// winner *. The points follow unless they are 0.
  void write_trick(int number, const std::vector<TrickCell>& cells, const hearts::SeatView& hand,
                   const SeatColumns& columns) const;
  /// Writes a label, and a text for each seat in its column.
  void write_row(std::string_view label, const SeatColumns& columns,
                 const std::function<std::string(hearts::Seat)>& text) const;
  /// Writes annotations as lines of their own, with this indent. Each begins with the bot's name unless the bot is
  /// obvious.
  void write_annotations(hearts::Seat seat, int question, std::size_t indent, bool with_name) const;
  /// Writes how the hand changed each total, and the new totals.
  void write_points(const hearts::PerSeat<int>& change, const hearts::PerSeat<int>& totals,
                    const SeatColumns& columns) const;

 private:
  std::string answer_time(hearts::Seat seat, int question) const;
};

/// The mark that shows who decided: empty for the bot, ! for the arena, !! for the house player.
std::string_view decider_mark(Decider decider);

}  // namespace arena
