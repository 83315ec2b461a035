#pragma once

#include <string>
#include <string_view>

#include "arena/bots/protocol/limits.h"

namespace arena {

/// What does no harm to a bot that keeps to protocol.md. Each takes and gives whole lines; an `ask` stays the last.
namespace alter {

/// Before each line but `hello` one whose first word is unknown, once one of 4096 bytes; unknown keys beside the rules.
std::string add_unknown_lines(std::string_view lines);

/// Unknown fields before the `:` of an `ask`, and at the end of every line that is made of fields.
std::string add_unknown_fields(std::string_view lines);

/// Every third question to play is of an unknown kind. `asked`: questions to play so far.
std::string rename_kinds(std::string_view lines, int& asked);

/// Before each line but `hello` an empty one.
std::string add_empty_lines(std::string_view lines);

/// After these lines as many unknown ones as fill the largest block that a language reads by itself.
std::string add_many_lines(std::string_view lines);

/// Every line ends in CR LF.
std::string end_in_crlf(std::string_view lines);

/// MOVE and BANK of each `ask` as at the start of a game: they tell nothing about the time that went by.
std::string stop_clocks(std::string_view lines, const Limits& limits);

}  // namespace alter

}  // namespace arena
