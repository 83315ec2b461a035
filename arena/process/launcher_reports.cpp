#include "arena/process/launcher_reports.h"

#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <csignal>

#include "arena/text/words.h"

namespace arena {
bool LauncherReports::read(int control) {
  while (true) {
    const std::span<char> bytes = lines_.space();
    int pidfd[1];  // the bot's, with the first report
    const ssize_t count = receive_with_descriptors(control, bytes, pidfd, MSG_DONTWAIT);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return count < 0 && errno == EAGAIN;
    if (pidfd[0] >= 0) bot = LiveProcess(OwnedFd(pidfd[0]));
    lines_.commit(static_cast<std::size_t>(count));
    while (const auto line = lines_.next()) take_line(line->text);
  }
}

void LauncherReports::close() {
  end.kind = ProcessEnd::Kind::sandbox_failed;
  judge_memory();
}

void LauncherReports::take_line(std::string_view line) {
  const std::string_view word = cut_word(line);
  if (word == "stopped" || word == "continued") end.stopped = word == "stopped";
  if (word == "failed") settle(ProcessEnd::Kind::not_started, line);
  if (word == "exited") settle(ProcessEnd::Kind::exited, line);
  if (word == "signaled") settle(ProcessEnd::Kind::signaled, line);
  if (word == "left") end.left = static_cast<int>(leading_number(cut_word(line)));
}

void LauncherReports::settle(ProcessEnd::Kind kind, std::string_view figures) {
  end.kind = kind;
  end.number = static_cast<int>(leading_number(cut_word(figures)));
  const long long user = leading_number(cut_word(figures));
  end.cpu = std::chrono::microseconds(user + leading_number(cut_word(figures)));
  end.peak_kb = static_cast<long>(leading_number(cut_word(figures)));
  judge_memory();
}

/// The kernel's word that the group passed its limit is the true cause, whichever of its processes it killed.
void LauncherReports::judge_memory() {
  if (group == nullptr) return;
  end.peak_kb = std::max(end.peak_kb, group->peak_kb());
  const bool killed =
      end.kind == ProcessEnd::Kind::sandbox_failed || (end.kind == ProcessEnd::Kind::signaled && end.number == SIGKILL);
  if (killed && group->out_of_memory()) end.kind = ProcessEnd::Kind::out_of_memory;
}

}  // namespace arena
