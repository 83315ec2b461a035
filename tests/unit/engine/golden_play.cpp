#include "tests/unit/engine/golden_play.h"

#include <stdexcept>

#include "tests/unit/engine/play.h"

namespace hearts::test {
namespace {

constexpr Seat kLeader = 0;
constexpr Seat kFollower = 1;

/// Moves `wanted` into the first hand of `seat`, in exchange for others of its cards, wherever they lie.
void give(Deal& deal, Seat seat, CardSet wanted, Random& random) {
  std::vector<CardSet*> places = {&deal.leftover};
  for (PerSeat<CardSet>& hands : deal.hands) {
    for (CardSet& hand : hands) places.push_back(&hand);
  }
  CardSet& own = deal.hands[0][static_cast<std::size_t>(seat)];
  for (Card card : wanted - own) {
    const Card away = random_card(own - wanted, random);
    for (CardSet* place : places) {
      if (!place->contains(card)) continue;
      place->erase(card);
      place->insert(away);
    }
    own.erase(away);
    own.insert(card);
  }
}

CardSet highest(CardSet cards, int count) {
  while (cards.size() > count) cards.erase(cards.first());
  return cards;
}

/// What the seat that plays the card must hold: for a lead the tops of the opening suit, which keep the lead till the
/// trick wanted, then cards of its suit if it is a point card; for a discard nothing of the suit led.
CardSet follower_cards(const GameRules& game, const PlayedCard& wanted, int point_lane, Random& random) {
  CardSet cards{wanted.card};
  if (!wanted.led) {
    const int opening = game.opening_lane(point_lane);
    cards |= highest(game.suit_cards(opening), wanted.trick - 1);
    const CardSet suit = game.suit_cards(point_lane);
    if (suit.contains(wanted.card)) {
      cards |= random_cards(suit - cards, game.hand_size() - cards.size(), random);
    }
    return cards;
  }
  CardSet others = game.deck().cards() - game.suit_cards(wanted.led->lane()) - cards;
  const CardSet banned = game.first_trick_ban(point_lane);
  if (wanted.trick == 1 && banned.contains(wanted.card)) others = banned - cards;
  return cards | random_cards(others, game.hand_size() - 1, random);
}

/// One random try: plays on, keeps everything that breaks in the hand, and stops after the card.
bool reach(Hand& hand, const PlayedCard& wanted, Random& random) {
  const GameRules& game = hand.game();
  CardSet later = game.suit_cards(hand.point_lane()) | game.queen_of_spades() | CardSet{wanted.card};
  if (wanted.led) later.insert(*wanted.led);
  while (hand.phase() == Phase::play && hand.trick_number() <= wanted.trick && hand.sub_hand() == 0) {
    if (hand.broken()) return false;
    const Seat seat = hand.to_move();
    const CardSet legal = hand.legal();
    const bool now = hand.trick_number() == wanted.trick;
    if (now && seat == kFollower && legal.contains(wanted.card) &&
        (wanted.led ? hand.trick().started() && hand.trick().led() == *wanted.led : !hand.trick().started())) {
      must_apply(hand, seat, Move::play(wanted.card));
      return true;
    }
    Card card = random_card((legal - later).empty() ? legal : legal - later, random);
    if (now && !hand.trick().started() && wanted.led && legal.contains(*wanted.led)) card = *wanted.led;
    if (!wanted.led && seat == kFollower && !(legal - later).empty()) {
      const CardSet opening = legal & game.suit_cards(game.opening_lane(hand.point_lane()));
      if (!opening.empty()) card = highest(opening, 1).first();
    }
    must_apply(hand, seat, Move::play(card));
  }
  return false;
}

}  // namespace

std::optional<Hand> hand_with(const GameRules& game, const PlayedCard& wanted) {
  Random random(seed_of(1));
  for (int tries = 0; tries < 100000; ++tries) {
    Hand::Setup setup = random_setup(game, 1, random);
    if (wanted.point_lane) setup.deal.point_lane = *wanted.point_lane;
    give(setup.deal, kFollower, follower_cards(game, wanted, setup.deal.point_lane, random), random);
    if (wanted.led) give(setup.deal, kLeader, {*wanted.led}, random);
    Hand hand = hand_after_pass(game, setup, random);
    if (reach(hand, wanted, random)) return hand;
  }
  return std::nullopt;
}

Hand hand_that_opens(const GameRules& game, const std::vector<CardSet>& named, Seat dealer,
                     std::optional<int> point_lane) {
  Random random(seed_of(2));
  Hand::Setup setup;
  setup.dealer = dealer;
  setup.deal.point_lane = point_lane.value_or(game.fixed_point_lane());
  CardSet free = game.deck().cards();
  for (const CardSet& cards : named) free -= cards;
  const int opening = game.opening_lane(setup.deal.point_lane);
  const CardSet hidden = opening < 0 ? CardSet{} : free & CardSet::lane(opening);
  CardSet visible = free - hidden;
  CardSet unseen = hidden;
  const auto fill = [&](CardSet hand) {
    while (hand.size() < game.hand_size()) {
      // Where no card can be hidden the rest of the suit goes round too, from the top: it opens nothing.
      CardSet& from = visible.empty() ? unseen : visible;
      const Card card = visible.empty() ? highest(from, 1).first() : random_card(from, random);
      from.erase(card);
      hand.insert(card);
    }
    return hand;
  };
  for (Seat seat = 0; seat < game.seats(); ++seat) {
    setup.deal.hands[0][static_cast<std::size_t>(seat)] = fill(named.at(static_cast<std::size_t>(seat)));
  }
  CardSet left = visible | unseen;
  if (game.rules().hands_per_seat == 2) {
    for (Seat seat = 0; seat < game.seats(); ++seat) {
      const CardSet second = random_cards(left, game.hand_size(), random);
      left -= second;
      setup.deal.hands[1][static_cast<std::size_t>(seat)] = second;
    }
  }
  setup.deal.leftover = left;
  if (!is_whole(game, setup.deal)) throw std::runtime_error("the staged deal is not whole");
  return hand_after_pass(game, setup, random);
}

}  // namespace hearts::test
