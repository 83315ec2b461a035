#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace arena {

// How the arena shows text that comes from bots and people: in messages, records, tables and pages.

/// Makes text safe for terminals and pages, and keeps it readable: unseen characters, bytes that are not UTF-8, and
/// combining marks with nothing before them to combine with become \xNN, one for each byte. Everything else stays. The
/// characters of ASCII in `kept`, which are line ends or spaces, stay, too.
///
/// This function does not change text that is already legible. Use it for text that may have escapes, such as text from
/// a record or an error, and printable() for bytes as they came. Text of more than `bytes_max` bytes is cut between two
/// characters and ends in "...".
std::string legible(std::string_view text, std::string_view kept = {}, std::size_t bytes_max = std::string_view::npos);

/// Makes bytes from a bot or a person legible, for records and terminals. They can be told apart from the escapes:
/// where the bytes themselves spell one, such as \x1b, their backslash becomes \x5c.
std::string printable(std::string_view bytes, std::size_t bytes_max = 200, std::string_view kept = {});

/// The same for text of several lines: newlines and tabs stay.
std::string printable_lines(std::string_view bytes, std::size_t bytes_max);

/// The first or last bytes of a text: `bytes_max`, or up to three fewer so that no character is cut in half.
std::string_view first_bytes(std::string_view text, std::size_t bytes_max);
std::string_view last_bytes(std::string_view text, std::size_t bytes_max);

}  // namespace arena
