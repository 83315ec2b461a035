#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "arena/records/game_record.h"
#include "arena/sandbox/box.h"

namespace processes {

/// The arena program with these arguments.
std::vector<std::string> arena_words(const std::vector<std::string>& arguments);

/// Why bots cannot be boxed on this machine; empty when they can.
const std::string& why_no_box();

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

/// A test case for each isolation: `name` in the box, and without one. The body gets `isolation`.
#define HEARTS_TEST_BOTH_WAYS_AS(function, name)                                                       \
  static void function(arena::Isolation isolation);                                                    \
  TEST_CASE(name ", in the box") {                                                                     \
    if (!processes::why_no_box().empty()) SKIP("no box on this machine: " << processes::why_no_box()); \
    function(arena::Isolation::user);                                                                   \
  }                                                                                                    \
  TEST_CASE(name ", without a box") { function(arena::Isolation::none); }                              \
  static void function([[maybe_unused]] arena::Isolation isolation)
#define HEARTS_TEST_JOIN2(a, b) a##b
#define HEARTS_TEST_JOIN(a, b) HEARTS_TEST_JOIN2(a, b)
#define TEST_BOTH_WAYS(name) HEARTS_TEST_BOTH_WAYS_AS(HEARTS_TEST_JOIN(both_ways_, __LINE__), name)
