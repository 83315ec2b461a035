#include <sys/epoll.h>
#include <unistd.h>

#include <algorithm>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <cerrno>

#include "arena/app/play/line_editor.h"
#include "arena/app/play/terminal.h"
#include "arena/app/play/terminal_player.h"
#include "arena/base/text/screen.h"
#include "arena/base/text/system_failure.h"
#include "arena/base/text/whole_file.h"
#include "arena/bots/sandbox/owned_fd.h"

namespace arena {
namespace {

namespace asio = boost::asio;

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
    readiness_ = OwnedFd();  // a file: never to be waited for
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
        ended_ = true;  // a terminal that has gone away ends so, too
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
    const EditedLine line(*editor_, prompt);
    while (true) {
      co_await wait();
      switch (editor_->take_key()) {
        case LineEditor::State::more:
          break;
        case LineEditor::State::line:
          co_return editor_->line();
        case LineEditor::State::ended:
          co_return std::nullopt;
      }
    }
  }

  asio::awaitable<void> wait() {
    // Others must have their turn, a signal above all, also where there is always something to read.
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
