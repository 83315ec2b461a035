#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "arena/bots/sandbox/sandbox.h"
#include "arena/records/game_record.h"

namespace processes {

/// The arena program with these arguments.
std::vector<std::string> arena_words(const std::vector<std::string>& arguments);

/// The programs that start bots, and a root for their sandboxes that lasts as long as this process.
const arena::SandboxPrograms& sandbox_programs();

/// Why bots cannot be isolated so on this machine; empty when they can.
const std::string& why_not(arena::Isolation isolation);
/// The environment says, in HEARTS_REQUIRE_ISOLATION, that this machine must have it: a test that misses it fails.
bool is_required(arena::Isolation isolation);
/// The strongest level of this machine.
arena::Isolation best_isolation();

/// A file of the repository, from its root.
std::filesystem::path in_repository(std::string_view path);

/// All games of a run's folder, in the order of the file.
std::vector<arena::GameRecord> games_of(const std::filesystem::path& run);

/// What was dealt, passed, played and scored in a game, and the places: without faults, names and questions.
std::string play_of(const arena::GameRecord& game);

/// The lines of a file, sorted.
std::vector<std::string> sorted_lines(const std::filesystem::path& file);

/// Bytes after the last newline.
std::size_t torn_bytes(const std::filesystem::path& file);

}  // namespace processes

/// Skips the test case where this machine does not offer a level, with the reason; fails it where it is required.
#define NEEDS_LEVEL(level)                                                                           \
  do {                                                                                               \
    const std::string& hearts_why = processes::why_not(level);                                       \
    if (!hearts_why.empty() && processes::is_required(level)) FAIL(hearts_why);                      \
    if (!hearts_why.empty())                                                                         \
      SKIP("no isolation '" << arena::isolation_name(level) << "' on this machine: " << hearts_why); \
  } while (false)
/// A test case for each level: `name` at that level. The body gets `isolation`.
#define HEARTS_TEST_AT(function, name, tags, level) \
  TEST_CASE(name ", " #level, tags) {               \
    NEEDS_LEVEL(arena::Isolation::level);           \
    function(arena::Isolation::level);              \
  }
#define HEARTS_TEST_EVERY_LEVEL_AS(function, name, tags) \
  static void function(arena::Isolation isolation);      \
  HEARTS_TEST_AT(function, name, tags, none)             \
  HEARTS_TEST_AT(function, name, tags, confined)         \
  HEARTS_TEST_AT(function, name, tags, user)             \
  HEARTS_TEST_AT(function, name, tags, full)             \
  static void function([[maybe_unused]] arena::Isolation isolation)
/// The same for long tests: without isolation, and at the best level of this machine.
#define HEARTS_TEST_BOTH_WAYS_AS(function, name)                                 \
  static void function(arena::Isolation isolation);                              \
  HEARTS_TEST_AT(function, name, "", none)                                       \
  TEST_CASE(name ", isolated") {                                                 \
    const arena::Isolation best = processes::best_isolation();                   \
    if (best == arena::Isolation::none) NEEDS_LEVEL(arena::Isolation::confined); \
    function(best);                                                              \
  }                                                                              \
  static void function([[maybe_unused]] arena::Isolation isolation)
/// Both ways; and, tagged [thorough], at the levels between.
#define HEARTS_TEST_LEVELS_AS(function, name)            \
  static void function(arena::Isolation isolation);      \
  HEARTS_TEST_AT(function, name, "[thorough]", confined) \
  HEARTS_TEST_AT(function, name, "[thorough]", user)     \
  HEARTS_TEST_BOTH_WAYS_AS(function, name)
#define HEARTS_TEST_JOIN2(a, b) a##b
#define HEARTS_TEST_JOIN(a, b) HEARTS_TEST_JOIN2(a, b)
#define TEST_EVERY_LEVEL(name) TEST_EVERY_LEVEL_TAGGED(name, "")
#define TEST_EVERY_LEVEL_TAGGED(name, tags) \
  HEARTS_TEST_EVERY_LEVEL_AS(HEARTS_TEST_JOIN(every_level_, __LINE__), name, tags)
#define TEST_BOTH_WAYS(name) HEARTS_TEST_BOTH_WAYS_AS(HEARTS_TEST_JOIN(both_ways_, __LINE__), name)
#define TEST_LEVELS(name) HEARTS_TEST_LEVELS_AS(HEARTS_TEST_JOIN(levels_, __LINE__), name)
