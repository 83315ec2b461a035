#include <cmath>

#include "arena/ratings/standings.h"
#include "tests/arena/ratings/made_blocks.h"
#include "tests/catch.h"

using namespace arena;
using namespace arena::test;

TEST_CASE("95% intervals hold the truth in about 95% of tournaments") {
  constexpr int kTournaments = 400;
  const std::vector<double> strengths = {0.7, 0.4, 0.1, 0, -0.2, -0.4, -0.6};
  const int bots = static_cast<int>(strengths.size());
  for (const int seats : {3, 4, 5, 6}) {
    std::mt19937_64 random(static_cast<std::uint64_t>(100 + seats));
    const auto played = [&](int blocks) {
      const MadeTournament tournament{{strengths}, seats, blocks, "r"};
      return rate(scores_of(tournament.play(random), bots), made_field(bots)).overall;
    };
    std::vector<double> elo(strengths.size()), margin(strengths.size());
    for (const StandingsRow& row : played(30000).rows) {
      elo[static_cast<std::size_t>(row.bot)] = row.elo.value;
      margin[static_cast<std::size_t>(row.bot)] = row.margin.value;
    }
    int elo_held = 0, margin_held = 0;
    for (int i = 0; i < kTournaments; ++i) {
      for (const StandingsRow& row : played(50).rows) {
        const auto bot = static_cast<std::size_t>(row.bot);
        elo_held += std::abs(row.elo.value - elo[bot]) <= row.elo.plus_minus.value() ? 1 : 0;
        margin_held += std::abs(row.margin.value - margin[bot]) <= row.margin.plus_minus.value() ? 1 : 0;
      }
    }
    const double elo_share = static_cast<double>(elo_held) / (kTournaments * bots);
    const double margin_share = static_cast<double>(margin_held) / (kTournaments * bots);
    INFO(seats << " seats: Elo " << elo_share << ", margin " << margin_share);
    CHECK(elo_share > 0.93);
    CHECK(elo_share < 0.97);
    CHECK(margin_share > 0.93);
    CHECK(margin_share < 0.97);
  }
}
