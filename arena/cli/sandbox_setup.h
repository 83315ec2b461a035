#pragma once

#include <spdlog/logger.h>
#include <CLI/App.hpp>
#include <memory>
#include <string>

#include "arena/sandbox/bubblewrap.h"
#include "arena/sandbox/reaper.h"
#include "arena/sandbox/staging.h"

namespace arena::cli {

/// How bots are to be shut in, as a user says it.
struct IsolationOptions {
  std::string asked = "auto";
  std::string required = "none";
};

/// --isolation and --require-isolation.
void add_isolation_options(CLI::App* command, IsolationOptions& options);

/// Where one command starts its bots from: a folder for their copies and the box they are put in. What it has made goes
/// with it, and also when the arena is killed.
class BotQuarters {
 public:
  /// Takes the level asked for, or the strongest that can be had, tries it, and says on the log what it is. To be made
  /// before any thread is. Throws InputError when the level is not to be had, or less than is required, MachineFault
  /// when no bot can be started at all.
  BotQuarters(const IsolationOptions& options, spdlog::logger& log);

  const Staging& staging() const { return staging_; }
  const Box& box() const { return box_; }

 private:
  Caretaker caretaker_;
  Staging staging_;
  std::unique_ptr<CgroupParent> cgroups_;
  Box box_;
};

}  // namespace arena::cli
