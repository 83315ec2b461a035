#include "arena/process/launcher_reports.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstring>

#include "arena/text/words.h"

namespace arena {
namespace {

long long number_of(std::string_view word) {
  long long value = 0;
  std::from_chars(word.data(), word.data() + word.size(), value);
  return value;
}

}  // namespace

bool LauncherReports::read(int control, const Cgroup* group) {
  while (true) {
    const std::span<char> bytes = lines_.space();
    iovec part = {bytes.data(), bytes.size()};
    alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(int))> space;
    msghdr message = {};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    message.msg_control = space.data();
    message.msg_controllen = space.size();
    const ssize_t count = ::recvmsg(control, &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return count < 0 && errno == EAGAIN;
    take_pidfd(message);
    lines_.commit(static_cast<std::size_t>(count));
    while (const auto line = lines_.next()) take_line(line->text, group);
  }
}

void LauncherReports::close(const Cgroup* group) {
  end.kind = ProcessEnd::Kind::sandbox_failed;
  judge_memory(group);
}

/// The bot's pidfd comes with the launcher's first report.
void LauncherReports::take_pidfd(const msghdr& message) {
  const cmsghdr* header = CMSG_FIRSTHDR(&message);
  if (header == nullptr || header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS ||
      header->cmsg_len != CMSG_LEN(sizeof(int))) {
    return;
  }
  int descriptor = -1;
  std::memcpy(&descriptor, CMSG_DATA(header), sizeof descriptor);
  bot = LiveProcess(OwnedFd(descriptor));
}

void LauncherReports::take_line(std::string_view line, const Cgroup* group) {
  const std::string_view word = cut_word(line);
  if (word == "stopped" || word == "continued") end.stopped = word == "stopped";
  if (word == "failed") settle(ProcessEnd::Kind::not_started, line, group);
  if (word == "exited") settle(ProcessEnd::Kind::exited, line, group);
  if (word == "signaled") settle(ProcessEnd::Kind::signaled, line, group);
  if (word == "left") end.left = static_cast<int>(number_of(cut_word(line)));
}

void LauncherReports::settle(ProcessEnd::Kind kind, std::string_view figures, const Cgroup* group) {
  end.kind = kind;
  end.number = static_cast<int>(number_of(cut_word(figures)));
  const long long user = number_of(cut_word(figures));
  end.cpu = std::chrono::microseconds(user + number_of(cut_word(figures)));
  end.peak_kb = static_cast<long>(number_of(cut_word(figures)));
  judge_memory(group);
}

/// The kernel's word that the group passed its limit is the true cause, whichever of its processes it killed.
void LauncherReports::judge_memory(const Cgroup* group) {
  if (group == nullptr) return;
  end.peak_kb = std::max(end.peak_kb, group->peak_kb());
  const bool killed =
      end.kind == ProcessEnd::Kind::sandbox_failed || (end.kind == ProcessEnd::Kind::signaled && end.number == SIGKILL);
  if (killed && group->out_of_memory()) end.kind = ProcessEnd::Kind::out_of_memory;
}

}  // namespace arena
