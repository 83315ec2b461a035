#pragma once

#include <string>

#include "arena/results/adjudicate/judgement.h"
#include "arena/results/adjudicate/played_hand.h"
#include "engine/score.h"

namespace arena {

// What hands have in common that are judged, under the laws of the table or not.

/// What a breach is called here, where nobody is spoken to.
std::string message_of(hearts::Breach breach);

/// Throws Objection unless the pass has the right number of cards, all of those `held`.
void check_pass(const hearts::GameRules& game, const PlayedHand::Pass& pass, hearts::Seat seat, hearts::CardSet held);

[[noreturn]] void object_to_pass(const PlayedHand::Pass& pass, hearts::Seat seat, const std::string& message,
                                 std::string_view rule = {}, const std::string& card = {});

/// Nobody passes in that hand.
[[noreturn]] void object_to_pass_in(int hand, const PlayedHand::Pass& pass, hearts::Seat seat);

/// Fills in what a whole deal comes to. Throws Objection for a choice that the shooter does not have.
void score_deal(Judgement& judgement, const hearts::GameRules& game, const PlayedHand& played,
                const hearts::Tally& tally, const hearts::MoonOptions& options);

}  // namespace arena
