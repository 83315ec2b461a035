#pragma once

#include <optional>
#include <string>
#include <vector>

#include "arena/game/table/table_hand.h"
#include "arena/records/game_record.h"
#include "engine/hand.h"
#include "engine/match.h"

namespace arena {

/// Who made a decision: the bot, the arena in the bot's place for this one time, or the house player who took over the
/// seat after a forfeit.
enum class Decider { bot, arena, house };

// A record holds the deals, passes and acts of a game, but not who was asked what, and when. replay_game() finds this
// out in the same way as the table did: TableHand says which decision is due, the record has the answer, and the engine
// accepts it or refuses it. This is the only code that interprets a recorded hand. Code that needs to know what
// happened in a game watches its replay. (`arena adjudicate` is different: it judges hands that were played elsewhere,
// even unfinished ones, by the rules alone, without questions and without a match. See results/adjudicate/judge.h.)

/// Watches a recorded game while replay_game() plays it again. Everything that follows from a record is computed in
/// this way: its text, its page, moons and points by hand, what each bot was asked. Override the events that you need.
///
/// Events show the hand as it is after them, except deciding() and answered(), which show it before. All calls come
/// from the thread that called replay_game(). An exception from a watcher ends the replay and reaches its caller.
class ReplayWatcher {
 public:
  virtual ~ReplayWatcher() = default;
  virtual void hand_dealt(const TableHand&) {}
  /// The seat decides next. The number is that of its question, or 0 if nobody is asked because the house player
  /// decides.
  virtual void deciding(const TableHand&, hearts::Seat, int) {}
  virtual void hand_selected(const TableHand&, hearts::Seat, Decider) {}
  virtual void cards_passed(const TableHand&, hearts::Seat, hearts::CardSet, Decider) {}
  /// The last card is set if the seat completed the trick and then led that card out of turn.
  virtual void card_played(const TableHand&, hearts::Seat, hearts::Card, std::optional<hearts::Card>, Decider) {}
  /// The seat's answer: its move, or nothing if a law asked and the seat lets things stand. The card is as in
  /// card_played().
  virtual void answered(const TableHand&, const Decision&, const std::optional<hearts::Move>&,
                        std::optional<hearts::Card>, Decider) {}
  virtual void moon_settled(const TableHand&, Decider) {}
  /// A misdeal was called, so the hand is not scored.
  virtual void hand_thrown_in(const TableHand&) {}
  /// The hand was scored. The numbers are the totals after it.
  virtual void hand_scored(const TableHand&, const hearts::PerSeat<int>&) {}
};

/// Plays a recorded game again with the engine, and checks every deal, pass, play, choice, score, total and place,
/// including what the arena itself played. Returns the first error as one sentence with its place, or nothing if the
/// record is correct.
[[nodiscard]] std::optional<std::string> replay_game(const GameRecord& record, const hearts::GameRules& rules,
                                                     ReplayWatcher& watcher);

/// Whether match.hands_max ended the game, rather than its totals. The record must be correct.
[[nodiscard]] bool was_cut(const GameRecord& record, const hearts::GameRules& rules);

/// Figures that the engine computes for a hand.
struct HandFigures {
  hearts::PerSeat<int> penalty{};  ///< points of the cards that each seat took, before a moon
  hearts::PerSeat<int> bonus{};    ///< the bonus of each seat, before a moon
  hearts::Seat shooter = hearts::kNobody;
  bool is_scored = false;  ///< false if the hand was thrown in
};

/// Returns the figures of a hand that is scored.
HandFigures figures_of(const TableHand& hand);

/// Plays a recorded game again and returns the figures of its hands. Throws InputError "PLACE: ..." if the record is
/// not correct.
std::vector<HandFigures> hand_figures(const GameRecord& record, const hearts::GameRules& rules,
                                      const std::string& place);

}  // namespace arena
