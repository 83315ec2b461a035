#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "arena/bots/package/bot_entry.h"
#include "arena/bots/sandbox/isolation.h"

namespace arena {

/// Why a bot's program cannot run, or why it ends, and what its author can do.
struct Cause {
  std::string what;     ///< a sentence without its full stop, safe on a terminal
  std::string remedy;   ///< sentences
  std::string limit{};  ///< the limit that the bot reached, with its value; empty if none
};

/// Whether there is anything at this path.
bool is_there(const std::filesystem::path& path);

/// Returns the first 4096 bytes of a program file, or an empty text if the file cannot be read.
std::string head_of(const std::filesystem::path& program);

/// Whether the first line of the program asks for an interpreter that has this in its name.
bool is_script_of(const BotCommand& command, std::string_view interpreter);

/// Whether the first word of the command, or the first line of its program, names this language.
bool names_language(const BotCommand& command, std::string_view language);

/// Looks at the program file: its first line, its interpreter, the machine that it is built for. Returns what is wrong
/// with it, or nothing.
std::optional<Cause> flaw_of_program(const BotCommand& command, Isolation isolation);

}  // namespace arena
