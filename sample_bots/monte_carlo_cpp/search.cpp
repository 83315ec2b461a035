#include "sample_bots/monte_carlo_cpp/search.h"

#include <algorithm>

namespace monte {

namespace {

constexpr std::size_t kFirstLook = 16;  // deals before the first arm is dropped
constexpr std::size_t kLookEvery = 8;   // deals
constexpr std::size_t kPassArms = 24;
constexpr int kSpareCards = 3;  // passes are searched among the cards it most wants to pass, and so many more
constexpr int kErrors = 3;      // an arm is dropped if it is worse by so many standard errors

/// Returns whether `worse` is surely worse in the long run. Compares deal by deal: the deals are the same for both.
bool is_clearly_worse(const std::vector<int>& worse, const std::vector<int>& better) {
  std::int64_t sum = 0;
  std::int64_t squares = 0;
  for (std::size_t i = 0; i < worse.size(); ++i) {
    const std::int64_t difference = better[i] - worse[i];
    sum += difference;
    squares += difference * difference;
  }
  // sum/n > kErrors * sqrt(variance/n), without the square root.
  const auto deals = static_cast<std::int64_t>(worse.size());
  return sum > 0 && sum * sum * (deals - 1) > kErrors * kErrors * (deals * squares - sum * sum);
}

/// Appends sets of `count` of the cards to `sets`, up to `sets_max`. Sets of cards from the front come first.
void choose_sets(const std::vector<Card>& cards, std::size_t first, int count, CardSet chosen, std::size_t sets_max,
                 std::vector<CardSet>& sets) {
  if (sets.size() >= sets_max) return;
  if (count == 0) {
    sets.push_back(chosen);
    return;
  }
  for (std::size_t i = first; i + static_cast<std::size_t>(count) <= cards.size(); ++i) {
    CardSet more = chosen;
    more.insert(cards[i]);
    choose_sets(cards, i + 1, count - 1, more, sets_max, sets);
  }
}

}  // namespace

Search::Search(const Knowledge& known, const Worth& worth, Random random, Effort effort)
    : known_(known),
      worth_(worth),
      random_(random),
      effort_(effort),
      player_(known.game(), known.position().setup.deal.point_lane, worth) {}

/// Returns whether a moon is still possible for me: nobody else has won a card that costs points.
bool Search::may_shoot() const {
  for (Seat seat = 0; seat < known_.game().seats(); ++seat) {
    if (seat != known_.me() && known_.position().won[seat].intersects(player_.penalties())) return false;
  }
  return !player_.penalties().empty();
}

std::optional<Card> Search::card(CardSet offered) {
  if (offered.size() == 1) return offered.first();
  std::vector<Arm> arms;
  for (Card card : offered) arms.push_back({Move::play(card)});
  if (may_shoot())
    for (Card card : offered) arms.push_back({Move::play(card), known_.me()});
  if (!race(arms)) return std::nullopt;
  return arms.front().move.card;
}

std::optional<CardSet> Search::pass(CardSet offered, int count) {
  std::vector<Card> cards;
  for (Card card : offered) cards.push_back(card);
  std::stable_sort(cards.begin(), cards.end(),
                   [this](Card one, Card other) { return player_.burden(one) > player_.burden(other); });
  std::vector<Arm> arms;
  CardSet lightest;
  for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) lightest.insert(cards[cards.size() - 1 - i]);
  arms.push_back({Move::pass(lightest), known_.me()});
  cards.resize(std::min(cards.size(), static_cast<std::size_t>(count + kSpareCards)));
  std::vector<CardSet> sets;
  choose_sets(cards, 0, count, {}, kPassArms, sets);
  for (CardSet set : sets) arms.push_back({Move::pass(set)});
  if (!race(arms)) return std::nullopt;
  return arms.front().move.cards;
}

bool Search::race(std::vector<Arm>& arms) {
  const Deals deals(known_);
  Hand::Position position;
  for (std::size_t deal = 1; arms.size() > 1; ++deal) {
    if (!deals.draw(random_, position)) return deal > 1;
    const Random chance({random_.next(), random_.next(), random_.next(), random_.next()});
    for (Arm& arm : arms) {
      arm.worth.push_back(playout(position, arm, chance));
      arm.sum += arm.worth.back();
    }
    playouts_ += static_cast<int>(arms.size());
    const bool ends = playouts_ >= effort_.playouts;
    if (!ends && (deal < kFirstLook || deal % kLookEvery != 0)) continue;
    const auto best = std::max_element(arms.begin(), arms.end(),
                                       [](const Arm& one, const Arm& other) { return one.sum < other.sum; });
    std::rotate(arms.begin(), best, best + 1);
    if (ends || (effort_.deadline && std::chrono::steady_clock::now() >= *effort_.deadline)) break;
    std::erase_if(arms, [&](const Arm& arm) { return is_clearly_worse(arm.worth, arms.front().worth); });
    const Move& move = arms.front().move;
    if (std::all_of(arms.begin(), arms.end(), [&](const Arm& arm) { return arm.move == move; })) break;
  }
  return true;
}

/// Returns what the hand is worth to me if I play this arm in this deal.
int Search::playout(const Hand::Position& position, const Arm& arm, Random random) const {
  const auto& game = known_.game();
  Hand hand(game, position);
  if (hand.phase() == Phase::pass) {
    for (Seat seat = 0; seat < game.seats(); ++seat) {
      (void)hand.apply(seat, seat == known_.me() ? arm.move : Move::pass(player_.pass(hand.cards(seat))));
    }
  } else {
    (void)hand.apply(known_.me(), arm.move);
  }
  player_.finish(hand, random, arm.shooter);
  const auto& totals = known_.position().setup.totals;
  if (hand.phase() == Phase::done) return worth_.of(new_totals(game, totals, hand.score().change), known_.me());
  PerSeat<CardSet> won{};
  for (Seat seat = 0; seat < game.seats(); ++seat) won[seat] = hand.won(seat);
  return worth_.of(tally_hand(game, hand.point_lane(), won, {}), MoonOption::subtract_self, totals, known_.me());
}

}  // namespace monte
