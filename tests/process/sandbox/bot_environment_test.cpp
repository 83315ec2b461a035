#include <fcntl.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <string>

#include "tests/catch.h"
#include "tests/process/arena_program.h"
#include "tests/process/live_bot.h"
#include "tests/process/machine_lock.h"

namespace bot_environment_test {

// What a bot finds around it, sandboxed or not: its own pipes, a clean environment, signals as usual.

using namespace std::chrono_literals;
using processes::LiveBot;

TEST_EVERY_LEVEL("a bot has its three pipes and no other descriptor") {
  const processes::MachineLock lock(processes::kKernelCaches);
  // What a careless caller may have left open, at low and at high numbers.
  const int low = ::open("/dev/null", O_RDWR);
  const int high = ::fcntl(low, F_DUPFD, 900);
  LiveBot other = LiveBot::shell(isolation, "echo ready; read line");
  REQUIRE(other.receive().text == "ready");
  LiveBot bot = LiveBot::python(isolation,
                                "import os\n"
                                "for fd in sorted(os.listdir('/proc/self/fd'), key=int):\n"
                                "    try: print(fd, os.readlink('/proc/self/fd/' + fd).split(':')[0])\n"
                                "    except OSError: pass\n");
  CHECK(bot.read_all() == "0 pipe\n1 pipe\n2 pipe\n");
  ::close(low);
  ::close(high);
}

TEST_EVERY_LEVEL("the launcher hands on nothing either") {
  const processes::MachineLock lock(processes::kKernelCaches);
  // The bot's parent: in the sandbox the launcher, whose descriptors it may not see at all.
  LiveBot bot = LiveBot::python(isolation,
                                "import os\n"
                                "found = 0\n"
                                "for fd in range(64):\n"
                                "    try: os.readlink(f'/proc/{os.getppid()}/fd/{fd}'); found += 1\n"
                                "    except FileNotFoundError: pass\n"
                                "    except PermissionError: print('refused'); break\n"
                                "print(found)\n");
  const std::string text = bot.read_all();
  if (isolation == arena::Isolation::none && ::geteuid() == 0) {
    CHECK(text != "0\n");  // root sees all: the denial in the sandbox is one
  } else {
    CHECK(text == "refused\n0\n");
  }
}

TEST_EVERY_LEVEL("a bot may have pairs of sockets, as Node and Rust do for the processes that they start") {
  LiveBot bot = LiveBot::python(isolation,
                                "import socket\n"
                                "for kind in (socket.SOCK_STREAM, socket.SOCK_SEQPACKET):\n"
                                "    one, other = socket.socketpair(socket.AF_UNIX, kind)\n"
                                "    one.send(b'heard')\n"
                                "    print(other.recv(9).decode())\n");
  CHECK(bot.read_all() == "heard\nheard\n");
}

TEST_EVERY_LEVEL("the environment is four variables and nothing of the arena's") {
  const processes::MachineLock lock(processes::kKernelCaches);
  ::setenv("HEARTS_SECRET", "do not tell", 1);
  LiveBot bot = LiveBot::python(isolation, "print(open('/proc/self/environ').read().replace('\\0', '\\n'), end='')");
  const std::string text = bot.read_all();
  const std::string plain = "PATH=/usr/local/bin:/usr/bin:/bin\nHOME=/tmp\nTMPDIR=/tmp\nLANG=C.UTF-8\n";
  CHECK(text == plain);
  ::unsetenv("HEARTS_SECRET");
}

TEST_EVERY_LEVEL("the working directory is the bot's folder") {
  LiveBot bot(isolation, {"./where"}, {{"where", "#!/bin/sh\npwd\necho *\n"}});
  CHECK(bot.read_all() ==
        (isolation >= arena::Isolation::user ? std::string("/bot") : bot.folder().string()) + "\nwhere\n");
}

TEST_EVERY_LEVEL("no signal is ignored or blocked") {
  const processes::MachineLock lock(processes::kKernelCaches);
  ::signal(SIGPIPE, SIG_IGN);
  ::signal(SIGXFSZ, SIG_IGN);
  ::signal(SIGUSR1, SIG_IGN);
  sigset_t some;
  sigset_t before;
  ::sigemptyset(&some);
  ::sigaddset(&some, SIGUSR2);
  ::sigaddset(&some, SIGCHLD);
  ::pthread_sigmask(SIG_BLOCK, &some, &before);
  LiveBot bot = LiveBot::shell(isolation, "exec grep -E 'SigBlk|SigIgn' /proc/self/status");
  CHECK(bot.read_all() == "SigBlk:\t0000000000000000\nSigIgn:\t0000000000000000\n");
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  ::signal(SIGXFSZ, SIG_DFL);
  ::signal(SIGUSR1, SIG_DFL);
}

TEST_EVERY_LEVEL("a bot has a session and no terminal") {
  LiveBot bot = LiveBot::python(isolation,
                                "import os\n"
                                "print(os.getsid(0) == os.getpid())\n"
                                "try: os.open('/dev/tty', os.O_RDWR); print('terminal')\n"
                                "except OSError: print('none')\n");
  CHECK(bot.read_all() == "True\nnone\n");
}

}  // namespace bot_environment_test
