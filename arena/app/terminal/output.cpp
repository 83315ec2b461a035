#include "arena/app/terminal/output.h"

#include <poll.h>
#include <spdlog/formatter.h>
#include <spdlog/pattern_formatter.h>
#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <iostream>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "arena/base/text/whole_file.h"
#include "arena/base/text/words.h"
#include "arena/bots/process/open_process.h"
#include "arena/bots/sandbox/owned_fd.h"

namespace arena::cli {
namespace {

/// Formats lines of the log for the screen. The coloured part is the first word, which does not move.
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
  spdlog::pattern_formatter inner_{"%^%l%$: %v"};
};

/// Returns the pager and its arguments. Empty: no pager is wanted.
std::vector<std::string> pager_words() {
  for (const char* name : {"ARENA_PAGER", "PAGER"}) {
    const char* value = std::getenv(name);
    if (value == nullptr) continue;
    const std::string command = value;
    if (command.empty() || command == "cat") return {};
    return {"sh", "-c", command};
  }
  return {"less", "-FRX"};
}

/// See text_output().
class TextOutput final : public std::streambuf {
 public:
  TextOutput(const Screen& screen, bool pages)
      : before_(std::cout.rdbuf()), size_(screen.size), pages_(pages), keeps_(pages) {
    std::cout.flush();
    std::cout.rdbuf(this);
  }

  /// Writes what is left and waits for the pager. If something cannot be written, std::cout has failed from then on.
  ~TextOutput() override {
    if (!write_text(std::exchange(line_, {})) || !write_kept()) std::cout.setstate(std::ios::badbit);
    to_pager_ = OwnedFd();  // the end of the text
    while (pager_ > 0 && ::waitpid(pager_, nullptr, 0) < 0 && errno == EINTR) continue;
    const std::ios::iostate state = std::cout.rdstate();
    std::cout.rdbuf(before_);  // which clears the state
    std::cout.setstate(state);
  }

  TextOutput(const TextOutput&) = delete;
  TextOutput& operator=(const TextOutput&) = delete;

 private:
  int_type overflow(int_type c) override {
    if (traits_type::eq_int_type(c, traits_type::eof())) return traits_type::not_eof(c);
    const char one = traits_type::to_char_type(c);
    return write_wrapped({&one, 1}) ? c : traits_type::eof();
  }

  std::streamsize xsputn(const char* text, std::streamsize count) override {
    return write_wrapped({text, static_cast<std::size_t>(count)}) ? count : 0;
  }

  int sync() override {
    if (pages_) return 0;
    begun_ = begun_ || !line_.empty();
    return write_text(std::exchange(line_, {})) ? 0 : -1;
  }

  bool write_wrapped(std::string_view text) {
    std::string lines;
    split_whole_lines(line_, text, [&](const std::string& line) {
      // A line whose beginning is already written can no longer be broken.
      lines += (std::exchange(begun_, false) ? line : wrapped_text(line, size_.columns)) + "\n";
    });
    return write_text(lines);
  }

  bool write_text(const std::string& text) {
    if (text.empty()) return true;
    if (!keeps_ && pager_ < 0) return write_all(STDOUT_FILENO, text);
    if (!keeps_) {
      is_read_ = is_read_ && write_all(to_pager_.get(), text);
      return true;
    }
    kept_ += text;
    kept_lines_ += static_cast<std::size_t>(std::ranges::count(text, '\n'));
    if (kept_lines_ < size_.lines) return true;
    start_pager();
    return write_kept();
  }

  bool write_kept() {
    keeps_ = false;
    return write_text(std::exchange(kept_, {}));
  }

  /// Starts the pager in a shell: that of $ARENA_PAGER, else that of $PAGER, else less. Starts none if the program does
  /// not exist, or if the variable is empty or "cat". While the pager runs, only the pager reacts to Ctrl-C.
  void start_pager() {
    const std::vector<std::string> words = pager_words();
    if (words.empty()) return;
    ::setenv("LESSCHARSET", "utf-8", 0);  // our texts are UTF-8, whatever the locale is
    OwnedFd its_input;
    std::tie(its_input, to_pager_) = make_pipe();
    if (start_program(pager_, words, its_input.get(), STDOUT_FILENO) != 0) return;
    for (const int one : {SIGPIPE, SIGINT, SIGQUIT}) ::signal(one, SIG_IGN);
  }

  std::streambuf* before_;
  TerminalSize size_;
  bool pages_;
  std::string line_;    ///< the last line, which is not complete yet
  bool begun_ = false;  ///< some of that line is written already
  std::string kept_;
  std::size_t kept_lines_ = 0;
  bool keeps_;
  bool is_read_ = true;  ///< the pager has not ended
  pid_t pager_ = -1;     ///< -1: none
  OwnedFd to_pager_;
};

}  // namespace

void show_log_on(spdlog::logger& log, const Screen& screen) {
  log.set_formatter(std::make_unique<LogFormatter>(screen));
  auto& sink = dynamic_cast<spdlog::sinks::stderr_color_sink_mt&>(*log.sinks().front());
  sink.set_color_mode(screen.color ? spdlog::color_mode::always : spdlog::color_mode::never);
}

bool reader_is_gone() {
  pollfd output = {STDOUT_FILENO, 0, 0};
  return ::poll(&output, 1, 0) == 1 && (output.revents & POLLERR) != 0;
}

std::unique_ptr<std::streambuf> text_output(const Screen& screen, bool pages) {
  return std::make_unique<TextOutput>(screen, pages);
}

}  // namespace arena::cli
