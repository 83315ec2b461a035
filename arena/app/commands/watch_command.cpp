#include <poll.h>
#include <sys/inotify.h>
#include <unistd.h>

#include <algorithm>
#include <iostream>
#include <memory>

#include "arena/app/commands/commands.h"
#include "arena/app/commands/run_watch.h"
#include "arena/bots/sandbox/owned_fd.h"

namespace arena::cli {
namespace {

/// What is not told by the kernel, as on a network's file system, is looked for so often.
constexpr int kLookEveryMs = 2000;
/// No more than so often: rating takes time that the run could use.
constexpr int kRedrawEveryMs = 500;

/// Wakes when a file of the folder has changed.
class FolderEvents {
 public:
  explicit FolderEvents(const std::string& folder) : fd_(::inotify_init1(IN_CLOEXEC | IN_NONBLOCK)) {
    if (fd_.get() >= 0) ::inotify_add_watch(fd_.get(), folder.c_str(), IN_MODIFY | IN_CREATE | IN_MOVED_TO | IN_CLOSE);
  }

  /// Returns after a change, and after kLookEveryMs at the latest; never twice within kRedrawEveryMs.
  void wait() const {
    ::poll(nullptr, 0, kRedrawEveryMs);
    pollfd events{fd_.get(), POLLIN, 0};
    ::poll(&events, fd_.get() >= 0 ? 1 : 0, kLookEveryMs - kRedrawEveryMs);
    char bytes[4096];
    while (fd_.get() >= 0 && ::read(fd_.get(), bytes, sizeof bytes) > 0) continue;
  }

 private:
  OwnedFd fd_;
};

struct WatchOptions {
  std::string run;
  bool once = false;
};

/// Of output that is no terminal.
constexpr TerminalSize kInFile = {200, 50};

int watch(const WatchOptions& options, const Screen& screen) {
  RunWatch run(options.run);
  const bool once = options.once || !screen.can_redraw;
  const FolderEvents events(options.run);
  std::ptrdiff_t shown = 0;
  while (true) {
    run.update(std::chrono::steady_clock::now());
    const TerminalSize size = screen.is_terminal ? terminal_size(STDOUT_FILENO) : kInFile;
    const std::string text = run.text(size.columns, once ? size.lines : size.lines - 1);
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
  command.value("RUN", options->run, "folder of the run").required();
  command.flag("--once", options->once, "print how it stands and end, as where the output is no terminal");
  command.writes(Output::as_is);
  command.footer(
      "Progress, the time to go by the games of the last five minutes (at first: since the arena was started), the "
      "standings of whole blocks and the last faults, shown anew when they change, twice a second at most. It ends "
      "with the run, or with Ctrl-C. The run's files are read only.\n"
      "Example:\n"
      "  arena watch results/autumn");
  command.run([options, context] { return watch(*options, context.screens->out); });
}

}  // namespace arena::cli
