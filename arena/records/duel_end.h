#pragma once

#include <array>
#include <boost/json/fwd.hpp>
#include <string>
#include <string_view>

#include "arena/records/sequential_test.h"

namespace arena {

/// What a duel has decided.
enum class DuelVerdict {
  undecided,
  stronger,      ///< H1 is accepted: the first bot is better by more than `low`
  not_stronger,  ///< H0 is accepted: the first bot is not better by as much as `high`
  no_result,     ///< a bot has forfeited so often that the games do not show who is stronger
};

/// Returns "stronger", "not_stronger", "undecided" or "no_result", as records and JSON have it.
std::string_view verdict_name(DuelVerdict verdict);
/// Returns the verdict of such a test in words, as in "not stronger". If H0 is below 0, the test asks whether the first
/// bot is not weaker, and `stronger` means "not weaker".
std::string verdict_words(DuelVerdict verdict, const SequentialTest& test);

/// How often a bot of a duel sat at a table in the blocks that count, and in how many of these seats it forfeited.
struct DuelSeats {
  int seats = 0;
  int forfeits = 0;

  bool operator==(const DuelSeats&) const = default;
};

/// How a duel ended, as the last line of its records says.
struct DuelEnd {
  DuelVerdict verdict = DuelVerdict::undecided;
  int ended_at = 0;                  ///< the block before which the duel was decided; 0 if it played all its blocks
  std::array<DuelSeats, 2> sides{};  ///< of the first bot and of the second

  bool operator==(const DuelEnd&) const = default;
};

/// Returns the value of the key `duel` in a line of type `end`.
boost::json::object duel_end_json(const DuelEnd& end);
/// Parses such a value. Throws std::runtime_error if something is missing or impossible.
DuelEnd read_duel_end(const boost::json::value& value);

}  // namespace arena
