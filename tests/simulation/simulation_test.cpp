#include <fmt/format.h>

#include <cstdlib>
#include <iostream>
#include <map>
#include <string>

#include "tests/catch.h"
#include "tests/simulation/league.h"
#include "tests/simulation/memory.h"

namespace simulation_test {

using simulation::Bug;
using simulation::Report;
using simulation::simulate;

namespace {

int number_in(const char* variable, int otherwise) {
  const char* text = std::getenv(variable);
  return text == nullptr ? otherwise : std::atoi(text);
}

std::string shown(const Report& report) {
  std::string text;
  for (const std::string& one : report.wrong) text += one + "\n";
  return text;
}

void outlives_each_failure(const char* seed) {
  const Report report = simulation::strike_each_call(seed);
  INFO(seed << "\n" << shown(report));
  CHECK(report.wrong.empty());
  std::cout << fmt::format("{}: {} games, {} starts\n", seed, report.games, report.starts);
}

}  // namespace

TEST_CASE("leagues end with the same records whatever befalls the arena") {
  const char* one_seed = std::getenv("HEARTS_SIMULATION_SEED");
  const int seeds = one_seed != nullptr ? 1 : number_in("HEARTS_SIMULATIONS", 500);
  Report all;
  for (int number = 0; number < seeds; ++number) {
    const std::string seed = one_seed != nullptr ? one_seed : std::to_string(number);
    const Report report = simulate(seed);
    INFO("HEARTS_SIMULATION_SEED=" << seed << "\n" << shown(report));
    CHECK(report.wrong.empty());
    all.games += report.games;
    all.starts += report.starts;
    all.voids += report.voids;
    for (const auto& [name, times] : report.troubles) all.troubles[name] += times;
    for (const auto& [name, times] : report.faults) all.faults[name] += times;
  }
  std::cout << fmt::format("{} leagues, {} games, {} starts, {} void blocks\n", seeds, all.games, all.starts,
                           all.voids);
  for (const auto& [name, times] : all.troubles) std::cout << fmt::format("{:>8} {}\n", times, name);
  for (const auto& [name, times] : all.faults) std::cout << fmt::format("{:>8} {}\n", times, name);
  if (one_seed == nullptr && seeds >= 200) {
    CHECK(all.troubles.size() == 10);
    CHECK(all.faults.size() == 11);  // all but start_timeout, cpu and the machine's
    CHECK(all.voids > 0);
  }
}

// One test case a league: each has the time limit of a test, which matters with the thread sanitizer.
TEST_CASE("a league outlives any failure of any call for a file, seed 0") { outlives_each_failure("0"); }
TEST_CASE("a league outlives any failure of any call for a file, seed 2") { outlives_each_failure("2"); }
TEST_CASE("a league outlives any failure of any call for a file, seed 3") { outlives_each_failure("3"); }

TEST_CASE("a planted bug is found") {
  const std::map<Bug, std::string> words = {
      {Bug::wrong_seat, "which it has not committed"},
      {Bug::clock_runs, "is charged with timeout (no answer in time), which it has not committed"},
      {Bug::remembers, "the records are not those of the undisturbed run"},
      {Bug::blames_bot, "is charged with exited"},
      {Bug::never_answers, "hang: more waits than a run can have"},
      {Bug::line_lost, "is not clocked"},
      {Bug::line_doubled, "duplicate game"},
      {Bug::line_altered, "damaged: the checksum is"},
      {Bug::other_key, "its seed does not follow from the key"},
      {Bug::cuts_game, "is clocked 2 times"},
      {Bug::hoards, "it took"},
  };
  for (const auto& [bug, sentence] : words) {
    if (bug == Bug::hoards && !simulation::kCountsMemory) continue;
    bool found = false;
    for (int number = 0; number < 60 && !found; ++number) {
      const Report report = simulate(std::to_string(number), bug);
      found = shown(report).find(sentence) != std::string::npos;
    }
    INFO(sentence);
    CHECK(found);
  }
}

}  // namespace simulation_test
