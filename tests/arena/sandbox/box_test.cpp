#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <filesystem>
#include <string>

#include "arena/bots/box_probe.h"
#include "tests/catch.h"
#include "tests/processes/arena_program.h"
#include "tests/processes/live_bot.h"

// What the box denies. Every denial is proved twice: the act fails in the box, and the same act, tried by the same
// program, succeeds outside.

using arena::Isolation;
using processes::LiveBot;

namespace {

void need_box() {
  if (!processes::why_no_box().empty()) SKIP("no box on this machine: " << processes::why_no_box());
}

/// Runs a Python program that prints one line.
std::string tell(Isolation isolation, const std::string& program) {
  LiveBot bot = LiveBot::python(isolation, program);
  std::string text = bot.read_all();
  for (const arena::StderrChunk& chunk : bot.process().stderr_tail()) text += chunk.text;
  return text;
}

/// Whether the act, Python statements, goes without an OSError.
bool works(Isolation isolation, const std::string& act) {
  std::string program = "import os, socket\ntry:\n";
  for (std::size_t at = 0; at < act.size();) {
    const std::size_t end = std::min(act.find('\n', at), act.size());
    program += "    " + act.substr(at, end - at) + "\n";
    at = end + 1;
  }
  program += "    print('works')\nexcept OSError as error:\n    print('denied', error)\n";
  const std::string text = tell(isolation, program);
  INFO(act << "\n" << text);
  REQUIRE((text == "works\n" || text.starts_with("denied")));
  return text == "works\n";
}

void denied_in_the_box_alone(const std::string& act) {
  INFO(act);
  CHECK(works(Isolation::none, act));
  CHECK_FALSE(works(Isolation::user, act));
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

TEST_CASE("the bot's own folder cannot be written in the box") {
  need_box();
  denied_in_the_box_alone("open('mark', 'w').close()");
  denied_in_the_box_alone("os.mkdir('folder')");
  denied_in_the_box_alone("os.chmod('.', 0o700)");
}

TEST_CASE("the bot's own folder can be read in the box") {
  need_box();
  LiveBot bot(Isolation::user, {"cat", "note"}, {{"note", "mine\n"}});
  CHECK(bot.read_all() == "mine\n");
}

TEST_CASE("the system cannot be written in the box") {
  need_box();
  for (const char* place : {"/usr", "/", "/etc", "/dev", "/dev/shm", "/bin", "/lib"}) {
    const std::string file = std::string(place) + "/hearts-test-" + std::to_string(::getpid());
    INFO(file);
    CHECK_FALSE(works(Isolation::user, "open('" + file + "', 'w').close()"));
    if (::access(place, W_OK) == 0)
      CHECK(works(Isolation::none, "open('" + file + "', 'w').close()\nos.remove('" + file + "')"));
  }
}

TEST_CASE("the machine's settings cannot be written in the box, even when root plays") {
  need_box();
  CHECK_FALSE(works(Isolation::user, "os.close(os.open('/proc/sys/kernel/hostname', os.O_WRONLY))"));
  CHECK_FALSE(works(Isolation::user, "os.close(os.open('/proc/sys/kernel/core_pattern', os.O_WRONLY))"));
  denied_in_the_box_alone("os.close(os.open('/proc/self/oom_score_adj', os.O_WRONLY))");
}

TEST_CASE("other folders of the machine cannot be seen in the box") {
  need_box();
  const processes::ScratchFolder results;
  processes::write_file(results / "key", "secret");
  denied_in_the_box_alone("assert open('" + (results / "key").string() + "').read() == 'secret'");
  denied_in_the_box_alone("os.listdir('" + results.path().string() + "')");
  denied_in_the_box_alone("open('/etc/passwd').close()");
  denied_in_the_box_alone("os.stat('" + processes::in_repository("CMakeLists.txt").string() + "')");
  for (const char* folder : {"/home", "/root", "/var", "/run", "/mnt", "/srv", "/sys"}) {
    INFO(folder);
    CHECK_FALSE(works(Isolation::user, "os.listdir('" + std::string(folder) + "')"));
  }
}

TEST_CASE("/tmp is empty, writable and the bot's own in the box") {
  need_box();
  const processes::ScratchFolder here;  // in /tmp, as a rule: not seen
  const std::string mark = "/tmp/hearts-mark-" + std::to_string(::getpid());
  const std::string act = "print(sorted(os.listdir('/tmp')))\nopen('" + mark + "', 'w').write('x')\n";
  CHECK(tell(Isolation::user, "import os\n" + act) == "[]\n");
  CHECK(::access(mark.c_str(), F_OK) != 0);
  CHECK(tell(Isolation::user, "import os\n" + act) == "[]\n");  // a second bot finds nothing of the first
  tell(Isolation::none, "import os\n" + act);
  CHECK(::access(mark.c_str(), F_OK) == 0);
  ::unlink(mark.c_str());
}

TEST_CASE("/tmp is bounded in the box") {
  need_box();
  CHECK(tell(Isolation::user,
             "import errno\n"
             "piece = b'x' * (1 << 20)\n"
             "written = 0\n"
             "try:\n"
             "    with open('/tmp/big', 'wb', 0) as file:\n"
             "        while written < 100: written += file.write(piece) >> 20\n"
             "except OSError as error:\n"
             "    print(error.errno == errno.ENOSPC, written <= 64)\n") == "True True\n");
}

TEST_CASE("there is no network in the box") {
  need_box();
  const Listener listener(AF_INET);
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  REQUIRE(listener.listen(address, sizeof address));
  denied_in_the_box_alone("socket.create_connection(('127.0.0.1', " + std::to_string(listener.port()) + "), 5)");
  CHECK(tell(Isolation::user,
             "import os\nprint(sorted(os.listdir('/proc/net/dev_snmp6')) if "
             "os.path.exists('/proc/net/dev_snmp6') else ['lo'])") == "['lo']\n");
}

TEST_CASE("sockets of the machine cannot be reached from the box, by path or by abstract name") {
  need_box();
  const processes::ScratchFolder folder;
  for (const bool abstract : {false, true}) {
    const Listener listener(AF_UNIX);
    sockaddr_un address = {};
    address.sun_family = AF_UNIX;
    const std::string name = (folder / "socket").string();
    std::memcpy(address.sun_path + (abstract ? 1 : 0), name.data(), name.size());
    const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + name.size() + 1);
    REQUIRE(listener.listen(address, size));
    denied_in_the_box_alone("s = socket.socket(socket.AF_UNIX)\ns.connect('" + std::string(abstract ? "\\0" : "") +
                            name + "')");
  }
}

TEST_CASE("a bot in the box sees itself and its launcher, and can signal neither the arena nor the launcher") {
  need_box();
  const std::string count = "import os\nprint(len([p for p in os.listdir('/proc') if p.isdigit()]))\n";
  CHECK(tell(Isolation::user, count) == "2\n");
  CHECK(std::stoi(tell(Isolation::none, count)) > 2);
  denied_in_the_box_alone("os.kill(" + std::to_string(::getpid()) + ", 0)");
  // Signals to the first process of a namespace from within are dropped.
  CHECK(tell(Isolation::user,
             "import os, time\n"
             "for number in (9, 15, 19, 2):\n"
             "    try: os.kill(1, number)\n"
             "    except OSError: pass\n"
             "try: os.kill(-1, 15)\n"
             "except OSError: pass\n"
             "time.sleep(0.05)\n"
             "print('alive')\n") == "alive\n");
}

TEST_CASE("a bot in the box cannot look into its launcher") {
  need_box();
  CHECK_FALSE(works(Isolation::user, "open('/proc/1/mem', 'rb').close()"));
  CHECK_FALSE(works(Isolation::user, "os.readlink('/proc/1/fd/3')"));
  CHECK_FALSE(works(Isolation::user, "open('/proc/1/environ', 'rb').read()"));
  // Nor learn from it where things are on the machine.
  const processes::ScratchFolder folder;
  const std::string line = tell(Isolation::user, "print(open('/proc/1/cmdline').read().replace('\\0', ' '))");
  CHECK(line.starts_with("/.launcher "));
  CHECK(line.find(processes::in_repository("").string()) == std::string::npos);
}

TEST_CASE("the name of the machine and its shared memory stay outside the box") {
  need_box();
  char name[256] = {};
  REQUIRE(::gethostname(name, sizeof name - 1) == 0);
  const std::string ask = "import socket\nprint(socket.gethostname())";
  CHECK(tell(Isolation::none, ask) == std::string(name) + "\n");
  CHECK(tell(Isolation::user, ask) == "bot\n");
}

TEST_CASE("a machine without bubblewrap has no box, and it is said why") {
  arena::BoxPrograms programs = arena::find_box_programs();
  programs.bubblewrap.clear();
  const arena::BoxProbe probe = arena::probe_box(programs);
  CHECK(probe.isolation == Isolation::none);
  CHECK_THAT(probe.reason, Catch::Matchers::ContainsSubstring("bubblewrap"));
}

TEST_CASE("a bubblewrap that fails is no box, and its own words are told") {
  const processes::ScratchFolder folder;
  processes::write_file(folder / "bwrap",
                        "#!/bin/sh\necho 'bwrap: No permissions to create a new namespace' >&2\nexit 1\n");
  std::filesystem::permissions(folder / "bwrap", std::filesystem::perms::owner_all);
  arena::BoxPrograms programs = arena::find_box_programs();
  programs.bubblewrap = folder / "bwrap";
  const arena::BoxProbe probe = arena::probe_box(programs);
  CHECK(probe.isolation == Isolation::none);
  CHECK(probe.reason == "bwrap: No permissions to create a new namespace");
}

TEST_CASE("a bot may change its own limits, and not its launcher's") {
  for (const Isolation isolation : {Isolation::none, Isolation::user}) {
    if (isolation == Isolation::user && !processes::why_no_box().empty()) {
      SKIP("no box on this machine: " << processes::why_no_box());
    }
    CHECK(tell(isolation,
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
