// Leagues that look for their first bots: how often one of the truly first is left out, and how many blocks that saves.
// "[.first]" prints a table; tests/README.md has it.

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include "tests/catch.h"
#include "tests/unit/simulation/contest_simulation.h"

namespace first_bots_test {

using namespace arena;

namespace {

double median(std::vector<int> numbers) {
  std::ranges::sort(numbers);
  return numbers[numbers.size() / 2];
}

}  // namespace

TEST_CASE("a league that looks for its first bot finds it in fewer blocks than a full league") {
  ContestKind kind;
  kind.blocks_max = 3000;
  ContestKind full = kind;
  full.is_full = true;
  int settled = 0;
  int lost = 0;
  int blocks = 0;
  int blocks_full = 0;
  for (int league = 0; league < 12; ++league) {
    const ContestEnd end = play_contest(kind, std::to_string(league));
    settled += end.is_settled ? 1 : 0;
    lost += end.has_lost_one ? 1 : 0;
    blocks += end.blocks;
    blocks_full += play_contest(full, std::to_string(league)).blocks;
  }
  INFO(settled << " settled, " << lost << " lost the best, " << blocks << " blocks, full leagues " << blocks_full);
  CHECK(settled >= 4);
  CHECK(lost <= 2);
  CHECK(3 * blocks < 2 * blocks_full);
}

TEST_CASE("how long it takes to find the first bots", "[.first]") {
  std::printf("bots  first  spread  lost  settled  blocks | full: settled  blocks  ratio\n");
  for (const int bots : {12, 24}) {
    for (const int first : {1, 3}) {
      for (const double spread : {0.2, 1.0}) {
        ContestKind kind{bots, first, spread, 2 * bots, 4000, false};
        int lost = 0;
        int settled = 0;
        std::vector<int> blocks;
        for (int league = 0; league < 400; ++league) {
          const ContestEnd end = play_contest(kind, std::to_string(league));
          lost += end.has_lost_one ? 1 : 0;
          settled += end.is_settled ? 1 : 0;
          blocks.push_back(end.blocks);
        }
        std::printf("%4d  %5d  %6.1f  %.3f  %7.2f  %6.0f", bots, first, spread, lost / 400.0, settled / 400.0,
                    median(blocks));
        kind.blocks_max = 20'000;
        ContestKind full = kind;
        full.is_full = true;
        int full_settled = 0;
        blocks.clear();
        std::vector<int> full_blocks;
        for (int league = 0; league < (spread < 1 ? 0 : 40); ++league) {
          blocks.push_back(play_contest(kind, std::to_string(league)).blocks);
          const ContestEnd end = play_contest(full, std::to_string(league));
          full_settled += end.is_settled ? 1 : 0;
          full_blocks.push_back(end.blocks);
        }
        if (!blocks.empty()) {
          std::printf(" | %13.2f  %6.0f  %5.1f", full_settled / 40.0, median(full_blocks),
                      median(full_blocks) / median(blocks));
        }
        std::printf("\n");
        std::fflush(stdout);
      }
    }
  }
}

}  // namespace first_bots_test
