#include "arena/game/schedule/balance.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <tuple>
#include <utility>

#include "engine/seat.h"

namespace arena {

namespace {

constexpr std::size_t kSeatsMax = hearts::kSeatsMax;

// Vigna's splitmix64 (https://prng.di.unimi.it/splitmix64.c), one step from `state`.
constexpr std::uint64_t mixed(std::uint64_t state) {
  state += 0x9E3779B97F4A7C15ULL;
  state = (state ^ (state >> 30)) * 0xBF58476D1CE4E5B9ULL;
  state = (state ^ (state >> 27)) * 0x94D049BB133111EBULL;
  return state ^ (state >> 31);
}

// Returns the cost of adding one to a count that is `above` its mean. The cost is eight times as high for each step, so
// that one bad pair at a table costs more than all the others. The straight lines at the ends keep the function convex
// and the sum of a whole circle within 64 bits.
constexpr std::int64_t cost(std::int64_t above) {
  constexpr std::int64_t kLow = -3;
  constexpr std::int64_t kHigh = 5;
  constexpr std::int64_t kHighest = std::int64_t{1} << (3 * (kHigh - kLow));
  if (above < kLow) return 1 + (above - kLow);
  if (above > kHigh) return kHighest + 7 * kHighest * (above - kHigh);
  return std::int64_t{1} << (3 * (above - kLow));
}

}  // namespace

std::vector<int> seating(const Circle& circle, int game) {
  std::vector<int> seats = circle;
  std::rotate(seats.begin(), seats.begin() + game % static_cast<int>(circle.size()), seats.end());
  return seats;
}

int games_of_block(const Circle& circle) {
  int games = 1;
  while (seating(circle, games) != circle) ++games;
  return games;
}

Balance::Balance(std::vector<int> bots, const std::vector<int>& authors, std::size_t seats, std::uint64_t seed,
                 std::span<const PlayedCircle> played, int level, const TableRule& rule)
    : bots_(std::move(bots)),
      authors_(bots_.size()),
      author_bots_(bots_.size(), 0),
      seats_(seats),
      seed_(seed),
      rule_(rule),
      has_copies_(has_copies(bots_, seats, rule)),
      used_(bots_.size(), 0),
      debts_(bots_.size(), 0),
      meetings_(bots_.size() * bots_.size(), 0),
      distances_(seats / 2 * meetings_.size(), 0),
      searches_(bots_.size()) {
  for (Index bot = 0; bot < bots_.size(); ++bot) {
    authors_[bot] = bot;
    if (!authors.empty()) {
      const auto first = std::find(authors.begin(), authors.end(), authors[bot]);
      authors_[bot] = static_cast<Index>(first - authors.begin());
    }
    ++author_bots_[authors_[bot]];
    for (Index other = 0; other < bot; ++other) pairs_ += authors_[bot] != authors_[other] ? 1 : 0;
  }
  if (rule.every_set && !has_copies_) sets_.emplace(authors_, seats_, seed_);
  if (played.empty()) return;
  count_played(played);
  if (rule.challengers > 0 || rule.every_set) return;
  level_ = level;
  if (is_level()) return;
  met_before_ = meetings_;
  met_before_sum_ = meetings_sum_;
}

bool Balance::is_level() const { return level_ <= 0 || *std::min_element(used_.begin(), used_.end()) >= level_; }

bool Balance::has_copies(const std::vector<int>& bots, std::size_t seats, const TableRule& rule) {
  if (rule.challengers == 0) return bots.size() < seats;
  const auto field = std::count_if(bots.begin(), bots.end(), [&](int bot) { return bot >= rule.challengers; });
  return field + rule.challengers_a_table < static_cast<std::ptrdiff_t>(seats);
}

Circle Balance::next() {
  Order sitting = members();
  std::sort(sitting.begin(), sitting.end());
  const Order chosen = has_copies_ ? level_order_of_copies(sitting) : level_order(sitting);
  Circle circle = circle_of(chosen);
  count(chosen, games_of_block(circle));
  settle_debts();
  return circle;
}

Balance::Order Balance::members() {
  if (rule_.challengers > 0) return challenged();
  if (sets_) return next_set();
  Order chosen = least_met(has_copies_ ? seats_ % bots_.size() : seats_);
  for (Index bot = 0; chosen.size() < seats_; bot = (bot + 1) % bots_.size()) chosen.push_back(bot);
  return chosen;
}

// Challengers come first in bots_, since they have the lowest numbers.
Balance::Order Balance::challenged() {
  const auto end = std::lower_bound(bots_.begin(), bots_.end(), rule_.challengers);
  const auto field = static_cast<Index>(end - bots_.begin());
  std::vector<char> seated(bots_.size(), 0);  // by author
  std::vector<std::int64_t> costs(bots_.size(), 0);
  Order chosen;
  const auto choose = [&](Index bot) {
    chosen.push_back(bot);
    seated[authors_[bot]] = 1;
    for (Index other = 0; other < bots_.size(); ++other) costs[other] += cost(meetings_[pair(bot, other)]);
  };
  std::vector<std::int64_t> debts;
  for (const int seats : used_) debts.push_back(-seats);
  for (int i = 0; i < rule_.challengers_a_table; ++i) choose(cheapest(0, field, seated, costs, debts, 1));
  while (has_copies_ && seats_ - chosen.size() >= bots_.size() - field) {
    for (Index bot = field; bot < bots_.size(); ++bot) chosen.push_back(bot);
  }
  while (chosen.size() < seats_) choose(cheapest(field, bots_.size(), seated, costs, debts, 1));
  return chosen;
}

Balance::Order Balance::next_set() {
  const std::int64_t mean = meetings_sum_ / std::max<std::int64_t>(pairs_, 1);
  const TableSets::Set set = sets_->next([&](const TableSets::Set& one) {
    std::int64_t sum = 0;
    for (std::size_t seat = 0; seat < seats_; ++seat) {
      for (std::size_t other = 0; other < seat; ++other) {
        sum += cost(meetings_[pair(hearts::at(one[seat]), hearts::at(one[other]))] - mean);
      }
    }
    return sum;
  });
  return Order(set.begin(), set.begin() + static_cast<std::ptrdiff_t>(seats_));
}

Balance::Order Balance::least_met(std::size_t wanted) {
  if (!met_before_.empty() && is_level()) {
    met_before_.clear();
    met_before_sum_ = 0;
  }
  const std::int64_t mean = (meetings_sum_ - met_before_sum_) / std::max<std::int64_t>(pairs_, 1);
  std::vector<char> seated(bots_.size(), 0);         // by author
  std::vector<std::int64_t> costs(bots_.size(), 0);  // of meeting those chosen
  const std::int64_t leeway =
      is_level() ? one_seat() : std::numeric_limits<std::int64_t>::max() / 2;  // any debt will do
  Order chosen;
  while (chosen.size() < wanted) {
    const Index bot = chosen.empty() ? most_overdue() : cheapest(0, bots_.size(), seated, costs, debts_, leeway);
    chosen.push_back(bot);
    seated[authors_[bot]] = 1;
    for (Index other = 0; other < bots_.size(); ++other) costs[other] += cost(met(bot, other) - mean);
  }
  return chosen;
}

// Chooses the first bot of a circle. Without this choice, two bots of which one always plays while the other rests
// would not meet for long.
Balance::Index Balance::most_overdue() {
  const std::int64_t greatest_debt = *std::max_element(debts_.begin(), debts_.end());
  std::vector<char> may_sit(bots_.size());
  for (Index bot = 0; bot < bots_.size(); ++bot) may_sit[bot] = debts_[bot] >= greatest_debt - one_seat() ? 1 : 0;
  Index best = 0;
  std::pair<int, std::uint64_t> least = {std::numeric_limits<int>::max(), std::numeric_limits<std::uint64_t>::max()};
  for (Index bot = 0; bot < bots_.size(); ++bot) {
    if (debts_[bot] < greatest_debt) continue;
    const std::uint64_t tie = tie_breaker(bot);
    // Only a count below the best so far matters, so most bots are settled without a search.
    const int bound = least.first - (tie < least.second ? 0 : 1);
    if (searches_[bot].meetings > bound) continue;
    const std::optional<int> met = fewest_meetings(bot, may_sit, bound);
    if (!met) continue;
    best = bot;
    least = {*met, tie};
  }
  return best;
}

// Returns the fewest meetings of the bot with one of another author that may sit, or nothing if they are more than
// `bound`. Meetings only grow, so the searches go through all pairs once while each pair meets once more.
std::optional<int> Balance::fewest_meetings(Index bot, const std::vector<char>& may_sit, int bound) {
  const int* const met = &meetings_[pair(bot, 0)];
  const auto counts = [&](Index other) { return authors_[other] != authors_[bot]; };
  Search& search = searches_[bot];
  while (search.meetings <= circles_ && !(counts(search.next) && met[search.next] == search.meetings)) {
    if (++search.next < bots_.size()) continue;
    search = {search.meetings + 1, 0};
    if (search.meetings > bound) return std::nullopt;
  }
  int fewest = std::numeric_limits<int>::max();
  Index other = search.next;
  for (Index asked = 0; asked < bots_.size() && fewest > search.meetings; ++asked) {
    if (may_sit[other] && counts(other)) fewest = std::min(fewest, met[other]);
    other = other + 1 < bots_.size() ? other + 1 : 0;
  }
  return fewest <= bound ? std::optional(fewest) : std::nullopt;
}

// Returns the cheapest of the bots from `first` to `last` that may sit and are owed most, or at most the leeway less.
Balance::Index Balance::cheapest(Index first, Index last, const std::vector<char>& seated,
                                 const std::vector<std::int64_t>& costs, const std::vector<std::int64_t>& debts,
                                 std::int64_t leeway) const {
  std::int64_t greatest_debt = std::numeric_limits<std::int64_t>::min();
  for (Index bot = first; bot < last; ++bot) {
    if (!seated[authors_[bot]]) greatest_debt = std::max(greatest_debt, debts[bot]);
  }
  Index best = first;
  std::optional<std::tuple<std::int64_t, std::int64_t, std::uint64_t>> least;
  for (Index bot = first; bot < last; ++bot) {
    if (seated[authors_[bot]] || debts[bot] < greatest_debt - leeway) continue;
    const std::tuple key(costs[bot], -debts[bot], tie_breaker(bot));
    if (least && key >= *least) continue;
    least = key;
    best = bot;
  }
  return best;
}

// Returns the cheapest of all orders round the table that begin as this one. `order` must be sorted.
template <class Cost>
Balance::Order Balance::cheapest_order(Order order, const Cost& cost_of) const {
  Order best = order;
  std::optional<std::pair<std::int64_t, std::uint64_t>> least;
  std::size_t rank = 0;
  do {
    const std::pair<std::int64_t, std::uint64_t> key(cost_of(order), tie_breaker(bots_.size() + rank));
    if (!least || key < *least) {
      least = key;
      best = order;
    }
    ++rank;
  } while (std::next_permutation(order.begin() + 1, order.end()));
  return best;
}

Balance::Order Balance::level_order(const Order& members) const {
  const std::int64_t mean = meetings_sum_ / (pairs_ * static_cast<std::int64_t>(seats_ - 1));
  std::int64_t costs[kSeatsMax][kSeatsMax][kSeatsMax] = {};  // by distance, from, to: indices into members
  for (std::size_t distance = 1; distance < seats_; ++distance) {
    for (std::size_t from = 0; from < seats_; ++from) {
      for (std::size_t to = 0; to < seats_; ++to) {
        costs[distance][from][to] = cost(distances_[place(distance, members[from], members[to])] - mean);
      }
    }
  }
  Order seats(seats_);  // indices into members
  std::iota(seats.begin(), seats.end(), Index{0});
  // If one bot sits at distance d from another, that one sits at seats - d from it: counting one of the two is enough.
  seats = cheapest_order(std::move(seats), [&](const Order& order) {
    std::int64_t sum = 0;
    for (std::size_t from = 0; from < seats_; ++from) {
      for (std::size_t to = from + 1; to < seats_; ++to) sum += costs[to - from][order[from]][order[to]];
    }
    return sum;
  });
  for (Index& seat : seats) seat = members[seat];
  return seats;
}

// With copies of bots, orders differ in their number of games. What counts is therefore not how much an order adds, but
// how even the distances are after it.
Balance::Order Balance::level_order_of_copies(Order members) {
  return cheapest_order(std::move(members), [&](const Order& order) { return unevenness_after(order); });
}

// Returns the variance of the distances after this order, times the square of their number.
std::int64_t Balance::unevenness_after(const Order& order) {
  const int games = games_of_block(circle_of(order));
  count_distances(order, games);
  const std::int64_t origin = distances_[bots_.size() > 1 ? place(1, 0, 1) : 0];
  std::int64_t cells = 0;
  std::int64_t sum = 0;
  std::int64_t squares = 0;
  for (std::size_t distance = 1; distance < seats_; ++distance) {
    for (Index from = 0; from < bots_.size(); ++from) {
      for (Index to = 0; to < bots_.size(); ++to) {
        if (from == to) continue;
        const std::int64_t value = distances_[place(distance, from, to)] - origin;
        ++cells;
        sum += value;
        squares += value * value;
      }
    }
  }
  count_distances(order, -games);
  return cells * squares - sum * sum;
}

void Balance::count(const Order& order, int games) {
  ++circles_;
  for (std::size_t seat = 0; seat < seats_; ++seat) {
    if (order[seat] == kNobody) continue;
    ++used_[order[seat]];
    for (std::size_t other = 0; other < seat; ++other) {
      if (order[other] == kNobody || order[seat] == order[other]) continue;
      ++meetings_[pair(order[seat], order[other])];
      ++meetings_[pair(order[other], order[seat])];
      ++meetings_sum_;
    }
  }
  count_distances(order, has_copies_ ? games : 1);
}

void Balance::count_played(std::span<const PlayedCircle> played) {
  std::vector<Index> index(hearts::at(bots_.back()) + 1, kNobody);
  for (Index bot = 0; bot < bots_.size(); ++bot) index[hearts::at(bots_[bot])] = bot;
  for (const PlayedCircle& circle : played) {
    Order order;
    for (const std::int16_t bot : std::span(circle).first(seats_)) {
      order.push_back(bot != kGone && hearts::at(bot) < index.size() ? index[hearts::at(bot)] : kNobody);
    }
    count(order, games_of_block(Circle(circle.begin(), circle.begin() + static_cast<std::ptrdiff_t>(seats_))));
  }
  settle_debts();
}

// Divides the seats among authors by the number of their bots, and then among the bots of each author. Dividing them
// among the bots directly would fail: an author of many bots has one seat at a table, and may need it at every table. A
// bot that has had more seats than the author's other bots waits for them.
void Balance::settle_debts() {
  const std::int64_t seats_had = std::accumulate(used_.begin(), used_.end(), std::int64_t{0});
  std::vector<std::int64_t> author_used(bots_.size(), 0);
  std::vector<int> author_least_used(bots_.size(), std::numeric_limits<int>::max());
  for (Index bot = 0; bot < bots_.size(); ++bot) {
    const Index author = authors_[bot];
    author_used[author] += used_[bot];
    author_least_used[author] = std::min(author_least_used[author], used_[bot]);
  }
  for (Index bot = 0; bot < bots_.size(); ++bot) {
    const Index author = authors_[bot];
    const std::int64_t share = seats_had * author_bots_[author];
    const std::int64_t lead = used_[bot] - author_least_used[author];
    debts_[bot] = share - one_seat() * (author_used[author] + 2 * lead);
  }
}

void Balance::count_distances(const Order& order, int games) {
  for (std::size_t seat = 0; seat < seats_; ++seat) {
    for (std::size_t distance = 1; 2 * distance <= seats_; ++distance) {
      const Index from = order[seat];
      const Index to = order[(seat + distance) % seats_];
      if (from != to && from != kNobody && to != kNobody) distances_[place(distance, from, to)] += games;
    }
  }
}

Circle Balance::circle_of(const Order& order) const {
  Circle circle;
  for (const Index bot : order) circle.push_back(bots_[bot]);
  return circle;
}

std::uint64_t Balance::tie_breaker(std::size_t number) const {
  return mixed(mixed(seed_ + static_cast<std::uint64_t>(circles_)) + static_cast<std::uint64_t>(number));
}

}  // namespace arena
