#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "arena/table/fault.h"
#include "engine/deal.h"
#include "engine/score.h"
#include "engine/seat.h"

namespace arena {

/// One hand as it was dealt and played.
struct HandResult {
  int number = 1;
  hearts::Seat dealer = 0;
  bool extra = false;             ///< played to break a tie
  hearts::PerSeat<int> totals{};  ///< before the hand
  hearts::Deal deal;
  hearts::PerSeat<int> selected{};  ///< two-hand games: which hand first
  std::array<hearts::PerSeat<hearts::CardSet>, hearts::kHandsPerSeatMax> passed{};  ///< by sub-hand; empty without pass
  std::vector<hearts::Card> plays;                                                  ///< in order of play, all tricks
  std::optional<hearts::MoonOption> choice;                                         ///< where the shooter was asked
  hearts::PerSeat<int> points{};  ///< change of each total, before floor and sinkhole
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

/// How long a seat took. The clock as the bot was charged.
struct SeatTiming {
  struct Slow {
    int question = 0;
    std::chrono::microseconds time{};
  };
  std::string ready;  ///< what the bot said with `ready`, printable
  int questions = 0;
  std::chrono::microseconds total{};
  std::vector<Slow> slowest;  ///< five at most, slowest first
  // Processor time of the process, its children's not.
  std::chrono::microseconds cpu{};
  std::chrono::microseconds idle_cpu{};           ///< of it: while it was not its turn
  std::chrono::microseconds between_games_cpu{};  ///< beside it: between its last game, or `ready`, and this one
  /// How long its first thread was ready to run while no processor was free.
  std::chrono::microseconds run_delay{};
};

/// All that came of one game.
struct GameResult {
  std::vector<HandResult> hands;
  hearts::PerSeat<int> totals{};  ///< at the end, house players included
  hearts::PerSeat<int> scores{};  ///< totals; a forfeiter has the table's worst or his own, whichever is worse
  hearts::PerSeat<int> places{};  ///< 1 is best, ties share; forfeiters share the last
  std::vector<Forfeit> forfeits;
  std::vector<FaultEvent> faults;
  std::vector<Interference> automatic;
  std::vector<Interference> tries;
  std::vector<Note> notes;
  hearts::PerSeat<SeatTiming> timing{};
  std::chrono::microseconds duration{};
  /// How long the arena's thread was ready to run while no processor was free.
  std::chrono::microseconds arena_delay{};
};

/// All delays of a game, the arena's and the bots'.
std::chrono::microseconds busy_time(const GameResult& result);
/// The machine had so much else to do that it shows in the clocks.
bool host_was_busy(const GameResult& result);

}  // namespace arena
