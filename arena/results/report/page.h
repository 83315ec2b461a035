#pragma once

#include <boost/json/fwd.hpp>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace arena {

/// The page without its data: HTML with kPagePlaceholder in place of the data. The build makes it from web/.
std::string_view page_template();

/// It appears once in the template, in an element of type application/json.
inline constexpr std::string_view kPagePlaceholder = "{{report}}";

/// The games that can be shown card by card: their key in the page ("0/b12g3") and their JSON text.
using PageReplays = std::vector<std::pair<std::string, std::string>>;

/// Escapes JSON text so that it can be put into an HTML element: no markup, and no line ends other than LF. It can be
/// applied piece by piece, but a piece must not end inside a character.
std::string markup_free(std::string_view json);

/// Writes a complete page or none: it is synced beside its place, then moved. `report` is the `Report` of web/data.ts
/// without its `replays`. Throws InputError if a file is there that is not a page of the arena, and std::system_error
/// with the path.
void write_page(const std::filesystem::path& file, const boost::json::object& report, const PageReplays& replays);

}  // namespace arena
