#include "arena/bots/box_probe.h"

#include <poll.h>
#include <unistd.h>

#include "arena/bots/pidfd.h"
#include "arena/bots/spawn.h"

namespace arena {
namespace {

constexpr int kProbeMs = 10000;

/// What can be read until the other end closes or the time is up.
std::string read_all(int fd) {
  std::string text;
  char chunk[4096];
  pollfd readable = {fd, POLLIN, 0};
  while (text.size() < sizeof chunk && ::poll(&readable, 1, kProbeMs) > 0) {
    const ssize_t count = ::read(fd, chunk, sizeof chunk);
    if (count <= 0) break;
    text.append(chunk, static_cast<std::size_t>(count));
  }
  return text;
}

}  // namespace

BoxProbe probe_box(const BoxPrograms& programs) {
  if (programs.bubblewrap.empty()) return {Isolation::none, "bubblewrap is not installed (apt-get install bubblewrap)"};
  const SpawnedBot tried = spawn_bot({Isolation::user, programs}, {"/usr", {"true"}});
  const std::string report = read_all(tried.control.get());
  std::string errors = report.find("exited 0") == std::string::npos ? read_all(tried.err.get()) : "";

  kill_pidfd(tried.pidfd.get());
  wait_pidfd(tried.pidfd.get(), kProbeMs);
  reap_pidfd(tried.pidfd.get());

  if (report.find("exited 0") != std::string::npos) return {Isolation::user, {}};
  while (!errors.empty() && errors.back() == '\n') errors.pop_back();
  return {Isolation::none, errors.empty() ? "the box did not start" : errors};
}

}  // namespace arena
