#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "arena/base/text/text_layout.h"

namespace arena {

/// A line of text, escaped so that GitHub's Markdown shows it as it is. An underscore inside a word is not escaped,
/// because it has no meaning there.
std::string markdown_escaped(std::string_view text);

/// A Markdown table with escaped cells.
std::string markdown_table(const CellTable& table);

/// A list of escaped sentences after an empty line. Nothing if there are no sentences.
std::string markdown_list(const std::vector<std::string>& sentences);

}  // namespace arena
