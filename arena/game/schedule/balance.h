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

/// Indices of bots, in order round a table. All rotations over the seats, with the same deals, make one block.
using Circle = std::vector<int>;

/// How many rotations give different seatings: the games of a block.
int games_of_block(const Circle& circle);

/// Who sits where in a game of a block: the bot of each seat.
std::vector<int> seating(const Circle& circle, int game);

/// A circle that was played before: bots in order round the table; kGone for one that takes no part any more, and behind
/// the last seat.
using PlayedCircle = std::array<std::int16_t, hearts::kSeatsMax>;
inline constexpr std::int16_t kGone = -1;

/// Who may sit at a table with whom.
struct TableRule {
  int challengers = 0;          ///< the bots below this number meet the others, the field; 0: all meet all
  int challengers_a_table = 1;  ///< so many sit at each table, the other seats are the field's
  bool every_set = false;       ///< each set of bots sits once before any sits again
};

/// The bots of one variant and how often each has played, met each other and sat at each distance from each other.
/// Gives circle after circle so that all this stays level: greedy, for N bots in O(N seats) time a circle as far as
/// measured, O(N^2) with copies or at worst, and 4 (1 + seats / 2) N^2 bytes in all. Equal arguments give equal circles
/// on every machine.
///
/// With at least as many bots as seats a circle is found in three steps. Ties go by a hash of the seed.
/// 1. The bot that is owed most: the least used. Of several the one that has met some other least.
/// 2. Bots that have met those at the table least, of those owed most or one seat less. A pair that has met once more
///    than another counts eight times as much.
/// 3. The order round the table that repeats distances least, counted in the same way. At distance d from a bot
///    sits the one d seats clockwise; the passes go by distance.
/// Measured over 60 circles a bot, at any of them, for N = seats .. 64: what bots or pairs have of anything is at most
/// so far apart: seats had 2; meetings 1, 3, 3, 4, 4 for 2, 3, 4, 5, 6 seats; distances 1 for 2 seats, else 4.
///
/// With authors kept apart, seats go to each author by the number of its bots as far as its one seat a table allows,
/// and evenly to its bots: seats had are at most 3 apart when no author has more than N / seats bots.
///
/// With fewer bots than seats every one sits seats / N times, and steps 1 and 2 say who sits once more. The order is
/// then the one that leaves the distances between different bots most even over all games, by their variance. Seats
/// had are at most 1 apart, meetings 3, distances as many games as four circles have.
///
/// With challengers step 1 takes the least used of them, and step 2 is about the field alone; where it is smaller than
/// its seats, its bots sit more than once. With every set of bots, sets take the place of steps 1 and 2: of the next 64
/// left in an order that is drawn, the one whose bots have had and met least.
///
/// Circles that were played before count as if they had come from next(). A bot that has fewer seats than a level that is
/// given, as one that has just joined, catches up: it sits at every table, and step 2 takes who has met least since,
/// whatever seats the others have had. So old pairs meet again only beside a new bot, and new ones meet old ones as often
/// as each other.
class Balance {
 public:
  /// `bots`, at least one, are different. `seats` is 2 .. 6. `authors` has a number for each bot, of at least `seats`
  /// different ones: two bots of one author never sit together, nor a bot with itself; empty: any bots may.
  Balance(std::vector<int> bots, const std::vector<int>& authors, std::size_t seats, std::uint64_t seed,
          std::span<const PlayedCircle> played = {}, int level = 0, const TableRule& rule = {});

  /// Some bots sit more than once at a table.
  static bool has_copies(const std::vector<int>& bots, std::size_t seats, const TableRule& rule);

  Circle next();
  /// No bot has fewer seats than the level.
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

  Circle named(const Order& order) const;
  std::size_t pair(Index from, Index to) const { return from * bots_.size() + to; }
  /// Only distances up to half round the table are kept: who sits at d from a bot has it at seats - d.
  std::size_t place(std::size_t distance, Index from, Index to) const {
    return 2 * distance <= seats_ ? (distance - 1) * meetings_.size() + pair(from, to)
                                  : place(seats_ - distance, to, from);
  }
  std::uint64_t chance(std::size_t number) const;

  /// How far the search for the bot that another has met least has come. All before `next` have been met more often
  /// than `meetings`, all others so often at least; those of its own author do not count.
  struct Search {
    int meetings = 0;
    Index next = 0;
  };

  std::vector<int> bots_;
  std::vector<Index> authors_;             // the first bot of the same author; without the rule each bot itself
  std::vector<std::int64_t> author_bots_;  // by author
  std::size_t seats_;
  std::uint64_t seed_;
  std::int64_t pairs_ = 0;  // of bots that may meet

  TableRule rule_;
  bool has_copies_ = false;
  std::optional<TableSets> sets_;

  std::int64_t circles_ = 0;
  std::int64_t meetings_sum_ = 0;    // over the pairs
  int level_ = 0;                    // seats that each bot must have
  std::vector<int> used_;            // seats had
  std::vector<std::int64_t> debts_;  // seats a bot is short of its share, in parts of one_seat()
  std::vector<int> meetings_;        // by pair, symmetric
  std::vector<int> met_before_;      // likewise, in the circles played before; empty once all are level
  std::int64_t met_before_sum_ = 0;
  std::vector<int> distances_;    // by place, counted in circles; with copies in games
  std::vector<Search> searches_;  // by bot
};

}  // namespace arena
