#include "sample_bots/monte_carlo_cpp/search.h"

#include <algorithm>
#include <cstdlib>
#include <iterator>

#include "engine/typed_text.h"

namespace monte {

namespace {

constexpr std::size_t kFirstLook = 16;  // deals before the first arm is dropped
constexpr std::size_t kLookEvery = 8;   // deals
constexpr std::size_t kPassArms = 24;
constexpr int kSpareCards = 3;        // passes are searched among the cards it most wants to pass, and so many more
constexpr std::size_t kFindings = 4;  // answers that findings() describes
constexpr int kErrors = 3;            // an arm is dropped if it is worse by so many standard errors

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
  keep(arms);
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
  keep(arms);
  return arms.front().move.cards;
}

bool Search::race(std::vector<Arm>& arms) {
  const Deals deals(known_);
  Hand::Position position;
  for (std::size_t deal = 1; arms.size() > 1; ++deal) {
    if (!deals.draw(random_, position)) return deal > 1;
    const Random chance({random_.next(), random_.next(), random_.next(), random_.next()});
    for (Arm& arm : arms) {
      const Outcome outcome = playout(position, arm, chance);
      arm.worth.push_back(outcome.worth);
      arm.sum += outcome.worth;
      arm.points += outcome.points;
    }
    playouts_ += static_cast<int>(arms.size());
    const bool ends = playouts_ >= effort_.playouts;
    if (!ends && (deal < kFirstLook || deal % kLookEvery != 0)) continue;
    const auto best = std::max_element(arms.begin(), arms.end(),
                                       [](const Arm& one, const Arm& other) { return one.sum < other.sum; });
    std::rotate(arms.begin(), best, best + 1);
    if (ends || (effort_.deadline && std::chrono::steady_clock::now() >= *effort_.deadline)) break;
    const auto worse = std::stable_partition(
        arms.begin(), arms.end(), [&](const Arm& arm) { return !is_clearly_worse(arm.worth, arms.front().worth); });
    compared_.insert(compared_.begin(), std::make_move_iterator(worse), std::make_move_iterator(arms.end()));
    arms.erase(worse, arms.end());
    const Move& move = arms.front().move;
    if (std::all_of(arms.begin(), arms.end(), [&](const Arm& arm) { return arm.move == move; })) break;
  }
  return true;
}

/// Puts the arms that were not dropped before those that were. The first one was chosen.
void Search::keep(const std::vector<Arm>& arms) {
  compared_.insert(compared_.begin(), arms.begin(), arms.end());
  std::stable_sort(compared_.begin() + 1, compared_.begin() + static_cast<std::ptrdiff_t>(arms.size()),
                   [](const Arm& one, const Arm& other) { return one.sum > other.sum; });
}

std::string Search::findings() const {
  std::string text;
  std::vector<Move> moves;
  for (const Arm& arm : compared_) {
    if (arm.worth.empty() || moves.size() == kFindings || std::ranges::find(moves, arm.move) != moves.end()) continue;
    moves.push_back(arm.move);
    const auto deals = static_cast<std::int64_t>(arm.worth.size());
    const std::int64_t tenths = arm.points * 10 / deals;
    text += text.empty() ? "expected points in this hand, best first: " : ", ";
    const CardSet cards = arm.move.kind == Move::Kind::pass ? arm.move.cards : CardSet{arm.move.card};
    for (Card card : cards) text += known_.game().deck().name(card) + " ";
    text +=
        (tenths < 0 ? "-" : "") + std::to_string(std::abs(tenths) / 10) + "." + std::to_string(std::abs(tenths) % 10);
    if (arm.shooter != kNobody) text += " with a try to shoot the moon";
  }
  return text.empty() ? text : text + " (" + counted(compared_.front().worth.size(), "imagined deal") + ")";
}

/// Returns what becomes of the hand if I play this arm in this deal.
Search::Outcome Search::playout(const Hand::Position& position, const Arm& arm, Random random) const {
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
  PerSeat<int> change = hand.score().change;
  if (hand.phase() != Phase::done) {
    PerSeat<CardSet> won{};
    for (Seat seat = 0; seat < game.seats(); ++seat) won[seat] = hand.won(seat);
    TricksTaken tricks = hand.tricks_taken();
    tricks.last = kNobody;  // the last trick was not played out
    change = score_hand(game, tally_hand(game, hand.point_lane(), won, {}, tricks), MoonOption::subtract_self).change;
  }
  return {worth_.of(new_totals(game, totals, change), known_.me()), change[known_.me()]};
}

}  // namespace monte
