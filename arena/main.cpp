#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <CLI/Validators.hpp>
#include <iostream>

#include "arena/cli/commands.h"
#include "arena/league/json_file.h"
#include "engine/rules.h"

int main(int argc, char** argv) {
  using namespace arena;

  const auto log = spdlog::stderr_color_mt("arena");
  log->set_pattern("%^%l%$: %v");

  CLI::App app("Hearts Arena: card-playing bots in any language play each other, each in its own process.", "arena");
  app.require_subcommand(1);
  app.set_version_flag("--version", "arena " HEARTS_VERSION);
  std::string level = "info";
  app.add_option("--log-level", level, "what is said on stderr")
      ->check(CLI::IsMember({"debug", "info", "warning", "error"}))
      ->capture_default_str();
  app.footer("arena COMMAND --help explains a command. Bots: protocol.md. First game: README.md.");

  const std::vector<cli::Command> commands = {cli::add_run(app, {log}), cli::add_replay(app, {log})};
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    const int code = app.exit(error);
    return code == 0 ? cli::kDone : cli::kBadInput;
  }
  log->set_level(spdlog::level::from_str(level));

  try {
    for (const cli::Command& command : commands) {
      if (command.app->parsed()) return command.run();
    }
  } catch (const InputError& error) {
    log->error("{}", error.what());
    return cli::kBadInput;
  } catch (const hearts::RulesError& error) {
    log->error("{}", error.what());
    return cli::kBadInput;
  } catch (const std::exception& error) {
    log->error("{}", error.what());
    return cli::kFailed;
  }
  return cli::kBadInput;
}
