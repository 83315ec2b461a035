#include "arena/bots/doctor/probe_sandbox.h"

#include <fmt/format.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/use_future.hpp>
#include <iterator>
#include <stdexcept>

#include "arena/bots/process/bot_process.h"

namespace arena {
namespace {

namespace asio = boost::asio;

constexpr std::size_t kStderrTold = 500;

asio::awaitable<Heard> listen(BotChannel& process, std::size_t lines_max, TimePoint deadline) {
  Heard heard;
  while (heard.lines.size() < lines_max) {
    const Incoming incoming = co_await process.receive(deadline);
    // Its own end, before it is stopped.
    if (incoming.kind == Incoming::Kind::closed) co_await process.ended(deadline - process.clock().now());
    heard.in_time = incoming.kind != Incoming::Kind::timeout;
    if (incoming.kind != Incoming::Kind::line) break;
    if (heard.lines.empty()) heard.first_line = incoming.at;
    heard.lines.emplace_back(incoming.text);
  }
  heard.end = co_await process.stop({}, Duration::zero());
  for (const StderrChunk& chunk : process.meters().stderr_tail()) heard.err += chunk.text;
  co_return heard;
}

}  // namespace

std::string last_words(const Heard& heard) {
  std::string text = heard.err.substr(0, kStderrTold);
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return text;
}

std::string end_in_words(const Heard& heard) {
  if (!heard.in_time) return fmt::format("it was not done within {} s", ProbeSandbox::kPatience.count());
  // By ProcessEnd::Kind.
  static constexpr std::string_view kEnds[] = {"it did not end",
                                               "it exited with {}",
                                               "it was ended by signal {}",
                                               "it could not be started: errno {}",
                                               "it ran out of memory",
                                               "the sandbox did not start",
                                               "the machine ran out of memory",
                                               "it was killed by a hand outside the arena"};
  static_assert(std::size(kEnds) == static_cast<std::size_t>(ProcessEnd::Kind::killed) + 1);
  return fmt::format(fmt::runtime(kEnds[static_cast<std::size_t>(heard.end.kind)]), heard.end.number);
}

ProbeSandbox::ProbeSandbox(const SandboxPrograms& programs, Isolation isolation, const Reaper* reaper) {
  std::string reason;
  if (isolation == Isolation::full && !(cgroups_ = CgroupParent::open(reason, reaper)))
    throw std::runtime_error(reason);
  sandbox_ = {isolation, programs, cgroups_.get()};
}

Heard ProbeSandbox::hear(const BotCommand& command, std::size_t lines_max, TimePoint deadline) const {
  asio::io_context context(1);
  const auto process = start_bot(context, sandbox_, command);
  std::future<Heard> heard = asio::co_spawn(context, listen(*process, lines_max, deadline), asio::use_future);
  while (heard.wait_for(std::chrono::seconds(0)) != std::future_status::ready) context.run_one();
  return heard.get();
}

}  // namespace arena
