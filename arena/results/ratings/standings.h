#pragma once

#include <algorithm>
#include <chrono>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "arena/records/bot_status.h"
#include "arena/records/manifest.h"
#include "arena/results/ratings/anchors.h"
#include "arena/results/ratings/block_scores.h"
#include "arena/results/ratings/collusion.h"
#include "arena/results/ratings/comparisons.h"
#include "arena/results/ratings/contenders.h"
#include "arena/results/ratings/duel_report.h"
#include "arena/results/ratings/order_effect.h"
#include "engine/seat.h"

namespace arena {

/// Differences with a p-value below this, corrected for all pairs that are shown, count as shown.
inline constexpr double kSureLevel = 0.05;

/// A figure and half the width of its 95% interval, see half_width(). The width is empty while there are too few
/// blocks.
struct Figure {
  double value = 0;
  std::optional<double> plus_minus;
};

/// The results of a bot in one seat.
struct SeatResults {
  long comparisons = 0;  ///< with the other bots at the table, one for each of their seats
  long halves = 0;       ///< its points in them, in halves; a shared place is one half
};

/// What standings show about a bot in addition to its ratings: results by seat, moons, and the time that it took. Only
/// rated games count.
struct BotDetails {
  hearts::PerSeat<SeatResults> seats{};
  long hands = 0;                       ///< hands that it itself played to the end, one for each seat
  long moons = 0;                       ///< moons that it shot in these hands
  long answers = 0;                     ///< answers with a known time
  std::chrono::microseconds time{};     ///< the time that it was charged for these answers
  std::chrono::microseconds slowest{};  ///< the longest of these times

  /// The number of seats up to the last one that the bot had.
  int seats_used() const {
    int used = static_cast<int>(seats.size());
    while (used > 0 && seats[used - 1].comparisons == 0) --used;
    return used;
  }
  /// Milliseconds per answer; nothing if no time is known.
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
  /// Whether the bot is current. Other bots have no rank, and do not count for the ranks of the others.
  bool is_ranked = true;
  int rank = 1;  ///< 1 is best; bots with equal Elo share a rank
  /// The rank range. Each other bot that is shown to be stronger is above this one, and each that is shown to be weaker
  /// is below it: those with Pairing::p_holm below kSureLevel. All ranges of a table are right with a probability of
  /// 0.95, because p_holm is corrected for all pairs together.
  int rank_best = 1;
  int rank_worst = 1;
  Figure elo;
  Figure margin;  ///< points a hand better than the anchor
  int blocks = 0;
  long comparisons = 0;
  double share = 0;   ///< its share of the points in its comparisons, 0 to 1
  int seats = 0;      ///< seats that the bot had, in all games
  double place = 0;   ///< mean over its seats, 1 is best; a shared place counts as the mean of the places shared
  double firsts = 0;  ///< share of its seats that came first, 0 to 1; a first place shared by three counts a third
  /// The bot won or lost fewer than kPointsMin points, so its own figures are rough.
  bool is_rough = false;
  /// The probability that the bot is stronger than the one with the next rank. Empty for bots without a rank, for the
  /// last one, with too few blocks, and if no games join the two.
  std::optional<double> los_next;
  std::optional<BotDetails> details{};  ///< only if they were asked for
};

/// Two bots of a table, as seen from the first.
struct Pairing {
  long comparisons = 0;
  double points = 0;          ///< of the first: 1 for each comparison won, 1/2 for a shared place
  std::optional<Figure> elo;  ///< the difference; empty if no games join the two
  std::optional<double> los;  ///< probability that the first is the stronger one; 1/2 on the diagonal
  /// Two-sided p-value for "both are equally strong" from all games of the table, of this pair alone and corrected for
  /// all pairs that are shown (Holm 1979).
  std::optional<double> p{};
  std::optional<double> p_holm{};
  /// Two-sided p-value for "each gets half of the points between the two" from their own games, also of the pair alone.
  /// `share_differs` says that it is below kSureLevel after the correction.
  std::optional<double> share_p{};
  bool share_differs = false;
};

/// One ranking, computed from the blocks of one variant or of all variants. Elo comes from estimate_elo() and the
/// margin from estimate_margin() (elo.h), intervals and LOS from Student's t (estimate.h). anchors.h defines what they
/// are relative to.
struct StandingsTable {
  int blocks = 0;
  int games = 0;
  /// The largest group of bots that games join comes first. In each group the best Elo is first; equal ones keep the
  /// order of the field. Disqualified bots are the last of their group; other bots without a rank are in their place.
  std::vector<StandingsRow> rows;
  /// Bots that were compared with no other, in the order of the field, except those of Field::without.
  std::vector<int> unrated;
  SquareMatrix<Pairing> pairings;  ///< by positions of rows
  /// Whether Field::reference is in this table and so its anchor. Otherwise Elo is relative to `anchored` or to a mean.
  bool has_reference = false;
  /// Positions of the rows that hold their group at the anchors of the field, best first.
  std::vector<int> anchored;
  /// Groups of positions of rows, best first. If `joined` has more than one group, no chain of comparisons leads from
  /// one group to the other, and nothing is known about their difference. If `level` has more than one group, all
  /// points between two groups went to the better one; their distance in Elo is a lower bound, and its interval is too
  /// narrow.
  std::vector<std::vector<int>> joined;
  std::vector<std::vector<int>> level;
  /// Positions of two rows with neighbouring ranks: the first is likely stronger by Elo, and likely weaker by margin.
  std::vector<std::pair<int, int>> margin_disagrees;
};

/// Who plays, in which order, and what Elo is relative to.
struct Field {
  std::vector<std::string> bots;      ///< the names
  std::vector<std::string> variants;  ///< the ids
  std::optional<int> reference;       ///< a bot with Elo kEloAnchor and margin 0; without one a mean is used
  std::vector<Anchor> anchors{};      ///< bots with their Elo, see Anchors; empty if there is a reference
  /// The bots that are not current, see former_entrants(). Their games count for the ratings, whatever their state.
  std::map<int, BotStatus> statuses{};
  /// The bots that are compared with no other, although they played.
  std::set<int> without{};

