#pragma once

#include <cstdint>
#include <string>

#include "engine/game_rules.h"
#include "engine/random.h"

namespace arena::test {

/// A line for `arena adjudicate` and what must be answered.
struct MadeHand {
  std::string line;
  std::string answer;  ///< of an error its start: up to the card
  bool is_error = false;
  bool is_complete = false;
  bool has_moon = false;
  int charged = 0;  ///< points, by the laws

  bool agrees_with(const std::string& answered) const {
    return is_error ? answered.starts_with(answer) : answered == answer;
  }
};

/// A random hand under the laws of the table by the naive model: with faulty deals, revokes, plays out of turn,
/// demands, corrections, misdeals and claims, right and wrong. One in four ends early; one in eight has an act that is
/// refused.
MadeHand made_under_laws(const hearts::GameRules& game, hearts::Random& random, const std::string& id,
                         std::uint64_t number);

/// Plays random hands of one configuration by the naive model, and writes down what it says. Half of them are played
/// so that somebody is likely to shoot the moon; one in four ends early; one in eight has an illegal play. Where the
/// laws of the table are in force, made_under_laws() makes them.
class HandMaker {
 public:
  /// The rules must outlive the maker. The variant is written as `id`.
  HandMaker(const hearts::GameRules& game, std::string id, std::uint64_t seed);

  /// The next hand, as the `number`-th line of the input, with the legal cards before each play.
  MadeHand next(std::uint64_t number);

 private:
  const hearts::GameRules& game_;
  std::string id_;
  hearts::Random random_;
};

}  // namespace arena::test
