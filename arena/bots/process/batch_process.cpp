#include "arena/bots/process/batch_process.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <utility>

#include "arena/bots/process/steady_time.h"
#include "arena/bots/sandbox/descriptors.h"

namespace arena {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kLookEvery{200};

}  // namespace

BatchProcess::BatchProcess(const Sandbox& sandbox, const BotCommand& command)
    : process_(spawn_bot(sandbox, command)),
      stderr_(static_cast<std::size_t>(command.resources.stderr_kb) << 10),
      started_(now()) {
  process_.in = OwnedFd();
}

BatchProcess::~BatchProcess() { tear_down(); }

OwnedFd BatchProcess::release_output() {
  if (::fcntl(process_.out.get(), F_SETFL, ::fcntl(process_.out.get(), F_GETFL) & ~O_NONBLOCK) != 0)
    throw_errno("fcntl");
  return std::move(process_.out);
}

void BatchProcess::read_stderr() {
  if (process_.err.get() >= 0 && !stderr_.read_from(process_.err.get(), kStderrReadsMax)) process_.err = OwnedFd();
}

/// Closes the launcher's socket. The launcher then kills what is left and exits.
void BatchProcess::tear_down() {
  if (process_.pidfd.get() < 0) return;
  ::shutdown(process_.control.get(), SHUT_WR);
  end_pidfd(process_.pidfd.get(), kTearDownMs);
  process_.pidfd = OwnedFd();
}

BatchEnd BatchProcess::finish(TimePoint deadline, const std::function<std::optional<std::string>()>& find_objection) {
  BatchEnd result;
  bool has_gone = process_.pidfd.get() < 0;  // no launcher could be started
  while (!has_gone && !result.objection && !result.out_of_time) {
    const auto left = std::chrono::ceil<milliseconds>(deadline - now());
    const auto wait = std::clamp(left, milliseconds(0), find_objection ? kLookEvery : milliseconds(60'000));
    std::array<pollfd, 2> watched = {{{process_.pidfd.get(), POLLIN, 0}, {process_.err.get(), POLLIN, 0}}};
    ::poll(watched.data(), watched.size(), static_cast<int>(wait.count()));
    read_stderr();
    has_gone = watched[0].revents != 0;
    if (find_objection && !has_gone) result.objection = find_objection();
    result.out_of_time = !has_gone && now() >= deadline;
  }
  LauncherReports& reports = process_.reports;
  reports.ended_by_arena = !has_gone;
  tear_down();
  reports.read(process_.control.get());
  reports.bot.kill();  // it may have seen to it that it outlives a launcher that is killed
  if (reports.end.kind == ProcessEnd::Kind::running) reports.settle(ProcessEnd::Kind::sandbox_failed);
  read_stderr();
  for (const StderrChunk& chunk : stderr_.chunks()) result.stderr_tail += chunk.text;
  result.end = reports.end;
  result.time = std::chrono::duration_cast<milliseconds>(now() - started_);
  return result;
}

}  // namespace arena
