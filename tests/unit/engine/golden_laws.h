#pragma once

#include "tests/unit/engine/golden_cases.h"

namespace hearts::test {

// Golden cases of the laws on irregularities.

/// event "misdeal called": cards_played of trick 1 lie, then somebody calls. redeal: it is thrown in; dealer: the next.
/// event "out of turn": `offender` lays `card` on `played`, when it is the turn of `turn`. may_demand: who may have
/// it taken back. event "retraction demanded": `by` demands the first card of `played` that was out of turn. returned:
/// what goes back to its owners; turn: whose it is then.
void check_law(const GameRules& game, const GoldenCase& golden);

/// taken: cards won; offenders: who did not follow suit and was found out. hand: changes of the totals.
void check_revoke(const GameRules& game, const GoldenCase& golden);

/// taken: cards won in full tricks; faulty: whose hand was wrong; excess: cards left over. hand: changes of the totals.
void check_incorrect_hand(const GameRules& game, const GoldenCase& golden);

}  // namespace hearts::test
