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
  bool thrown_in = false;                    ///< a misdeal was called; the next hand has the same number
  std::optional<hearts::MoonOption> choice;  ///< the shooter's choice, if there was one
  hearts::PerSeat<int> points{};             ///< change of each total, before floor and sinkhole
};

/// A question that the arena answered itself, or a try that it refused.
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
  int hand = 0;      ///< from this hand on; 0 if before the first
  int question = 0;  ///< from this question of the seat on
  Fault fault = Fault::timeout;
};

/// A line that a bot wrote beside its answers.
struct Note {
  int seat = 0;
  int question = 0;
  std::string text;
};

/// What a seat was sent in a game, as far as it does not follow from the game. `arena retry` needs it to reconstruct
/// every byte, and `crc` proves that it has. If a process was replaced before its first answer, only its successor
/// counts.
struct SeatInput {
  /// A late answer, which was reported to the bot.
  struct Late {
    std::int64_t id = 0;
    int ask = 0;        ///< the ask that was open or, if none was, the next one; from 1
    bool open = false;  ///< whether that ask was open
  };
  /// Which process of the run it was.
  struct Process {
    int worker = 0;  ///< from 0
    int start = 0;   ///< which of the processes that the worker started, from 1; 0 if there was none
    int game = 0;    ///< which of the games that the process began, from 1
  };
  std::vector<Late> late;        ///< in order
  std::vector<std::string> bad;  ///< the text of each `bad`, without the tries left
  /// The number of bytes from `game` on, as far as the pipe took them in this game. Without the farewell to a bot that
  /// forfeits.
  std::uint64_t bytes = 0;
  std::uint32_t crc = 0;  ///< CRC-32C of these bytes
  Process process;
};

/// How long a seat took, as the bot was charged.
struct SeatTiming {
  struct Slow {
    int question = 0;
    std::chrono::microseconds time{};
  };
  std::string ready;  ///< the fields that the bot sent with `ready`, printable
  /// The exit status of a process that was replaced before its first answer in this game; empty if none was.
  std::string replaced;
  int questions = 0;
  std::chrono::microseconds total{};
  std::vector<Slow> slowest;  ///< five at most, slowest first
  // Processor time of the process, without its children.
  std::chrono::microseconds cpu{};
  std::chrono::microseconds idle_cpu{};           ///< the part of `cpu` while it was not the bot's turn
  std::chrono::microseconds between_games_cpu{};  ///< not in `cpu`: between its last game, or `ready`, and this one
  /// How long its first thread was ready to run while no processor was free.
  std::chrono::microseconds run_delay{};
  /// The time taken for each ask that was written, in order, including refused tries and the free Limits::newgame.
  std::vector<std::chrono::microseconds> asks{};
  SeatInput input{};
};

/// The whole result of one game. What differs from run to run, such as times, is recorded in other files than the game
/// itself, so that the same seed gives the same games.jsonl.
struct GameResult {
  /// Returns the seat's forfeit, or null if it did not forfeit.
  const Forfeit* forfeit_of(hearts::Seat seat) const;

  std::vector<HandResult> hands;
  hearts::PerSeat<int> totals{};  ///< at the end, including those of house players
  hearts::PerSeat<int> scores{};  ///< the totals; a forfeiter gets the table's worst total
  hearts::PerSeat<int> places{};  ///< 1 is best, ties share; forfeiters share the last
  std::vector<Forfeit> forfeits;
  std::vector<FaultEvent> faults;
  std::vector<Interference> automatic;
  std::vector<Interference> tries;
  std::vector<Note> notes;
  /// The last 4 KiB of stderr of each bot that did not forfeit, by question.
  std::vector<Note> stderr_texts;
  /// The seats whose bots want all questions of the laws of the table; nobody without these laws.
  hearts::PerSeat<bool> wants_all_laws{};
  /// What the laws of the table counted, in all hands.
  hearts::PerSeat<LawFigures> laws;
  hearts::PerSeat<SeatTiming> timing{};
  std::chrono::microseconds duration{};
  /// When the game was over, in UTC; the epoch if that is unknown.
  std::chrono::sys_seconds ended{};
  /// How long the arena's thread was ready to run while no processor was free.
  std::chrono::microseconds arena_delay{};
};

/// Sets the places and scores of a finished game. Forfeiters come after all who finished, and their score is the worst
/// total of the table.
void rank(GameResult& result, int seats);

/// Returns the sum of all delays of a game, the arena's and the bots'.
std::chrono::microseconds busy_time(const GameResult& result);
/// Whether the machine had so much else to do that the clocks show it.
bool host_was_busy(const GameResult& result);

}  // namespace arena
