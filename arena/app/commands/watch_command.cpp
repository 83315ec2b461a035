#include <fmt/format.h>
#include <poll.h>
#include <sys/inotify.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <iostream>
#include <memory>
#include <utility>

#include "arena/app/commands/commands.h"
#include "arena/app/commands/event_stream.h"
#include "arena/app/commands/run_watch.h"
#include "arena/app/terminal/json_output.h"
#include "arena/app/terminal/output.h"
#include "arena/base/text/input_error.h"
#include "arena/base/text/printable.h"
#include "arena/bots/sandbox/owned_fd.h"
#include "arena/records/run_folder.h"

namespace arena::cli {
namespace {

/// How often it looks for changes that the kernel does not report, as on a network file system.
constexpr int kLookEveryMs = 2000;
/// It redraws no more often than this, because rating takes time that the run could use.
constexpr int kRedrawEveryMs = 500;

/// Waits for changes of the files in a folder.
class FolderEvents {
 public:
  explicit FolderEvents(const std::filesystem::path& folder) : fd_(::inotify_init1(IN_CLOEXEC | IN_NONBLOCK)) {
    if (fd_.get() >= 0) ::inotify_add_watch(fd_.get(), folder.c_str(), IN_MODIFY | IN_CREATE | IN_MOVED_TO | IN_CLOSE);
  }

  /// Returns after a change, and after kLookEveryMs at the latest; never twice within kRedrawEveryMs.
  void wait() const {
    ::poll(nullptr, 0, kRedrawEveryMs);
    // The poll also ends if standard output is a pipe and its reader goes away. It ignores a descriptor of -1.
    pollfd events[2] = {{fd_.get(), POLLIN, 0}, {STDOUT_FILENO, 0, 0}};
    ::poll(events, 2, kLookEveryMs - kRedrawEveryMs);
    char bytes[4096];
    while (fd_.get() >= 0 && ::read(fd_.get(), bytes, sizeof bytes) > 0) continue;
  }

 private:
  OwnedFd fd_;
};

struct WatchOptions {
  std::string run;
  bool once = false;
  bool json = false;
};

/// The size assumed for output that is not a terminal.
constexpr TerminalSize kInFile = {200, 50};

/// Whether the folder has the first line of a run.
bool has_begun(const std::filesystem::path& folder) {
  std::error_code ignored;
  if (std::filesystem::exists(folder, ignored) && !std::filesystem::is_directory(folder, ignored)) return true;
  return has_records(folder) && !read_manifests(folder / kGamesFile).empty();
}

/// Returns the folder or, if it does not exist, the first one above it that does.
std::filesystem::path nearest_folder(std::filesystem::path folder) {
  std::error_code ignored;
  folder = std::filesystem::absolute(folder);
  while (!std::filesystem::is_directory(folder, ignored) && folder.has_relative_path()) folder = folder.parent_path();
  return folder;
}

/// Returns once the run in the folder has begun, or nobody reads the output any more. Ctrl-C ends the program as usual.
void wait_for_run(const std::filesystem::path& folder, bool is_quiet) {
  if (has_begun(folder)) return;
  if (!is_quiet)
    std::cout << fmt::format("No run has begun in {} yet. Waiting for it; to stop, press Ctrl-C.\n",
                             printable(folder.string()))
              << std::flush;
  while (true) {
    const FolderEvents events(nearest_folder(folder));  // before looking, so that no change is missed
    if (has_begun(folder) || reader_is_gone()) return;
    events.wait();
  }
}

int watch_as_json(const WatchOptions& options) {
  ::signal(SIGPIPE, SIG_IGN);
  if (!options.once) wait_for_run(options.run, true);
  if (reader_is_gone()) return kDone;
  EventStream stream(print_json);
  RunWatch run(options.run, &stream);
  const FolderEvents events(options.run);
  while (std::cout && !reader_is_gone()) {
    run.update(std::chrono::steady_clock::now());
    if (run.is_over() || (options.once && run.has_ended())) {
      run.emit_end();
      break;
    }
    if (options.once) break;
    events.wait();
  }
  return kDone;
}

int watch(const WatchOptions& options, const Screen& screen) {
  if (!options.once && screen.can_redraw) wait_for_run(options.run, false);
  RunWatch run(options.run, nullptr);
  const bool once = options.once || !screen.can_redraw;
  const FolderEvents events(options.run);
  std::ptrdiff_t shown = 0;
  while (true) {
    run.update(std::chrono::steady_clock::now());
    const TerminalSize size = screen.is_terminal ? terminal_size(STDOUT_FILENO) : kInFile;
    const Page page = {screen.is_terminal ? size.columns : Page().columns, size.columns};
    const std::string text = run.text(page, once ? size.lines : size.lines - 1);
    if (shown > 0) std::cout << "\033[" << shown << "A\r\033[J";
    std::cout << text << std::flush;
    shown = std::ranges::count(text, '\n');
    if (once || run.is_over()) return kDone;
    events.wait();
  }
}

}  // namespace

void define_watch(Command& command, const CommandContext& context) {
  auto options = std::make_shared<WatchOptions>();
  command.value("RUN", options->run, "the folder of the run").required();
  command.flag("--once", options->once,
               "print the state of the run once, and exit. This is also what happens if the output is not a "
               "terminal");
  command.flag("--json", options->json,
               "print what happens from now on as events, one JSON object a line, as 'arena run --json' does "
               "(docs/json.md describes them)");
  command.writes(Output::as_is);
  command.footer(
      "watch shows the progress of a run that another terminal plays: the time left, how far a duel or a search for "
      "the first bots is, the standings of complete blocks and the last faults. It estimates the time left from the "
      "games of the last five minutes (at first, from all games since the arena was started). It redraws when "
      "something changes, at most twice a second, and ends with the run or with Ctrl-C. If the run has not begun, "
      "watch waits for it. For a run in shards it shows the standings of the complete shards. It only reads the "
      "files of the run.\n"
      "Example:\n"
      "  arena watch results/autumn");
  command.run([options, context] {
    return run_with_error_event(options->json, context, [&] {
      return options->json ? watch_as_json(*options) : watch(*options, context.screens->out);
    });
  });
}

}  // namespace arena::cli