  bool is_current(int bot) const { return !statuses.contains(bot); }
  std::string_view status_name(int bot) const {
    return is_current(bot) ? kCurrent : state_name(statuses.at(bot).state);
  }
};

/// The answer to "who is best, and how sure is that".
struct Standings {
  Field field;
  Looks looks{};  ///< which kind of intervals the figures have
  StandingsTable overall;
  std::vector<StandingsTable> by_variant;  ///< in the order of field.variants
  LeftOut left_out;
  std::optional<DuelReport> duel{};       ///< the duel that the one run is
  int order_tests = 0;                    ///< the number of tests that test_order() made
  std::vector<OrderEffect> suspects;      ///< see find_suspects()
  std::optional<FirstBots> first_bots{};  ///< only if the league looks for them
  int pair_tests = 0;                     ///< the number of ordered pairs that test_collusion() tested
  std::vector<PairToLookAt> pairs_to_look_at{};
  /// The pairs whose blocks are left out, if that was asked for.
  std::optional<std::vector<PairToLookAt>> left_out_pairs{};
  std::vector<bool> hidden{};  ///< by bot; show_only() hides bots in all formats. Empty if it was not called
  /// Tables for people show the bots that are not current, too; see show_former().
  bool shows_former = false;

  bool is_hidden(int bot) const { return !hidden.empty() && hidden[hearts::at(bot)]; }
  /// Whether tables for people show the bot. Bots that show_only() chose are shown whatever their state.
  bool shows(int bot) const {
    return hidden.empty() ? shows_former || field.is_current(bot) : !hidden[hearts::at(bot)];
  }
  const std::string& name(int bot) const { return field.bots[hearts::at(bot)]; }
  /// The name of the bot in a row of the table.
  const std::string& name(const StandingsTable& table, int row) const { return name(table.rows[hearts::at(row)].bot); }
};

/// A run, or a stage of one, of which the games are rated.
struct RatedRun {
  std::string name;
  std::optional<int> planned_blocks{};
  int given_deals = 0;            ///< deals that somebody gave instead of shuffling
  int faulty_deals = 0;           ///< every n-th other deal was made faulty; 0 if none was
  bool has_other_limits = false;  ///< other limits on time or patience than the first run
  LeagueLabel label{};
  bool is_duel = false;
  bool has_other_anchors = false;  ///< other anchors than the first run, or anchors on other bots
  std::string path{};              ///< where its records were read, as the user named it; empty if that is not known
  std::string first_stage{};       ///< the name of the first stage of the run that this is a later stage of

  bool operator==(const RatedRun&) const = default;
};

/// Rates the blocks that are complete so far. 250,000 blocks of four seats and 50 bots take 0.1 s. The result depends
/// only on the games, to the last bit, and not on their order. No figure is ever infinite or not a number.
///
/// Throws std::invalid_argument if the field does not have as many bots and variants as the scores, or if the reference
/// or an anchor is not one of its bots.
Standings rate(const BlockScores& scores, const Field& field, const Looks& looks = {});

/// The Elo of each bot of the field, as the overall table of rate() has it. Empty for bots that were compared with no
/// other. It does a small fraction of the work of rate().
std::vector<std::optional<Figure>> elo_of(const BlockList& blocks, const Field& field, const Looks& looks = {});

/// Returns the bots that the patterns match; "*" in a pattern matches any text. Throws InputError for a pattern that
/// matches no bot.
std::set<int> matching_bots(const std::vector<std::string>& bots, const std::vector<std::string>& patterns);

/// Makes tables for people show the bots that are not current, too. p-values and rank ranges are then corrected for all
/// pairs, and otherwise for those of current bots. rate() does this if no current bot is rated.
void show_former(Standings& standings);

/// Hides the bots that none of the patterns matches; "*" in a pattern matches any text. All figures stay as they are,
/// except los_next, which then compares a bot with the next one that is shown. Throws InputError for a pattern that
/// matches no bot, and if Field::without has all bots that match.
void show_only(Standings& standings, const std::vector<std::string>& patterns);

/// The best current bot, and by how much it is ahead.
struct Leader {
  int bot = 0;     ///< index in the field
  int second = 0;  ///< the second best current bot
  Figure lead;     ///< how far the first is above the second in Elo, above 0, always with an interval
};

/// leader_of() reports no lead with a longer half interval.
inline constexpr double kLeadWidthMax = 200;

/// The leader so far, according to the ranks of rate(). It does a fraction of the work: no margins, no pairings, no
/// variants. Its time still increases with the cube of the number of bots. Only the statuses of the field are used.
/// Empty if nothing can be said yet: if there are no two current bots that games join, if they are level, and if the
/// interval of the lead is missing or longer than kLeadWidthMax to each side.
std::optional<Leader> leader_of(const BlockScores& scores, const Field& field = {}, const Looks& looks = {});

}  // namespace arena
