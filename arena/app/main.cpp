#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spdlog/formatter.h>
#include <spdlog/pattern_formatter.h>
#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <memory>
#include <new>
#include <optional>
#include <streambuf>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "arena/app/commands/commands.h"
#include "arena/app/terminal/build_commit.h"
#include "arena/base/text/input_error.h"
#include "arena/base/text/screen.h"
#include "arena/base/text/whole_file.h"
#include "arena/base/text/words.h"
#include "arena/bots/process/open_process.h"
#include "arena/bots/protocol/decode.h"
#include "arena/bots/sandbox/own_limits.h"
#include "arena/bots/sandbox/owned_fd.h"
#include "arena/records/manifest.h"
#include "engine/rules.h"

namespace {

/// The text without what a terminal would obey: control characters (those of two bytes too) as \xNN.
std::string harmless(std::string_view text) {
  std::string shown;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    const auto next = static_cast<unsigned char>(i + 1 < text.size() ? text[i + 1] : 0);
    if (byte < 0x20 || byte == 0x7F || (byte == 0xC2 && next >= 0x80 && next < 0xA0)) {
      shown += fmt::format("\\x{:02x}", byte);
    } else {
      shown += text[i];
    }
  }
  return shown;
}

/// Lines of the log as the screen wants them. The coloured part is their first word, which stays where it is.
class LogFormatter final : public spdlog::formatter {
 public:
  explicit LogFormatter(const arena::Screen& screen) : screen_(screen) {}

  void format(const spdlog::details::log_msg& message, spdlog::memory_buf_t& line) override {
    inner_.format(message, line);
    const std::string shown = screen_.fitting(std::string_view(line.data(), line.size()));
    line.clear();
    line.append(shown.data(), shown.data() + shown.size());
  }
  std::unique_ptr<spdlog::formatter> clone() const override { return std::make_unique<LogFormatter>(screen_); }

 private:
  arena::Screen screen_;
  spdlog::pattern_formatter inner_{"%^%l%$: %v"};
};

/// Has the lines of the log broken at words and coloured as standard error wants them.
void show_log_on(spdlog::logger& log, const arena::Screen& screen) {
  log.set_formatter(std::make_unique<LogFormatter>(screen));
  auto& sink = dynamic_cast<spdlog::sinks::stderr_color_sink_mt&>(*log.sinks().front());
  sink.set_color_mode(screen.color ? spdlog::color_mode::always : spdlog::color_mode::never);
}

/// The program and its arguments; empty: no pager is wanted.
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

/// Stands between std::cout and a terminal while a command writes text for people: breaks lines at words, and hands text
/// that is longer than the terminal to a pager. A pager that ends early is no error. Nothing passes std::cout by.
class TextOutput : private std::streambuf {
 public:
  /// `pages`: all text is kept until it is longer than the terminal, or until the end.
  TextOutput(const arena::Screen& screen, bool pages)
      : before_(std::cout.rdbuf()), size_(screen.size), pages_(pages), keeps_(pages) {
    std::cout.flush();
    std::cout.rdbuf(this);
  }

  /// Writes what is left and waits for the pager. What cannot be written is std::cout's failure from then on.
  ~TextOutput() override {
    if (!put(std::exchange(line_, {})) || !put_kept()) std::cout.setstate(std::ios::badbit);
    to_pager_ = arena::OwnedFd();  // the end of the text
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
    return take({&one, 1}) ? c : traits_type::eof();
  }

  std::streamsize xsputn(const char* text, std::streamsize count) override {
    return take({text, static_cast<std::size_t>(count)}) ? count : 0;
  }

  int sync() override {
    if (pages_) return 0;
    begun_ = begun_ || !line_.empty();
    return put(std::exchange(line_, {})) ? 0 : -1;
  }

  bool take(std::string_view text) {
    std::string lines;
    arena::take_whole_lines(line_, text, [&](const std::string& line) {
      // A line whose beginning stands there already cannot be broken any more.
      lines += (std::exchange(begun_, false) ? line : arena::wrapped_text(line, size_.columns)) + "\n";
    });
    return put(lines);
  }

  bool put(const std::string& text) {
    if (text.empty()) return true;
    if (!keeps_ && pager_ < 0) return arena::write_all(STDOUT_FILENO, text);
    if (!keeps_) {
      is_read_ = is_read_ && arena::write_all(to_pager_.get(), text);
      return true;
    }
    kept_ += text;
    kept_lines_ += static_cast<std::size_t>(std::ranges::count(text, '\n'));
    if (kept_lines_ < size_.lines) return true;
    start_pager();
    return put_kept();
  }

  bool put_kept() {
    keeps_ = false;
    return put(std::exchange(kept_, {}));
  }

