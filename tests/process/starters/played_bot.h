#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace starter_test {

/// Plays a league of the bots over the variants, two hands a game and one block a variant, twice from the same seed.
/// Checks that no bot had a fault and that both times the same was recorded.
void play_twice(const std::vector<std::string>& bots, const std::vector<std::string>& variants);

/// Runs a program in the folder and requires that it ends with 0; what it printed.
std::string run_well(const std::filesystem::path& folder, const std::vector<std::string>& words);

/// Skips the test case when programs of the language are missing, and says what to install. Fails it when
/// HEARTS_REQUIRE_LANGUAGES says that this machine must have the language.
void skip_where_missing(std::string_view language, const std::vector<std::string>& missing, std::string_view package);

}  // namespace starter_test
