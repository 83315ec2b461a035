#include "tests/unit/engine/play.h"

#include <stdexcept>

#include "engine/deck.h"

namespace hearts::test {

Seed seed_of(std::uint64_t number) {
  // SplitMix64: neighbouring numbers give unlike seeds.
  Seed seed{};
  for (std::uint64_t& word : seed) {
    number += 0x9E3779B97F4A7C15ULL;
    std::uint64_t mixed = (number ^ (number >> 30)) * 0xBF58476D1CE4E5B9ULL;
    mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBULL;
    word = mixed ^ (mixed >> 31);
  }
  return seed;
}

CardSet cards_of(const GameRules& game, const std::string& names) {
  const std::optional<CardSet> cards = parse_cards(game.deck(), names);
  if (!cards) throw std::runtime_error("no cards of this pack: " + names);
  return *cards;
}

Card card_of(const GameRules& game, std::string_view name) {
  const std::optional<Card> card = game.deck().find(name);
  if (!card) throw std::runtime_error("no card of this pack: " + std::string(name));
  return *card;
}

CardSet random_cards(CardSet from, int count, Random& random) {
  CardSet chosen;
  for (int i = 0; i < count; ++i) {
    const Card card = random_card(from, random);
    from.erase(card);
    chosen.insert(card);
  }
  return chosen;
}

void must_apply(Hand& hand, Seat seat, const Move& move) {
  if (const std::optional<RuleBreach> breach = hand.apply(seat, move)) {
    throw std::runtime_error("refused: " + std::string(describe(breach->breach)));
  }
}

Hand::Setup random_setup(const GameRules& game, int number, Random& random) {
  Hand::Setup setup;
  setup.number = number;
  setup.dealer = static_cast<Seat>(random.below(static_cast<std::uint32_t>(game.seats())));
  const int limit = game.rules().match_limit;
  for (Seat seat = 0; seat < game.seats(); ++seat) {
    setup.totals[static_cast<std::size_t>(seat)] = static_cast<int>(random.below(static_cast<std::uint32_t>(limit)));
  }
  setup.deal = deal_cards(game, setup.dealer, random);
  return setup;
}

Hand hand_after_pass(const GameRules& game, Hand::Setup wanted, Random& random) {
  const auto at = [](Seat seat) { return static_cast<std::size_t>(seat); };
  const int offset = game.pass_offset(wanted.number);
  PerSeat<CardSet> passes{};
  if (offset != 0) {
    // Any cards of the wanted hand may have come by the pass: the giver was dealt them.
    PerSeat<CardSet>& hands = wanted.deal.hands[0];
    PerSeat<CardSet> dealt{};
    for (Seat giver = 0; giver < game.seats(); ++giver) {
      const Seat taker = seat_at(giver, offset, game.seats());
      passes[at(giver)] = random_cards(hands[at(taker)], game.pass_count(), random);
    }
    for (Seat giver = 0; giver < game.seats(); ++giver) {
      const Seat taker = seat_at(giver, offset, game.seats());
      dealt[at(giver)] |= passes[at(giver)];
      dealt[at(taker)] |= hands[at(taker)] - passes[at(giver)];
    }
    hands = dealt;
  }
  Hand hand(game, wanted);
  while (hand.phase() == Phase::select) must_apply(hand, hand.to_move(), Move::select(0));
  while (hand.phase() == Phase::pass) must_apply(hand, hand.to_move(), Move::pass(passes[at(hand.to_move())]));
  return hand;
}

std::string shown(const GameRules& game, const PerSeat<CardSet>& hands) {
  std::string text;
  for (Seat seat = 0; seat < game.seats(); ++seat) {
    text += static_cast<char>('A' + seat);
    text += ": " + cards_text(game.deck(), hands[static_cast<std::size_t>(seat)]) + "\n";
  }
  return text;
}

}  // namespace hearts::test
