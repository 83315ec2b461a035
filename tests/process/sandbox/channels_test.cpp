#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "tests/catch.h"
#include "tests/process/arena_program.h"
#include "tests/process/live_bot.h"
#include "tests/process/machine_lock.h"
#include "tests/scratch_folder.h"

namespace channels_test {

// Two bots in sandboxes of their own, of which one sends 32 bits through the kernel and the other tries to read them.

using arena::Isolation;
using processes::LiveBot;

namespace {

/// One way to talk. Python: `act()` and `undo()` of the sender, `sense()` of the receiver, a number. What both share.
/// `spot` is a text that names a place for the bit: the same for act() and the sense() after it, and used only once.
struct Channel {
  const char* name;
  const char* both;
  const char* act;
  const char* undo;
  const char* sense;
};

constexpr const char* kFilePage =
    "libc = ctypes.CDLL(None, use_errno=True)\n"
    "libc.mmap.restype = ctypes.c_void_p\n"
    "libc.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int, ctypes.c_int, ctypes.c_int, ctypes.c_long]\n"
    "file = os.open('/usr/share/common-licenses/GPL-3', os.O_RDONLY)\n"
    "def page(): return libc.mmap(None, 4096, 1, 2, file, 8192)\n"
    "def touch(at): return ctypes.string_at(at, 1)\n"
    "def checked(result):\n"
    "    if result < 0: raise OSError(ctypes.get_errno(), 'denied')\n"
    "    return result\n";

/// What the kernel counts and a bot can use up: was_refused() is for one call's result, until_refused() repeats a call.
constexpr const char* kUntilRefused =
    "import errno\n"
    "libc = ctypes.CDLL(None, use_errno=True)\n"
    "def was_refused(result):\n"
    "    if result >= 0: return 0\n"
    "    if ctypes.get_errno() in (errno.EPERM, errno.EACCES, errno.ENOSYS): raise OSError(ctypes.get_errno(), "
    "'denied')\n"
    "    return 1\n"
    "def until_refused(call):\n"
    "    results = []\n"
    "    while len(results) < 5000 and not was_refused(one := call(len(results))): results.append(one)\n"
    "    return results\n"
    "def queue(i): return libc.mq_open(b'/%d-%d' % (os.getpid(), i), 0o102, 0o600, None)\n"
    "def add_key(i): return libc.syscall(248, b'user', b'%d' % i, b'x', 1, -2)\n"
    "def send(sockets, n):\n"
    "    try: socket.send_fds(sockets[0], [b'x'], [0] * n); return 0\n"
    "    except OSError as error: ctypes.set_errno(error.errno); return -1\n";

constexpr const char* kHold = "global held; held = page(); touch(held)";
constexpr const char* kLetGo = "libc.munmap(ctypes.c_void_p(held), 4096)";

constexpr auto kDenied = std::to_array<Channel>({
    {"pagemap", kFilePage, kHold, kLetGo,
     "at = page(); touch(at)\n"
     "    map = os.open('/proc/self/pagemap', os.O_RDONLY)\n"
     "    entry = int.from_bytes(os.pread(map, 8, at // 4096 * 8), 'little')\n"
     "    os.close(map); libc.munmap(ctypes.c_void_p(at), 4096)\n"
     "    return entry >> 56 & 1"},
    {"smaps", kFilePage, kHold, kLetGo,
     "at = page(); touch(at)\n"
     "    lines = open('/proc/self/smaps').read().split('\\n')\n"
     "    libc.munmap(ctypes.c_void_p(at), 4096)\n"
     "    start = [i for i, line in enumerate(lines) if line.startswith('%x-' % at) or 'GPL-3' in line][0]\n"
     "    return sum(int(l.split()[1]) for l in lines[start:start + 16] if l.startswith('Shared_Clean'))"},
    {"waiters on a page of a file", kFilePage,
     "global held, thread; held = page(); stop.clear()\n"
     "    thread = threading.Thread(target=lambda: [libc.syscall(202, ctypes.c_void_p(held), 0, value, "
     "ctypes.byref(second), 0, 0) for _ in range(1)]); thread.start(); time.sleep(0.01)",
     "thread.join(); libc.munmap(ctypes.c_void_p(held), 4096)",
     "at = page(); touch(at); woken = libc.syscall(202, ctypes.c_void_p(at), 1, 1, None, 0, 0)\n"
     "    libc.munmap(ctypes.c_void_p(at), 4096)\n"
     "    return checked(woken)"},
    {"mincore", kFilePage, kHold, kLetGo,
     "at = page(); seen = ctypes.create_string_buffer(1)\n"
     "    result = libc.mincore(ctypes.c_void_p(at), 4096, seen); libc.munmap(ctypes.c_void_p(at), 4096)\n"
     "    return checked(result) + seen.raw[0]"},
    {"processes of sysinfo", kFilePage,
     "global threads; threads = [threading.Thread(target=stop.wait) for _ in range(20)]; stop.clear()\n"
     "    for one in threads: one.start()",
     "stop.set()\n    for one in threads: one.join()",
     "figures = ctypes.create_string_buffer(128); checked(libc.sysinfo(figures))\n"
     "    return int.from_bytes(figures.raw[80:82], 'little')"},
    {"free memory of sysinfo", kFilePage, "global block; block = bytearray(os.urandom(4096) * 5000)",
     "global block; del block",
     "figures = ctypes.create_string_buffer(128); checked(libc.sysinfo(figures))\n"
     "    return -int.from_bytes(figures.raw[40:48], 'little')"},
    {"threads of others by their numbers", kFilePage,
     "global threads; threads = [threading.Thread(target=stop.wait) for _ in range(20)]; stop.clear()\n"
     "    for one in threads: one.start()",
     "stop.set()\n    for one in threads: one.join()",
     "start = os.getpid(); found = sum(libc.getpgid(n) >= 0 for n in range(start, start + 3000))\n"
     "    return checked(libc.getpgid(1)) * 0 + found"},
    {"pages that one puts out of memory", kFilePage,
     "at = page(); touch(at); checked(libc.madvise(ctypes.c_void_p(at), 4096, 21)); "
     "libc.munmap(ctypes.c_void_p(at), 4096)",
     "pass",
     "before = resource.getrusage(0).ru_majflt; at = page(); touch(at); libc.munmap(ctypes.c_void_p(at), 4096)\n"
     "    return resource.getrusage(0).ru_majflt - before"},
    {"/proc/loadavg", "",
     "global threads; threads = [threading.Thread(target=stop.wait) for _ in range(20)]; stop.clear()\n"
     "    for one in threads: one.start()",
     "stop.set()\n    for one in threads: one.join()",
     "return int(open('/proc/loadavg').read().split()[3].split('/')[1])"},
    {"AnonPages of meminfo", "", "global block; block = bytearray(os.urandom(4096) * 5000)", "global block; del block",
     "return [int(l.split()[1]) for l in open('/proc/meminfo') if l.startswith('AnonPages')][0]"},
    {"file-nr", "", "global pipes; pipes = [os.pipe() for _ in range(50)]",
     "for a, b in pipes: os.close(a); os.close(b)", "return int(open('/proc/sys/fs/file-nr').read().split()[0])"},
    {"inode-nr", "", "global pipes; pipes = [os.pipe() for _ in range(50)]",
     "for a, b in pipes: os.close(a); os.close(b)", "return int(open('/proc/sys/fs/inode-nr').read().split()[0])"},
    {"page faults of vmstat", "", "global block; block = bytearray(os.urandom(4096) * 5000)", "global block; del block",
     "return [int(l.split()[1]) for l in open('/proc/vmstat') if l.startswith('pgfault')][0]"},
    {"processes of stat", "", "for _ in range(50): one = threading.Thread(target=int); one.start(); one.join()", "pass",
     "return [int(l.split()[1]) for l in open('/proc/stat') if l.startswith('processes')][0]"},
    {"numbers of sockets", "",
     "[pair for pair in [socket.socketpair() for _ in range(40)] if "
     "pair[0].getsockopt(1, 57, 8)]",
     "pass", "a, b = socket.socketpair()\n    return int.from_bytes(a.getsockopt(1, 57, 8), 'little')"},
    {"objects of System V", kUntilRefused, "global made; made = [libc.shmget(0, 4096, 0o600) for _ in range(20)]",
     "for one in made: libc.shmctl(one, 0, None)",
     "figures = ctypes.create_string_buffer(64); was_refused(libc.shmctl(0, 14, figures))  # SHM_INFO\n"
     "    return int.from_bytes(figures.raw[:4], 'little')"},
});

/// What the kernel counts by user, where a bot can use it up. Nothing passes between bots with user ids of their own.
constexpr auto kOfUser = std::to_array<Channel>({
    // Pipes beyond pipe-user-pages-soft are small (pipe(7)).
    {"memory for pipes", "import fcntl\n", "global pipes; pipes = [os.pipe() for _ in range(1100)]",
     "for a, b in pipes: os.close(a); os.close(b)",
     "a, b = os.pipe(); size = fcntl.fcntl(a, 1032); os.close(a); os.close(b)\n    return size"},
    {"queued signals", kFilePage,
     "signal.pthread_sigmask(0, [40]); n = 0\n"
     "    while n < 200000 and libc.sigqueue(os.getpid(), 40, None) == 0: n += 1\n"
     "    checked(n - 1)",
     "signal.signal(40, signal.SIG_IGN); signal.signal(40, signal.SIG_DFL)",
     "signal.pthread_sigmask(0, [40]); sent = libc.sigqueue(os.getpid(), 40, None)\n"
     "    if ctypes.get_errno() == 1: checked(sent)\n"
     "    signal.signal(40, signal.SIG_IGN); signal.signal(40, signal.SIG_DFL)\n"
     "    return sent"},
    {"processes and threads",
     "threading.stack_size(32768)\n"
     "def start():\n"
     "    one = threading.Thread(target=stop.wait)\n"
     "    try: one.start(); return one\n"
     "    except RuntimeError: return None\n",
     "global threads; stop.clear(); threads = []\n"
     "    while len(threads) < 20000 and (one := start()): threads.append(one)",
     "stop.set()\n    for one in threads: one.join()",
     "stop.clear(); one = start(); stop.set(); one and one.join(); return int(one is None)"},
    {"descriptors on their way through sockets", kUntilRefused,
     "global sockets; sockets = socket.socketpair(); sockets[0].setblocking(False)\n"
     "    until_refused(lambda i: send(sockets, 250)); until_refused(lambda i: send(sockets, 1))",
     "for one in sockets: one.close()",
     "a, b = socket.socketpair(); refused = was_refused(send((a, b), 1)); a.close(); b.close(); return refused"},
    {"instances of inotify", kUntilRefused, "global made; made = until_refused(lambda i: libc.inotify_init())",
     "for one in made: os.close(one)",
     "one = libc.inotify_init(); refused = was_refused(one); refused or os.close(one); return refused"},
    {"keys", kUntilRefused, "until_refused(add_key)", "libc.syscall(250, 7, -2)",
     "refused = was_refused(add_key(0)); libc.syscall(250, 7, -2); return refused"},
    {"message queues", kUntilRefused, "global made; made = until_refused(queue)",
     "for i, one in enumerate(made): os.close(one); libc.mq_unlink(b'/%d-%d' % (os.getpid(), i))",
     "one = queue(0); refused = was_refused(one)\n"
     "    if not refused: os.close(one); libc.mq_unlink(b'/%d-0' % os.getpid())\n"
     "    return refused"},
    {"locked memory", kUntilRefused,
     "global block; block = ctypes.create_string_buffer(65536 * 256)\n"
     "    until_refused(lambda i: libc.mlock(ctypes.byref(block, 65536 * i), 65536) if i < 255 else -1)",
     "libc.munlockall()",
     "block = ctypes.create_string_buffer(65536); refused = was_refused(libc.mlock(block, 65536)); libc.munlockall()\n"
     "    return refused"},
});

/// How long it takes to look up a file that does not exist: the median of sixteen.
constexpr const char* kMissingNames =
    "def look_up():\n"
    "    times = []\n"
    "    for i in range(16):\n"
    "        name = '/usr/lib/.' + spot + '-' + str(i); start = time.perf_counter_ns()\n"
    "        os.access(name, 0); times.append(time.perf_counter_ns() - start)\n"
    "    return -sorted(times)[8]\n";

/// Reads a page of the largest file below /usr/lib, and counts how often the disk was read for that.
constexpr const char* kLargeFile =
    "import mmap\n"
    "def size(path): return os.lstat(path).st_size\n"
    "largest = max((os.path.join(f, n) for f, _, names in os.walk('/usr/lib') for n in names), key=size)\n"
    "file = open(largest, 'rb'); pages = mmap.mmap(file.fileno(), 0, prot=mmap.PROT_READ)\n"
    "pages.madvise(mmap.MADV_RANDOM)\n"
    "def read_page():\n"
    "    before = resource.getrusage(0).ru_majflt\n"
    "    number = int.from_bytes(hashlib.sha256(spot.encode()).digest()[:8], 'little')\n"
    "    byte = pages[number % (len(pages) // 4096) * 4096]\n"
    "    return before - resource.getrusage(0).ru_majflt\n";

/// What stays: see SECURITY.md.
constexpr auto kLeft = std::to_array<Channel>({
    {"names that the kernel remembers as missing", kMissingNames, "look_up()", "pass", "return look_up()"},
    {"pages of files in memory", kLargeFile, "read_page()", "pass", "return read_page()"},
    // Each processor has a thousand numbers at a time: taskset -c 0 for the table shows what one that both use tells.
    {"inode numbers of pipes",
     "def number():\n    a, b = os.pipe(); n = os.fstat(a).st_ino; os.close(a); os.close(b); return n\n",
     "for _ in range(60): number()", "pass", "return number()"},
    {"numbers of new threads", "", "for _ in range(40): one = threading.Thread(target=int); one.start(); one.join()",
     "pass", "one = threading.Thread(target=int); one.start(); number = one.native_id; one.join()\n    return number"},
    {"descriptors of other processes", "", "global pipes; pipes = [os.pipe() for _ in range(100)]",
     "for a, b in pipes: os.close(a); os.close(b)",
     "sizes = []\n"
     "    for pid in range(max(os.getpid() - 100, 1), os.getpid() + 100):\n"
     "        if pid == os.getpid(): continue\n"
     "        try: sizes.append(os.stat('/proc/%d/fd' % pid).st_size)\n"
     "        except OSError: pass\n"
     "    if not sizes: raise OSError('no other process')\n"
     "    return sum(sizes)"},
    // All have the machine's namespace of time, which Landlock does not cover. Its inode lasts while somebody has it
    // open.
    {"whether a namespace's inode lasts", "path = '/proc/self/ns/time'\n",
     "global held; held = os.open(path, os.O_PATH); time.sleep(0.005)", "os.close(held)",
     "made = os.stat(path).st_ctime_ns; time.sleep(0.005); return int(os.stat(path).st_ctime_ns == made)"},
    {"processor time", "",
     "global threads; stop.clear(); threads = [threading.Thread(target=spin) for _ in range(4)]\n"
     "    for one in threads: one.start()",
     "stop.set()\n    for one in threads: one.join()",
     "start = time.perf_counter(); spin_once(); spin_once()\n    return time.perf_counter() - start"},
});

/// A bot that does or senses, as a line asks for it, and answers with a number or why there is none. `salt`: the two
/// bots of a message have the same one.
std::string program_of(const Channel& channel, const std::string& salt) {
  return std::string(
             "import ctypes, hashlib, os, resource, signal, socket, sys, threading, time\n"
             "salt = '" +
             salt +
             "'\n"
             "stop = threading.Event()\n"
             "value = 0\n"
             "def spin_once(): hashlib.pbkdf2_hmac('sha256', b'', b'', 10000)\n"
             "def spin():\n    while not stop.is_set(): spin_once()\n") +
         channel.both +
         "second = (ctypes.c_long * 2)(0, 40000000)\n"
         "def act():\n    global value\n"
         "    value = int.from_bytes(touch_word(), 'little') if 'page' in globals() else 0\n" +
         "    " + channel.act + "\ndef undo():\n    " + channel.undo + "\ndef sense():\n    " + channel.sense +
         "\n"
         "def touch_word():\n    at = page(); word = ctypes.string_at(at, 4); libc.munmap(ctypes.c_void_p(at), 4096); "
         "return word\n"
         "for line in sys.stdin:\n"
         "    what, spot = line.split(); spot = salt + spot\n"
         "    try: print({'act': act, 'undo': undo, 'sense': sense}[what]() or 0, flush=True)\n"
         "    except Exception as error: print('denied', repr(error), flush=True)\n";
}

/// Enough descriptors for more pipes than one user may have at their full size.
constexpr arena::Resources kGenerous = {.files = 4096};

class Wire {
 public:
  Wire(Isolation isolation, const Channel& channel, const std::string& salt = std::to_string(std::random_device()()))
      : sender_(LiveBot::python(isolation, program_of(channel, salt), nullptr, kGenerous)),
        receiver_(LiveBot::python(isolation, program_of(channel, salt), nullptr, kGenerous)) {}

