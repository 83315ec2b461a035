#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "arena/results/adjudicate/played_hand.h"
#include "engine/game_rules.h"
#include "engine/match.h"

namespace arena {

/// Something that the laws of the table deal with.
struct LawFinding {
  enum class What { revoke, corrected, out_of_turn, misdeal, claim, incorrect_hand, excess };

  What what = What::revoke;
  hearts::Seat seat = hearts::kNobody;   ///< who did it, or whose hand it is
  hearts::Seat other = hearts::kNobody;  ///< out_of_turn: who had it taken back; claim: against whom
  int trick = 0;                         ///< revoke, corrected, out_of_turn; claim of a revoke
  std::optional<hearts::Card> card{};    ///< revoke, corrected, out_of_turn
  hearts::CardSet cards{};               ///< excess
  int count = 0;                         ///< incorrect_hand: cards dealt
  bool found = true;                     ///< revoke, incorrect_hand: before the scoring; claim: founded
  int points = 0;                        ///< revoke, incorrect_hand: charged
  std::string_view rule{};
};

/// What the rules say of a deal, whole or played in part.
struct Judgement {
  hearts::Seat leader = hearts::kNobody;       ///< of the first trick; kNobody while it is not known
  std::vector<hearts::CardSet> legal;          ///< before each play; only if asked for
  std::vector<hearts::Seat> winners;           ///< of each trick
  bool complete = false;                       ///< all cards are played, or the hand was thrown in
  bool thrown_in = false;                      ///< under the laws: a misdeal was called
  hearts::Seat next_dealer = hearts::kNobody;  ///< where it was thrown in
  std::vector<LawFinding> findings;            ///< under the laws, in order

  // Of a deal played in part: who moves, and how.
  hearts::Seat to_move = hearts::kNobody;
  hearts::Phase phase = hearts::Phase::done;

  // Of a whole deal.
  hearts::PerSeat<int> points{};  ///< change of each total, before floor and sinkhole
  hearts::Seat shooter = hearts::kNobody;
  hearts::MoonOptions options;    ///< of the shooter; the points are of his choice, or else of the first
  hearts::PerSeat<int> totals{};  ///< after the hand
  hearts::MatchStatus status;
};

// A hand that is judged here was played anywhere: on paper, by another program. It may be unfinished, a seat may act when
// no question of the arena's table would have reached it, and each mistake needs its place in the line. A recorded game
// has none of that, which is why records/replay.h does not read hands by this judge: it asks TableHand what is due.

/// Plays the deal by the rules, under their laws of the table where they have them, as far as the line goes. Throws
/// Objection for the first move that breaks them, and for one that comes before or after its time.
Judgement judge(const hearts::GameRules& game, const PlayedHand& played, bool with_legal);

}  // namespace arena
