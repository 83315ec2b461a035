#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "tests/house/include_checks.h"
#include "tests/house/rooms.h"
#include "tests/house/source_tree.h"

namespace house {

inline constexpr std::size_t kFileLinesMax = 420;
inline constexpr std::size_t kColumnsMax = 120;

// Headers start with #pragma once; only comments may come before.
Findings headers_without_pragma_once(const SourceTree& tree);

// Every .cpp and .c has the header of its name, but for the paths in `without`; a path there may be of a folder, with a
// slash at its end, or of all files that end so, with a star before it.
Findings sources_without_header(const SourceTree& tree, const std::vector<std::string>& without);

// A comment stands above every struct, class and enum that a header defines outside of other types; above enums of a
// line each that follow each other, one for all.
Findings types_without_comment(const SourceTree& tree);

// No .h or .cpp has more than kFileLinesMax lines, but for the paths in `tables`.
Findings files_too_long(const SourceTree& tree, const std::vector<std::string>& tables);

// No line of a comment in a .h or .cpp has more than kColumnsMax bytes, unless it has an address. clang-format breaks
// lines of code, but not those of comments.
Findings comments_too_wide(const SourceTree& tree);

// No file or folder is called utils, helper, manager, handler, misc or common, alone or as a part of its name.
Findings names_that_say_nothing(const SourceTree& tree);

// No call of system, popen, rand, srand, sleep, usleep, std::this_thread::sleep_for or sleep_until.
Findings banned_calls(const SourceTree& tree);

// Every rule id in the code (R002-22, A001-3, Z7) occurs in `rules_text`.
Findings rule_ids_not_in(const SourceTree& tree, const std::string& rules_text);

// Every file or room that arena/README.md names in backquotes (`game/table/dialogue`, `base/seeds/run_key.h`) is in the
// tree, from arena/ or from the root, and every room is named there.
Findings page_of_the_house(const SourceTree& tree, const std::string& page, const std::vector<Room>& rooms);

// The walks of arena/README.md are tables whose rows say who calls what: | `part` | `function()` | `part` |. A part is
// a header with the source of its name. Both parts name the function, in code.
Findings calls_that_are_not_there(const SourceTree& tree, const std::string& page);

}  // namespace house
