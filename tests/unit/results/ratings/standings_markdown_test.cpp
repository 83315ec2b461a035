#include "arena/results/ratings/standings_text.h"

#include "tests/catch.h"
#include "tests/unit/results/ratings/made_standings.h"

namespace standings_markdown_test {

using namespace arena;
using namespace arena::test;
using Catch::Matchers::ContainsSubstring;

TEST_CASE("standings in Markdown have tables and lists") {
  CHECK(
      standings_markdown(eventful_standings(), {{"mon", 2}, {"tue", std::nullopt}}) ==
      R"(4 bots: ann, bob, cyd, dan; 2 variants: v\|1, black-lady@4+match.limit=50; 3 blocks, 12 games; runs mon (2 blocks planned), tue.

### Overall

| rank | bot | Elo | ± | margin/hand | ± | games | faults |
|---:|---|---:|---:|---:|---:|---:|---:|
| 1-3 | ann | 1580 | 12 | +0.40 | 0.21 | 8 | 7 |
| 1-3 | cyd | 1580 | 14 | +0.50 | 0.30 | 8 | 1 |
| 3 | bob | 1500 | 0 | 0.00 | 0 | 8 | 0 |

- No games connect {ann, cyd} and {bob}, so nothing is known about their difference. Compare Elo and margins only within one group.
- Between {ann}, {cyd} and {bob} all points went one way, so the differences in Elo are lower bounds and their ± is too narrow.
- Elo and margin disagree: ann is above cyd in Elo, but below it in points a hand.

### v\|1

1 block, 1 game.

| rank | bot | Elo | ± | margin/hand | ± | games | faults |
|---:|---|---:|---:|---:|---:|---:|---:|
| 1-3 | ann | 1580 | 12 | +0.40 | 0.21 | 8 | 7 |
| 1-3 | cyd | 1580 | 14 | +0.50 | 0.30 | 8 | 1 |
| 3 | bob | 1500 | 0 | 0.00 | 0 | 8 | 0 |

- The reference bob has no rated games here, so figures are relative to the mean.

### black-lady@4+match.limit=50

0 blocks, 0 games.

No rated games yet.

- ann forfeited 2 games and had 7 faults (5 timeout, 2 cpu); cyd had 1 fault (flood). A bot that forfeits a game is last in it.
- 1 block is incomplete: 3 games played there are not rated.
- 2 blocks are void, through no fault of a bot: 5 games played there are not rated.
- In games that are not rated: ann forfeited 1 game and had 1 fault (exited); dan had 2 faults (2 illegal).
- No rated games against others yet: dan.
- cyd does better in later games of a block, whose deals it may know: +2.20 points a hand in all games but the first, 128 blocks, p = 0.00001 (corrected for 8 tests).
- bob does better in later games of a block, whose deals it may know: +1.80 points a hand from each game to the next, 24 blocks, p = 0.0004 (corrected for 8 tests).

Elo: bob is 1500. ±: half of the 95% interval, computed over blocks. margin/hand: points a hand better than bob. rank: the range of its possible ranks; all ranges of a table are right with a probability of 0.95. Do not compare the Elo of different variants; "arena compare" can compare them.
)");
}

TEST_CASE("marks in names mean nothing in Markdown") {
  Standings standings = small_standings();
  standings.field.bots[0] = "a|b*c`d<e>[f]\\";
  CHECK_THAT(standings_markdown(standings, {}), ContainsSubstring(R"(| a\|b\*c\`d\<e\>\[f\]\\ |)"));
}

TEST_CASE("standings of one variant in Markdown have no headings") {
  CHECK_THAT(standings_markdown(small_standings(), {}), !ContainsSubstring("###"));
}

}  // namespace standings_markdown_test
