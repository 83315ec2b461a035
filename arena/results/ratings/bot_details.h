#pragma once

#include <algorithm>
#include <chrono>
#include <optional>

#include "engine/seat.h"

namespace arena {

/// How a bot did on one place at the table.
struct SeatResults {
  long comparisons = 0;  ///< with other bots at the table, a seat each
  long halves = 0;       ///< of them won, in halves; a shared place is one
};

/// What standings show of a bot beside its ratings: results by seat, moons, and the time that it took, in rated games.
struct BotDetails {
  hearts::PerSeat<SeatResults> seats{};
  long hands = 0;                       ///< that it played itself to their end, a seat each
  long moons = 0;                       ///< that it shot in them
  long answers = 0;                     ///< whose time is known
  std::chrono::microseconds time{};     ///< that it was charged for them
  std::chrono::microseconds slowest{};  ///< of them

  /// Seats up to the last one that it had.
  int seats_used() const {
    int used = static_cast<int>(seats.size());
    while (used > 0 && seats[used - 1].comparisons == 0) --used;
    return used;
  }
  /// Milliseconds an answer; nothing where no time is known.
  std::optional<double> answer_ms() const {
    if (answers == 0) return std::nullopt;
    return static_cast<double>(time.count()) / 1000 / static_cast<double>(answers);
  }
  double slowest_ms() const { return static_cast<double>(slowest.count()) / 1000; }

  void add(const BotDetails& more) {
    for (std::size_t seat = 0; seat < seats.size(); ++seat) {
      seats[seat].comparisons += more.seats[seat].comparisons;
      seats[seat].halves += more.seats[seat].halves;
    }
    hands += more.hands;
    moons += more.moons;
    answers += more.answers;
    time += more.time;
    slowest = std::max(slowest, more.slowest);
  }
};

}  // namespace arena
