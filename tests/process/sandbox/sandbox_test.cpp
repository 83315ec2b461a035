#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <string>

#include "tests/catch.h"
#include "tests/process/arena_program.h"
#include "tests/process/child_process.h"
#include "tests/process/live_bot.h"
#include "tests/process/process_tree.h"

namespace sandbox_test {

// What isolation denies. Every denial is proved twice: the act fails at every level of this machine that promises so,
// and the same act, tried by the same program with the rights of this test, succeeds outside.

using arena::Isolation;
using processes::LiveBot;

namespace {

/// The levels of this machine from `from` on.
std::vector<Isolation> levels(Isolation from = Isolation::confined) {
  std::vector<Isolation> offered;
  for (const Isolation level : {Isolation::confined, Isolation::user, Isolation::full}) {
    if (level < from) continue;
    const std::string& why = processes::why_not(level);
    if (why.empty()) offered.push_back(level);
    if (!why.empty() && processes::is_required(level)) FAIL(why);
  }
  if (offered.empty()) SKIP("this machine has no level of isolation: " << processes::why_not(from));
  return offered;
}

/// Runs a Python program; what it printed.
std::string run_inside(Isolation isolation, const std::string& program, const arena::Resources& resources = {}) {
  LiveBot bot = LiveBot::python(isolation, program, nullptr, resources);
  std::string text = bot.read_all();
  for (const arena::StderrChunk& chunk : bot.process().meters().stderr_tail()) text += chunk.text;
  return text;
}

/// The same as a plain child of this test, with its rights, in a folder of its own.
std::string run_outside(const std::string& program) {
  const arena::test::ScratchFolder folder;
  const std::string start = "import os\nos.chdir('" + folder.path().string() + "')\n";
  return processes::run({"python3", "-c", start + program}, std::chrono::seconds(20) * processes::kPatience).out;
}

/// A program that tries an act, Python statements.
std::string attempt(const std::string& act) {
  std::string program = "import os, socket\ntry:\n";
  for (std::size_t at = 0; at < act.size();) {
    const std::size_t end = std::min(act.find('\n', at), act.size());
    program += "    " + act.substr(at, end - at) + "\n";
    at = end + 1;
  }
  return program + "    print('works')\nexcept OSError as error:\n    print('denied', error)\n";
}

/// Whether it went without an OSError.
bool worked(const std::string& text) {
  INFO(text);
  REQUIRE((text == "works\n" || text.starts_with("denied")));
  return text == "works\n";
}

void is_denied(const std::string& act, Isolation from = Isolation::confined) {
  for (const Isolation level : levels(from)) {
    INFO(act << "\nat " << arena::isolation_name(level));
    CHECK_FALSE(worked(run_inside(level, attempt(act))));
  }
}

void is_denied_and_works_outside(const std::string& act, Isolation from = Isolation::confined) {
  INFO(act);
  CHECK(worked(run_outside(attempt(act))));
  is_denied(act, from);
}

/// A listening socket of this process.
class Listener {
 public:
  explicit Listener(int family) : fd_(::socket(family, SOCK_STREAM, 0)) {}
  ~Listener() { ::close(fd_); }
  template <class Address>
  bool listen(const Address& address, socklen_t size) const {
    return ::bind(fd_, reinterpret_cast<const sockaddr*>(&address), size) == 0 && ::listen(fd_, 8) == 0;
  }
  int port() const {
    sockaddr_in address = {};
    socklen_t size = sizeof address;
    ::getsockname(fd_, reinterpret_cast<sockaddr*>(&address), &size);
    return ntohs(address.sin_port);
  }

