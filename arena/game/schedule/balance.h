#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "arena/game/schedule/table_sets.h"
#include "engine/seat.h"

namespace arena {

/// Indices of bots in order round a table. All rotations over the seats, with the same deals, make one block.
using Circle = std::vector<int>;

/// Returns the number of games of a block: how many rotations give different seatings.
int games_of_block(const Circle& circle);

/// Returns the bot of each seat in a game of a block.
std::vector<int> seating(const Circle& circle, int game);

/// A circle that was played before: bots in order round the table. It has kGone for bots that no longer take part, and
/// after the last seat.
using PlayedCircle = std::array<std::int16_t, hearts::kSeatsMax>;
inline constexpr std::int16_t kGone = -1;

/// Who may sit at a table with whom.
struct TableRule {
  int challengers = 0;          ///< bots below this number meet only the others, the field; 0 if all meet all
  int challengers_a_table = 1;  ///< the challengers at each table; the other seats are for the field
  bool every_set = false;       ///< each set of bots sits once before any sits again
};

/// Makes circle after circle of the bots of one variant, and keeps three counts level: how often each bot has sat, how
/// often each pair has met, and how often it has sat at each distance.
///
/// The method is greedy. For N bots a circle takes O(N seats) time as far as measured, and O(N^2) with copies of a bot
/// or in the worst case. All counts together need 4 (1 + seats / 2) N^2 bytes. Equal arguments give equal circles on
/// every machine.
///
/// With at least as many bots as seats, a circle is made in three steps. A hash of the seed breaks ties.
/// 1. Choose the bot that is owed most, the one that has sat least. Among several, choose the one that has met some
///    other bot least.
/// 2. Fill the table with bots that have met those at the table least, from among those that are owed most or one seat
///    less. A pair that has met once more than another counts eight times as much.
/// 3. Choose the order round the table that repeats distances least, counted in the same way. The bot at distance d
///    from another sits d seats clockwise from it. Distance matters since cards are passed by it.
///
/// Measured over 60 circles a bot, at any moment, for N from seats to 64, the counts differ by at most: 2 for seats
/// had; 1, 3, 3, 4, 4 for meetings with 2, 3, 4, 5, 6 seats; and for distances 1 with 2 seats, otherwise 4.
///
/// If authors are kept apart, each author gets seats by the number of its bots, as far as its one seat a table allows,
/// and they go evenly to its bots. Seats had differ by at most 3 if no author has more than N / seats bots.
///
/// With fewer bots than seats, each bot sits seats / N times, and steps 1 and 2 decide who sits once more. The order is
/// then the one that keeps the distances between different bots most even over all games, by their variance. Seats had
/// differ by at most 1, meetings by 3, and distances by as many games as four circles have.
///
/// With challengers, step 1 chooses the challenger that has sat least, and step 2 chooses from the field only. If the
/// field is smaller than its seats, its bots sit more than once. If every set of bots plays, sets replace steps 1 and
/// 2: from the next 64 sets in a random order, the one whose bots have sat and met least is chosen.
///
/// Circles that were played before count as if next() had made them. A bot with fewer seats than a given level, such as
/// one that has just joined, catches up: it sits at every table, and step 2 chooses the bots that have met least since
/// then, whatever seats they have had. As a result old pairs meet again only beside a new bot, and new bots meet old
/// ones as often as each other. The level is ignored with challengers, and if every set of bots plays.
class Balance {
 public:
  /// `bots` are different, and there is at least one. `seats` is 2 to 6. `authors` has the author of each bot, with at
  /// least `seats` different ones: two bots of one author never sit together, nor does a bot with itself. If it is
  /// empty, any bots may sit together.
  Balance(std::vector<int> bots, const std::vector<int>& authors, std::size_t seats, std::uint64_t seed,
          std::span<const PlayedCircle> played = {}, int level = 0, const TableRule& rule = {});

  /// Whether some bots sit more than once at a table.
  static bool has_copies(const std::vector<int>& bots, std::size_t seats, const TableRule& rule);

  Circle next();
  /// Whether no bot has fewer seats than the level.
  bool is_level() const;

 private:
  using Index = std::size_t;  // of a bot, into bots_
  static constexpr Index kNobody = static_cast<Index>(-1);
  using Order = std::vector<Index>;  // round the table

  Order members();
  Order least_met(std::size_t wanted);
  Order challenged();
  Order next_set();
  Index most_overdue();
  std::optional<int> fewest_meetings(Index bot, const std::vector<char>& may_sit, int bound);
  Index cheapest(Index first, Index last, const std::vector<char>& seated, const std::vector<std::int64_t>& costs,
                 const std::vector<std::int64_t>& debts, std::int64_t leeway) const;
  std::int64_t one_seat() const { return static_cast<std::int64_t>(bots_.size()); }
  template <class Cost>
  Order cheapest_order(Order order, const Cost& cost_of) const;
  Order level_order(const Order& members) const;
  Order level_order_of_copies(Order members);
  std::int64_t unevenness_after(const Order& order);
  void count(const Order& order, int games);
  void count_played(std::span<const PlayedCircle> played);
  int met(Index from, Index to) const {
    return meetings_[pair(from, to)] - (met_before_.empty() ? 0 : met_before_[pair(from, to)]);
  }
  void settle_debts();
  void count_distances(const Order& order, int games);

  Circle circle_of(const Order& order) const;
  std::size_t pair(Index from, Index to) const { return from * bots_.size() + to; }
  /// Only distances up to half round the table are kept: if one bot sits at distance d from another, that one sits at
  /// seats - d from it.
  std::size_t place(std::size_t distance, Index from, Index to) const {
    return 2 * distance <= seats_ ? (distance - 1) * meetings_.size() + pair(from, to)
                                  : place(seats_ - distance, to, from);
  }
  std::uint64_t tie_breaker(std::size_t number) const;

  /// The state of the search for the bot that another has met least. All bots before `next` have been met more than
  /// `meetings` times, all others at least `meetings` times. Bots of the same author are left out.
  struct Search {
    int meetings = 0;
    Index next = 0;
  };

  std::vector<int> bots_;
  std::vector<Index> authors_;             // the first bot of the same author; the bot itself if any bots may meet
  std::vector<std::int64_t> author_bots_;  // by author
  std::size_t seats_;
  std::uint64_t seed_;
  std::int64_t pairs_ = 0;  // pairs of bots that may meet

  TableRule rule_;
  bool has_copies_ = false;
  std::optional<TableSets> sets_;

  std::int64_t circles_ = 0;
  std::int64_t meetings_sum_ = 0;    // over the pairs
  int level_ = 0;                    // seats that each bot must have
  std::vector<int> used_;            // seats had
  std::vector<std::int64_t> debts_;  // seats a bot is short of its share, in parts of one_seat()
  std::vector<int> meetings_;        // by pair, symmetric
  std::vector<int> met_before_;      // the same in the circles played before; empty once all bots are level
  std::int64_t met_before_sum_ = 0;
  std::vector<int> distances_;    // by place, counted in circles; with copies in games
  std::vector<Search> searches_;  // by bot
};

}  // namespace arena
