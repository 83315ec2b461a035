#pragma once

#include <boost/json/fwd.hpp>
#include <vector>

#include "arena/adjudicate/played_hand.h"
#include "engine/match.h"

namespace arena {

/// What the rules say of a deal, whole or played in part.
struct Judgement {
  hearts::Seat leader = hearts::kNobody;  ///< of the first trick; kNobody while it is not known
  std::vector<hearts::CardSet> legal;     ///< before each play; only if asked for
  std::vector<hearts::Seat> winners;      ///< of each trick
  bool complete = false;                  ///< all cards are played

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

/// Plays the deal by the rules, as far as the line goes. Throws Objection for the first move that breaks them, and
/// for one that comes before or after its time.
Judgement judge(const hearts::GameRules& game, const PlayedHand& played, bool with_legal);

/// Adds the members of the answer. FORMAT.md has its keys.
void put_judgement(boost::json::object& object, const hearts::GameRules& game, const Judgement& judgement,
                   bool with_legal);

}  // namespace arena
