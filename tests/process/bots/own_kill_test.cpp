#include <sys/types.h>

#include <csignal>
#include <string>

#include "tests/catch.h"
#include "tests/process/arena_program.h"
#include "tests/process/live_bot.h"
#include "tests/process/process_tree.h"

namespace own_kill_test {

// A bot of one process that a filter holds cannot end by SIGKILL through its own doing. So a SIGKILL that the arena did
// not send, and that its memory did not call for, came from outside: the block is void. Whoever finds another way to
// have itself killed could make void what it is about to lose.

using namespace std::chrono_literals;
using arena::Isolation;
using arena::ProcessEnd;
using processes::LiveBot;

namespace {

constexpr auto kWait = 60s;

struct Way {
  const char* name;
  const char* program;  ///< Python; ends with 7 where it is refused and nothing follows
  bool kills = true;    ///< with SIGKILL, where no filter is
};

constexpr const char* kFrame =
    "import ctypes, fcntl, os, resource, signal, struct, sys, threading, time\n"
    "libc = ctypes.CDLL(None, use_errno=True)\n"
    "me = os.getpid()\n"
    "info = struct.pack('iii', 9, 0, -1) + bytes(116)\n"
    "def call(*words):\n"
    "    return libc.syscall(*[ctypes.c_long(w) if isinstance(w, int) else w for w in words])\n"
    "def burn():\n"
    "    began = time.process_time()\n"
    "    while time.process_time() - began < 1.5: pass\n"
    "def way():\n";

// Numbers of x86-64, as the C library has no names for them.
constexpr Way kWays[] = {
    {"kill", "os.kill(me, 9)"},
    {"kill, with bits that the kernel does not read", "call(62, me, (1 << 32) | 9)"},
    {"killpg", "os.killpg(0, 9)"},
    {"tkill", "call(200, threading.get_native_id(), 9)"},
    {"tgkill", "signal.raise_signal(9)"},
    {"rt_sigqueueinfo", "call(129, me, 9, info)"},
    {"rt_tgsigqueueinfo", "call(297, me, threading.get_native_id(), 9, info)"},
    {"pidfd_send_signal", "signal.pidfd_send_signal(os.pidfd_open(me), 9)"},
    {"the kill of another thread", "t = threading.Thread(target=lambda: os.kill(me, 9)); t.start(); t.join()"},
    {"setrlimit of processor time", "call(160, 0, struct.pack('QQ', 1, 1)) or burn()"},
    {"prlimit of processor time", "resource.setrlimit(resource.RLIMIT_CPU, (1, 1)); burn()"},
    {"a timer",
     "at = ctypes.create_string_buffer(8)\n"
     "    call(222, 0, struct.pack('QiI', 0, 9, 0) + bytes(48), at)\n"
     "    call(223, struct.unpack('i', at[:4])[0], 0, struct.pack('QQQQ', 0, 0, 0, 1), None)\n"
     "    time.sleep(0.1)"},
    {"a pipe that tells by SIGKILL",
     "r, w = os.pipe()\n"
     "    fcntl.fcntl(r, 8, me); fcntl.fcntl(r, 10, 9)\n"
     "    fcntl.fcntl(r, fcntl.F_SETFL, fcntl.fcntl(r, fcntl.F_GETFL) | os.O_ASYNC)\n"
     "    os.write(w, b'x'); time.sleep(0.1)"},
    {"strict secure computing", "libc.prctl(22, 1) or os.getuid()"},
    {"tracing itself", "call(101, 0, 0, 0, 0) or libc.prctl(1, 9)", false},
    {"the death of its parent", "libc.prctl(1, 9)", false},
    {"a filter of its own that ends the process",
     "program = ctypes.create_string_buffer(struct.pack('HBBI', 6, 0, 0, 0x80000000))\n"
     "    libc.prctl(22, 2, struct.pack('HxxxxxxQ', 1, ctypes.addressof(program)))\n"
     "    os.getuid()",
     false},
    {"a stack without end",
     "x = []\n    for _ in range(1 << 16): x = [x]\n    sys.setrecursionlimit(1 << 30)\n"
     "    resource.setrlimit(resource.RLIMIT_STACK, (1 << 20, 1 << 20)); repr(x)",
     false},
    {"data without end", "resource.setrlimit(resource.RLIMIT_DATA, (1 << 26, 1 << 26))\n    x = bytes(1 << 30)", false},
    {"a file without end",
     "resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0)); signal.signal(signal.SIGXFSZ, signal.SIG_DFL)\n"
     "    open('/tmp/a', 'wb', 0).write(b'x')",
     false},
};

std::string program_of(const Way& way) {
  return kFrame + ("    " + std::string(way.program)) +
         "\ntry: way()\nexcept (OSError, ValueError, MemoryError): pass\nsys.exit(7)\n";
}

/// An ELF program that the kernel begins to load and cannot: when it finds out, the old program is gone.
std::string broken_program() {
  std::string bytes(64 + 56, '\0');
  const auto set = [&](std::size_t at, unsigned long long value, std::size_t size) {
    for (std::size_t i = 0; i < size; ++i) bytes[at + i] = static_cast<char>(value >> (8 * i));
  };
  bytes.replace(0, 7,
                "\x7F"
                "ELF\x02\x01\x01");
  set(16, 2, 2);         // ET_EXEC
  set(18, 62, 2);        // x86-64
  set(20, 1, 4);         // version
  set(24, 0x400000, 8);  // entry
  set(32, 64, 8);        // program headers
  set(52, 64, 2);        // size of this header
  set(54, 56, 2);        // and of those
  set(56, 1, 2);         // one of them
  set(64, 1, 4);         // PT_LOAD
  set(68, 7, 4);
  set(80, 0x7FFFFFFFF000, 8);  // the last page of what a process may map, and beyond
  set(96, 120, 8);
  set(104, 0x10000, 8);
  set(112, 0x1000, 8);
  return bytes;
}

pid_t process_named(const std::string& name) {
  for (const processes::Process& process : processes::descendants()) {
    if (process.name == name) return process.pid;
  }
  return 0;
}

}  // namespace

TEST_EVERY_LEVEL("no bot of one process can have itself killed where a filter holds it") {
  for (const Way& way : kWays) {
    INFO(way.name);
    LiveBot bot = LiveBot::python(isolation, program_of(way));
    const ProcessEnd end = bot.ended(kWait);
    CHECK(end.kind != ProcessEnd::Kind::running);
    if (isolation != Isolation::none) CHECK_FALSE(end.by_sigkill());
    // Where it works it is the bot's own doing.
    if (isolation == Isolation::none) CHECK(end.by_sigkill() == way.kills);
    CHECK_FALSE(end.is_machine_fault());
  }
}

TEST_EVERY_LEVEL("a program that the kernel gives up loading is not one that was killed") {
  LiveBot bot(isolation, {"./broken"}, {{"broken", broken_program()}});
  const ProcessEnd end = bot.ended(kWait);
  CHECK(end.kind == ProcessEnd::Kind::signaled);
  CHECK(end.number == SIGSEGV);
}

TEST_EVERY_LEVEL("a killer is distinguished from the bot where a filter holds the bot") {
  LiveBot bot = LiveBot::shell(isolation, "echo here; exec sleep 1000");
  REQUIRE(bot.receive().text == "here");
  REQUIRE(bot.happens(5s, [] { return process_named("sleep") > 0; }));
  ::kill(process_named("sleep"), SIGKILL);
  const ProcessEnd end = bot.ended(kWait);
  CHECK(end.kind == (isolation == Isolation::none ? ProcessEnd::Kind::signaled : ProcessEnd::Kind::killed));
  CHECK(end.number == SIGKILL);
}

TEST_EVERY_LEVEL("a bot that the arena ends was not killed from outside") {
  LiveBot bot = LiveBot::shell(isolation, "echo here; exec sleep 1000");
  REQUIRE(bot.receive().text == "here");
  const ProcessEnd end = bot.stop(10ms);
  CHECK(end.kind == ProcessEnd::Kind::signaled);
  CHECK(end.number == SIGKILL);
}

TEST_EVERY_LEVEL("a bot of several processes may end its own and answers for its end") {
  arena::Resources resources;
  resources.processes = 4;
  LiveBot bot = LiveBot::python(isolation,
                                "import os, subprocess\n"
                                "child = subprocess.Popen(['sleep', '1000'])\n"
                                "child.kill()\n"
                                "print(child.wait(), flush=True)\n"
                                "os.kill(os.getpid(), 9)\n",
                                nullptr, resources);
  // At `confined` the child is no process of the bot's that the filter could tell from others.
  if (isolation != Isolation::confined) CHECK(bot.receive().text == "-9");
  const ProcessEnd end = bot.ended(kWait);
  CHECK_FALSE(end.is_machine_fault());
}

}  // namespace own_kill_test
