#include "arena/check/silence.h"

#include <fmt/format.h>

#include <boost/asio/experimental/awaitable_operators.hpp>
#include <fstream>

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

/// A fresh process hears this text and then the end of its input. True when it says `ready` then.
asio::awaitable<bool> is_ready_at_end(asio::io_context& context, const Subject& subject, std::string text) {
  const std::unique_ptr<BotChannel> bot = start_bot(context, subject.sandbox, subject.command);
  co_await bot->send(text, bot->clock().now() + kExperiment);
  co_await bot->stop({}, kExperiment);
  co_return co_await hear_out(*bot, {}, is_ready);
}

/// The same with its input open. What it says when it ends does not count.
asio::awaitable<bool> is_ready_while_open(asio::io_context& context, const Subject& subject, BotCommand command,
                                          std::string text) {
  const std::unique_ptr<BotChannel> bot = start_bot(context, subject.sandbox, command);
  const TimePoint until = bot->clock().now() + kExperiment;
  co_await bot->send(text, until - kExperiment / 2);
  bool ready = co_await hear_out(*bot, until, is_ready);
  if (ready && (co_await bot->ended(std::chrono::milliseconds(50))).kind != ProcessEnd::Kind::running) ready = false;
  co_await bot->stop({}, Duration::zero());
  co_return ready;
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
      co_await (is_ready_while_open(context, subject, command, hello) && is_ready_at_end(context, subject, hello) &&
                is_ready_while_open(context, subject, unbuffered(command), hello) &&
                is_ready_while_open(context, subject, command, hello + "# another line\n\n") &&
                is_ready_while_open(context, subject, command, hello + alter::add_many_lines({})) &&
                is_ready_while_open(context, subject, command, hello + many_questions()));
  if (plain) co_return Mistake::ready_late;
  if (next) co_return Mistake::waits_for_next;
  if (fed) co_return Mistake::buffers;  // whatever is read in blocks comes at once where nothing is buffered, too
  if (quick) co_return Mistake::no_flush;
  if (many) co_return Mistake::buffers;
  if (!at_end) co_return std::nullopt;
  co_return is_reached_by_unbuffered(command) ? Mistake::reads_all : Mistake::holds_back;
}

}  // namespace arena
