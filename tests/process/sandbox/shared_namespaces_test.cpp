#include <fcntl.h>
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "arena/bots/sandbox/isolation.h"
#include "arena/bots/sandbox/owned_fd.h"
#include "tests/catch.h"
#include "tests/process/arena_program.h"
#include "tests/process/child_process.h"
#include "tests/process/live_bot.h"
#include "tests/process/process_tree.h"

namespace shared_namespaces_test {

// Bots of a run have one fork server, and share its namespaces of network, System V objects and host name. Nothing else
// of it, or of another bot, may be theirs.

using namespace std::chrono_literals;
using arena::Isolation;
using processes::LiveBot;
namespace fs = std::filesystem;

namespace {

constexpr auto kWait = 20s;

/// What the attacks need. Each is one statement, and prints "done" unless it fails.
constexpr const char* kAttacks = R"(import ctypes, os, socket, sys
libc = ctypes.CDLL(None, use_errno=True)
def call(number, *arguments):
    result = libc.syscall(number, *[ctypes.c_long(one) if isinstance(one, int) else one for one in arguments])
    if result < 0: raise OSError(ctypes.get_errno(), '')
    return result
def namespace(kind): return os.open('/proc/self/ns/' + kind, os.O_RDONLY)
def meet():
    one = socket.socket(socket.AF_UNIX)
    try: one.bind('\0meet')
    except OSError: one.connect('\0meet')
ATTACKS = {
    'abstract sockets': meet,
    'datagrams': lambda: socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM).bind('\0mail'),
    'the loopback device': lambda: socket.socket(socket.AF_INET, socket.SOCK_DGRAM).bind(('127.0.0.1', 5555)),
    'netlink': lambda: socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0).bind((0, 0)),
    'shmget': lambda: call(29, 0x1234, 4096, 0o1666),
    'semget': lambda: call(64, 0x1234, 1, 0o1666),
    'msgget': lambda: call(68, 0x1234, 0o1666),
    'mq_open': lambda: call(240, b'meet', 0o102, 0o666, None),
    'add_key': lambda: call(248, b'user', b'meet', b'x', 1, -4),
    'sethostname': lambda: call(170, b'evil', 4),
    'setdomainname': lambda: call(171, b'evil', 4),
    '/proc/net/unix': lambda: open('/proc/net/unix').read(),
    '/proc/net/sockstat': lambda: open('/proc/net/sockstat').read(),
    '/proc/sysvipc/shm': lambda: open('/proc/sysvipc/shm').read(),
    '/proc/sys/kernel/hostname': lambda: open('/proc/sys/kernel/hostname').read(),
    '/proc/sys/kernel/shmmax': lambda: open('/proc/sys/kernel/shmmax', 'r+').write('1'),
    'setns of the network': lambda: call(308, namespace('net'), 0),
    'setns of mounts': lambda: call(308, namespace('mnt'), 0),
    'the owner of a namespace': lambda: call(16, namespace('net'), 0xb701, 0),
    'the parent of a namespace': lambda: call(16, namespace('user'), 0xb702, 0),
    'the mode of a namespace': lambda: os.fchmod(namespace('net'), 0o777),
    'the times of a namespace': lambda: os.utime(namespace('net')),
    'a lock on a namespace': lambda: call(73, namespace('net'), 6),
    'namespaces of the launcher': lambda: os.open('/proc/1/ns/net', os.O_RDONLY),
    'the root of the launcher': lambda: os.listdir('/proc/1/root'),
    'the folder of the launcher': lambda: os.listdir('/proc/1/cwd'),
    'descriptors of the launcher': lambda: os.listdir('/proc/1/fd'),
    'the status of the launcher': lambda: open('/proc/1/status').read(),
    'mounts of the launcher': lambda: open('/proc/1/mountinfo').read(),
    'ptrace': lambda: call(101, 0x4206, 1, 0, 0),
    'a descriptor of the launcher': lambda: call(438, call(434, 1, 0), 3, 0),
    'a user namespace': lambda: call(272, 0x10000000),
    'a time namespace': lambda: call(272, 0x80),
    'chroot': lambda: call(161, b'/tmp'),
    'umount': lambda: call(166, b'/proc', 2),
    'open_tree': lambda: call(428, -100, b'/', 1),
    'move_mount': lambda: call(429, -100, b'/bot', -100, b'/tmp', 0),
    'fsopen': lambda: call(430, b'proc', 0),
    'fspick': lambda: call(433, -100, b'/', 0),
    'mount_setattr': lambda: call(442, -100, b'/', 0, None, 0),
    '/proc/self/oom_score_adj': lambda: open('/proc/self/oom_score_adj', 'w').write('0'),
    '/proc/self/autogroup': lambda: open('/proc/self/autogroup', 'w').write('-20'),
    '/proc/self/timens_offsets': lambda: open('/proc/self/timens_offsets').read(),
}
done = []
for what, act in ATTACKS.items():
    try: act()
    except OSError: continue
    done.append(what)
)";

/// Reports the attacks that worked, and stays for others to meet.
std::string reporting(const std::string& more = "") {
  return std::string(kAttacks) + more + "print(', '.join(done), flush=True)\nsys.stdin.readline()\n";
}

