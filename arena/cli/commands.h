#pragma once

#include <spdlog/fwd.h>

#include <memory>
#include <string>

#include "arena/cli/command_line.h"
#include "arena/text/screen.h"

namespace arena::cli {

/// Codes the program ends with.
inline constexpr int kDone = 0;
inline constexpr int kFailed = 1;    ///< something went wrong on the way, or a check found something
inline constexpr int kBadInput = 2;  ///< the command line or a file is not as it must be
inline constexpr int kInterrupted = 130;

/// What every command gets from main.
struct CommandContext {
  std::shared_ptr<spdlog::logger> log;
  std::string program;                     ///< as it was called
  std::shared_ptr<const Screens> screens;  ///< known when a command runs, not before
};

/// Audits a run (see verify_run) and the ratings that lie with it, says what was found, and returns the exit code.
int audit_run(const std::string& run, const Screens& screens);

// Each adds a command to the command line.
void add_adjudicate(CommandLine& line, const CommandContext& context);
void add_check(CommandLine& line, const CommandContext& context);
void add_compare(CommandLine& line, const CommandContext& context);
void add_duel(CommandLine& line, const CommandContext& context);
void add_completion(CommandLine& line, const CommandContext& context);
void add_doctor(CommandLine& line, const CommandContext& context);
void add_gauntlet(CommandLine& line, const CommandContext& context);
void add_export(CommandLine& line, const CommandContext& context);
/// The last of all: it knows the others.
void add_help(CommandLine& line, const CommandContext& context);
void add_init(CommandLine& line, const CommandContext& context);
void add_plan(CommandLine& line, const CommandContext& context);
void add_merge(CommandLine& line, const CommandContext& context);
void add_play(CommandLine& line, const CommandContext& context);
void add_rate(CommandLine& line, const CommandContext& context);
void add_report(CommandLine& line, const CommandContext& context);
void add_run(CommandLine& line, const CommandContext& context);
void add_retry(CommandLine& line, const CommandContext& context);
void add_replay(CommandLine& line, const CommandContext& context);
void add_slurm(CommandLine& line, const CommandContext& context);
void add_submissions(CommandLine& line, const CommandContext& context);
void add_submit(CommandLine& line, const CommandContext& context);
void add_variants(CommandLine& line, const CommandContext& context);
void add_verify(CommandLine& line, const CommandContext& context);
void add_watch(CommandLine& line, const CommandContext& context);

}  // namespace arena::cli
