#pragma once

#include "engine/deal.h"
#include "tests/engine/naive_model.h"

namespace hearts::test {

/// The cards as the naive model spells them, in the deck's order.
naive::Cards names_of(const GameRules& game, CardSet cards);

/// The same deal for the naive model.
naive::Deal model_deal(const GameRules& game, const Deal& deal);

}  // namespace hearts::test
