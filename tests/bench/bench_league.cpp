// bench_league [BOTS [TABLES [BLOCKS [LEVEL...]]]]: a league of 400 instant bots at 100 tables, two blocks a bot, by
// the arena's own program, at each level of isolation in turn. Prints decisions a second, starts, processor time and
// memory, as `arena run --timing` does. What namespaces cost is the step from confined to user. Asserts nothing about
// time.

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

#include "tests/league_folder.h"
#include "tests/process/arena_program.h"
#include "tests/process/child_process.h"

namespace {

constexpr auto kAtMost = std::chrono::hours(1);

void run(int bots, int tables, int blocks, const std::vector<std::string>& levels) {
  const arena::test::LeagueFolder folder;
  std::filesystem::permissions(folder.path(), std::filesystem::perms(0755));
  std::vector<std::string> entrants;
  for (int bot = 0; bot < bots; ++bot)
    entrants.push_back(arena::test::entrant(INSTANT_BOT, fmt::format("bot{:03}", bot)));
  folder.write_league(entrants,
                      R"("variants": [{"variant": "black-lady@4", "hands": 1}], "blocks": )" + std::to_string(blocks));
  for (const std::string& level : levels) {
    const std::filesystem::path out = folder / level;
    const auto words = processes::arena_words({"run", (folder / "league.json").string(), "--seed", "bench",
                                               "--isolation", level, "--concurrency", std::to_string(tables),
                                               "--log-level", "error", "--timing", "--out", out.string()});
    const processes::Finished finished = processes::run(words, kAtMost);
    if (finished.end.number != 0) throw std::runtime_error(level + ": " + finished.err);
    // The progress comes before it.
    const std::size_t place = finished.err.find(fmt::format(" s at {} table", tables));
    const std::size_t line = finished.err.rfind('\n', place) + 1;
    std::cout << level << ": " << finished.err.substr(line) << std::flush;
  }
}

}  // namespace

int main(int argc, char** argv) {
  const auto number = [&](int place, int otherwise) {
    return argc > place ? std::clamp(std::atoi(argv[place]), 1, 100'000) : otherwise;
  };
  const int bots = number(1, 400);
  const int tables = number(2, 100);
  const int blocks = number(3, 2 * bots);
  std::vector<std::string> levels(argv + std::min(argc, 4), argv + argc);
  if (levels.empty()) levels = {"none", "confined", "user", "full"};
  try {
    run(bots, tables, blocks, levels);
  } catch (const std::exception& error) {
    std::cerr << "bench_league: " << error.what() << "\n";
    return 1;
  }
  return 0;
}
