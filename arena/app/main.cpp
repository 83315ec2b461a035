#include <fcntl.h>
#include <fmt/format.h>
#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <memory>
#include <new>
#include <streambuf>
#include <string>
#include <string_view>

#include "arena/app/commands/commands.h"
#include "arena/app/terminal/build_commit.h"
#include "arena/app/terminal/output.h"
#include "arena/bots/protocol/decode.h"
#include "arena/bots/sandbox/own_limits.h"
#include "arena/records/manifest.h"

namespace {

std::string version_line() {
  return fmt::format("arena {} (commit {}, protocol {})", arena::arena_version(), arena::cli::build_commit().hash,
                     arena::kProtocolVersion);
}

std::atomic<bool> memory_ran_out = false;
std::atomic<int> failure_code = arena::cli::kFailed;
std::terminate_handler usual_end = nullptr;

/// The new handler: operator new has found no memory.
[[noreturn]] void note_out_of_memory() {
  memory_ran_out = true;
  throw std::bad_alloc();
}

/// The terminate handler, since memory may run out where an exception cannot pass. It allocates nothing.
[[noreturn]] void end() {
  if (!memory_ran_out) usual_end();
  for (const std::string_view text : {std::string_view("error: "), arena::cli::kOutOfMemory, std::string_view("\n")}) {
    if (::write(STDERR_FILENO, text.data(), text.size()) < 0) break;
  }
  std::_Exit(failure_code);
}

}  // namespace

int main(int argc, char** argv) {
  using namespace arena;

  // If a standard stream is closed, the next file that is opened would get its number and our messages. Open /dev/null
  // in its place, for reading only: an answer that cannot be written is then an error, as on a full disk.
  for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; ++stream) {
    if (::fcntl(stream, F_GETFD) == -1 && ::open("/dev/null", O_RDONLY) != stream) return cli::kFailed;
  }

  raise_soft_limits();
  std::set_new_handler(note_out_of_memory);
  usual_end = std::set_terminate(end);

  const auto log = spdlog::stderr_color_mt("arena");
  cli::show_log_on(*log, find_screen(STDERR_FILENO));
  const auto screens = std::make_shared<Screens>();

  cli::CommandLine line("arena",
                        "Hearts Arena plays bots against each other in the Hearts family of card games and rates them. "
                        "A bot is a program in any language, in a process of its own.",
                        version_line(), [screens] { return screens->out.page(); });
  std::string level = "info";
  std::string color = "auto";
  bool no_pager = false;
  line.program()
      .value("--log-level", level, "show messages of this level and above on standard error")
      .value_name("LEVEL")
      .one_of({"debug", "info", "warning", "error"})
      .show_default();
  line.program()
      .value("--color", color,
             "use colours. auto: on a terminal, unless NO_COLOR, CLICOLOR_FORCE or TERM say otherwise")
      .value_name("WHEN")
      .one_of({"auto", "always", "never"})
      .show_default();
  const cli::Argument pager =
      line.program().flag("--no-pager", no_pager, "write long text directly to the terminal, without a pager");
  line.program().footer(
      "'arena help COMMAND' explains a command. README.md begins with a first game; protocol.md describes what bots "
      "and the arena say to each other.");

  cli::add_commands(line, {log, argv[0], screens, &failure_code});
  try {
    const std::function<int()> run = line.parse(argc, argv);
    log->set_level(spdlog::level::from_str(level));
    const When wanted = color == "auto" ? When::automatic : color == "always" ? When::always : When::never;
    *screens = {find_screen(STDOUT_FILENO, wanted), find_screen(STDERR_FILENO, wanted)};
    cli::show_log_on(*log, screens->err);
    std::unique_ptr<std::streambuf> output;
    if (const Screen& screen = screens->out; screen.is_terminal && line.output() != cli::Output::as_is) {
      // If help was asked for, the values of options are not set.
      const bool pages = line.output() == cli::Output::long_text && screen.can_redraw && !pager.is_given();
      output = cli::text_output(screen, pages);
    }
    const int code = run();
    output.reset();
    // A reader who has gone has seen enough, which is not an error. A full disk is one.
    if (std::cout.flush() || cli::reader_is_gone()) return code;
    log->error("standard output cannot be written");
    return failure_code;
  } catch (const std::exception& error) {
    log->error("{}", cli::error_text(error));
    return cli::exit_code_of(error, failure_code);
  }
}
