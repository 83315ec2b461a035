#pragma once

#include <spdlog/logger.h>
#include <CLI/App.hpp>
#include <functional>
#include <memory>

namespace arena::cli {

/// Codes the program ends with.
inline constexpr int kDone = 0;
inline constexpr int kFailed = 1;    ///< something went wrong on the way, or a check found something
inline constexpr int kBadInput = 2;  ///< the command line or a file is not as it must be
inline constexpr int kInterrupted = 130;

/// What every command gets from main.
struct Surroundings {
  std::shared_ptr<spdlog::logger> log;
  std::string program;  ///< as it was called
};

/// A command: adds itself to the app, and says what to run if it is chosen. The result of `run` is the exit code.
struct Command {
  CLI::App* app = nullptr;
  std::function<int()> run;
};

Command add_adjudicate(CLI::App& app, const Surroundings& surroundings);
Command add_check(CLI::App& app, const Surroundings& surroundings);
Command add_doctor(CLI::App& app, const Surroundings& surroundings);
Command add_init(CLI::App& app, const Surroundings& surroundings);
Command add_plan(CLI::App& app, const Surroundings& surroundings);
Command add_play(CLI::App& app, const Surroundings& surroundings);
Command add_rate(CLI::App& app, const Surroundings& surroundings);
Command add_run(CLI::App& app, const Surroundings& surroundings);
Command add_retry(CLI::App& app, const Surroundings& surroundings);
Command add_replay(CLI::App& app, const Surroundings& surroundings);
Command add_variants(CLI::App& app, const Surroundings& surroundings);
Command add_verify(CLI::App& app, const Surroundings& surroundings);

}  // namespace arena::cli
