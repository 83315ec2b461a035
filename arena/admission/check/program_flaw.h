#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "arena/bots/package/bot_entry.h"
#include "arena/bots/sandbox/isolation.h"

namespace arena {

/// Why a bot's program cannot run or ends, and what its author can do.
struct Cause {
  std::string what;     ///< a sentence without its point, safe on a terminal
  std::string remedy;   ///< sentences
  std::string limit{};  ///< the limit that it ran into, with its bound; empty: none
};

/// There is something at this path.
bool is_there(const std::filesystem::path& path);

/// The beginning of a program file: its first line, or the head of a binary. At most 4096 bytes; empty: not readable.
std::string head_of(const std::filesystem::path& program);

/// The first line of its program asks for an interpreter that has this in its name.
bool is_script_of(const BotCommand& command, std::string_view interpreter);

/// The first word of the command, or the first line of its program, names this language.
bool speaks(const BotCommand& command, std::string_view language);

/// Returns what is wrong with the program file: its first line, its interpreter, the machine that it is built for.
std::optional<Cause> flaw_of_program(const BotCommand& command, Isolation isolation);

}  // namespace arena
