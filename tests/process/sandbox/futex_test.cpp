#include <chrono>
#include <string>

#include "tests/catch.h"
#include "tests/process/arena_program.h"
#include "tests/process/live_bot.h"

namespace futex_test {

// Threads of a bot wait for each other by futexes that are not private, as those of C++ do. In the sandbox the launcher
// answers these calls: it must say what the kernel says at level 'none'.

using processes::LiveBot;
using namespace std::chrono_literals;

namespace {

const std::string kFrame = R"(
import ctypes, errno, sys, threading, time
libc = ctypes.CDLL(None, use_errno=True)
class Time(ctypes.Structure): _fields_ = [('sec', ctypes.c_long), ('nsec', ctypes.c_long)]
WAIT, WAKE, WAIT_BITSET, REALTIME = 0, 1, 9, 256
def futex(word, operation, value, time=None):
    address = ctypes.c_void_p(word) if isinstance(word, int) else ctypes.byref(word)
    result = libc.syscall(202, address, operation, ctypes.c_uint(value), time and ctypes.byref(time), None, 0xFFFFFFFF)
    return result if result >= 0 else errno.errorcode[ctypes.get_errno()]
def after(ms, clock):
    at = int((time.clock_gettime(clock)) * 1000) + ms
    return Time(at // 1000, at % 1000 * 1000000)
def started(work):
    thread = threading.Thread(target=work); thread.start(); return thread
words = [ctypes.c_uint(0x80000000) for _ in range(8)]
)";

}  // namespace

TEST_EVERY_LEVEL("threads wait for each other by futexes that are not private") {
  LiveBot bot = LiveBot::python(isolation, kFrame + R"(
word, far = words[0], 1 << 31
print(futex(word, WAIT, far + 1))                                             # the value is another
print(futex(8, WAIT, far), futex(word, WAIT, far, Time(0, 1000000000)), futex(word, WAIT, far, Time(-1, 0)))
before = time.monotonic()
print(futex(word, WAIT, far, Time(0, 30000000)), time.monotonic() - before >= 0.03)
before = time.monotonic()
print(futex(word, WAIT_BITSET, far, after(30, time.CLOCK_MONOTONIC)), time.monotonic() - before >= 0.028)
print(futex(word, WAIT_BITSET | REALTIME, far, after(30, time.CLOCK_REALTIME)), time.monotonic() - before >= 0.056)
print(futex(word, WAIT_BITSET, far, Time(0, 1)))                          # over already
print(futex(word, WAKE, 100))                                             # nobody waits
for value in 0, 0x10100, far, 0xFFFFFFFF:                                 # a lock, a static variable, a future
    word = ctypes.c_uint(value)
    said = []
    waiters = [started(lambda: said.append(futex(word, WAIT, value))) for _ in range(3)]
    woken = 0
    while woken < 3: woken += futex(word, WAKE, 1 << 30); time.sleep(0.001)
    for waiter in waiters: waiter.join()
    print(woken, said)
# Each thread has a word of its own; all are woken in the end.
def ring(place):
    for _ in range(50):
        while words[place].value == far: futex(words[place], WAIT, far)
        words[place].value = far
        words[(place + 1) % 8].value = 1
        futex(words[(place + 1) % 8], WAKE, 1)
threads = [started(lambda place=place: ring(place)) for place in range(8)]
words[0].value = 1; futex(words[0], WAKE, 1)
for thread in threads: thread.join()
print('done', flush=True)
)");
  CHECK(bot.read_all() ==
        "EAGAIN\n"
        "EFAULT EINVAL EINVAL\n"
        "ETIMEDOUT True\n"
        "ETIMEDOUT True\n"
        "ETIMEDOUT True\n"
        "ETIMEDOUT\n"
        "0\n"
        "3 [0, 0, 0]\n"
        "3 [0, 0, 0]\n"
        "3 [0, 0, 0]\n"
        "3 [0, 0, 0]\n"
        "done\n");
}

TEST_EVERY_LEVEL("a thread that waits for another still waits after its process was stopped") {
  LiveBot bot = LiveBot::python(isolation, kFrame + R"(
word = words[0]
def wait():
    while word.value == 1 << 31: futex(word, WAIT, 1 << 31)
waiter = started(wait)
print('waits', flush=True)
for line in sys.stdin:
    if line == 'wake\n':
        word.value = 1
        futex(word, WAKE, 1)
        waiter.join()
    print(line.strip(), waiter.is_alive(), flush=True)
)");
  CHECK(bot.receive().text == "waits");
  for (int game = 0; game < 3; ++game) {
    bot.send("game\n", 10s);
    CHECK(bot.receive().text == "game True");
    bot.process().freeze();
    bot.process().thaw();
  }
  bot.process().freeze();
  bot.send("wake\n", 10s);
  CHECK(bot.receive().text == "wake False");
}

TEST_EVERY_LEVEL("more threads wait than the launcher keeps") {
  arena::Resources resources;
  resources.threads = 1200;
  LiveBot bot = LiveBot::python(isolation, kFrame + R"(
threading.stack_size(65536)
word, far = words[0], 1 << 31
def wait():
    while word.value == far: futex(word, WAIT, far, Time(0, 200000000)) == 'EAGAIN' and time.sleep(0.01)
threads = [started(wait) for _ in range(1100)]
word.value = 1
while any(thread.is_alive() for thread in threads): futex(word, WAKE, 1 << 30); time.sleep(0.01)
print('done', flush=True)
)",
                                nullptr, resources);
  CHECK(bot.read_all() == "done\n");
}

}  // namespace futex_test
