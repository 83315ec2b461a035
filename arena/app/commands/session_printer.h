#pragma once

#include <spdlog/fwd.h>

#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>

#include "arena/app/commands/commands.h"
#include "arena/app/commands/live_report.h"
#include "arena/app/commands/progress_line.h"
#include "arena/app/commands/session_options.h"
#include "arena/league/session/session.h"

namespace arena::cli {

/// Prints a session while it is played: results to standard output, the rest to the log and the progress line.
class SessionPrinter {
 public:
  /// Both must outlast this object, and this object the session.
  SessionPrinter(const SessionOptions& options, const CommandContext& context);

  SessionEvents events();

  /// Prints what is left to say when the session is over, and returns the exit code.
  int finish(const SessionOutcome& outcome);

 private:
  void stage_begins(const StageStart& start, const RatedRuns& rated);
  void game_over(const GameRecord& record, int counted);
  void tell_faults(const GameRecord& record);
  void tell_refused(const GameRecord& record);
  void stage_ends(const StageEnd& end);
  void whole_run_ends(const StageEnd& end);
  void shard_ends(const StageEnd& end);
  std::string how_to_resume(const StageEnd& end) const;
  /// Makes room on the terminal for a message.
  spdlog::logger& log();

  const SessionOptions& options_;
  const CommandContext& context_;
  const StageStart* stage_ = nullptr;  ///< from its beginning to its end
  const RatedRuns* rated_ = nullptr;   ///< of the stage
  std::optional<ProgressLine> progress_;
  std::optional<LiveReport> report_;
  // Of this stage: what was told of each bot.
  std::map<std::string, int> faults_of_;
  std::map<std::string, int> replaced_of_;
  std::set<std::string> refused_before_;
};

}  // namespace arena::cli
