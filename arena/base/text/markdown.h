#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "arena/base/text/text_layout.h"

namespace arena {

/// A line of text that GitHub's Markdown shows as it is. "_" within a word, as names have it, means nothing there.
std::string markdown_escaped(std::string_view text);

/// A table, its cells escaped.
std::string markdown_table(const CellTable& table);

/// A list of escaped sentences after an empty line; nothing where there is none.
std::string markdown_list(const std::vector<std::string>& sentences);

}  // namespace arena