 private:
  int fd_;
};

}  // namespace

TEST_CASE("the bot's own folder cannot be written") {
  is_denied_and_works_outside("open('mark', 'w').close()");
  is_denied_and_works_outside("os.mkdir('folder')");
  is_denied_and_works_outside("os.chmod('.', 0o700)");
}

TEST_EVERY_LEVEL("the bot's own folder can be read") {
  LiveBot bot(isolation, {"cat", "note"}, {{"note", "mine\n"}});
  CHECK(bot.read_all() == "mine\n");
}

TEST_CASE("the system cannot be written") {
  for (const char* place : {"/usr", "/", "/etc", "/dev", "/dev/shm", "/bin", "/lib", "/var/tmp"}) {
    const std::string file = std::string(place) + "/hearts-test-" + std::to_string(::getpid());
    INFO(file);
    is_denied("open('" + file + "', 'w').close()");
    if (::access(place, W_OK) == 0)
      CHECK(worked(run_outside(attempt("open('" + file + "', 'w').close()\nos.remove('" + file + "')"))));
  }
}

TEST_CASE("files of the same user cannot be changed where only Landlock protects them") {
  const arena::test::ScratchFolder folder;
  const std::string file = (folder / "theirs").string();
  for (const char* act : {"os.chmod(F, 0o600)", "os.utime(F)", "os.truncate(F, 0)", "os.close(os.open(F, os.O_TRUNC))",
                          "os.rename(F, F)", "os.link(F, F + '2')", "open(F, 'a').close()"}) {
    arena::test::write_file(file, "text");
    is_denied("F = '" + file + "'\n" + act);
    CHECK(arena::test::read_file(file) == "text");
    CHECK(worked(run_outside(attempt("F = '" + file + "'\n" + act))));
    std::filesystem::remove(file + "2");
  }
}

TEST_CASE("the machine's settings cannot be written, even when root plays") {
  is_denied("os.close(os.open('/proc/sys/kernel/hostname', os.O_WRONLY))");
  is_denied("os.close(os.open('/proc/sys/kernel/core_pattern', os.O_WRONLY))");
  is_denied_and_works_outside("os.close(os.open('/proc/self/oom_score_adj', os.O_WRONLY))");
}

TEST_CASE("other folders of the machine cannot be read") {
  const arena::test::ScratchFolder results;
  arena::test::write_file(results / "key", "secret");
  is_denied_and_works_outside("assert open('" + (results / "key").string() + "').read() == 'secret'");
  is_denied_and_works_outside("os.listdir('" + results.path().string() + "')");
  is_denied_and_works_outside("open('/etc/passwd').close()");
  for (const char* folder : {"/home", "/root", "/var", "/run", "/mnt", "/srv", "/sys"}) {
    INFO(folder);
    is_denied("os.listdir('" + std::string(folder) + "')");
  }
}

TEST_CASE("with a file system of its own a bot cannot even see whether a file is there") {
  is_denied_and_works_outside("os.stat('" + processes::in_repository("CMakeLists.txt").string() + "')",
                              Isolation::user);
  is_denied("os.listdir('/home')", Isolation::user);
}

TEST_CASE("/tmp is empty, writable and the bot's own") {
  const arena::test::ScratchFolder here;  // in /tmp, as a rule: not seen
  const std::string mark = "/tmp/hearts-mark-" + std::to_string(::getpid());
  const std::string act = "import os\nprint(sorted(os.listdir('/tmp')))\nopen('" + mark + "', 'w').write('x')\n";
  for (const Isolation level : levels(Isolation::user)) {
    CHECK(run_inside(level, act) == "[]\n");
    CHECK(::access(mark.c_str(), F_OK) != 0);
    CHECK(run_inside(level, act) == "[]\n");  // a second bot finds nothing of the first
  }
  run_outside(act);
  CHECK(::access(mark.c_str(), F_OK) == 0);
  ::unlink(mark.c_str());
}

TEST_CASE("/tmp has the size that the policy says") {
  const std::string fill =
      "import errno\n"
      "piece = b'x' * (1 << 20)\n"
      "written = 0\n"
      "try:\n"
      "    with open('/tmp/big', 'wb', 0) as file:\n"
      "        while written < 200: written += file.write(piece) >> 20\n"
      "except OSError as error:\n"
      "    print(errno.errorcode[error.errno], written)\n";
  arena::Resources small;
  small.tmp_mb = 3;
  for (const Isolation level : levels(Isolation::user)) {
    CHECK(run_inside(level, fill) == "ENOSPC 64\n");
    CHECK(run_inside(level, fill, small) == "ENOSPC 3\n");
  }
}

TEST_CASE("there is no network") {
  const Listener listener(AF_INET);
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  REQUIRE(listener.listen(address, sizeof address));
  is_denied_and_works_outside("socket.create_connection(('127.0.0.1', " + std::to_string(listener.port()) + "), 5)");
}

TEST_CASE("sockets of the machine cannot be reached, by path or by abstract name") {
  const arena::test::ScratchFolder folder;
  for (const bool abstract : {false, true}) {
    const Listener listener(AF_UNIX);
    sockaddr_un address = {};
    address.sun_family = AF_UNIX;
    const std::string name = (folder / "socket").string();
    std::memcpy(address.sun_path + (abstract ? 1 : 0), name.data(), name.size());
    const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + name.size() + 1);
    REQUIRE(listener.listen(address, size));
    is_denied_and_works_outside("s = socket.socket(socket.AF_UNIX)\ns.connect('" + std::string(abstract ? "\\0" : "") +
                                name + "')");
  }
}

