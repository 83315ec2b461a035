#include "arena/game/deals/dealing.h"

#include <algorithm>
#include <utility>

#include "engine/hand.h"

namespace arena {

using hearts::Card;
using hearts::CardSet;
using hearts::Random;
using hearts::Seat;

Dealing shuffled(const hearts::GameRules& rules, std::function<hearts::Seed(int hand)> seed) {
  return [&rules, seed = std::move(seed)](int hand, bool again, Seat dealer) {
    Random random(seed(again ? -hand : hand));
    return DealtHand{hearts::deal_cards(rules, dealer, random), {}};
  };
}

Dealing shuffled(const hearts::GameRules& rules, const BlockSeed& seed, std::optional<int> game, FaultyDeals faulty) {
  return [&rules, seed, game, faulty](int hand, bool again, Seat dealer) {
    const int number = again ? -hand : hand;
    Random random(game ? seed.deal_seed(*game, number) : seed.deal_seed(number));
    DealtHand dealt{hearts::deal_cards(rules, dealer, random), {}};
    if (!again && faulty.every > 0 && (faulty.before + hand) % faulty.every == 0) make_faulty(dealt, rules, random);
    return dealt;
  };
}

void make_faulty(DealtHand& dealt, const hearts::GameRules& rules, Random& random) {
  enum Way : std::uint32_t { departs, exposes, misplaces, loses, ways };
  const bool may_lose = rules.hand_size() > std::max(1, rules.pass_count());
  const auto seats = static_cast<std::uint32_t>(rules.seats());
  const std::uint32_t way = random.below(may_lose ? ways : misplaces);
  const auto seat = static_cast<Seat>(random.below(seats));
  const Card card = hearts::random_card(dealt.deal.hands[0][seat], random);
  if (way == departs) dealt.slip.faulty = true;
  if (way == exposes) dealt.slip = {true, CardSet{card}};
  if (way == misplaces) {
    const int others = 1 + static_cast<int>(random.below(seats - 1));
    misplace(dealt.deal, card, seat, hearts::seat_at(seat, others, rules.seats()));
  }
  if (way == loses) dealt.deal.hands[0][seat].erase(card);
}

void misplace(hearts::Deal& deal, Card card, Seat giver, Seat taker) {
  deal.hands[0][giver].erase(card);
  deal.hands[0][taker].insert(card);
}

}  // namespace arena
