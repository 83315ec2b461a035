#include "arena/check/silence.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/asio/experimental/awaitable_operators.hpp>
#include <fstream>
#include <iterator>
#include <optional>
#include <utility>

#include "arena/check/alterations.h"
#include "arena/check/cause.h"
#include "arena/check/conversation.h"
#include "arena/check/hear_out.h"
#include "arena/process/bot_process.h"
#include "arena/protocol/encode.h"

namespace arena {
namespace {

namespace asio = boost::asio;

/// Questions enough for their answers to fill the largest buffer that a language has by itself: 64 KiB.
constexpr int kManyQuestions = 9000;

constexpr const char* kLineBuffers = "/usr/libexec/coreutils/libstdbuf.so";

std::string greeting() {
  std::string text;
  encode::hello(text, kCheckReceipt);
  return text;
}

std::string many_questions() {
  std::string text;
  for (int id = 1; id <= kManyQuestions; ++id) text += fmt::format("ask {} play 1 500 30000 : 2C\n", id);
  return text;
}

/// The bot's own time until it said `ready`; nothing: it did not.
using ReadyAfter = std::optional<Duration>;

/// Sends as much of the text as the bot takes in a part of the time of an experiment.
asio::awaitable<void> send_some(BotChannel& bot, std::string_view text, const TurnTimer& timer) {
  constexpr Duration kAllowance = kExperiment / 2;
  std::optional<TimePoint> deadline = timer.asked_at() + kAllowance;
  while (deadline) {
    const Sent sent = co_await bot.send(text, *deadline);
    if (sent.kind != Sent::Kind::timeout) co_return;
    text.remove_prefix(sent.bytes);
    deadline = timer.write_deadline(bot.clock().now(), kAllowance);
  }
}

/// A fresh process hears this text and then the end of its input.
asio::awaitable<ReadyAfter> ready_at_end(asio::io_context& context, const Subject& subject, std::string text) {
  const std::unique_ptr<BotChannel> bot = start_bot(context, subject.sandbox, subject.command);
  const TurnTimer timer = own_time_of(*bot, kExperiment);
  co_await send_some(*bot, text, timer);
  bot->close_input();
  co_await ends_within(*bot, kExperiment);
  const Duration after = timer.own_time(bot->clock().now());
  co_await bot->stop({}, Duration::zero());
  if (!co_await hear_out(*bot, {}, is_ready)) co_return std::nullopt;
  co_return after;
}

/// The same with its input open. What it says when it ends does not count.
asio::awaitable<ReadyAfter> ready_while_open(asio::io_context& context, const Subject& subject, BotCommand command,
                                             std::string text, Duration patience = kExperiment) {
  const std::unique_ptr<BotChannel> bot = start_bot(context, subject.sandbox, command);
  const TurnTimer timer = own_time_of(*bot, patience);
  co_await send_some(*bot, text, timer);
  const Duration left = patience - timer.own_time(bot->clock().now());
  bool ready = co_await hear_out_for(*bot, left, is_ready);
  const Duration after = timer.own_time(bot->clock().now());
  if (ready && co_await ends_within(*bot, std::chrono::milliseconds(50))) ready = false;
  co_await bot->stop({}, Duration::zero());
  if (!ready) co_return std::nullopt;
  co_return after;
}

}  // namespace

BotCommand unbuffered(const BotCommand& command) {
  BotCommand quick = command;
  quick.environment = {"PYTHONUNBUFFERED=1", "PERLIO=:unix", "_STDBUF_O=L"};
  if (std::ifstream(kLineBuffers).good()) quick.environment.push_back(std::string("LD_PRELOAD=") + kLineBuffers);
  return quick;
}

bool is_reached_by_unbuffered(const BotCommand& command) {
  return speaks(command, "python") || speaks(command, "perl");
}

asio::awaitable<std::optional<Mistake>> find_silence(asio::io_context& context, const Subject& subject) {
  using namespace asio::experimental::awaitable_operators;
  const std::string hello = greeting();
  const BotCommand& command = subject.command;
  const auto [plain, at_end, quick, next, fed, many] =
      co_await (ready_while_open(context, subject, command, hello) && ready_at_end(context, subject, hello) &&
                ready_while_open(context, subject, unbuffered(command), hello) &&
                ready_while_open(context, subject, command, hello + "# another line\n\n") &&
                ready_while_open(context, subject, command, hello + alter::add_many_lines({})) &&
                ready_while_open(context, subject, command, hello + many_questions()));
  if (plain) co_return Mistake::ready_late;
  const std::pair<ReadyAfter, Mistake> shown[] = {
      {next, Mistake::waits_for_next},
      {fed, Mistake::buffers},  // whatever is read in blocks comes at once where nothing is buffered, too
      {quick, Mistake::no_flush},
      {many, Mistake::buffers},
      {at_end, is_reached_by_unbuffered(command) ? Mistake::reads_all : Mistake::holds_back}};
  const auto found = std::ranges::find_if(shown, [](const auto& one) { return one.first.has_value(); });
  if (found == std::end(shown)) co_return std::nullopt;
  if (*found->first <= kExperiment / 2) co_return found->second;
  // It starts slowly: the one like the first may have been about to be ready, too.
  const ReadyAfter again = co_await ready_while_open(context, subject, command, hello, 2 * kExperiment);
  if (again) co_return Mistake::ready_late;
  co_return found->second;
}

}  // namespace arena
