#include "arena/cli/progress_line.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <iostream>
#include <optional>

#include "arena/text/text_layout.h"
#include "engine/counted_noun.h"

namespace arena::cli {
namespace {

// In a log of a long run a line a second is too many: as the run gets longer they get rarer.
constexpr auto kPlainEvery = std::chrono::milliseconds(1000);
constexpr auto kPlainEveryMost = std::chrono::milliseconds(60'000);
constexpr auto kLeaderEvery = std::chrono::seconds(1);
constexpr std::size_t kLeaderBotsMax = 200;  // with more, every worker would wait while the bots are rated
constexpr auto kTerminalEvery = std::chrono::milliseconds(100);

/// As much of the line as the terminal is wide: a wrapped one could not be overwritten.
std::string fitting(std::string line) {
  winsize size = {};
  if (::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return line;
  while (columns_of(line) >= size.ws_col) {
    // A character of several bytes goes whole.
    while ((static_cast<unsigned char>(line.back()) & 0xC0) == 0x80) line.pop_back();
    line.pop_back();
  }
  return line;
}

}  // namespace

ProgressLine::ProgressLine(int games_planned)
    : planned_(games_planned),
      terminal_(::isatty(STDERR_FILENO) == 1),
      started_(std::chrono::steady_clock::now()),
      shown_at_(started_) {}

void ProgressLine::game_over(const GameRecord& record, int done, const RatedRuns& rated) {
  ++played_;
  faults_ += static_cast<int>(record.result.faults.size());
  const auto now = std::chrono::steady_clock::now();
  const bool last = done == planned_;
  const auto sofar = std::chrono::duration_cast<std::chrono::milliseconds>(now - started_);
  const auto every = terminal_ ? kTerminalEvery : std::clamp(sofar / 20, kPlainEvery, kPlainEveryMost);
  if (!last && now - shown_at_ < every) return;
  shown_at_ = now;
  const double seconds = std::chrono::duration<double>(now - started_).count();
  const double rate = static_cast<double>(played_) / std::max(seconds, 1e-6);
  std::string line = fmt::format("{} of {} games, {:.1f} a second", done, planned_, rate);
  if (!last) line += fmt::format(", {:.0f} s to go", static_cast<double>(planned_ - done) / rate);
  if (const std::string who = leader(rated, now); !last && !who.empty()) line += ", " + who;
  if (faults_ > 0) line += ", " + hearts::counted(faults_, "fault");
  show(line);
}

/// Who leads, as of a second ago; rating takes a twentieth of the time at most.
std::string ProgressLine::leader(const RatedRuns& rated, std::chrono::steady_clock::time_point now) {
  if (rated.bots().size() > kLeaderBotsMax || now < leader_until_) return leader_;
  const std::optional<Leader> first = rated.leader();
  const auto took = std::chrono::steady_clock::now() - now;
  leader_until_ = now + std::max<std::chrono::steady_clock::duration>(kLeaderEvery, 20 * took);
  leader_.clear();
  if (first) {
    leader_ = fmt::format("{} leads with {:.0f}", rated.bots()[static_cast<std::size_t>(first->bot)], first->elo.value);
    if (first->elo.plus_minus) leader_ += fmt::format(" ± {:.0f}", *first->elo.plus_minus);
  }
  return leader_;
}

void ProgressLine::clear() {
  if (!shown_ || !terminal_) return;
  std::cerr << "\r\033[K" << std::flush;
  shown_ = false;
}

void ProgressLine::show(const std::string& line) {
  if (terminal_) {
    std::cerr << "\r\033[K" << fitting(line) << std::flush;
    shown_ = true;
  } else {
    std::cerr << line << "\n";
  }
}

}  // namespace arena::cli
