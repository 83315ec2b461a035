#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace hearts::test {

/// Every id that engine/RULES.md explains in a line of its own: "R000-01", "A000-1", "Z1", "X-1".
const std::set<std::string>& explained_rules();

/// The words of a text split by one space.
std::vector<std::string> words_of(std::string_view text);

}  // namespace hearts::test
