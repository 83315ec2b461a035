#pragma once

#include <string>
#include <vector>

#include "engine/laws/laws_hand.h"
#include "engine/random.h"

namespace hearts::test {

/// Makes the move; a refusal is an exception that says what was refused.
void must_apply(LawsHand& hand, Seat seat, const Move& move);

/// Tries the move, which must be refused and must change nothing; else an exception.
RuleBreach refusal_of(LawsHand& hand, Seat seat, const Move& move);

/// "B:2C C:5C": B plays 2C, then C plays 5C, in turn or not.
void lay(LawsHand& hand, const std::string& plays);
/// The trick on the table, spelled the same way.
std::string laid(const LawsHand& hand);

/// Hands named card by card, one text a seat; what nobody is given is lost.
Deal named_deal(const GameRules& game, const std::vector<std::string>& hands);

/// The deal of most tests of the laws, whole, for tournament-laws@4. Every seat has every suit; B leads 2C, and A has
/// AC. `lost` are cards taken out of the hands, `moved` cards that A has got from others.
Deal usual_deal(const GameRules& game, const std::string& lost = "", const std::string& moved = "");

/// The usual deal after trick 1 (B:2C C:5C D:6C A:AC), so that A leads to trick 2.
LawsHand after_first_trick(const GameRules& game, const std::string& lost = "", const std::string& moved = "");

/// A move that breaks no rule of the seat to move: any card that is legal, any cards to pass, nothing to claim.
Move regular_move(const LawsHand& hand, Random& random);
/// Plays on without any irregularity, till the phase given or the end.
void play_on(LawsHand& hand, Phase until, Random& random);

/// Ids of rules whose laws of the table are tested: each of the laws' keys both ways, and other documents with them.
const std::vector<std::string>& law_configurations();

/// All that can be asked of a hand, as text.
std::string state_of(const LawsHand& hand);

}  // namespace hearts::test
