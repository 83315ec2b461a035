#include "tests/unit/simulation/hearts_league.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "arena/base/seeds/run_key.h"
#include "engine/deal.h"
#include "engine/variants/registry.h"

namespace arena {

namespace {

using hearts::at;
using hearts::Card;
using hearts::CardSet;
using hearts::Hand;
using hearts::Move;
using hearts::Phase;

constexpr int kHeartsSeats = 4;

/// The card of a set with the greatest worth.
template <class Worth>
Card best_of(CardSet cards, Worth worth) {
  Card best = cards.first();
  for (const Card card : cards) {
    if (worth(card) > worth(best)) best = card;
  }
  return best;
}

void set_places(RatedGame& game) {
  for (RatedSeat& seat : game.seats) {
    const auto better = [&](const RatedSeat& other) { return other.score < seat.score; };
    seat.place = 1 + static_cast<int>(std::ranges::count_if(game.seats, better));
  }
}

}  // namespace

HeartsLeague::HeartsLeague(std::vector<HeartsPlayer> players, int hands)
    : players_(std::move(players)),
      hands_(hands),
      game_(hearts::resolve_variant("black-lady@4")),
      queen_(game_.queen_of_spades().first()) {}

BlockScores HeartsLeague::play(int blocks, const std::string& seed, hearts::Random& random) const {
  const int bots = static_cast<int>(players_.size());
  ScheduledVariant variant{kHeartsSeats, 1, std::vector<int>(players_.size())};
  std::iota(variant.bots.begin(), variant.bots.end(), 0);
  const RunKey key = RunKey::from_seed(seed);
  BlockScores scores(bots, 1);
  for (const Block& block : schedule({{variant}, {}, seed}, blocks)) {
    const BlockSeed block_seed = key.block_seed("black-lady@4", block.number);
    const int games = games_of_block(block.circle);
    for (int game = 0; game < games; ++game) {
      RatedGame played{"run", block.number, game, games, 0, hands_, {}};
      const std::vector<int> seats = seating(block.circle, game);
      for (const int bot : seats) played.seats.push_back({bot, 1, 0, false, {}});
      for (int hand = 1; hand <= hands_; ++hand) {
        // A league of one hand a game has every pass, too.
        const int number = hands_ == 1 ? block.number + 1 : hand;
        const hearts::PerSeat<int> points = play_hand(seats, block_seed.deal_seed(hand), number, random);
        for (std::size_t seat = 0; seat < seats.size(); ++seat) played.seats[seat].score += points[seat];
      }
      set_places(played);
      scores.add(std::move(played));
    }
  }
  return scores;
}

hearts::PerSeat<int> HeartsLeague::play_hand(const std::vector<int>& bots, const hearts::Seed& seed, int number,
                                             hearts::Random& random) const {
  hearts::Random deals(seed);
  Hand::Setup setup;
  setup.number = number;
  setup.deal = deal_cards(game_, setup.dealer, deals);
  Hand hand(game_, setup);
  while (hand.phase() != Phase::done) {
    const hearts::Seat seat = hand.to_move();
    if (hand.phase() == Phase::pass) {
      (void)hand.apply(seat, Move::pass(pass(hand, bots)));
    } else if (hand.phase() == Phase::choose) {
      (void)hand.apply(seat, random_move(hand, random));
    } else {
      const double chance = random.below(1000) / 1000.0;
      const bool blunders = chance < players_[at(bots[at(seat)])].blunders;
      const Card card = blunders                 ? random_card(hand.legal(), random)
                        : hand.trick().started() ? follow(hand, bots)
                                                 : lead(hand);
      (void)hand.apply(seat, Move::play(card));
    }
  }
  return hand.score().change;
}

/// How much a player wants to get rid of a card.
int HeartsLeague::burden(Card card, CardSet out) const {
  const bool catches = card.lane() == queen_.lane() && card > queen_ && out.contains(queen_);
  return 6 * points(card) + card.position() + (catches ? 10 : 0);
}

CardSet HeartsLeague::pass(const Hand& hand, const std::vector<int>& bots) const {
  const hearts::Seat seat = hand.to_move();
  const HeartsPlayer& player = players_[at(bots[at(seat)])];
  const int to = bots[at(hearts::seat_at(seat, hand.pass_offset(), kHeartsSeats))];
  const int sign = player.passes_safe_cards && to == player.friend_bot ? -1 : 1;
  CardSet left = hand.cards(seat);
  CardSet given;
  for (int i = 0; i < game_.pass_count(); ++i) {
    const Card card = best_of(left, [&](Card one) { return sign * burden(one, CardSet::single(queen_)); });
    left.erase(card);
    given.insert(card);
  }
  return given;
}

Card HeartsLeague::lead(const Hand& hand) const {
  CardSet out = game_.deck().cards() - hand.cards(hand.to_move());
  for (hearts::Seat seat = 0; seat < kHeartsSeats; ++seat) out = out - hand.won(seat);
  return best_of(hand.legal(), [&](Card card) {
    int lower = 0;
    int all = 0;
    for (const Card other : out& CardSet::lane(card.lane())) {
      ++all;
      lower += other < card ? 1 : 0;
    }
    int risk = all == 0 ? 70 : 48 * lower / all;
    if (card.lane() == queen_.lane() && out.contains(queen_)) risk += card > queen_ ? 20 : -8;
    if (card == queen_) risk += 40;
    return -risk;
  });
}

Card HeartsLeague::follow(const Hand& hand, const std::vector<int>& bots) const {
  const hearts::Trick& trick = hand.trick();
  const HeartsPlayer& player = players_[at(bots[at(hand.to_move())])];
  CardSet out = game_.deck().cards() - hand.cards(hand.to_move()) - trick.card_set();
  for (hearts::Seat seat = 0; seat < kHeartsSeats; ++seat) out = out - hand.won(seat);
  const auto& powers = game_.powers(trick.led().lane(), false);
  int best = 0;
  int at_stake = 0;
  hearts::Seat taker = trick.leader;
  for (int i = 0; i < trick.count; ++i) {
    at_stake += points(trick.cards[at(i)]);
    if (powers.of(trick.cards[at(i)]) <= best) continue;
    best = powers.of(trick.cards[at(i)]);
    taker = trick.seat_of(i, kHeartsSeats);
  }
  CardSet losers;
  for (const Card card : hand.legal()) {
    if (powers.of(card) < best) losers.insert(card);
  }
  const CardSet winners = hand.legal() - losers;
  const bool is_last = trick.count + 1 == kHeartsSeats;
  const auto heavy = [&](Card card) { return burden(card, out); };
  const auto light = [&](Card card) { return -burden(card, out); };
  if (player.friend_bot >= 0 && player.takes_points && bots[at(taker)] == player.friend_bot) {
    if (at_stake > 0 && !winners.empty()) return best_of(winners, heavy);
    if (!losers.empty()) return best_of(losers, [&](Card card) { return card.position() - 100 * points(card); });
  }
  if (player.sacrifices && !winners.empty()) {
    for (int i = trick.count + 1; i < kHeartsSeats; ++i) {
      if (bots[at(trick.seat_of(i, kHeartsSeats))] == player.friend_bot)
        return best_of(winners, [&](Card card) { return card.position(); });
    }
  }
  if (is_last && at_stake == 0 && !winners.empty()) {
    const Card free = best_of(winners, [&](Card card) { return heavy(card) - 200 * points(card); });
    if (points(free) == 0 && (losers.empty() || heavy(best_of(losers, heavy)) <= heavy(free))) return free;
  }
  if (!losers.empty()) return best_of(losers, heavy);
  return is_last ? best_of(winners, [&](Card card) { return card.position() - 100 * points(card); })
                 : best_of(winners, light);
}

}  // namespace arena
