#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "arena/game/table/fault.h"
#include "arena/game/table/law_figures.h"
#include "arena/game/table/table_hand.h"
#include "engine/deal.h"
#include "engine/laws/act.h"
#include "engine/score.h"
#include "engine/seat.h"

namespace arena {

/// One hand as it was dealt and played.
struct HandResult : hearts::Hand::Setup {
  bool extra = false;  ///< played to break a tie
  DealSlip slip;
  hearts::PerSeat<int> selected{};  ///< two-hand games: which hand first
  std::array<hearts::PerSeat<hearts::CardSet>, hearts::kHandsPerSeatMax> passed{};  ///< by sub-hand; empty without pass
  std::vector<hearts::Act> plays;            ///< in order, all tricks; under the laws with all other acts
  bool thrown_in = false;                    ///< a misdeal was called; the next hand has its number
  std::optional<hearts::MoonOption> choice;  ///< where the shooter was asked
  hearts::PerSeat<int> points{};             ///< change of each total, before floor and sinkhole
};

/// A question that the arena answered, or a try that it refused.
struct Interference {
  int seat = 0;
  int hand = 0;
  int question = 0;
  Fault why = Fault::timeout;
  std::string answer;  ///< the refused line, printable; empty for what the arena played
};

/// A seat taken over by the house player.
struct Forfeit {
  int seat = 0;
  int hand = 0;      ///< from this hand on; 0: before the first
  int question = 0;  ///< from this question of the seat on
  Fault fault = Fault::timeout;
};

/// A line that a bot wrote beside its answers.
struct Note {
  int seat = 0;
  int question = 0;
  std::string text;
};

/// What a seat was sent in a game, as far as it does not follow from the game. With it `arena retry` can reconstruct every
/// byte, and `crc` proves that it did. If a process was replaced before its first answer, only its successor counts.
struct SeatInput {
  /// A late answer, which the bot was told of.
  struct Late {
    std::int64_t id = 0;
    int ask = 0;        ///< the ask that was open or, if none was, came next; from 1
    bool open = false;  ///< that ask was open
  };
  /// Which process of the run it was.
  struct Process {
    int worker = 0;  ///< from 0
    int start = 0;   ///< of the processes that the worker started, from 1; 0: there was none
    int game = 0;    ///< of those that the process began, from 1
  };
  std::vector<Late> late;        ///< in order
  std::vector<std::string> bad;  ///< the text of each `bad`, without the tries left
  /// From `game` on, as far as the pipe took it in this game, without the farewell to one who forfeits.
  std::uint64_t bytes = 0;
  std::uint32_t crc = 0;  ///< CRC-32C of them
  Process process;
};

/// How long a seat took. The clock as the bot was charged.
struct SeatTiming {
  struct Slow {
    int question = 0;
    std::chrono::microseconds time{};
  };
  std::string ready;  ///< what the bot said with `ready`, printable
  /// How a process of it had ended that was replaced before its first answer in this game; empty: none was.
  std::string replaced;
  int questions = 0;
  std::chrono::microseconds total{};
  std::vector<Slow> slowest;  ///< five at most, slowest first
  // Processor time of the process, its children's not.
  std::chrono::microseconds cpu{};
  std::chrono::microseconds idle_cpu{};           ///< of it: while it was not its turn
  std::chrono::microseconds between_games_cpu{};  ///< beside it: between its last game, or `ready`, and this one
  /// How long its first thread was ready to run while no processor was free.
  std::chrono::microseconds run_delay{};
  /// Charged for each ask that was written, in order, refused tries included.
  std::vector<std::chrono::microseconds> asks{};
  SeatInput input{};
};

/// All that came of one game. What differs from run to run, such as times, is recorded in other files than
/// the game itself, so that the same seed gives the same games.jsonl.
struct GameResult {
  /// The seat's forfeit; null unless it forfeited.
  const Forfeit* forfeit_of(hearts::Seat seat) const;

  std::vector<HandResult> hands;
  hearts::PerSeat<int> totals{};  ///< at the end, house players included
  hearts::PerSeat<int> scores{};  ///< totals; a forfeiter has the table's worst or his own, whichever is worse
  hearts::PerSeat<int> places{};  ///< 1 is best, ties share; forfeiters share the last
  std::vector<Forfeit> forfeits;
  std::vector<FaultEvent> faults;
  std::vector<Interference> automatic;
  std::vector<Interference> tries;
  std::vector<Note> notes;
  /// What bots that did not forfeit wrote to stderr, by question: the last 4 KiB of each.
  std::vector<Note> stderr_texts;
  /// What the laws of the table counted, in all hands.
  hearts::PerSeat<LawFigures> laws;
  hearts::PerSeat<SeatTiming> timing{};
  std::chrono::microseconds duration{};
  /// When it was over, by the clock of the day; the epoch where that is not known.
  std::chrono::sys_seconds ended{};
  /// How long the arena's thread was ready to run while no processor was free.
  std::chrono::microseconds arena_delay{};
};

/// Places and scores of a finished game: forfeiters after all who finished (design: a forfeiter's score is the
/// worst of the table or his own, whichever is worse).
void rank(GameResult& result, int seats);

/// All delays of a game, the arena's and the bots'.
std::chrono::microseconds busy_time(const GameResult& result);
/// The machine had so much else to do that it shows in the clocks.
bool host_was_busy(const GameResult& result);

}  // namespace arena
