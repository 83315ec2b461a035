#pragma once

#include <string>
#include <vector>

#include "tests/house/source_tree.h"

namespace house {

// Each check returns one line a finding, `path:line: what is wrong`; empty when all is well. Only .h and .cpp files
// count.
using Findings = std::vector<std::string>;

// Quoted includes name a file of the tree from the root; our files are never included in angle brackets.
Findings includes_that_name_no_file(const SourceTree& tree);

// Every file stands in a room of the house, and no include goes to a higher floor.
Findings includes_that_run_up(const SourceTree& tree);

// No file includes itself, directly or by others.
Findings circles_of_files(const SourceTree& tree);

// No room needs itself by way of others.
Findings circles_of_rooms(const SourceTree& tree);

// engine/ takes only itself and the standard library, and of that nothing with I/O, clocks, threads or random numbers.
Findings includes_foreign_to_engine(const SourceTree& tree);

// What a room must not know, such as processes the cards. Some bans hold by any number of steps.
Findings includes_of_forbidden_rooms(const SourceTree& tree);

// Asio, Boost.JSON, CLI11 and Eigen are reached, by any number of steps, from their rooms only, and not by too many
// files.
Findings libraries_out_of_their_rooms(const SourceTree& tree);

}  // namespace house
