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

/// What of a game is shown, and how.
struct GameView {
  std::optional<hearts::Seat> seat;  ///< only what this seat could know
  int hand = 0;                      ///< only this one; 0: all
  bool notes = true;                 ///< with what the bots wrote beside their answers, and on stderr
  bool clocks = true;                ///< with times
  bool color = false;
  bool symbols = false;  ///< suits as ♠♥♦♣
  Page page = {};
};

/// What each seat is called: its bot, with the number of the seat where the bot sits in several, "ann:2".
std::vector<std::string> seat_names(const GameRecord& record);

/// A card on the table.
struct TrickCell {
  hearts::Seat seat = 0;
  hearts::Card card;
  std::string_view mark = {};  ///< who decided
  int question = 0;            ///< of the seat; 0: it was not asked
};

/// How tricks stand: a column for each seat.
struct SeatColumns {
  enum class Times { none, beside, below };  ///< the cards

  std::size_t cell = 0;   ///< columns of a seat, the mark of who leads among them
  std::size_t cards = 0;  ///< of these, for the card and its marks
  Times times = Times::none;
};

/// "no pass", "pass left", "pass 2 to the right".
std::string pass_words(int offset, int seats);

/// Says what happens at a table beside its cards, whoever shows the game.
struct GameWords {
  const hearts::GameRules& rules;
  std::vector<std::string> names;  ///< what each seat is called
  CardPaint paint;

  const std::string& name(hearts::Seat seat) const { return names[hearts::at(seat)]; }
  /// Of a moon that is settled.
  std::string moon(const hearts::SeatView& view) const;
  /// Empty where the dealer made none.
  std::string slip(const DealSlip& slip) const;
  /// What all see of a seat's answer to a law. The hand is as it was before.
  std::string law_move(const TableHand& hand, const Decision& asked, const hearts::Move& move) const;
  /// What seats have left over, and what the laws charge; of a hand that is scored.
  std::vector<std::string> charges(const hearts::LawsHand& laws) const;
};

/// What the texts of a game share: the game, who is called what, what stands beside it, and where the text goes.
struct GameFrame : GameWords {
  std::ostream& out;
  const GameRecord& record;
  const GameView& view;
  GameAnnotations annotations;

  std::size_t name_width() const;
  bool shows_hand(int number) const { return view.hand == 0 || view.hand == number; }
  /// The time of an answer, as "  312ms~"; empty where none is known or wanted.
  std::string time_text(hearts::Seat seat, int question) const;
  /// The bank after a question, as "29.1s"; empty where none is known or wanted.
  std::string bank_text(hearts::Seat seat, int question) const;

  /// "Hand 3: ann deals, pass left, point suit W".
  void write_title(const hearts::SeatView& hand) const;
  /// As the page has room for them. `timed`: with the time of each answer, if one is recorded and wanted.
  SeatColumns columns(bool timed) const;
  /// The names above the columns.
  void write_heads(const SeatColumns& columns) const;
  /// "     3 >QC   KC*    14": a card in the column of its seat, marked > for who led and * for who took the trick; the
  /// points behind it, unless they are 0.
  void write_trick(int number, const std::vector<TrickCell>& cells, const hearts::SeatView& hand,
                   const SeatColumns& columns) const;
  /// A text for each seat in its column, behind a label.
  void write_row(std::string_view label, const SeatColumns& columns,
                 const std::function<std::string(hearts::Seat)>& text) const;
  /// Lines of their own, so far to the right, each beginning with the bot's name unless it is clear.
  void write_annotations(hearts::Seat seat, int question, std::size_t indent, bool with_name) const;
  /// The change and the new total of each seat.
  void write_points(const hearts::PerSeat<int>& change, const hearts::PerSeat<int>& totals,
                    const SeatColumns& columns) const;

 private:
  std::string answer_time(hearts::Seat seat, int question) const;
};

/// Who decided: nothing for the bot, ! for the arena, !! for the house player.
std::string_view decider_mark(Decider decider);

}  // namespace arena
