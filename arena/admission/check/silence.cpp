#include "arena/admission/check/silence.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/asio/experimental/awaitable_operators.hpp>
#include <fstream>
#include <iterator>
#include <optional>
#include <utility>

#include "arena/admission/check/alterations.h"
#include "arena/admission/check/conversation.h"
#include "arena/admission/check/hear_out.h"
#include "arena/admission/check/program_flaw.h"
#include "arena/bots/process/bot_process.h"
#include "arena/bots/protocol/encode.h"

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

/// What a process had used when it said `ready`.
struct Ready {
  Duration time{};  ///< wall-clock time since the process was asked to start
  Duration cpu{};
};
using MaybeReady = std::optional<Ready>;

/// So much of a processor is enough for most bots to start. One that uses more computes, and so do those beside it: they
/// are not waited for until each has had all of its time. One like the first has more, to be sure.
constexpr Duration kComputed = std::chrono::milliseconds(200);
constexpr Duration kComputedForSure = std::chrono::milliseconds(300);

/// Sends as much of the text as the bot takes in a part of the time of an experiment.
asio::awaitable<void> send_some(BotChannel& bot, std::string_view text, OwnTime& time, Duration cpu_most) {
  constexpr Duration kAllowance = kExperiment / 2;
  TimePoint deadline = time.asked_at() + kAllowance;
  while (true) {
    const Sent sent = co_await bot.send(text, deadline);
    if (sent.kind != Sent::Kind::timeout) co_return;
    text.remove_prefix(sent.bytes);
    if (bot.meters().cpu_time() >= cpu_most) co_return;
    const TimePoint now = bot.clock().now();
    if (!time.extend(deadline, now, kAllowance)) co_return;
    deadline = std::min(deadline, now + kAllowance / 8);
  }
}

/// What a fresh process hears after its greeting.
enum class Input { stays_open, ends };

/// A fresh process hears this text. What it says when it ends counts only where its input does.
asio::awaitable<MaybeReady> ready(asio::io_context& context, const Subject& subject, BotCommand command,
                                  std::string text, Input input = Input::stays_open, Duration cpu_most = kComputed,
                                  Duration patience = kExperiment) {
  const std::unique_ptr<BotChannel> bot = start_bot(context, subject.sandbox, command);
  OwnTime time = own_time_of(*bot, patience);
  co_await send_some(*bot, text, time, cpu_most);
  if (input == Input::ends) bot->close_input();
  const TimePoint sent = bot->clock().now();
  const bool computes = bot->meters().cpu_time() >= cpu_most;
  const Duration left = patience - (computes ? sent - time.asked_at() : time.until(sent));
  bool is_said = co_await hear_out_for(*bot, left, cpu_most, is_ready);
  const Ready used = {bot->clock().now() - time.asked_at(), bot->meters().cpu_time()};
  const bool must_live = is_said && input == Input::stays_open;
  if (must_live && co_await ends_within(*bot, std::chrono::milliseconds(50))) is_said = false;
  co_await bot->stop({}, Duration::zero());
  if (!is_said) co_return std::nullopt;
  co_return used;
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

asio::awaitable<Came> find_silence(asio::io_context& context, const Subject& subject) {
  using namespace asio::experimental::awaitable_operators;
  const std::string hello = greeting();
  const BotCommand& command = subject.command;
  const auto [plain, at_end, quick, next, fed, many] = co_await (
      ready(context, subject, command, hello, Input::stays_open, kComputedForSure) &&
      ready(context, subject, command, hello, Input::ends) && ready(context, subject, unbuffered(command), hello) &&
      ready(context, subject, command, hello + "# another line\n\n") &&
      ready(context, subject, command, hello + alter::add_many_lines({})) &&
      ready(context, subject, command, hello + many_questions()));
  if (plain) co_return Came::late;
  const std::pair<MaybeReady, Came> shown[] = {
      {next, Came::with_next_line},
      {fed, Came::with_many_lines},  // whatever is read in blocks comes at once where nothing is buffered, too
      {quick, Came::unbuffered},
      {many, Came::with_many_lines},
      {at_end, is_reached_by_unbuffered(command) ? Came::read_to_end : Came::only_at_close}};
  const auto found = std::ranges::find_if(shown, [](const auto& one) { return one.first.has_value(); });
  if (found == std::end(shown)) co_return Came::never;
  const Ready& used = *found->first;
  if (used.time <= kExperiment / 2 && used.cpu <= kComputed / 2) co_return found->second;
  // It starts slowly: the one like the first may have been about to be ready, too.
  const MaybeReady again =
      co_await ready(context, subject, command, hello, Input::stays_open, 2 * kComputedForSure, 2 * kExperiment);
  co_return again ? Came::late : found->second;
}

}  // namespace arena