TEST_CASE("a bot cannot signal the arena, nor its launcher") {
  is_denied_and_works_outside("os.kill(" + std::to_string(::getpid()) + ", 0)");
  for (const Isolation level : levels()) {
    // What the launcher, first process of a namespace, is sent from within is dropped.
    CHECK(run_inside(level,
                     "import os, time\n"
                     "for number in (9, 15, 19, 2):\n"
                     "    try: os.kill(os.getppid(), number)\n"
                     "    except OSError: pass\n"
                     "try: os.kill(-1, 15)\n"
                     "except OSError: pass\n"
                     "time.sleep(0.05)\n"
                     "print('alive')\n") == "alive\n");
  }
}

TEST_CASE("a bot of one process can signal itself alone, whatever Landlock knows") {
  for (const Isolation level : levels(Isolation::confined)) {
    // Nobody has that pid: only the filter says that it is not permitted.
    CHECK(run_inside(level,
                     "import os\n"
                     "for pid in (os.getpid(), 0, 1, 4194303):\n"
                     "    try: os.kill(pid, 0); print('done')\n"
                     "    except OSError as error: print(error.strerror)\n") ==
          "done\ndone\nOperation not permitted\nOperation not permitted\n");
  }
}

TEST_CASE("a bot with namespaces has numbers of its own") {
  const std::string seen = "import os\nprint(os.getpid(), os.getppid())\n";
  for (const Isolation level : levels(Isolation::user)) CHECK(run_inside(level, seen) == "2 1\n");
  CHECK_FALSE(run_outside(seen).starts_with("2 "));
}

TEST_CASE("a bot cannot look into its launcher") {
  is_denied("open(f'/proc/{os.getppid()}/mem', 'rb').close()");
  is_denied("os.readlink(f'/proc/{os.getppid()}/fd/3')");
  is_denied("open(f'/proc/{os.getppid()}/environ', 'rb').read()");
  // Nor learn from it where things are on the machine.
  is_denied("open(f'/proc/{os.getppid()}/cmdline').read()");
}

TEST_CASE("the name of the machine stays outside a sandbox with namespaces") {
  char name[256] = {};
  REQUIRE(::gethostname(name, sizeof name - 1) == 0);
  const std::string ask = "import socket\nprint(socket.gethostname())";
  CHECK(run_outside(ask) == std::string(name) + "\n");
  for (const Isolation level : levels(Isolation::user)) CHECK(run_inside(level, ask) == "bot\n");
}

TEST_CASE("a bot may change its own limits, and not its launcher's") {
  for (const Isolation level : levels()) {
    CHECK(run_inside(level,
                     "import os, resource\n"
                     "resource.prlimit(0, resource.RLIMIT_NOFILE, (64, 64))\n"
                     "print(resource.getrlimit(resource.RLIMIT_NOFILE)[0])\n"
                     "try:\n"
                     "    resource.prlimit(os.getppid(), resource.RLIMIT_CPU, (1, 1))\n"
                     "    print('changed')\n"
                     "except PermissionError:\n"
                     "    print('denied')\n") == "64\ndenied\n");
  }
}

}  // namespace sandbox_test
