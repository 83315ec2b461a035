#pragma once

#include <string>
#include <vector>

#include "tests/house/rooms.h"
#include "tests/house/source_tree.h"

namespace house {

// Each check returns one line a finding, `path:line: what is wrong`; empty when all is well. Only .h and .cpp files
// count.
using Findings = std::vector<std::string>;

// Quoted includes name a file of the tree from the root; our files are never included in angle brackets.
Findings includes_that_name_no_file(const SourceTree& tree);

// Every file is in a room and includes only headers of rooms that its own knows. A room knows only rooms that are
// defined above it in arena/CMakeLists.txt, and none for nothing.
Findings includes_of_unknown_rooms(const SourceTree& tree, const std::vector<Room>& rooms);

// No file includes itself, directly or by others.
Findings circles_of_files(const SourceTree& tree);

// No circle exists where a header and the source of its name count as one.
Findings circles_of_parts(const SourceTree& tree);

// engine/ takes only itself and the standard library, and of that nothing with I/O, clocks, threads or random numbers.
Findings includes_foreign_to_engine(const SourceTree& tree);

// No room includes what it must not know, some not by any number of steps: bot processes know no cards, for example.
Findings includes_of_forbidden_rooms(const SourceTree& tree);

// A library's headers reach, by any number of includes, only rooms that name it in arena/CMakeLists.txt, and not too
// many files: Asio, Boost.JSON, CLI11, Eigen and others.
Findings libraries_out_of_their_rooms(const SourceTree& tree, const std::vector<Room>& rooms);

}  // namespace house
