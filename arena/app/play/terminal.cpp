#include "arena/app/play/terminal.h"

#include <histedit.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <cerrno>
#include <clocale>
#include <cstdio>
#include <stdexcept>

#include "arena/base/text/screen.h"
#include "arena/base/text/system_failure.h"
#include "arena/base/text/whole_file.h"
#include "arena/bots/sandbox/owned_fd.h"

namespace arena {
namespace {

namespace asio = boost::asio;

/// The number of lines that the arrow keys bring back.
constexpr int kHistoryLines = 200;

/// Lines typed on a terminal, standard input and output, edited by libedit: keys as in a shell, and the lines before.
/// The terminal is in libedit's mode between begin() and end(), and in its original mode at all other times.
class LineEditor {
 public:
  /// Throws std::runtime_error when libedit cannot use the terminal.
  LineEditor() {
    if (history_ == nullptr || editor_ == nullptr) throw std::runtime_error("libedit cannot use this terminal");
    HistEvent event;
    ::history(history_.get(), &event, H_SETSIZE, kHistoryLines);
    ::history(history_.get(), &event, H_SETUNIQUE, 1);
    ::el_set(editor_.get(), EL_CLIENTDATA, this);
    ::el_set(editor_.get(), EL_PROMPT, &LineEditor::shown_prompt);
    ::el_set(editor_.get(), EL_EDITOR, "emacs");
    ::el_set(editor_.get(), EL_HIST, ::history, history_.get());
  }
  LineEditor(const LineEditor&) = delete;
  LineEditor& operator=(const LineEditor&) = delete;

  /// Whether standard input and output are a terminal that can move its cursor.
  static bool is_possible() { return ::isatty(STDIN_FILENO) == 1 && find_screen(STDOUT_FILENO).can_redraw; }

  /// Shows the prompt and waits for a line. The editor must live until end().
  void begin(const std::string& prompt) {
    prompt_ = prompt;
    ::el_resize(editor_.get());
    ::el_set(editor_.get(), EL_UNBUFFERED, 1);
  }
  void end() { ::el_set(editor_.get(), EL_UNBUFFERED, 0); }

  /// Reads a key, and waits for one if none was typed. Returns true if it ended the line.
  bool read_key();
  /// Returns that line without its newline, at most kTypedBytesMax bytes; nothing at the end of input.
  const std::optional<std::string>& line() const { return line_; }

 private:
  static EditLine* made_editor() {
    std::setlocale(LC_CTYPE, "");  // without this, libedit drops everything that is not ASCII, such as suit symbols
    return ::el_init("arena", stdin, stdout, stderr);
  }
  static char* shown_prompt(EditLine* editor) {
    void* self = nullptr;
    ::el_get(editor, EL_CLIENTDATA, &self);
    return static_cast<LineEditor*>(self)->prompt_.data();
  }

  std::unique_ptr<History, decltype(&::history_end)> history_{::history_init(), &::history_end};
  std::unique_ptr<EditLine, decltype(&::el_end)> editor_{made_editor(), &::el_end};
  std::string prompt_;
  std::optional<std::string> line_;
};

bool LineEditor::read_key() {
  line_.reset();
  EditLine* const editor = editor_.get();
  termios settings = {};
  if (::tcgetattr(STDIN_FILENO, &settings) == 0 && (settings.c_lflag & ICANON) != 0) {
    // The program was suspended, and the shell has changed the settings of the terminal.
    ::el_set(editor, EL_PREP_TERM, 0);
    ::el_set(editor, EL_PREP_TERM, 1);
  }
  int bytes = 0;
  const bool has_input = ::ioctl(STDIN_FILENO, FIONREAD, &bytes) == 0 && bytes > 0;
  int count = 0;
  const char* typed = ::el_gets(editor, &count);
  // libedit returns the same for a line that a key has emptied as for the end of the input.
  if (typed == nullptr || count <= 0) return !has_input;
  const std::string_view text(typed, static_cast<std::size_t>(count));
  if (text == "\x04") return true;
  if (text.back() != '\n' && text.back() != '\r') {
    if (text.size() > kTypedBytesMax) ::el_deletestr(editor, static_cast<int>(text.size() - kTypedBytesMax));
    return false;
  }
  line_ = text.substr(0, text.size() - 1);
  HistEvent event;
  if (!line_->empty()) ::history(history_.get(), &event, H_ENTER, line_->c_str());
  return true;
}

class StandardTerminal final : public Terminal {
 public:
  StandardTerminal(bool color, bool symbols)
      : color_(color), symbols_(symbols), readiness_(::epoll_create1(EPOLL_CLOEXEC)) {
    if (LineEditor::is_possible()) editor_.emplace();
    if (readiness_.get() < 0) throw_errno("epoll_create1");
    epoll_event event{};
    event.events = EPOLLIN;
    if (::epoll_ctl(readiness_.get(), EPOLL_CTL_ADD, STDIN_FILENO, &event) == 0) return;
    if (errno != EPERM) throw_errno("standard input");
    readiness_ = OwnedFd();  // a file, which is always readable
  }

