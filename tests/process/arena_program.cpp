#include "tests/process/arena_program.h"

#include <unistd.h>

#include <algorithm>
#include <boost/json/serialize.hpp>
#include <cstdlib>
#include <map>
#include <sstream>
#include <stdexcept>

#include "arena/bots/doctor/isolation_probe.h"
#include "arena/bots/sandbox/staging.h"
#include "arena/records/run_folder.h"
#include "engine/variants/registry.h"
#include "tests/scratch_folder.h"

namespace processes {

std::vector<std::string> arena_words(const std::vector<std::string>& arguments) {
  std::vector<std::string> words = {HEARTS_ARENA_PROGRAM};
  words.insert(words.end(), arguments.begin(), arguments.end());
  return words;
}

namespace {

/// What probe_levels found for all tests of this run; empty where a program of tests is started by hand.
std::map<arena::Isolation, std::string> probed_levels() {
  std::map<arena::Isolation, std::string> why;
  const char* path = std::getenv("HEARTS_PROBED_LEVELS");
  if (path == nullptr) return why;
  std::istringstream lines(arena::test::read_file(path));
  for (std::string line; std::getline(lines, line);) {
    const std::size_t space = line.find(' ');
    const auto level = arena::find_isolation(line.substr(0, space));
    if (level && space != std::string::npos) why[*level] = line.substr(space + 1);
  }
  return why;
}

}  // namespace

const arena::SandboxPrograms& sandbox_programs() {
  static const arena::Staging staging(arena::temporary_folders(), ::geteuid() == 0);
  static const arena::SandboxPrograms programs = arena::find_sandbox_programs(staging);
  return programs;
}

const std::string& why_not(arena::Isolation isolation) {
  static std::map<arena::Isolation, std::string> why = probed_levels();
  const auto found = why.find(isolation);
  if (found != why.end()) return found->second;
  return why[isolation] = arena::probe_level(sandbox_programs(), isolation).failure;
}

bool is_required(arena::Isolation isolation) {
  const char* least = std::getenv("HEARTS_REQUIRE_ISOLATION");
  if (least == nullptr) return false;
  const auto level = arena::find_isolation(least);
  if (!level) throw std::runtime_error("HEARTS_REQUIRE_ISOLATION is no level: " + std::string(least));
  return isolation <= *level;
}

arena::Isolation best_isolation() {
  using arena::Isolation;
  for (const Isolation isolation : {Isolation::full, Isolation::user, Isolation::confined}) {
    if (why_not(isolation).empty()) return isolation;
  }
  return Isolation::none;
}

std::filesystem::path in_repository(std::string_view path) { return std::filesystem::path(HEARTS_SOURCE_DIR) / path; }

std::vector<arena::GameRecord> games_of(const std::filesystem::path& run) {
  std::vector<arena::GameRecord> games;
  arena::read_run(run, [&](arena::GameRecord&& game, const hearts::GameRules&, const std::string&) {
    games.push_back(std::move(game));
  });
  return games;
}

std::string play_of(const arena::GameRecord& game) {
  const hearts::GameRules rules(hearts::resolve_variant(game.variant));
  const boost::json::object line = arena::game_json(game, rules);
  std::string text;
  for (const char* key : {"hands", "totals", "scores", "places"}) text += boost::json::serialize(line.at(key)) + "\n";
  return text;
}

std::vector<std::string> sorted_lines(const std::filesystem::path& file) {
  std::istringstream text(arena::test::read_file(file));
  std::vector<std::string> lines;
  for (std::string line; std::getline(text, line);) lines.push_back(line);
  std::sort(lines.begin(), lines.end());
  return lines;
}

std::size_t torn_bytes(const std::filesystem::path& file) {
  const std::string text = arena::test::read_file(file);
  const std::size_t newline = text.rfind('\n');
  return newline == std::string::npos ? text.size() : text.size() - newline - 1;
}

}  // namespace processes
