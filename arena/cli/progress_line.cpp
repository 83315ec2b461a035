#include "arena/cli/progress_line.h"

#include <fmt/format.h>
#include <unistd.h>

#include <iostream>

namespace arena::cli {
namespace {

constexpr auto kPlainEvery = std::chrono::seconds(1);
constexpr auto kTerminalEvery = std::chrono::milliseconds(100);

}  // namespace

ProgressLine::ProgressLine(int games_planned, int games_done)
    : planned_(games_planned),
      done_before_(games_done),
      terminal_(::isatty(STDERR_FILENO) == 1),
      started_(std::chrono::steady_clock::now()),
      shown_at_(started_) {}

void ProgressLine::game_over(const GameRecord& record, int done) {
  faults_ += static_cast<int>(record.result.faults.size());
  const auto now = std::chrono::steady_clock::now();
  const bool last = done == planned_;
  if (!last && now - shown_at_ <
                   (terminal_ ? std::chrono::milliseconds(kTerminalEvery) : std::chrono::milliseconds(kPlainEvery)))
    return;
  shown_at_ = now;
  const double seconds = std::chrono::duration<double>(now - started_).count();
  const double rate = static_cast<double>(done - done_before_) / std::max(seconds, 1e-6);
  std::string line = fmt::format("{} of {} games, {:.1f} a second", done, planned_, rate);
  if (!last) line += fmt::format(", {:.0f} s to go", static_cast<double>(planned_ - done) / rate);
  if (faults_ > 0) line += fmt::format(", {} faults", faults_);
  show(line);
}

void ProgressLine::clear() {
  if (!shown_ || !terminal_) return;
  std::cerr << "\r\033[K" << std::flush;
  shown_ = false;
}

void ProgressLine::show(const std::string& line) {
  if (terminal_) {
    std::cerr << "\r\033[K" << line << std::flush;
    shown_ = true;
  } else {
    std::cerr << line << "\n";
  }
}

}  // namespace arena::cli
