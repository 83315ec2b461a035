#pragma once

#include <spdlog/fwd.h>

#include <atomic>
#include <exception>
#include <memory>
#include <string>

#include "arena/app/commands/exit_code.h"
#include "arena/app/terminal/command_line.h"
#include "arena/base/text/screen.h"

namespace arena::cli {

// Help for arguments that several commands have.
inline constexpr const char* kRunHelp = "the folder of a run, or its games.jsonl";
inline constexpr const char* kRunsHelp =
    "folders of runs, or files of their records. One run may be in several files; several runs are taken together";
inline constexpr const char* kGameHelp = "a game's id (b0g3) or its number (4)";
inline constexpr const char* kOfVariantHelp =
    "only games of this variant. \"*@4\" means all variants for four players. Repeat the option for several";

/// Returns the exit code of a command that an exception has ended: kBadInput, or `failure_code`.
int exit_code_of(const std::exception& error, int failure_code);
/// Returns the legible text of such an exception. It has several lines if several things are wrong with a file.
std::string error_text(const std::exception& error);

/// What main passes to every command.
struct CommandContext {
  std::shared_ptr<spdlog::logger> log;
  std::string program;                     ///< as it was called
  std::shared_ptr<const Screens> screens;  ///< set before a command runs
  /// The exit code if something fails: kFailed, or what the command sets. Never null, and outlives the commands.
  std::atomic<int>* failure_code = nullptr;
  CommandLine* line = nullptr;  ///< set by add_commands()
};

/// Adds all commands to the command line. The command line must outlive them, because they ask it for help texts.
void add_commands(CommandLine& line, CommandContext context);

/// Defines the arguments and the action of a command.
using DefineCommand = void(Command& command, const CommandContext& context);
DefineCommand define_adjudicate, define_check, define_compare, define_completion, define_disqualify, define_doctor,
    define_duel, define_export, define_gauntlet, define_help, define_init, define_merge, define_plan, define_play,
    define_rate, define_reinstate, define_replay, define_report, define_retry, define_run, define_slurm,
    define_submissions, define_submit, define_variants, define_verify, define_watch, define_withdraw;

}  // namespace arena::cli
