#include "arena/bots/process/launcher_reports.h"

#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <span>

#include "arena/base/text/words.h"
#include "arena/bots/sandbox/descriptors.h"
#include "arena/bots/sandbox/owned_fd.h"

namespace arena {

bool LauncherReports::read(int control) {
  while (true) {
    const std::span<char> bytes = lines.space();
    int pidfd = -1;  // the bot's, with the first report
    const ssize_t count = receive_with_descriptors(control, bytes.data(), bytes.size(), &pidfd, 1, MSG_DONTWAIT);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return count < 0 && errno == EAGAIN;
    if (pidfd >= 0) bot = LiveProcess(OwnedFd(pidfd));
    lines.commit(static_cast<std::size_t>(count));
    while (const auto line = lines.next()) take_line(line->text);
  }
}

void LauncherReports::take_line(std::string_view line) {
  const std::string_view word = cut_word(line);
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
  if (group != nullptr) end.peak_kb = std::max(end.peak_kb, group->peak_kb());
  const bool by_sigkill = end.by_sigkill();
  if (kind != ProcessEnd::Kind::sandbox_failed && !by_sigkill) return;
  if (group != nullptr && group->killed_for_memory()) {
    end.kind = group->reached_limit() ? ProcessEnd::Kind::out_of_memory : ProcessEnd::Kind::machine_full;
  } else if (by_sigkill && is_from_outside()) {
    end.kind = group != nullptr || killed_for_no_memory() ? ProcessEnd::Kind::killed : ProcessEnd::Kind::machine_full;
  }
}

bool LauncherReports::killed_for_no_memory() const {
  return killed_before && processes_killed_for_memory() == killed_before;
}

bool LauncherReports::is_from_outside() const {
  if (may_kill_itself || ended_by_arena) return false;
  return group != nullptr || end.peak_kb < memory_kb || killed_for_no_memory();
}

}  // namespace arena