std::vector<processes::Process> processes_named(const std::string& name) {
  std::vector<processes::Process> found;
  for (processes::Process& process : processes::descendants()) {
    if (process.name == name) found.push_back(std::move(process));
  }
  return found;
}

/// Makes a user namespace in those of another process, as a user who has no rights there. Returns 0 or an errno, or
/// kNotInside.
constexpr int kNotInside = 255;
int nest_in(pid_t pid, bool in_its_root) {
  const std::string folder = "/proc/" + std::to_string(pid);
  const arena::OwnedFd users(::open((folder + "/ns/user").c_str(), O_RDONLY | O_CLOEXEC));
  const arena::OwnedFd mounts(::open((folder + "/ns/mnt").c_str(), O_RDONLY | O_CLOEXEC));
  const arena::OwnedFd root(::open((folder + "/root").c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  const pid_t child = ::fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    if (::setns(users.get(), CLONE_NEWUSER) != 0 || ::setns(mounts.get(), CLONE_NEWNS) != 0) ::_exit(kNotInside);
    if (in_its_root && (::fchdir(root.get()) != 0 || ::chroot(".") != 0)) ::_exit(kNotInside);
    constexpr unsigned kId = arena::kUnprivilegedId;
    if (::setresgid(kId, kId, kId) != 0 || ::setresuid(kId, kId, kId) != 0) ::_exit(kNotInside);
    ::_exit(::unshare(CLONE_NEWUSER) == 0 ? 0 : errno);
  }
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  REQUIRE(WIFEXITED(status));
  return WEXITSTATUS(status);
}

std::string namespace_of(pid_t pid, const std::string& kind) {
  return fs::read_symlink("/proc/" + std::to_string(pid) + "/ns/" + kind).native();
}

}  // namespace

TEST_CASE("two bots of a run can neither meet in what they share nor reach the fork server's side of it") {
  for (const Isolation level : {Isolation::confined, Isolation::user, Isolation::full}) {
    if (!processes::why_not(level).empty()) continue;
    CAPTURE(arena::isolation_name(level));
    LiveBot first = LiveBot::python(level, reporting());
    CHECK(first.receive().text == "");
    LiveBot second = LiveBot::python(level, reporting());
    CHECK(second.receive().text == "");
  }
}

TEST_CASE("what bots share is only reached through calls that work outside: the test above would see them") {
  const processes::Finished finished =
      processes::run({"unshare", "--user", "--map-root-user", "--net", "--ipc", "--uts", "python3", "-c",
                      std::string(kAttacks) + "print('|' + '|'.join(done) + '|')"},
                     kWait);
  if (finished.end.number != 0) SKIP("no namespaces for this user: " << finished.err);
  for (const char* what : {"abstract sockets", "netlink", "shmget", "sethostname", "setdomainname", "/proc/net/unix",
                           "/proc/sys/kernel/hostname", "a user namespace", "a lock on a namespace"})
    CHECK_THAT(finished.out, Catch::Matchers::ContainsSubstring("|" + std::string(what) + "|"));
}

TEST_CASE("bots of a run share three namespaces and have the others to themselves") {
  NEEDS_LEVEL(Isolation::user);
  if (::geteuid() != 0) SKIP("only root sees the namespaces of others");
  processes::adopt_orphans();
  std::vector<LiveBot> bots;
  for (int i = 0; i < 3; ++i) bots.push_back(LiveBot::python(Isolation::user, "print(1, flush=True); input()"));
  for (LiveBot& bot : bots) REQUIRE(bot.receive().text == "1");
  const std::vector<processes::Process> found = processes_named("python3");
  REQUIRE(found.size() == bots.size());
  for (const char* kind : {"net", "ipc", "uts", "user", "pid", "mnt", "cgroup"}) {
    CAPTURE(kind);
    const bool is_shared = std::set<std::string>{"net", "ipc", "uts"}.contains(kind);
    std::set<std::string> seen = {namespace_of(::getpid(), kind)};
    for (const processes::Process& bot : found) seen.insert(namespace_of(bot.pid, kind));
    CHECK(seen.size() == (is_shared ? 2 : 4));
  }
}

/// The filter refuses every call that makes a namespace. This is what stands behind it.
TEST_CASE("without its filter a bot could not make a user namespace, since the root of its sandbox forbids it") {
  if (HEARTS_SANITIZED) SKIP("a process with the thread of a sanitizer cannot enter a user namespace");
  NEEDS_LEVEL(Isolation::user);
  if (::geteuid() != 0) SKIP("only root can enter the namespaces of others");
  processes::adopt_orphans();
  LiveBot bot = LiveBot::python(Isolation::user, "print(1, flush=True); input()");
  REQUIRE(bot.receive().text == "1");
  const std::vector<processes::Process> found = processes_named("python3");
  REQUIRE(found.size() == 1);
  CHECK(nest_in(found[0].pid, true) == EPERM);
  CHECK(nest_in(found[0].pid, false) == 0);
}

}  // namespace shared_namespaces_test
