#pragma once

#include <spdlog/fwd.h>

#include <memory>
#include <string>

#include "arena/app/commands/exit_code.h"
#include "arena/app/terminal/command_line.h"
#include "arena/base/text/screen.h"

namespace arena::cli {

/// What every command gets from main.
struct CommandContext {
  std::shared_ptr<spdlog::logger> log;
  std::string program;                     ///< as it was called
  std::shared_ptr<const Screens> screens;  ///< known when a command runs, not before
  CommandLine* line = nullptr;             ///< set by add_commands()
};

/// Adds all commands to the command line. It is asked for help by them, and must outlive them.
void add_commands(CommandLine& line, CommandContext context);

// Each defines a command: its arguments, and what it does.
void define_adjudicate(Command& command, const CommandContext& context);
void define_check(Command& command, const CommandContext& context);
void define_compare(Command& command, const CommandContext& context);
void define_completion(Command& command, const CommandContext& context);
void define_doctor(Command& command, const CommandContext& context);
void define_duel(Command& command, const CommandContext& context);
void define_export(Command& command, const CommandContext& context);
void define_gauntlet(Command& command, const CommandContext& context);
void define_help(Command& command, const CommandContext& context);
void define_init(Command& command, const CommandContext& context);
void define_merge(Command& command, const CommandContext& context);
void define_plan(Command& command, const CommandContext& context);
void define_play(Command& command, const CommandContext& context);
void define_rate(Command& command, const CommandContext& context);
void define_replay(Command& command, const CommandContext& context);
void define_report(Command& command, const CommandContext& context);
void define_retry(Command& command, const CommandContext& context);
void define_run(Command& command, const CommandContext& context);
void define_slurm(Command& command, const CommandContext& context);
void define_submissions(Command& command, const CommandContext& context);
void define_submit(Command& command, const CommandContext& context);
void define_variants(Command& command, const CommandContext& context);
void define_verify(Command& command, const CommandContext& context);
void define_watch(Command& command, const CommandContext& context);

}  // namespace arena::cli
