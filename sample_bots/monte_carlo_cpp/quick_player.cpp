#include "sample_bots/monte_carlo_cpp/quick_player.h"

#include <algorithm>
#include <cstdint>
#include <limits>

namespace monte {

namespace {

// In units of burden: one rank is 1.
constexpr int kPointBurden = 6;
constexpr int kCatcherBurden = 10;  // of a card that would take a costly one, while that one is out
constexpr int kCostly = 5;          // points
constexpr int kDoublerPoints = 6;   // what a queen that doubles her suit counts here
constexpr int kNone = std::numeric_limits<int>::min();

constexpr int kSureLead = 14;   // risk of leading a card that no other card beats
constexpr int kLoneLead = 70;   // risk of leading a suit that nobody else has
constexpr int kRiskRange = 48;  // risk of leading a card that beats nearly all others
constexpr int kFlush = 8;       // gain of leading below a costly card
constexpr int kThreatPart = 2;  // a seat is a threat if it has at least one in so many of all points

/// Returns the cards of one suit, one bit a position.
std::uint64_t ranks_of(CardSet cards, int lane) {
  return lane < 4 ? cards.low_word() >> (16 * lane) & 0xFFFF : cards.high_word();
}

/// Keeps the most valuable card of those offered; the first one if several are equal.
struct Best {
  int worth = kNone;
  Card card;

