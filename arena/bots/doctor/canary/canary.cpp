// arena-canary: tries whatever no bot may do, and says what it got away with.
//
//   arena-canary try FIRST KEY=VALUE...   every act of bots/doctor/acts.inc from FIRST on; the decoys, see decoys.h
//   arena-canary hog                      takes memory until it is killed
//   arena-canary greet                    prints "done": what a start costs
//   arena-canary leave SEED TIME          leaves traces in the kernel, then prints "done"; see traces.h
//   arena-canary find SEED TIME           looks for them, prints what it found, then "done"
//
// It is started as a bot would be, through the same command line, so that what it cannot do no bot can. For each act it
// writes one line immediately, since some acts could end the canary:
//   NAME allowed
//   NAME denied REASON       the name of an errno, or a word
// and then "done". What succeeds is harmless and undone. It takes some milliseconds.

#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>

#include "arena/bots/doctor/acts.h"
#include "arena/bots/doctor/canary/attempt.h"
#include "arena/bots/doctor/canary/traces.h"

namespace {

using namespace arena;

bool write_line(const std::string& line) {
  return ::write(STDOUT_FILENO, line.data(), line.size()) == static_cast<ssize_t>(line.size());
}

/// In the order of acts().
constexpr auto kAttempts = std::to_array<Tried (*)(const Decoys& decoys)>({
#define ACT(name, ...) attempts::name,
#include "arena/bots/doctor/acts.inc"
#undef ACT
});

std::string reason_of(const Tried& tried) {
  if (tried.error == 0) return tried.why;
  const char* name = ::strerrorname_np(tried.error);
  return name != nullptr ? name : std::to_string(tried.error);
}

bool try_all(std::string_view first, const Decoys& decoys) {
  bool begun = false;
  for (std::size_t i = 0; i < kAttempts.size(); ++i) {
    const Act& act = acts()[i];
    begun = begun || act.name == first;
    if (!begun) continue;
    const Tried tried = kAttempts[i](decoys);
    std::string line = std::string(act.name) + (tried.allowed ? " allowed" : " denied");
    if (const std::string reason = reason_of(tried); !reason.empty()) line += " " + reason;
    if (!write_line(line + "\n")) return false;
  }
  return begun && write_line("done\n");
}

/// Touches memory page by page. Bounded, for a machine where nothing else stops it.
int use_memory() {
  constexpr std::size_t kPieceBytes = 1 << 20;
  constexpr int kPieces = 128;
  for (int i = 0; i < kPieces; ++i) {
    void* piece = ::mmap(nullptr, kPieceBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (piece == MAP_FAILED) break;
    std::memset(piece, 1, kPieceBytes);
  }
  write_line("survived\n");
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  // A file beyond its limit, or an arena that reads no more, is an error of the call.
  ::signal(SIGXFSZ, SIG_IGN);
  ::signal(SIGPIPE, SIG_IGN);
  const std::string_view mode = argc > 1 ? argv[1] : "";
  if (mode == "greet") return write_line("done\n") ? 0 : 1;
  if (mode == "hog") return use_memory();
  if (mode == "try" && argc > 2) {
    if (const auto decoys = read_decoys({argv + 3, argv + argc})) return try_all(argv[2], *decoys) ? 0 : 1;
  }
  if ((mode == "leave" || mode == "find") && argc == 4) {
    const std::uint64_t seed = std::strtoull(argv[2], nullptr, 10);
    const std::int64_t since = std::strtoll(argv[3], nullptr, 10);
    if (mode == "leave") leave_traces(seed, since);
    return (mode == "leave" || find_traces(seed, since)) && write_line("done\n") ? 0 : 1;
  }
  static constexpr char kUsage[] =
      "usage: arena-canary try FIRST KEY=VALUE... | hog | greet | leave SEED TIME | find SEED TIME\n";
  return ::write(STDERR_FILENO, kUsage, sizeof kUsage - 1) > 0 ? 2 : 1;
}
