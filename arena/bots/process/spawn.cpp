#include "arena/bots/process/spawn.h"

#include <poll.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>

#include "arena/base/text/system_failure.h"
#include "arena/base/text/words.h"
#include "arena/bots/sandbox/descriptors.h"
#include "arena/bots/sandbox/fork_server.h"

namespace arena {
namespace {

/// Sends the launcher's order and then a byte with these descriptors. They wait in the socket until the launcher reads.
void send_order(const OwnedFd& socket, std::string_view order, const int (&descriptors)[2]) {
  const ssize_t sent = ::send(socket.get(), order.data(), order.size(), MSG_NOSIGNAL);
  if (sent >= 0 && sent < static_cast<ssize_t>(order.size())) errno = EMSGSIZE;
  if (sent != static_cast<ssize_t>(order.size())) throw_errno("sending the launcher's order");
  if (send_with_descriptors(socket.get(), ".", 1, descriptors, 2) != 1) throw_errno("sendmsg");
}

/// How long the fork server may take to start a launcher.
constexpr int kLaunchMs = 10'000;

/// How often a start is tried. Each try is lost if the fork server is killed in its course.
constexpr int kStartTriesMax = 3;

/// The arena's ends of a bot's pipes and socket, and the other ends.
struct BotPipes {
  OwnedFd in_read, in_write, out_read, out_write, err_read, err_write, control_here, control_there;

  BotPipes() {
    std::tie(in_read, in_write) = make_pipe();
    std::tie(out_read, out_write) = make_pipe();
    std::tie(err_read, err_write) = make_pipe();
    int ends[2];
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) throw_errno("socketpair");
    control_here = OwnedFd(ends[0]);
    control_there = OwnedFd(ends[1]);
    for (const OwnedFd* fd : {&in_write, &out_read, &err_read, &control_here}) set_nonblocking(*fd);
  }
};

/// Reads the reports until one says that the launcher runs. Returns whether one did in time, and before the end of the
/// reports.
bool wait_for_launch(LauncherReports& reports, int control, bool& is_over) {
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::milliseconds(kLaunchMs);
  while (reports.launcher.get() < 0 && !is_over) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now());
    pollfd report = {control, POLLIN, 0};
    const int ready = ::poll(&report, 1, static_cast<int>(std::max<std::int64_t>(left.count(), 0)));
    if (ready == 0) break;
    if (ready > 0) is_over = !reports.read(control);
  }
  return reports.launcher.get() >= 0;
}

bool has_text(int pipe) {
  int bytes = 0;
  return ::ioctl(pipe, FIONREAD, &bytes) == 0 && bytes > 0;
}

}  // namespace

bool LauncherReports::read(int control) {
  while (true) {
    const std::span<char> bytes = lines.space();
    int came[2];  // the pidfd of the launcher or the bot, with the report that it runs, and the bot's /tmp
    const ssize_t count = receive_with_descriptors(control, bytes.data(), bytes.size(), came, 2, MSG_DONTWAIT);
    OwnedFd process(came[0]);
    OwnedFd folder(came[1]);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return count < 0 && errno == EAGAIN;
    lines.commit(static_cast<std::size_t>(count));
    while (const auto line = lines.next()) {
      std::string_view figures = line->text;
      const std::string_view word = cut_word(figures);
      if (word == "launched") launcher = std::move(process);
      if (word == "started") bot = LiveProcess(std::move(process));
      if (word == "started") tmp = std::move(folder);
      if (word == "failed") settle(ProcessEnd::Kind::not_started, figures);
      if (word == "exited") settle(ProcessEnd::Kind::exited, figures);
      if (word == "signaled") settle(ProcessEnd::Kind::signaled, figures);
      if (word == "left") end.left = static_cast<int>(leading_number(cut_word(figures)));
    }
  }
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
    return;
  }
  if (!by_sigkill || may_kill_itself || ended_by_arena) return;
  // Something outside the arena sent the signal, or the kernel did for memory that the bot did not use.
  const bool no_memory_ran_out = group != nullptr || (killed_before && processes_killed_for_memory() == killed_before);
  if (no_memory_ran_out || end.peak_kb < memory_kb)
    end.kind = no_memory_ran_out ? ProcessEnd::Kind::killed : ProcessEnd::Kind::machine_full;
}

SpawnedBot spawn_bot(const Sandbox& sandbox, const BotCommand& bot, bool wants_tmp) {
  const std::string order = launch_message(sandbox, bot, wants_tmp);
  const bool to_blame = may_kill_itself(sandbox, bot);
  // A fork server that was killed, or that does not answer, is replaced.
  for (int tries = 1;; ++tries) {
    BotPipes pipes;
    send_order(pipes.control_here, order, {pipes.in_read.get(), pipes.out_write.get()});
    LauncherReports reports;
    reports.group = sandbox.cgroups != nullptr ? sandbox.cgroups->lease(bot.resources) : nullptr;
    reports.user_id = has_own_user(sandbox, bot) ? sandbox.users->lease() : nullptr;
    reports.may_kill_itself = to_blame;
    reports.memory_kb = static_cast<long>(bot.resources.memory_mb) << 10;
    if (!to_blame && !reports.group) reports.killed_before = processes_killed_for_memory();
    LauncherStart start{.folder = bot.folder, .control = pipes.control_there.get(), .errors = pipes.err_write.get()};
    if (reports.user_id) start.user = reports.user_id->id();
    if (reports.group) start.groups = reports.group->procs();
    const std::optional<pid_t> server = sandbox.server->start(start);
    pipes.control_there = OwnedFd();
    pipes.err_write = OwnedFd();
    bool is_over = false;
    const bool runs = server && wait_for_launch(reports, pipes.control_here.get(), is_over);
    // The fork server says on stderr why it cannot start a launcher: the bot's sandbox has failed.
    if (!runs && !(is_over && has_text(pipes.err_read.get()))) {
      if (tries == kStartTriesMax) throw std::runtime_error("the fork server does not start bots");
      if (server && is_over) sandbox.server->replace_dying(*server);
      if (server && !is_over) sandbox.server->replace_hung(*server);
      continue;
    }
    OwnedFd launcher = std::move(reports.launcher);
    return {std::move(launcher),       std::move(pipes.in_write),     std::move(pipes.out_read),
            std::move(pipes.err_read), std::move(pipes.control_here), std::move(reports)};
  }
}

}  // namespace arena
