#pragma once

#include <array>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "arena/game/table/bot_seat.h"
#include "arena/game/table/game_setup.h"
#include "arena/game/table/table.h"
#include "engine/game_rules.h"
#include "tests/unit/game/table/fake_channel.h"

namespace arena::test {

/// A table under the laws, of bots that answer by a list: the n-th question with its n-th words, an empty text or one
/// beyond the list with the first words offered. What a law asks takes them a millisecond, all else no time. Other
/// scripts may be put in their place.
class LawsParty {
 public:
  using Answers = std::vector<std::string>;

  /// `dealt`: hand by hand, those of no number of cards too; the last is dealt on.
  LawsParty(const std::string& variant, std::vector<DealtHand> dealt, const std::vector<Answers>& answers);

  /// Plays so many hands.
  GameResult play(int hands = 1);

  const hearts::GameRules& rules() const { return rules_; }
  FakeBot& bot(int seat) { return bots_[static_cast<std::size_t>(seat)]; }
  /// What the seat was sent and answered: lines that begin with "A " and "B ".
  const std::string& talk(int seat) const { return talk_[static_cast<std::size_t>(seat)]; }
  /// That seat asks for all questions of the laws, if it answers by a list.
  void want_all_laws(int seat) { wanting_[static_cast<std::size_t>(seat)] = true; }
  /// Put in the place of a list before the game.
  void set_script(int seat, FakeScript script) { scripts_[static_cast<std::size_t>(seat)] = std::move(script); }
  Limits& limits() { return setup_.limits.all; }
  GameSetup& setup() { return setup_; }
  FakeClock& clock() { return clock_; }

 private:
  FakeScript listed(int seat, Answers answers);

  hearts::GameRules rules_;
  std::vector<DealtHand> dealt_;
  GameSetup setup_;
  FakeClock clock_;
  std::deque<FakeBot> bots_;
  std::vector<std::string> talk_;
  std::array<bool, hearts::kSeatsMax> wanting_{};
  std::vector<FakeScript> scripts_;
};

/// A game of players that make mistakes, demand, correct and claim at random (`number` is the seed), three deals of
/// four faulty.
struct IrregularGame {
  GameResult result;
  std::vector<std::string> sent;  ///< all lines, by seat
};
IrregularGame play_irregular(const hearts::GameRules& rules, std::uint64_t number);

/// Hands named card by card, one text a seat. Whoever has a card too few has lost it.
DealtHand dealt(const hearts::GameRules& rules, const std::vector<std::string>& hands, const DealSlip& slip = {});

}  // namespace arena::test
