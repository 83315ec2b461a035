#pragma once

#include "engine/deal.h"
#include "engine/hand.h"
#include "tests/unit/engine/naive_model.h"

namespace hearts::test {

/// The cards as the naive model spells them, in the deck's order.
naive::Cards names_of(const GameRules& game, CardSet cards);

/// The same deal for the naive model.
naive::Deal model_deal(const GameRules& game, const Deal& deal);

/// Makes the move of the seat to move in the model.
void play_in_model(const GameRules& game, naive::Hand& model, const Move& move);

}  // namespace hearts::test
