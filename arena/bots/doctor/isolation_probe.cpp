#include "arena/bots/doctor/isolation_probe.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/use_future.hpp>
#include <csignal>
#include <cstddef>
#include <cstring>
#include <fstream>
#include <iterator>
#include <optional>
#include <span>
#include <stdexcept>

#include "arena/base/text/system_failure.h"
#include "arena/base/text/words.h"
#include "arena/bots/process/bot_process.h"
#include "arena/bots/sandbox/reaper.h"
#include "engine/typed_text.h"

namespace arena {
namespace {

namespace asio = boost::asio;
namespace fs = std::filesystem;

constexpr std::size_t kStderrShown = 500;
constexpr int kHogMemoryMb = 32;  // the canary tries to use four times as much
constexpr std::size_t kHolesShown = 6;

asio::awaitable<ProbeOutput> listen(BotChannel& process, std::size_t lines_max, TimePoint deadline) {
  ProbeOutput output;
  while (output.lines.size() < lines_max) {
    const Incoming incoming = co_await process.receive(deadline);
    // Wait for the process to end by itself, before it is stopped.
    if (incoming.kind == Incoming::Kind::closed) co_await process.ended(deadline - process.clock().now());
    output.in_time = incoming.kind != Incoming::Kind::timeout;
    if (incoming.kind != Incoming::Kind::line) break;
    if (output.lines.empty()) output.first_line = incoming.at;
    output.lines.emplace_back(incoming.text);
  }
  output.end = co_await process.stop({}, Duration::zero());
  for (const StderrChunk& chunk : process.meters().stderr_tail()) output.err += chunk.text;
  co_return output;
}

/// Parses "NAME allowed" or "NAME denied REASON" about this act. Returns nothing if the line is neither.
std::optional<TriedAct> read_line(std::string_view line, const Act& act) {
  if (cut_word(line) != act.name) return std::nullopt;
  const std::string_view verdict = cut_word(line);
  if (verdict != "allowed" && verdict != "denied") return std::nullopt;
  return TriedAct{&act, verdict == "allowed", std::string(cut_word(line))};
}

/// Has canaries try all acts. If the system-call filter kills a canary, that act counts as denied, and a new canary
/// resumes with the next act.
void try_acts(const ProbeSandbox& sandbox, const CanaryScene& scene, LevelProbe& probe) {
  const TimePoint deadline = patience_from_now();
  while (probe.acts.size() < acts().size()) {
    const Act& next = acts()[probe.acts.size()];
    std::vector<std::string> words = decoys_words(scene.decoys());
    words.insert(words.begin(), {"try", std::string(next.name)});
    const ProbeOutput output = sandbox.run_and_read(scene.canary(words), acts().size() + 1, deadline);

    for (const std::string& line : output.lines) {
      const bool all = probe.acts.size() == acts().size();
      if (all && line == "done") continue;
      const auto tried = all ? std::nullopt : read_line(line, acts()[probe.acts.size()]);
      if (!tried) {
        probe.failure = "the canary printed an unexpected line";
        return;
      }
      probe.acts.push_back(*tried);
    }
    if (probe.acts.size() == acts().size()) return;
    if (output.end.kind != ProcessEnd::Kind::signaled || output.end.number != SIGSYS) {
      const std::string err = stderr_start(output);
      probe.failure = err.empty() ? describe_end(output) : err;
      return;
    }
    probe.acts.push_back({&acts()[probe.acts.size()], false, "SIGSYS"});
  }
}

/// Returns why the memory limit of a whole bot does not work, or an empty string if it does.
std::string try_memory(const ProbeSandbox& sandbox, const Reaper* reaper) {
  Resources resources;
  resources.memory_mb = kHogMemoryMb;
  const CanaryScene scene(sandbox.sandbox().programs.canary, resources, reaper);
  const ProbeOutput output = sandbox.run_and_read(scene.canary({"hog"}));
  if (output.end.kind == ProcessEnd::Kind::out_of_memory) return {};
  return "the control group does not stop a bot that exceeds its memory limit: " + describe_end(output);
}

std::string act_names(const std::vector<const Act*>& allowed) {
  std::string text = hearts::joined(std::span(allowed).first(std::min(allowed.size(), kHolesShown)), ", ", &Act::name);
  if (allowed.size() > kHolesShown) text += fmt::format(" and {} more", allowed.size() - kHolesShown);
  return text;
}

void need_canary(const SandboxPrograms& programs) {
  if (::access(programs.canary.c_str(), X_OK) != 0)
    throw std::runtime_error("the canary " + programs.canary.string() + " is missing: build the whole project");
}

constexpr const char* kBotFolder = "bot";
constexpr const char* kProgram = "arena-canary";
constexpr mode_t kAllMayEnter = 0755;
constexpr mode_t kAllMayWrite = 0777;

/// The address of a Unix socket holds 107 characters; what comes below needs 60 of them.
constexpr std::size_t kTemporaryPathMax = 47;

std::vector<fs::path> short_temporary_folders() {
  std::vector<fs::path> folders = temporary_folders();
  std::erase_if(folders, [](const fs::path& folder) { return folder.native().size() > kTemporaryPathMax; });
  return folders;
}

/// Sets the mode whatever the umask is. Plain Unix must not deny what the sandbox is to deny.
void set_mode(const fs::path& path, mode_t mode) {
  if (::chmod(path.c_str(), mode) != 0) throw_errno(path.string());
}

void make_folder(const fs::path& path, mode_t mode) {
  fs::create_directory(path);
  set_mode(path, mode);
}

void make_file(const fs::path& path, const char* text, mode_t mode) {
  std::ofstream file(path);
  file << text;
  if (!file.flush()) throw_errno(path.string());
  set_mode(path, mode);
}

template <class Address>
OwnedFd listen_at(const Address& address, std::size_t size) {
  const auto* general = reinterpret_cast<const sockaddr*>(&address);
  OwnedFd socket(::socket(general->sa_family, SOCK_STREAM | SOCK_CLOEXEC, 0));
  if (socket.get() < 0 || ::bind(socket.get(), general, static_cast<socklen_t>(size)) != 0 ||
      ::listen(socket.get(), 8) != 0) {
    throw_errno("a socket for the canary");
  }
  return socket;
}

OwnedFd listen_unix(const std::string& name) {
  sockaddr_un address = {};
  address.sun_family = AF_UNIX;
  std::memcpy(address.sun_path, name.data(), std::min(name.size(), sizeof address.sun_path));
  return listen_at(address, offsetof(sockaddr_un, sun_path) + name.size());
}

}  // namespace

const LevelProbe* find_missed(const IsolationProbe& probe, Isolation isolation) {
  const auto found = std::ranges::find(probe.missed, isolation, &LevelProbe::isolation);
  return found == probe.missed.end() ? nullptr : &*found;
}

std::vector<const Act*> holes(const LevelProbe& probe) {
  std::vector<const Act*> found;
  for (const TriedAct& tried : probe.acts) {
    if (tried.allowed && must_be_denied(*tried.act, probe.isolation)) found.push_back(tried.act);
  }
  return found;
}

LevelProbe probe_level(const SandboxPrograms& programs, Isolation isolation, const Reaper* reaper) {
  LevelProbe probe;
  probe.isolation = isolation;
  need_canary(programs);
  const CanaryScene scene(programs.canary, Resources{}, reaper);
  try {
    const ProbeSandbox sandbox(programs, isolation, reaper);
    try_acts(sandbox, scene, probe);
    if (const auto open = holes(probe); probe.failure.empty() && !open.empty())
      probe.failure = "it did not deny " + act_names(open);
    if (probe.failure.empty() && isolation == Isolation::full) probe.failure = try_memory(sandbox, reaper);
  } catch (const std::exception& error) {
    // The sandbox cannot be made here, for example because the control group cannot be written.
    probe.failure = error.what();
  }
  return probe;
}

IsolationProbe probe_isolation(const SandboxPrograms& programs, Isolation strongest, const Reaper* reaper) {
  IsolationProbe probe;
  for (const Isolation isolation : {Isolation::full, Isolation::user, Isolation::confined, Isolation::none}) {
    if (isolation > strongest) continue;
    LevelProbe tried = probe_level(programs, isolation, reaper);
    if (tried.failure.empty() || isolation == Isolation::none) {
      probe.best = std::move(tried);
      break;
    }
    probe.missed.push_back(std::move(tried));
  }
  return probe;
}

std::chrono::microseconds start_cost(const SandboxPrograms& programs, Isolation isolation, int starts,
                                     const Reaper* reaper) {
  need_canary(programs);
  const CanaryScene scene(programs.canary, Resources{}, reaper);
  const ProbeSandbox sandbox(programs, isolation, reaper);
  std::vector<std::chrono::microseconds> times;
  for (int i = 0; i < starts; ++i) {
    const TimePoint begin = std::chrono::steady_clock::now();
    const ProbeOutput output = sandbox.run_and_read(scene.canary({"greet"}));
    if (output.lines != std::vector<std::string>{"done"})
      throw std::runtime_error("the canary did not start: " + describe_end(output) + " " + stderr_start(output));
    times.push_back(to_us(output.first_line - begin));
  }
  const auto middle = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
  std::nth_element(times.begin(), middle, times.end());
  return *middle;
}

CanaryScene::CanaryScene(const fs::path& canary, const Resources& resources, const Reaper* reaper)
    : staging_(short_temporary_folders(), ::geteuid() == 0,
               [&](const fs::path& made) {
                 if (reaper != nullptr) reaper->watch_folder(made);
               }),
      folder_(staging_.make_folder()) {
  decoys_.arena_pid = ::getpid();
  decoys_.resources = resources;
  utsname names = {};
  struct stat space = {};
  if (::uname(&names) == 0) decoys_.machine = names.nodename;
  if (::stat("/proc/self/ns/uts", &space) == 0) decoys_.names_space = space.st_ino;

  set_mode(folder_, kAllMayEnter);
  make_folder(folder_ / kBotFolder, kAllMayWrite);
  fs::copy_file(canary, folder_ / kBotFolder / kProgram);
  set_mode(folder_ / kBotFolder / kProgram, kAllMayEnter);
  decoys_.secret = folder_ / "key";
  make_file(decoys_.secret, "secret\n", 0644);
  decoys_.records = folder_ / "games.jsonl";
  make_file(decoys_.records, "", 0666);
  decoys_.other_bot = folder_ / "other_bot";
  make_folder(decoys_.other_bot, kAllMayEnter);
  make_file(fs::path(decoys_.other_bot) / "bot.json", "{}\n", 0644);
  decoys_.host_tmp = folder_ / "tmp";
  make_folder(decoys_.host_tmp, kAllMayWrite);

  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  listening_.push_back(listen_at(address, sizeof address));
  socklen_t size = sizeof address;
  if (::getsockname(listening_.back().get(), reinterpret_cast<sockaddr*>(&address), &size) != 0)
    throw_errno("getsockname");
  decoys_.port = ntohs(address.sin_port);

  decoys_.abstract_socket = folder_.filename();
  listening_.push_back(listen_unix(std::string(1, '\0') + decoys_.abstract_socket));
  decoys_.path_socket = folder_ / "socket";
  listening_.push_back(listen_unix(decoys_.path_socket));
  set_mode(decoys_.path_socket, kAllMayWrite);
}

BotCommand CanaryScene::canary(std::vector<std::string> arguments) const {
  arguments.insert(arguments.begin(), std::string("./") + kProgram);
  return {folder_ / kBotFolder, std::move(arguments), decoys_.resources};
}

std::string stderr_start(const ProbeOutput& output) {
  std::string text = output.err.substr(0, kStderrShown);
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return text;
}

std::string describe_end(const ProbeOutput& output) {
  if (!output.in_time) return fmt::format("it had not finished after {} s", kProbePatience.count());
  // Indexed by ProcessEnd::Kind.
  static constexpr std::string_view kEnds[] = {
      "it is still running",           "it exited with code {}",
      "it was killed by signal {}",    "it could not be started: errno {}",
      "it ran out of memory",          "the sandbox did not start",
      "the machine ran out of memory", "it was killed by something outside the arena"};
  static_assert(std::size(kEnds) == static_cast<std::size_t>(ProcessEnd::Kind::killed) + 1);
  return fmt::format(fmt::runtime(kEnds[static_cast<std::size_t>(output.end.kind)]), output.end.number);
}

ProbeSandbox::ProbeSandbox(const SandboxPrograms& programs, Isolation isolation, const Reaper* reaper) {
  std::string reason;
  if (isolation == Isolation::full && !(cgroups_ = CgroupParent::open(reason, reaper)))
    throw std::runtime_error(reason);
  users_ = UserIds::open(reason);
  server_ = start_fork_server(programs, isolation, users_.get());
  sandbox_ = {isolation, programs, cgroups_.get(), users_.get(), server_.get()};
}

ProbeOutput run_and_read(const Sandbox& sandbox, const BotCommand& command, std::size_t lines_max, TimePoint deadline) {
  asio::io_context context(1);
  const auto process = start_bot(context, sandbox, command);
  std::future<ProbeOutput> output = asio::co_spawn(context, listen(*process, lines_max, deadline), asio::use_future);
  while (output.wait_for(std::chrono::seconds(0)) != std::future_status::ready) context.run_one();
  return output.get();
}

}  // namespace arena
