// What somebody sees who looks at standings again and again, and how often it is wrong at some look.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

#include "arena/results/ratings/standings.h"
#include "tests/catch.h"
#include "tests/unit/simulation/simulated_league.h"

namespace watching_test {

using namespace arena;

namespace {

struct Watched {
  int bots = 8;
  double spread = 1;      ///< of the bots' strength, see SimulatedLeague
  int blocks_each = 100;  ///< that each bot plays in all
  int looks_each = 1;     ///< a look after every so many blocks of each bot
  int leagues = 200;
};

/// The shares of leagues in which something was wrong at some look.
struct Wrong {
  double pair = 0;   ///< the interval of a given pair: bots 0 and 1
  double bot = 0;    ///< the interval of a given bot
  double los = 0;    ///< the LOS of a given pair reached 0.95, or 0.05
  double any = 0;    ///< any interval of any bot
  double ranks = 0;  ///< any rank range
};

/// Whether the table's rank ranges hold the true ranks. Bots of equal strength may have each of their ranks.
bool ranks_hold(const StandingsTable& table, const std::vector<double>& elo) {
  return std::ranges::all_of(table.rows, [&](const StandingsRow& row) {
    const double here = elo[static_cast<std::size_t>(row.bot)];
    const auto better = std::ranges::count_if(elo, [&](double other) { return other > here + 1e-6; });
    const auto as_good = std::ranges::count_if(elo, [&](double other) { return other > here - 1e-6; });
    return row.rank_best <= better + 1 && row.rank_worst >= as_good;
  });
}

Wrong watch(const Watched& what, const std::function<Looks(double done)>& looks) {
  Wrong wrong;
  hearts::Random random = random_from(fmt::format("watched {} {}", what.bots, what.spread));
  constexpr int kSeats = 4;
  const int blocks = what.blocks_each * what.bots / kSeats;
  const int step = std::max(1, what.looks_each * what.bots / kSeats);
  for (int number = 0; number < what.leagues; ++number) {
    const SimulatedLeague league(what.bots, random, what.spread);
    const std::vector<double> elo = league.true_elo();
    const std::vector<RatedGame> games = league.play(kSeats, blocks, std::to_string(number), random);
    BlockScores scores(what.bots, 1);
    const std::vector<std::string> names(static_cast<std::size_t>(what.bots), "bot");
    const auto is_off = [](const Figure& figure, double truth) {
      return figure.plus_minus && std::abs(figure.value - truth) > *figure.plus_minus;
    };
    bool pair = false, bot = false, los = false, any = false, ranks = false;
    for (const RatedGame& game : games) {
      scores.add(game);
      const int done = game.block + 1;
      if (game.game + 1 < game.games_in_block || done % step != 0) continue;
      const StandingsTable table =
          rate(scores, {names, {"variant"}, {}}, looks(static_cast<double>(done) / blocks)).overall;
      std::vector<int> row_of(names.size(), -1);
      for (std::size_t row = 0; row < table.rows.size(); ++row) {
        const auto one = static_cast<std::size_t>(table.rows[row].bot);
        row_of[one] = static_cast<int>(row);
        const bool is_wrong = is_off(table.rows[row].elo, elo[one]);
        any = any || is_wrong;
        bot = bot || (one == 0 && is_wrong);
      }
      ranks = ranks || (table.rows.size() == names.size() && !ranks_hold(table, elo));
      if (row_of[0] < 0 || row_of[1] < 0) continue;
      const Pairing& pairing = table.pairings(row_of[0], row_of[1]);
      pair = pair || (pairing.elo && is_off(*pairing.elo, elo[0] - elo[1]));
      los = los || (pairing.los && std::abs(*pairing.los - 0.5) >= 0.45);
    }
    const auto count = [&](bool is_wrong, double& share) { share += is_wrong ? 1.0 / what.leagues : 0; };
    count(pair, wrong.pair);
    count(bot, wrong.bot);
    count(los, wrong.los);
    count(any, wrong.any);
    count(ranks, wrong.ranks);
  }
  return wrong;
}

Looks plain(double) { return {}; }
Looks planned(double done) { return {Looks::Kind::planned, done}; }
Looks open(double) { return {Looks::Kind::open}; }

}  // namespace

TEST_CASE("bands of a run in progress are right at all looks together, plain intervals are not") {
  const Watched what{.bots = 6, .blocks_each = 60, .looks_each = 2, .leagues = 150};
  CHECK(watch(what, plain).pair > 0.12);
  for (const auto& looks : {planned, open}) {
    const Wrong wrong = watch(what, looks);
    INFO("pair " << wrong.pair << ", bot " << wrong.bot << ", ranks " << wrong.ranks);
    // 0.05 and three standard errors.
    CHECK(wrong.pair < 0.105);
    CHECK(wrong.bot < 0.105);
    CHECK(wrong.ranks < 0.105);
  }
}

TEST_CASE("how often figures are wrong at some look", "[.watching]") {
  std::puts("bots  spread  blocks a bot  intervals   a pair's  a bot's  any bot's  a rank range  LOS of .95");
  for (const Watched& what :
       {Watched{8, 1, 100, 1, 400}, Watched{8, 1, 400, 4, 400}, Watched{8, 0, 100, 1, 400}, Watched{8, 0, 400, 4, 400},
        Watched{24, 1, 120, 2, 200}, Watched{24, 0.3, 120, 2, 200}, Watched{24, 1, 320, 11, 200}}) {
    for (const auto& [name, looks] :
         {std::pair<const char*, Looks (*)(double)>{"plain", plain}, {"planned", planned}, {"open", open}}) {
      const Wrong wrong = watch(what, looks);
      std::printf("%4d  %6.1f  %12d  %-9s  %9.3f  %7.3f  %9.3f  %12.3f  %10.3f\n", what.bots, what.spread,
                  what.blocks_each, name, wrong.pair, wrong.bot, wrong.any, wrong.ranks, wrong.los);
      std::fflush(stdout);
    }
  }
}

}  // namespace watching_test
