#include "arena/app/terminal/log_lines.h"

#include <spdlog/formatter.h>
#include <spdlog/pattern_formatter.h>
#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

#include <string_view>

namespace arena::cli {
namespace {

constexpr const char* kPattern = "%^%l%$: %v";

/// Lines of the log as the screen wants them. The coloured part is their first word, which stays where it is.
class LogFormatter final : public spdlog::formatter {
 public:
  explicit LogFormatter(const Screen& screen) : screen_(screen) {}

  void format(const spdlog::details::log_msg& message, spdlog::memory_buf_t& line) override {
    inner_.format(message, line);
    const std::string shown = screen_.fitting(std::string_view(line.data(), line.size()));
    line.clear();
    line.append(shown.data(), shown.data() + shown.size());
  }
  std::unique_ptr<spdlog::formatter> clone() const override { return std::make_unique<LogFormatter>(screen_); }

 private:
  Screen screen_;
  spdlog::pattern_formatter inner_{kPattern};
};

}  // namespace

std::shared_ptr<spdlog::logger> make_log() {
  auto log = spdlog::stderr_color_mt("arena");
  show_log_on(*log, find_screen(STDERR_FILENO));
  return log;
}

void show_log_on(spdlog::logger& log, const Screen& screen) {
  log.set_formatter(std::make_unique<LogFormatter>(screen));
  for (const spdlog::sink_ptr& sink : log.sinks()) {
    if (auto* const colored = dynamic_cast<spdlog::sinks::stderr_color_sink_mt*>(sink.get()))
      colored->set_color_mode(screen.color ? spdlog::color_mode::always : spdlog::color_mode::never);
  }
}

}  // namespace arena::cli
