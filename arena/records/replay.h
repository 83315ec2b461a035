#pragma once

#include <optional>
#include <string>
#include <vector>

#include "arena/game/table/table_hand.h"
#include "arena/records/game_record.h"
#include "engine/hand.h"
#include "engine/match.h"

namespace arena {

/// Who made a decision: the bot, the arena for this once, or the house player of a forfeited seat.
enum class Decider { bot, arena, house };

// A record holds deals, passes and acts, but not who was asked what, and when. replay_game() finds that out as the table
// did: TableHand says which decision is due, the record has the answer, and the engine accepts it or not. So there is one
// reading of a recorded hand: whoever needs to know what happened in a game watches its replay and looks at the hands that
// it is shown. (`arena adjudicate` is no such reader: it judges hands from elsewhere, also unfinished ones, by the rules
// alone, without questions and without a match around them. See results/adjudicate/judge.h.)

/// Observes a recorded game while replay_game() plays it again with the engine: this is how everything that follows from a
/// record is computed (its text, its page, moons and points by hand, what each bot was asked). Override the events that
/// you need. Hands are shown as they are after the event, but for deciding() and answered(). Called from the thread
/// that replays; an exception ends the replay and reaches its caller.
class ReplayWatcher {
 public:
  virtual ~ReplayWatcher() = default;
  virtual void hand_dealt(const TableHand&) {}
  /// The seat decides next: the hand before it does, and the number of its question; 0 where nobody was asked, since
  /// the house player sits there.
  virtual void deciding(const TableHand&, hearts::Seat, int) {}
  virtual void hand_selected(const TableHand&, hearts::Seat, Decider) {}
  virtual void cards_passed(const TableHand&, hearts::Seat, hearts::CardSet, Decider) {}
  /// `then`: having completed the trick, the seat leads this card out of turn.
  virtual void card_played(const TableHand&, hearts::Seat, hearts::Card, std::optional<hearts::Card>, Decider) {}
  /// The seat's answer: its move, or it lets stand what a law asked. The hand before it; `then` as in card_played().
  virtual void answered(const TableHand&, const Decision&, const std::optional<hearts::Move>&,
                        std::optional<hearts::Card>, Decider) {}
  virtual void moon_settled(const TableHand&, Decider) {}
  /// A misdeal was called.
  virtual void hand_thrown_in(const TableHand&) {}
  /// With the totals after the hand.
  virtual void hand_scored(const TableHand&, const hearts::PerSeat<int>&) {}
};

/// Plays a record again, adjudicating every deal, pass, play, choice, score, total and place, the arena's own
/// plays included. Returns the first thing that is wrong, in one sentence with its place; nothing if all is right.
[[nodiscard]] std::optional<std::string> replay_game(const GameRecord& record, const hearts::GameRules& rules,
                                                     const hearts::MatchLength& length, ReplayWatcher& watcher);

/// What the engine makes of a hand.
struct HandFigures {
  hearts::PerSeat<int> penalty{};  ///< points of the cards that each seat took, before a moon
  hearts::PerSeat<int> bonus{};    ///< likewise
  hearts::Seat shooter = hearts::kNobody;
  bool is_scored = false;  ///< not thrown in
};

/// Plays a record again and returns the figures of its hands. Throws InputError "PLACE: ..." for one that cannot have been
/// played so.
std::vector<HandFigures> hand_figures(const GameRecord& record, const hearts::GameRules& rules,
                                      const hearts::MatchLength& length, const std::string& place);

}  // namespace arena
