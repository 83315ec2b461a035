#pragma once

#include <algorithm>
#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "arena/records/manifest.h"
#include "arena/results/ratings/anchors.h"
#include "arena/results/ratings/comparisons.h"
#include "arena/results/ratings/order_effect.h"
#include "engine/seat.h"

namespace arena {

/// A likelihood of superiority that leaves no room for the other order: one side of the 95% interval.
inline constexpr double kSureLos = 0.975;

/// A figure and half the width of its 95% interval, empty while there are too few blocks to tell.
struct Figure {
  double value = 0;
  std::optional<double> plus_minus;
};

/// How a bot did on one place at the table.
struct SeatResults {
  long comparisons = 0;  ///< with other bots at the table, a seat each
  long halves = 0;       ///< of them won, in halves; a shared place is one
};

/// What standings show of a bot beside its ratings: results by seat, moons, and the time that it took, in rated games.
struct BotDetails {
  hearts::PerSeat<SeatResults> seats{};
  long hands = 0;                       ///< that it played itself to their end, a seat each
  long moons = 0;                       ///< that it shot in them
  long answers = 0;                     ///< whose time is known
  std::chrono::microseconds time{};     ///< that it was charged for them
  std::chrono::microseconds slowest{};  ///< of them

  /// Seats up to the last one that it had.
  int seats_used() const {
    int used = static_cast<int>(seats.size());
    while (used > 0 && seats[used - 1].comparisons == 0) --used;
    return used;
  }
  /// Milliseconds an answer; nothing where no time is known.
  std::optional<double> answer_ms() const {
    if (answers == 0) return std::nullopt;
    return static_cast<double>(time.count()) / 1000 / static_cast<double>(answers);
  }
  double slowest_ms() const { return static_cast<double>(slowest.count()) / 1000; }

  void add(const BotDetails& more) {
    for (std::size_t seat = 0; seat < seats.size(); ++seat) {
      seats[seat].comparisons += more.seats[seat].comparisons;
      seats[seat].halves += more.seats[seat].halves;
    }
    hands += more.hands;
    moons += more.moons;
    answers += more.answers;
    time += more.time;
    slowest = std::max(slowest, more.slowest);
  }
};

/// One bot in one table.
struct StandingsRow : BotTally {
  int rank = 1;  ///< 1 is best; equal Elo shares a rank
  /// The rank range: each other bot that is stronger with a LOS of kSureLos is above it, each weaker one below.
  int rank_best = 1;
  int rank_worst = 1;
  Figure elo;
  Figure margin;  ///< points a hand better than the anchor
  int blocks = 0;
  long comparisons = 0;
  double share = 0;   ///< of its comparisons won, 0 to 1
  int seats = 0;      ///< that the bot had, in all games
  double place = 0;   ///< mean over its seats, 1 the best; shared places are the mean of those shared
  double firsts = 0;  ///< the part of its seats that came first, 0 to 1; shared by three a third
  /// It won or lost fewer than kPointsMin points: its own figures are rough.
  bool is_rough = false;
  /// How likely the bot is stronger than that of the next row. Empty in the last row, with too few blocks, and where no
  /// games join the two.
  std::optional<double> los_next;
  std::optional<BotDetails> details{};  ///< where they were asked for
};

/// Two bots of a table, seen from the first.
struct Pairing {
  long comparisons = 0;
  double points = 0;          ///< of the first: 1 for each comparison won, 1/2 for a shared place
  std::optional<Figure> elo;  ///< difference; empty where no games join the two
  std::optional<double> los;  ///< how likely the first is the stronger; 1/2 on the diagonal
};

/// One ranking, from the blocks of one variant or of all. Elo is by estimate_elo(), the margin by estimate_margin() (elo.h),
/// intervals and LOS by Student's t (estimate.h), and what all is relative to is in anchors.h.
struct StandingsTable {
  int blocks = 0;
  int games = 0;
  /// The largest group that games join comes first, in each the best Elo, then the order of the field.
  std::vector<StandingsRow> rows;
  std::vector<int> unrated;        ///< bots that were compared with none, in the order of the field
  SquareMatrix<Pairing> pairings;  ///< by positions of rows
  bool has_reference = false;      ///< else the mean is the anchor: none was asked for, or it is not in this table
  /// Positions of rows that hold their group at the anchors of the field, best first.
  std::vector<int> anchored;
  /// Groups of positions of rows, best first. More than one in `joined`: no chain of comparisons leads from one to the
  /// other, and nothing is known of their difference. More than one in `level`: all points between them went to the
  /// better one; their distance in Elo is a lower bound and its interval too narrow.
  std::vector<std::vector<int>> joined;
  std::vector<std::vector<int>> level;
  /// Positions that are likely stronger than the next row by Elo, and likely weaker by margin.
  std::vector<int> margin_disagrees;
};

/// Who plays, in which order, and what Elo is relative to.
struct Field {
  std::vector<std::string> bots;      ///< names
  std::vector<std::string> variants;  ///< ids
  std::optional<int> reference;       ///< the bot whose Elo is kEloAnchor and whose margin is 0; without: a mean
  std::vector<Anchor> anchors{};      ///< by bot, see Anchors; none with a reference
};

/// The answer to "who is best, and how sure is that".
struct Standings {
  Field field;
  StandingsTable overall;
  std::vector<StandingsTable> by_variant;  ///< as field.variants
  LeftOut left_out;
  int order_tests = 0;                ///< made
  std::vector<OrderEffect> suspects;  ///< those below kSuspectLevel, smallest p first
  std::vector<bool> hidden{};         ///< by bot, those of which nothing is told; empty: none

  bool shows(int bot) const { return hidden.empty() || !hidden[hearts::at(bot)]; }
  const std::string& name(int bot) const { return field.bots[hearts::at(bot)]; }
  /// Of the bot in a row of the table.
  const std::string& name(const StandingsTable& table, int row) const { return name(table.rows[hearts::at(row)].bot); }
};

/// A run whose games are rated.
struct RatedRun {
  std::string name;
  std::optional<int> planned_blocks{};
  int given_deals = 0;            ///< deals that somebody gave in place of the shuffle's
  int faulty_deals = 0;           ///< every n-th other deal was made faulty; 0: none
  bool has_other_limits = false;  ///< of time or patience, than the first of the runs
  LeagueLabel label{};
  bool has_other_anchors = false;  ///< than the first of the runs, or for other bots

  bool operator==(const RatedRun&) const = default;
};

/// Rates what is complete so far: 250,000 blocks of four seats and 50 bots in 0.1 s. The answer depends on the games
/// alone, to the last bit, not on their order. No figure is ever infinite or not a number. Throws std::invalid_argument
/// when the field has not as many bots and variants as the scores, or the reference or an anchor is not one of its bots.
Standings rate(const BlockScores& scores, const Field& field);

/// Hides the bots that none of the patterns means, in which "*" stands for any text. All figures stay as they are but for
/// los_next, which is that against the next one that is shown. Throws InputError for a pattern that means no bot.
void show_only(Standings& standings, const std::vector<std::string>& patterns);

/// The first row of the overall table.
struct Leader {
  int bot = 0;  ///< index in the field
  Figure elo;   ///< against the anchors, or the mean, which is kEloAnchor
};

/// Who leads so far, as rate() without a reference has it, for a fraction of its work: no margins, no pairings, no
/// variants. It still grows with the cube of the bots. Empty before two bots were compared.
std::optional<Leader> leader_of(const BlockScores& scores, const std::vector<Anchor>& anchors = {});

}  // namespace arena