  /// What the receiver sees of a bit; nothing when it is denied to look.
  std::optional<double> see(bool bit) {
    const std::string spot = std::to_string(++bits_);
    const std::string before = ask(receiver_, "sense before-" + spot);
    if (bit) ask(sender_, "act " + spot);
    const std::string after = ask(receiver_, "sense " + spot);
    if (bit) ask(sender_, "undo " + spot);
    if (before.starts_with("denied") || after.starts_with("denied")) {
      why_ = before;
      return std::nullopt;
    }
    return std::stod(after) - std::stod(before);
  }
  const std::string& why() const { return why_; }

 private:
  static std::string ask(LiveBot& bot, const std::string& what) {
    REQUIRE(bot.send(what + "\n", std::chrono::seconds(10)).kind == arena::Sent::Kind::done);
    const processes::Line line = bot.receive();
    REQUIRE(line.kind == arena::Incoming::Kind::line);
    return line.text;
  }

  LiveBot sender_;
  LiveBot receiver_;
  int bits_ = 0;
  std::string why_;
};

struct Message {
  int right = 0;  // of 32, half of which are 1
  bool denied = false;
  std::string why;
};

/// Sends 8 bits that both know, then 32 unless not one look was granted.
Message send_message(Isolation isolation, const Channel& channel) {
  const processes::MachineLock alone("channels_test");  // for the pages that these bots share
  Wire wire(isolation, channel);
  Message message;
  std::array<double, 2> mean = {0, 0};
  int denials = 0;
  for (int i = 0; i < 8; ++i) {
    const std::optional<double> seen = wire.see(i % 2 == 1);
    denials += seen ? 0 : 1;
    mean[static_cast<std::size_t>(i % 2)] += seen.value_or(0) / 4;
  }
  message.denied = denials > 0;
  message.why = wire.why();
  if (denials == 8) return message;
  std::vector<bool> bits(32);
  for (std::size_t i = 0; i < bits.size(); i += 2) bits[i] = true;
  std::shuffle(bits.begin(), bits.end(), std::mt19937(1));
  for (const bool bit : bits) {
    const double seen = wire.see(bit).value_or(0);
    const bool read = std::abs(seen - mean[1]) < std::abs(seen - mean[0]);
    message.right += read == bit ? 1 : 0;
  }
  return message;
}

/// Chance alone gives more than 26 of 32 in one message of 10,000.
constexpr int kGuessedMax = 26;

void passes_nothing(Isolation isolation, std::span<const Channel> channels = kDenied) {
  for (const Channel& channel : channels) {
    const Message message = send_message(isolation, channel);
    INFO(channel.name << ": " << message.right << " of 32 bits");
    CHECK(message.right <= kGuessedMax);
  }
}

}  // namespace

TEST_CASE("bots cannot send 32 bits through the kernel, confined") {
  NEEDS_LEVEL(Isolation::confined);
  passes_nothing(Isolation::confined);
}
TEST_CASE("bots cannot send 32 bits through the kernel, isolated") {
  NEEDS_LEVEL(Isolation::user);
  passes_nothing(processes::best_isolation());
}

TEST_EVERY_LEVEL("where root runs, bots cannot send 32 bits through what the kernel counts by user") {
  if (::geteuid() != 0) SKIP("bots have user ids of their own only where root runs");
  passes_nothing(isolation, kOfUser);
}

TEST_CASE("bots of one user id can use the memory for pipes: the test above would see it") {
  const processes::OneUserId one_user_id;
  int most = 0;
  for (int message = 0; message < 10 && most <= kGuessedMax; ++message)
    most = std::max(most, send_message(Isolation::none, kOfUser[0]).right);
  CHECK(most > kGuessedMax);
}

TEST_CASE("without isolation they can: the test above would see it") {
  for (const Channel& channel : kDenied) {
    const std::string name = channel.name;
    if (name != "pagemap" && name != "waiters on a page of a file") continue;
    // A busy machine may spoil several.
    int most = 0;
    for (int message = 0; message < 10 && most <= kGuessedMax; ++message)
      most = std::max(most, send_message(Isolation::none, channel).right);
    INFO(name << ": " << most << " of 32 bits");
    CHECK(most > kGuessedMax);
  }
}

TEST_CASE("SECURITY.md lists the channels that stay, and those through what the kernel counts by user") {
  const std::string text = arena::test::read_file(HEARTS_SOURCE_DIR "/SECURITY.md");
  const auto is_listed = [&](const Channel& channel) {
    INFO(channel.name);
    CHECK(text.find(channel.name + std::string("*")) != std::string::npos);
  };
  std::ranges::for_each(kOfUser, is_listed);
  for (const Channel& channel : kLeft) {
    if (channel.name != std::string("processor time")) is_listed(channel);  // the text above the table has it
  }
}

/// One line of the table: what passed at each level.
std::string row_of(const Channel& channel, const char* remark = "") {
  std::string row = "| " + std::string(channel.name) + remark + " |";
  for (const Isolation level : {Isolation::none, Isolation::confined, Isolation::user, Isolation::full}) {
    if (!processes::why_not(level).empty()) {
      row += " not on this machine |";
      continue;
    }
    const auto start = std::chrono::steady_clock::now();
    const Message message = send_message(level, channel);
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    if (message.denied) {
      row += " denied |";
    } else if (message.right <= kGuessedMax) {
      row += " nothing: " + std::to_string(message.right) + " of 32 bits |";
    } else {
      row += " " + std::to_string(message.right) + " of 32, " + std::to_string(static_cast<int>(40 / seconds)) +
             " a second |";
    }
  }
  return row;
}

/// The figures are those of bots in Python; a bot in C is faster.
TEST_CASE("a table of channels", "[.channels]") {
  std::printf("| channel | none | confined | user | full |\n|---|---|---|---|---|\n");
  for (const Channel& channel : kDenied) std::printf("%s\n", row_of(channel).c_str());
  for (const Channel& channel : kOfUser) {
    std::printf("%s\n", row_of(channel).c_str());
    if (::geteuid() != 0) continue;
    const processes::OneUserId one_user_id;
    std::printf("%s\n", row_of(channel, ", if bots share a user id").c_str());
  }
  for (const Channel& channel : kLeft) std::printf("%s\n", row_of(channel).c_str());
}

}  // namespace channels_test
