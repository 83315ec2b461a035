#include <fcntl.h>
#include <poll.h>
#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <CLI/Validators.hpp>
#include <cstdio>
#include <iostream>

#include "arena/cli/commands.h"
#include "arena/text/json_file.h"
#include "arena/text/printable.h"
#include "engine/rules.h"

namespace {

/// What is wrong with the command line and where help is, in one line.
std::string explain(const CLI::App& app, const CLI::ParseError& error) {
  const std::vector<CLI::App*> chosen = app.get_subcommands();
  if (!chosen.empty())
    return std::string(error.what()) + "; 'arena " + chosen.front()->get_name() + " --help' explains";
  if (error.get_exit_code() != static_cast<int>(CLI::ExitCodes::RequiredError))
    return std::string(error.what()) + "; 'arena --help' explains";
  std::string commands;
  for (const CLI::App* command : app.get_subcommands({})) {
    commands += (commands.empty() ? "" : ", ") + command->get_name();
  }
  const std::vector<std::string> rest = app.remaining();
  const std::string what =
      rest.empty() ? "a command is missing" : "there is no command '" + arena::printable(rest.front()) + "'";
  return what + "; there are: " + commands;
}

/// The text without what a terminal would obey: control characters (those of two bytes too) as \xNN.
std::string harmless(std::string_view text) {
  std::string shown;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    const auto next = static_cast<unsigned char>(i + 1 < text.size() ? text[i + 1] : 0);
    if (byte < 0x20 || byte == 0x7F || (byte == 0xC2 && next >= 0x80 && next < 0xA0)) {
      char escape[5];
      std::snprintf(escape, sizeof escape, "\\x%02x", byte);
      shown += escape;
    } else {
      shown += text[i];
    }
  }
  return shown;
}

/// Standard output is a pipe that nobody reads any more.
bool reader_is_gone() {
  pollfd output = {STDOUT_FILENO, 0, 0};
  return ::poll(&output, 1, 0) == 1 && (output.revents & POLLERR) != 0;
}

}  // namespace

int main(int argc, char** argv) {
  using namespace arena;

  // With a standard stream closed, the next file opened would take its place and our messages. What takes it instead
  // can only be read: an answer that nobody gets is an error, as on a full disk.
  for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; ++stream) {
    if (::fcntl(stream, F_GETFD) == -1 && ::open("/dev/null", O_RDONLY) != stream) return cli::kFailed;
  }

  const auto log = spdlog::stderr_color_mt("arena");
  log->set_pattern("%^%l%$: %v");

  CLI::App app("Hearts Arena: card-playing bots in any language play each other, each in its own process.", "arena");
  app.require_subcommand(1);
  app.fallthrough();  // options of the program may also stand after the command
  app.set_version_flag("--version", "arena " HEARTS_VERSION);
  std::string level = "info";
  app.add_option("--log-level", level, "what is said on stderr")
      ->check(CLI::IsMember({"debug", "info", "warning", "error"}))
      ->capture_default_str();
  app.footer("arena COMMAND --help explains a command. Bots: protocol.md. First game: README.md.");

  const cli::Surroundings surroundings = {log, argv[0]};
  const std::vector<cli::Command> commands = {
      cli::add_init(app, surroundings),       cli::add_check(app, surroundings),    cli::add_plan(app, surroundings),
      cli::add_run(app, surroundings),        cli::add_play(app, surroundings),     cli::add_rate(app, surroundings),
      cli::add_replay(app, surroundings),     cli::add_retry(app, surroundings),    cli::add_verify(app, surroundings),
      cli::add_adjudicate(app, surroundings), cli::add_variants(app, surroundings), cli::add_doctor(app, surroundings)};
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success)) return app.exit(error);
    log->error("{}", harmless(explain(app, error)));
    return cli::kBadInput;
  }
  log->set_level(spdlog::level::from_str(level));

  try {
    for (const cli::Command& command : commands) {
      if (!command.app->parsed()) continue;
      const int code = command.run();
      // A reader who has gone away has seen what he wanted; a full disk is another matter.
      if (std::cout.flush() || reader_is_gone()) return code;
      log->error("standard output cannot be written");
      return cli::kFailed;
    }
  } catch (const InputError& error) {
    log->error("{}", harmless(error.what()));
    return cli::kBadInput;
  } catch (const hearts::RulesError& error) {
    log->error("{}", harmless(error.what()));
    return cli::kBadInput;
  } catch (const std::exception& error) {
    log->error("{}", harmless(error.what()));
    return cli::kFailed;
  }
  return cli::kBadInput;
}
