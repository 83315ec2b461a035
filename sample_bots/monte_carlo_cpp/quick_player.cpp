#include "sample_bots/monte_carlo_cpp/quick_player.h"

#include <cstdint>
#include <limits>

namespace monte {

using hearts::Card;
using hearts::CardSet;
using hearts::Hand;
using hearts::Move;
using hearts::Random;
using hearts::Seat;

namespace {

// In the units of a burden: a rank is 1.
constexpr int kPointBurden = 6;
constexpr int kCatcherBurden = 10;  // of a card that would take a costly one, while that is out
constexpr int kCostly = 5;          // points
constexpr int kDoublerPoints = 6;   // what the queen that doubles her suit is taken to cost
constexpr int kNone = std::numeric_limits<int>::min();

constexpr int kSureLead = 14;   // the risk of leading a card that none beats
constexpr int kLoneLead = 70;   // of leading a suit that nobody else has
constexpr int kRiskRange = 48;  // of leading a card that beats all others but one
constexpr int kFlush = 8;       // the gain of leading under a costly card
constexpr int kThreatPart = 2;  // a seat with one point of so many is a threat

/// The cards of one suit, a bit a position.
std::uint64_t ranks_of(CardSet cards, int lane) {
  return lane < 4 ? cards.low_word() >> (16 * lane) & 0xFFFF : cards.high_word();
}

}  // namespace

QuickPlayer::QuickPlayer(const hearts::GameRules& game, int point_lane, const Worth& worth)
    : game_(game), worth_(worth) {
  for (Card card : game.deck().cards()) {
    const auto code = static_cast<std::size_t>(card.code());
    points_[code] = game.card_points(card, point_lane);
    if (game.rules().queen_of_hearts_doubles && game.queen_of_hearts().contains(card)) points_[code] = kDoublerPoints;
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

CardSet QuickPlayer::pass(CardSet held) const {
  CardSet given;
  for (int i = 0; i < game_.pass_count(); ++i) {
    int most = kNone;
    Card choice;
    for (Card card : held) {
      const int weight = burden(card, costly_);
      if (weight > most) most = weight, choice = card;
    }
    held.erase(choice);
    given.insert(choice);
  }
  return given;
}

int QuickPlayer::burden(Card card, CardSet out) const {
  return burden(card) +
         (catchers_.contains(card) && costly_.intersects(out & CardSet::lane(card.lane())) ? kCatcherBurden : 0);
}

void QuickPlayer::finish(Hand& hand, Random& random, Seat shooter) const {
  const int sub_hand = hand.sub_hand();
  while (hand.phase() != hearts::Phase::done) {
    if (hand.sub_hand() != sub_hand && takers(hand) > 1) return;
    switch (hand.phase()) {
      case hearts::Phase::pass:
        (void)hand.apply(hand.to_move(), Move::pass(pass(hand.cards(hand.to_move()))));
        break;
      case hearts::Phase::choose:
        (void)hand.apply(hand.to_move(),
                         Move::choose(worth_.choice(hand.tally(), hand.options(), hand.setup().totals)));
        break;
      case hearts::Phase::play:
        play(hand, random, shooter);
        break;
      case hearts::Phase::select:
      case hearts::Phase::done:
        return;
    }
  }
}

/// One trick, or what is left of it.
void QuickPlayer::play(Hand& hand, Random& random, Seat shooter) const {
  CardSet fallen = hand.trick().card_set();
  for (Seat seat = 0; seat < game_.seats(); ++seat) fallen |= hand.won(seat);
  CardSet out = game_.deck().cards() - fallen;
  const Seat alone = threat(hand);
  bool may_shoot = shooter != hearts::kNobody;
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
  } while (hand.phase() == hearts::Phase::play && hand.trick_number() == trick && hand.sub_hand() == sub_hand);
}

Card QuickPlayer::lead(const Scene& scene, Random& random) const {
  std::uint64_t chance = random.next();
  int least = std::numeric_limits<int>::max();
  Card choice = scene.legal.first();
  for (Card card : scene.legal) {
    const CardSet suit = scene.out & CardSet::lane(card.lane());
    const std::uint64_t ranks = ranks_of(scene.out, card.lane());
    const int higher = hearts::count_bits(ranks >> card.position());  // its own bit is not set
    const int lower = hearts::count_bits(ranks & ((std::uint64_t{1} << card.position()) - 1));
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
    if (risk < least) least = risk, choice = card;
  }
  return choice;
}

Card QuickPlayer::follow(const Hand& hand, const Scene& scene) const {
  const hearts::Trick& trick = hand.trick();
  int trick_points = 0;
  bool reversed = false;
  for (int i = 0; i < trick.count; ++i) {
    const Card card = trick.cards[static_cast<std::size_t>(i)];
    trick_points += points(card);
    reversed = reversed || (card.is_joker() && game_.jokers_reverse());
  }
  const auto& powers = game_.powers(trick.led().lane(), reversed);
  int best = 0;
  Seat holder = trick.leader;
  for (int i = 0; i < trick.count; ++i) {
    const int power = powers.of(trick.cards[static_cast<std::size_t>(i)]);
    if (power > best) best = power, holder = trick.seat_of(i, game_.seats());
  }
  const bool last = trick.count + 1 == game_.seats();

  // The best of each kind: losers by burden and the lightest, winners from low to high, winners that cost nothing.
  int heaviest = kNone, lightest = kNone, low = kNone, high = kNone, free_high = kNone, cheapest = kNone;
  Card loser, light_loser, low_winner, high_winner, free_winner, cheap_winner;
  for (Card card : scene.legal) {
    const int power = powers.of(card);
    const int weight = burden(card, scene.out);
    if (power < best) {
      if (weight > heaviest) heaviest = weight, loser = card;
      const int lightness = -64 * points(card) - card.position();
      if (lightness > lightest) lightest = lightness, light_loser = card;
    } else {
      if (-power > low) low = -power, low_winner = card;
      if (power > high) high = power, high_winner = card;
      const int cheapness = card.position() - 64 * points(card);
      if (cheapness > cheapest) cheapest = cheapness, cheap_winner = card;
      if (trick_points + points(card) <= 0 && weight > free_high) free_high = weight, free_winner = card;
    }
  }

  if (scene.shoots) {
    if (high == kNone) return light_loser;
    return last ? low_winner : high_winner;
  }
  const bool opposes = scene.threat != hearts::kNobody && scene.threat != hand.to_move();
  if (opposes && holder == scene.threat) {
    // Any point for another seat ends the moon.
    if (high != kNone && trick_points > 0) return last ? low_winner : high_winner;
    if (heaviest != kNone) return light_loser;
  }
  if (trick_points < 0 && high != kNone) return free_high != kNone ? free_winner : high_winner;
  if (last && free_high > heaviest) return free_winner;
  if (heaviest != kNone) return loser;
  return last ? cheap_winner : low_winner;
}

/// The seat that alone has points, and so many that it may be after all of them; or nobody.
Seat QuickPlayer::threat(const Hand& hand) const {
  Seat alone = hearts::kNobody;
  for (Seat seat = 0; seat < game_.seats(); ++seat) {
    if (!hand.won(seat).intersects(penalties_)) continue;
    if (alone != hearts::kNobody) return hearts::kNobody;
    alone = seat;
  }
  if (alone == hearts::kNobody) return alone;
  int sum = 0;
  for (Card card : hand.won(alone) & penalties_) sum += points(card);
  return sum * kThreatPart >= points_at_stake_ ? alone : hearts::kNobody;
}

int QuickPlayer::takers(const Hand& hand) const {
  int count = 0;
  for (Seat seat = 0; seat < game_.seats(); ++seat) count += hand.won(seat).intersects(penalties_) ? 1 : 0;
  return count;
}

}  // namespace monte