  bool found() const { return worth != kNone; }
  void offer(Card other, int its_worth) {
    if (its_worth > worth) worth = its_worth, card = other;
  }
};

}  // namespace

QuickPlayer::QuickPlayer(const GameRules& game, int point_lane, const Worth& worth) : game_(game), worth_(worth) {
  for (Card card : game.deck().cards()) {
    const auto code = static_cast<std::size_t>(card.code());
    points_[code] = game.card_points(card, point_lane);
    if (raises_others(card)) points_[code] = std::max(points_[code], kDoublerPoints);
    burden_[code] = kPointBurden * points_[code] + card.position();
    if (points_[code] > 0) {
      penalties_.insert(card);
      points_at_stake_ += points_[code];
    }
    if (points_[code] >= kCostly) costly_.insert(card);
  }
  for (Card card : costly_) {
    for (Card other : game.suit_cards(card.lane())) {
      if (other > card && !costly_.contains(other)) catchers_.insert(other);
    }
  }
}

/// Returns whether the card makes other cards cost more for the player who also takes it.
bool QuickPlayer::raises_others(Card card) const {
  for (const GameRules::Effect& effect : game_.effects()) {
    if (effect.card == card && (effect.factor > 1 || effect.added > 0)) return true;
  }
  return false;
}

CardSet QuickPlayer::pass(CardSet held) const {
  CardSet given;
  for (int i = 0; i < game_.pass_count(); ++i) {
    Best best;
    for (Card card : held) best.offer(card, burden(card, costly_));
    held.erase(best.card);
    given.insert(best.card);
  }
  return given;
}

int QuickPlayer::burden(Card card, CardSet out) const {
  return burden(card) +
         (catchers_.contains(card) && costly_.intersects(out & CardSet::lane(card.lane())) ? kCatcherBurden : 0);
}

void QuickPlayer::finish(Hand& hand, Random& random, Seat shooter) const {
  const int sub_hand = hand.sub_hand();
  while (hand.phase() != Phase::done) {
    if (hand.sub_hand() != sub_hand && takers(hand) > 1) return;
    const Seat seat = hand.to_move();
    if (hand.phase() == Phase::play) {
      play(hand, random, shooter);
    } else if (hand.phase() == Phase::pass) {
      (void)hand.apply(seat, Move::pass(pass(hand.cards(seat))));
    } else {
      (void)hand.apply(seat, Move::choose(worth_.choice(hand.tally(), hand.options(), hand.setup().totals)));
    }
  }
}

/// Returns what the trick on the table costs, whatever its cards.
int QuickPlayer::trick_cost(const Hand& hand) const {
  if (!game_.has_trick_points()) return 0;
  const Rules& rules = game_.rules();
  const int trick = hand.sub_hand() * game_.hand_size() + hand.trick_number();
  return rules.points_per_trick + (trick == 1 ? rules.points_of_first_trick : 0) +
         (trick == rules.tricks() ? rules.points_of_last_trick : 0);
}

/// Plays a trick, or the rest of it.
void QuickPlayer::play(Hand& hand, Random& random, Seat shooter) const {
  CardSet fallen = hand.trick().card_set();
  for (Seat seat = 0; seat < game_.seats(); ++seat) fallen |= hand.won(seat);
  CardSet out = game_.deck().cards() - fallen;
  const Seat alone = threat(hand);
  bool may_shoot = shooter != kNobody;
  for (Seat seat = 0; may_shoot && seat < game_.seats(); ++seat)
    may_shoot = seat == shooter || !hand.won(seat).intersects(penalties_);
  const int trick = hand.trick_number();
  const int sub_hand = hand.sub_hand();
  do {
    const Seat seat = hand.to_move();
    const Scene scene{hand.legal(), out - hand.cards(seat), alone, may_shoot && seat == shooter};
    Card card = scene.legal.first();
    if (scene.legal != CardSet{card}) card = hand.trick().started() ? follow(hand, scene) : lead(scene, random);
    out.erase(card);
    (void)hand.apply(seat, Move::play(card));
  } while (hand.phase() == Phase::play && hand.trick_number() == trick && hand.sub_hand() == sub_hand);
}

Card QuickPlayer::lead(const Scene& scene, Random& random) const {
  std::uint64_t chance = random.next();
  Best best;
  for (Card card : scene.legal) {
    const CardSet suit = scene.out & CardSet::lane(card.lane());
    const std::uint64_t ranks = ranks_of(scene.out, card.lane());
    const int higher = count_bits(ranks >> card.position());  // its own bit is not set
    const int lower = count_bits(ranks & ((std::uint64_t{1} << card.position()) - 1));
    int risk = 0;
    if (scene.shoots) {
      risk = 16 * higher - card.position();
    } else {
      risk = higher + lower == 0 ? kLoneLead : kRiskRange * lower / (higher + lower) + (higher == 0 ? kSureLead : 0);
      if (lower > 0 || higher == 0) risk += 2 * points(card);
      if (costly_.intersects(suit)) risk += catchers_.contains(card) ? 2 * kCatcherBurden : -kFlush;
    }
    risk += static_cast<int>(chance & 7);
    chance = chance >> 3 | chance << 61;
    best.offer(card, -risk);
  }
  return best.card;
}

Card QuickPlayer::follow(const Hand& hand, const Scene& scene) const {
  const Trick& trick = hand.trick();
  int trick_points = trick_cost(hand);
  bool reversed = false;
  for (int i = 0; i < trick.count; ++i) {
    const Card card = trick.cards[i];
    trick_points += points(card);
    reversed = reversed || (card.is_joker() && game_.jokers_reverse());
  }
  const auto& powers = game_.powers(trick.led().lane(), reversed);
  int best = 0;
  Seat holder = trick.leader;
  for (int i = 0; i < trick.count; ++i) {
    const int power = powers.of(trick.cards[i]);
    if (power > best) best = power, holder = trick.seat_of(i, game_.seats());
  }
  const bool last = trick.count + 1 == game_.seats();

  // The best card of each kind: the heaviest and the lightest loser; the lowest, highest, free and cheapest winner.
  Best heavy_loser, light_loser, low_winner, high_winner, free_winner, cheap_winner;
  for (Card card : scene.legal) {
    const int power = powers.of(card);
    const int weight = burden(card, scene.out);
    if (power < best) {
      heavy_loser.offer(card, weight);
      light_loser.offer(card, -64 * points(card) - card.position());
    } else {
      low_winner.offer(card, -power);
      high_winner.offer(card, power);
      cheap_winner.offer(card, card.position() - 64 * points(card));
      if (trick_points + points(card) <= 0) free_winner.offer(card, weight);
    }
  }

  if (scene.shoots) {
    if (!high_winner.found()) return light_loser.card;
    return last ? low_winner.card : high_winner.card;
  }
  const bool opposes = scene.threat != kNobody && scene.threat != hand.to_move();
  if (opposes && holder == scene.threat) {
    // Any point for another seat ends the moon.
    if (high_winner.found() && trick_points > 0) return last ? low_winner.card : high_winner.card;
    if (light_loser.found()) return light_loser.card;
  }
  if (trick_points < 0 && high_winner.found()) return free_winner.found() ? free_winner.card : high_winner.card;
  if (last && free_winner.worth > heavy_loser.worth) return free_winner.card;
  if (heavy_loser.found()) return heavy_loser.card;
  return last ? cheap_winner.card : low_winner.card;
}

/// Returns the only seat that has points, if it has so many that it may want all of them; otherwise nobody.
Seat QuickPlayer::threat(const Hand& hand) const {
  Seat alone = kNobody;
  for (Seat seat = 0; seat < game_.seats(); ++seat) {
    if (!hand.won(seat).intersects(penalties_)) continue;
    if (alone != kNobody) return kNobody;
    alone = seat;
  }
  if (alone == kNobody) return alone;
  int sum = 0;
  for (Card card : hand.won(alone) & penalties_) sum += points(card);
  return sum * kThreatPart >= points_at_stake_ ? alone : kNobody;
}

int QuickPlayer::takers(const Hand& hand) const {
  int count = 0;
  for (Seat seat = 0; seat < game_.seats(); ++seat) count += hand.won(seat).intersects(penalties_) ? 1 : 0;
  return count;
}

}  // namespace monte
