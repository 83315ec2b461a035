#pragma once

#include <functional>
#include <optional>
#include <string>

#include "arena/records/game_record.h"
#include "engine/hand.h"
#include "engine/match.h"

namespace arena {

/// Who made a decision: the bot, the arena for this once, or the house player of a forfeited seat.
enum class Decider { bot, arena, house };

/// Sees a recorded game played again by the engine. Hands are shown as they are after the event, but for deciding().
class ReplayWatcher {
 public:
  virtual ~ReplayWatcher() = default;
  virtual void hand_dealt(const hearts::Hand&) {}
  /// The seat decides next: the hand before it does, and the number of its question; 0 where nobody was asked, since
  /// the house player sits there.
  virtual void deciding(const hearts::Hand&, hearts::Seat, int) {}
  virtual void hand_selected(const hearts::Hand&, hearts::Seat, Decider) {}
  virtual void cards_passed(const hearts::Hand&, hearts::Seat, hearts::CardSet, Decider) {}
  virtual void card_played(const hearts::Hand&, hearts::Seat, hearts::Card, Decider) {}
  virtual void moon_settled(const hearts::Hand&, Decider) {}
  /// With the totals after the hand.
  virtual void hand_scored(const hearts::Hand&, const hearts::PerSeat<int>&) {}
};

/// Plays a record again, adjudicating every deal, pass, play, choice, score, total and place, the arena's own
/// plays included. Returns the first thing that is wrong, in one sentence with its place; nothing if all is right.
std::optional<std::string> replay_game(const GameRecord& record, const hearts::GameRules& rules,
                                       const hearts::MatchLength& length, ReplayWatcher& watcher);

/// Plays the next hand of a match and records it. `choose` gives the move of the seat to move, which must be legal.
HandResult play_recorded(const hearts::GameRules& rules, hearts::Match& match, const hearts::Deal& deal,
                         const std::function<hearts::Move(const hearts::Hand&)>& choose);

}  // namespace arena
