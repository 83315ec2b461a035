#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "engine/hand.h"
#include "engine/random.h"

namespace hearts::test {

/// A seed for each number.
Seed seed_of(std::uint64_t number);

CardSet cards_of(const GameRules& game, const std::string& names);
Card card_of(const GameRules& game, std::string_view name);

/// `count` cards of the set, any with the same chance.
CardSet random_cards(CardSet from, int count, Random& random);

/// Makes the move; a refusal is an exception that says what was refused.
void must_apply(Hand& hand, Seat seat, const Move& move);

/// A random deal and totals below the limit, from the seed.
Hand::Setup random_setup(const GameRules& game, int number, Random& random);

/// The hand at its first lead, where `wanted.deal` says what each seat holds after the first pass (and before the
/// second). The deal is changed so that some pass leads there; with two hands each seat plays its first hand first.
Hand hand_after_pass(const GameRules& game, Hand::Setup wanted, Random& random);

/// What a seat or a whole table holds, as text for a failure.
std::string shown(const GameRules& game, const PerSeat<CardSet>& hands);

}  // namespace hearts::test