  /// Starts what $ARENA_PAGER says, or $PAGER, in a shell; without them less. No pager is started where there is no such
  /// program, or the variable is empty or "cat". While it runs, Ctrl-C is for it alone.
  void start_pager() {
    const std::vector<std::string> words = pager_words();
    if (words.empty()) return;
    ::setenv("LESSCHARSET", "utf-8", 0);  // our texts are, whatever the locale is
    arena::OwnedFd its_input;
    std::tie(its_input, to_pager_) = arena::make_pipe();
    if (arena::start_program(pager_, words, its_input.get(), STDOUT_FILENO) != 0) return;
    for (const int one : {SIGPIPE, SIGINT, SIGQUIT}) ::signal(one, SIG_IGN);
  }

  std::streambuf* before_;
  arena::TerminalSize size_;
  bool pages_;
  std::string line_;    ///< the last one, whose end has not come
  bool begun_ = false;  ///< some of that line is written already
  std::string kept_;
  std::size_t kept_lines_ = 0;
  bool keeps_;
  bool is_read_ = true;  ///< the pager has not ended
  pid_t pager_ = -1;     ///< -1: none
  arena::OwnedFd to_pager_;
};

std::string version_line() {
  return fmt::format("arena {} (commit {}, protocol {})", arena::arena_version(), arena::cli::build_commit().hash,
                     arena::kProtocolVersion);
}

/// Standard output is a pipe that nobody reads any more.
bool reader_is_gone() {
  pollfd output = {STDOUT_FILENO, 0, 0};
  return ::poll(&output, 1, 0) == 1 && (output.revents & POLLERR) != 0;
}

constexpr std::string_view kOutOfMemory =
    "the arena itself is out of memory: ulimit -v or its control group may limit it; what is recorded is kept";

std::atomic<bool> memory_ran_out = false;
std::terminate_handler usual_end = nullptr;

/// operator new has found nothing.
[[noreturn]] void note_out_of_memory() {
  memory_ran_out = true;
  throw std::bad_alloc();
}

/// Memory may run out where no exception can pass. Allocates nothing.
[[noreturn]] void end() {
  if (!memory_ran_out) usual_end();
  for (const std::string_view text : {std::string_view("error: "), kOutOfMemory, std::string_view("\n")}) {
    if (::write(STDERR_FILENO, text.data(), text.size()) < 0) break;
  }
  std::_Exit(arena::cli::kFailed);
}

}  // namespace

int main(int argc, char** argv) {
  using namespace arena;

  // With a standard stream closed, the next file opened would take its place and our messages. What takes it instead
  // can only be read: an answer that nobody gets is an error, as on a full disk.
  for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; ++stream) {
    if (::fcntl(stream, F_GETFD) == -1 && ::open("/dev/null", O_RDONLY) != stream) return cli::kFailed;
  }

  raise_soft_limits();
  std::set_new_handler(note_out_of_memory);
  usual_end = std::set_terminate(end);

  const auto log = spdlog::stderr_color_mt("arena");
  show_log_on(*log, find_screen(STDERR_FILENO));
  const auto screens = std::make_shared<Screens>();

  cli::CommandLine line("arena",
                        "Hearts Arena: card-playing bots in any language play each other, each in its own process.",
                        version_line(), [screens] { return screens->out.page(); });
  std::string level = "info";
  std::string color = "auto";
  bool no_pager = false;
  line.program()
      .value("--log-level", level, "what is said on stderr")
      .one_of({"debug", "info", "warning", "error"})
      .show_default();
  line.program()
      .value("--color", color, "colours: auto, as NO_COLOR, CLICOLOR_FORCE and TERM say, and on a terminal")
      .value_name("WHEN")
      .one_of({"auto", "always", "never"})
      .show_default();
  const cli::Argument pager = line.program().flag("--no-pager", no_pager, "long text goes straight to the terminal");
  line.program().footer("arena help COMMAND explains a command. Bots: protocol.md. First game: README.md.");

  cli::add_commands(line, {log, argv[0], screens});
  try {
    const std::function<int()> run = line.parse(argc, argv);
    log->set_level(spdlog::level::from_str(level));
    const When wanted = color == "auto" ? When::automatic : color == "always" ? When::always : When::never;
    *screens = {find_screen(STDOUT_FILENO, wanted), find_screen(STDERR_FILENO, wanted)};
    show_log_on(*log, screens->err);
    std::optional<TextOutput> output;
    if (const Screen& screen = screens->out; screen.is_terminal && line.output() != cli::Output::as_is) {
      // With a help text the values of options are not bound.
      const bool pages = line.output() == cli::Output::long_text && screen.can_redraw && !pager.is_given();
      output.emplace(screen, pages);
    }
    const int code = run();
    output.reset();
    // A reader who has gone away has seen what he wanted; a full disk is another matter.
    if (std::cout.flush() || reader_is_gone()) return code;
    log->error("standard output cannot be written");
    return cli::kFailed;
  } catch (const std::bad_alloc&) {
    log->error(kOutOfMemory);
    return cli::kFailed;
  } catch (const std::exception& error) {
    log->error("{}", harmless(error.what()));
    const bool bad_input = dynamic_cast<const InputError*>(&error) != nullptr ||
                           dynamic_cast<const hearts::RulesError*>(&error) != nullptr;
    return bad_input ? cli::kBadInput : cli::kFailed;
  }
}
