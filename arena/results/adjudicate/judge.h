#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "arena/results/adjudicate/played_hand.h"
#include "engine/game_rules.h"
#include "engine/match.h"

namespace arena {

/// Something that the laws of the table apply to.
struct LawFinding {
  enum class What { revoke, corrected, out_of_turn, misdeal, claim, incorrect_hand, excess };

  What what = What::revoke;
  hearts::Seat seat = hearts::kNobody;   ///< who did it, or the owner of the hand
  hearts::Seat other = hearts::kNobody;  ///< out_of_turn: who had it taken back; claim: the accused
  int trick = 0;                         ///< revoke, corrected, out_of_turn, claim of a revoke
  std::optional<hearts::Card> card{};    ///< revoke, corrected, out_of_turn
  hearts::CardSet cards{};               ///< excess
  int count = 0;                         ///< incorrect_hand: the number of cards dealt
  /// For a revoke or an incorrect hand: it was found before the scoring. For a claim: it is founded.
  bool found = true;
  int points = 0;  ///< revoke, incorrect_hand: the points charged
  std::string_view rule{};
};

/// What the rules make of a deal that was played completely or in part.
struct Judgement {
  hearts::Seat leader = hearts::kNobody;       ///< of the first trick; kNobody while it is not known
  std::vector<hearts::CardSet> legal;          ///< before each play; only if asked for
  std::vector<hearts::Seat> winners;           ///< of each trick
  bool complete = false;                       ///< all cards are played, or the hand was thrown in
  bool thrown_in = false;                      ///< under the laws: a misdeal was called
  hearts::Seat next_dealer = hearts::kNobody;  ///< only if it was thrown in
  std::vector<LawFinding> findings;            ///< under the laws, in order

  // For an unfinished deal: who must move, and how.
  hearts::Seat to_move = hearts::kNobody;
  hearts::Phase phase = hearts::Phase::done;

  // For a complete deal.
  hearts::PerSeat<int> points{};  ///< change of each total, before floor and sinkhole
  hearts::Seat shooter = hearts::kNobody;
  /// The options of the shooter. The points follow from the shooter's choice, or from the first option if there is no
  /// choice.
  hearts::MoonOptions options;
  hearts::PerSeat<int> totals{};  ///< after the hand
  hearts::MatchStatus status;
};

// A hand that is judged here was played anywhere: on paper, or by another program. It may be unfinished, a seat may act
// although the arena's table would not have asked it, and every mistake needs its place in the line. None of that
// occurs in a recorded game. That is why records/replay.h does not use this judge: it asks TableHand what must be done.

/// Plays the deal by the rules, and under their laws of the table if they have any, as far as the line goes. Throws
/// Objection for the first move that breaks them, and for a move that comes too early or too late.
Judgement judge(const hearts::GameRules& game, const PlayedHand& played, bool with_legal);

}  // namespace arena
