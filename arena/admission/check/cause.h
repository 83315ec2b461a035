#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "arena/bots/package/bot_entry.h"
#include "arena/bots/sandbox/isolation.h"
#include "arena/game/table/fault.h"

namespace arena {

/// Why a bot's program cannot run or ends, and what its author can do.
struct Cause {
  std::string what;     ///< a sentence without its point, safe on a terminal
  std::string remedy;   ///< sentences
  std::string limit{};  ///< the limit that it ran into, with its bound; empty: none
};

/// The beginning of a program file: its first line, or the head of a binary. At most 4096 bytes; empty: not readable.
std::string head_of(const std::filesystem::path& program);

/// The first line of its program asks for an interpreter that has this in its name.
bool is_script_of(const BotCommand& command, std::string_view interpreter);

/// The first word of the command, or the first line of its program, names this language.
bool speaks(const BotCommand& command, std::string_view language);

/// What is wrong with the program file: its first line, its interpreter, the machine that it is built for.
std::optional<Cause> flaw_of_program(const BotCommand& command, Isolation isolation);

/// The cause of a fault that ends a bot's process: a flaw of its program, or what its last words tell, a module, library
/// or file that it lacks, the network, a limit that it ran into, and the like. Says where this machine has what is
/// lacking, if bots do not see it. None if it cannot be told.
std::optional<Cause> find_cause(const BotEntry& bot, Isolation isolation, const FaultEvent& event);

/// What to tell a bot of one process that starts another program, or forks.
Cause starts_another(const BotCommand& command);

/// The last lines of what a bot wrote to stderr, fifteen at most, safe on a terminal.
std::vector<std::string> last_lines(const std::vector<StderrChunk>& stderr_tail);

}  // namespace arena
