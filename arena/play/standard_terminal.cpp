#include "arena/terminal/standard_terminal.h"

#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <cerrno>
#include <system_error>

namespace arena {
namespace {

namespace asio = boost::asio;

[[noreturn]] void fail(const char* what) { throw std::system_error(errno, std::generic_category(), what); }

}  // namespace

StandardTerminal::StandardTerminal(bool color) : color_(color), readiness_(::epoll_create1(EPOLL_CLOEXEC)) {
  if (readiness_.get() < 0) fail("epoll_create1");
  epoll_event event{};
  event.events = EPOLLIN;
  if (::epoll_ctl(readiness_.get(), EPOLL_CTL_ADD, STDIN_FILENO, &event) == 0) return;
  if (errno != EPERM) fail("standard input");
  readiness_ = OwnedFd();  // a file: never to be waited for
}

void StandardTerminal::write(std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(STDOUT_FILENO, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail("standard output");
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

asio::awaitable<void> StandardTerminal::wait() {
  // Others must have their turn, a signal above all, also where there is always something to read.
  co_await asio::post(co_await asio::this_coro::executor, asio::use_awaitable);
  if (readiness_.get() < 0) co_return;
  const int copy = ::dup(readiness_.get());
  if (copy < 0) fail("dup");
  asio::posix::stream_descriptor ready(co_await asio::this_coro::executor, copy);
  co_await ready.async_wait(asio::posix::stream_descriptor::wait_read, asio::use_awaitable);
}

asio::awaitable<std::optional<std::string>> StandardTerminal::read_line() {
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

std::size_t StandardTerminal::columns() const {
  winsize size = {};
  if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return 80;
  return std::max<std::size_t>(size.ws_col, kColumnsMin);
}

}  // namespace arena
