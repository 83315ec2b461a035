#include "arena/app/terminal/text_output.h"

#include <spawn.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "arena/base/text/whole_file.h"
#include "arena/base/text/words.h"
#include "arena/bots/sandbox/owned_fd.h"

namespace arena::cli {
namespace {

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

/// What the child does before it is the pager: reads from `input`, and takes signals as any program does.
class SpawnSettings {
 public:
  explicit SpawnSettings(int input) {
    ::posix_spawn_file_actions_init(&actions_);
    ::posix_spawnattr_init(&attributes_);
    ::posix_spawn_file_actions_adddup2(&actions_, input, STDIN_FILENO);
    sigset_t standard;
    ::sigemptyset(&standard);
    for (const int one : {SIGPIPE, SIGINT, SIGQUIT}) ::sigaddset(&standard, one);
    ::posix_spawnattr_setsigdefault(&attributes_, &standard);
    ::posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSIGDEF);
  }
  ~SpawnSettings() {
    ::posix_spawnattr_destroy(&attributes_);
    ::posix_spawn_file_actions_destroy(&actions_);
  }
  SpawnSettings(const SpawnSettings&) = delete;
  SpawnSettings& operator=(const SpawnSettings&) = delete;

  /// The child, or -1 where there is no such program.
  pid_t spawn(std::vector<std::string> words) const {
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    pid_t pid = -1;
    return ::posix_spawnp(&pid, arguments[0], &actions_, &attributes_, arguments.data(), environ) == 0 ? pid : -1;
  }

 private:
  posix_spawn_file_actions_t actions_{};
  posix_spawnattr_t attributes_{};
};

}  // namespace

/// A program that shows long text page by page. While it runs, Ctrl-C is for it alone.
class Pager {
 public:
  /// Starts what $ARENA_PAGER says, or $PAGER, in a shell; without them less, if it is there. Null: there is none, or
  /// the variable is empty or "cat".
  static std::unique_ptr<Pager> start();
  /// Waits until the reader has seen enough.
  ~Pager();
  Pager(const Pager&) = delete;
  Pager& operator=(const Pager&) = delete;

  /// False: it takes no more, having ended as a rule.
  bool write(std::string_view text);

 private:
  Pager(pid_t pid, OwnedFd input) : pid_(pid), input_(std::move(input)) {}

  pid_t pid_;
  OwnedFd input_;
};

std::unique_ptr<Pager> Pager::start() {
  const std::vector<std::string> words = pager_words();
  if (words.empty()) return nullptr;
  ::setenv("LESSCHARSET", "utf-8", 0);  // our texts are, whatever the locale is
  auto [reading, writing] = make_pipe();
  const pid_t pid = SpawnSettings(reading.get()).spawn(words);
  if (pid < 0) return nullptr;
  ::signal(SIGPIPE, SIG_IGN);
  ::signal(SIGINT, SIG_IGN);
  ::signal(SIGQUIT, SIG_IGN);
  return std::unique_ptr<Pager>(new Pager(pid, std::move(writing)));
}

Pager::~Pager() {
  input_ = OwnedFd();  // the end of the text
  while (::waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) continue;
}

bool Pager::write(std::string_view text) { return write_all(input_.get(), text); }

TextOutput::TextOutput(const Screen& screen, bool pages)
    : before_(std::cout.rdbuf()), size_(screen.size), pages_(pages), keeps_(pages) {
  std::cout.flush();
  std::cout.rdbuf(this);
}

TextOutput::~TextOutput() {
  finish();
  std::cout.rdbuf(before_);
}

void TextOutput::finish() {
  if (!put(std::exchange(line_, {})) || !put_kept()) std::cout.setstate(std::ios::badbit);
  pager_.reset();
}

TextOutput::int_type TextOutput::overflow(int_type c) {
  if (traits_type::eq_int_type(c, traits_type::eof())) return traits_type::not_eof(c);
  const char one = traits_type::to_char_type(c);
  return take({&one, 1}) ? c : traits_type::eof();
}

std::streamsize TextOutput::xsputn(const char* text, std::streamsize count) {
  return take({text, static_cast<std::size_t>(count)}) ? count : 0;
}

int TextOutput::sync() {
  if (pages_) return 0;
  begun_ = begun_ || !line_.empty();
  return put(std::exchange(line_, {})) ? 0 : -1;
}

bool TextOutput::take(std::string_view text) {
  std::string lines;
  take_whole_lines(line_, text, [&](const std::string& line) {
    // A line whose beginning stands there already cannot be broken any more.
    lines += (std::exchange(begun_, false) ? line : wrapped_text(line, size_.columns)) + "\n";
  });
  return put(lines);
}

bool TextOutput::put(const std::string& text) {
  if (text.empty()) return true;
  if (!keeps_) return pager_ ? (is_read_ = is_read_ && pager_->write(text), true) : write_all(STDOUT_FILENO, text);
  kept_ += text;
  kept_lines_ += static_cast<std::size_t>(std::ranges::count(text, '\n'));
  if (kept_lines_ < size_.lines) return true;
  pager_ = Pager::start();
  return put_kept();
}

bool TextOutput::put_kept() {
  keeps_ = false;
  return put(std::exchange(kept_, {}));
}

}  // namespace arena::cli