  void write(std::string_view text) override {
    if (!write_all(STDOUT_FILENO, text)) throw_errno("standard output");
  }

  asio::awaitable<std::optional<std::string>> read_line(std::string prompt) override {
    if (editor_) co_return co_await read_edited(prompt);
    write(prompt);
    co_await asio::post(co_await asio::this_coro::executor, asio::use_awaitable);
    std::size_t end = 0;
    while ((end = typed_.find('\n')) == std::string::npos && !ended_) {
      co_await wait();
      char bytes[1024];
      const ssize_t count = ::read(STDIN_FILENO, bytes, sizeof bytes);
      if (count > 0) {
        const bool whole = std::find(bytes, bytes + count, '\n') != bytes + count;
        typed_.append(bytes, static_cast<std::size_t>(count));
        if (!whole && typed_.size() > kTypedBytesMax) typed_.resize(kTypedBytesMax);
      } else if (count == 0 || (errno != EINTR && errno != EAGAIN)) {
        ended_ = true;  // this is also how a terminal that has gone ends
      }
    }
    if (end == std::string::npos && typed_.empty()) co_return std::nullopt;
    std::string line = typed_.substr(0, std::min(end, kTypedBytesMax));
    typed_.erase(0, end == std::string::npos ? end : end + 1);
    if (!line.empty() && line.back() == '\r') line.pop_back();
    co_return line;
  }

  std::size_t columns() const override { return std::max(terminal_size(STDOUT_FILENO).columns, kColumnsMin); }

  bool color() const override { return color_; }
  bool symbols() const override { return symbols_; }

 private:
  asio::awaitable<std::optional<std::string>> read_edited(const std::string& prompt) {
    editor_->begin(prompt);
    const std::unique_ptr<LineEditor, void (*)(LineEditor*)> begun(&*editor_,
                                                                   [](LineEditor* editor) { editor->end(); });
    do {
      co_await wait();
    } while (!editor_->read_key());
    co_return editor_->line();
  }

  asio::awaitable<void> wait() {
    // Lets other tasks run, above all the handling of signals, even if there is always something to read.
    co_await asio::post(co_await asio::this_coro::executor, asio::use_awaitable);
    if (readiness_.get() < 0) co_return;
    const int copy = ::dup(readiness_.get());
    if (copy < 0) throw_errno("dup");
    asio::posix::stream_descriptor ready(co_await asio::this_coro::executor, copy);
    co_await ready.async_wait(asio::posix::stream_descriptor::wait_read, asio::use_awaitable);
  }

  bool color_;
  bool symbols_;
  std::optional<LineEditor> editor_;
  /// Readable when standard input is; none where that is a file, which always is. A descriptor of its own may be made
  /// non-blocking: standard input shares its flags with the shell.
  OwnedFd readiness_;
  std::string typed_;
  bool ended_ = false;
};

}  // namespace

std::shared_ptr<Terminal> standard_terminal(bool color, bool symbols) {
  return std::make_shared<StandardTerminal>(color, symbols);
}

}  // namespace arena
