#pragma once

#include <boost/json/fwd.hpp>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace arena {

/// The page without its data: HTML with kPagePlaceholder where they go. Made at build time of web/.
std::string_view page_template();

/// It stands once in the template, in an element of type application/json.
inline constexpr std::string_view kPagePlaceholder = "{{report}}";

/// Text of games that can be shown card by card, by their key in the page: "0/b12g3".
using PageReplays = std::vector<std::pair<std::string, std::string>>;

/// Text of JSON made fit to stand in an element of HTML, piece after piece: no markup, and no end of a line but LF. The
/// pieces must not break a character in two.
std::string markup_free(std::string_view json);

/// Writes a page whole or not at all: synced beside its place, then moved. `report` is that of web/data.ts but for its
/// `replays`. Throws InputError for a file that is there and is no page, std::system_error with the path.
void write_page(const std::filesystem::path& file, const boost::json::object& report, const PageReplays& replays);

}  // namespace arena
