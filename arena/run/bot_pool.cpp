#include "arena/run/bot_pool.h"

#include "arena/bots/bot_process.h"
#include "arena/bots/wire_log.h"

namespace arena {

namespace asio = boost::asio;

asio::awaitable<BotSeat*> BotPool::take(const Instance& instance, FaultEvent& fault) {
  std::unique_ptr<BotSeat>& seat = seats_[instance];
  if (!seat) seat = std::make_unique<BotSeat>(manifest_.limits, start_.strict);
  if (seat->alive()) {
    const ProcessEnd end = co_await seat->channel()->ended(Duration::zero());
    if (end.kind == ProcessEnd::Kind::running) co_return seat.get();
    co_await seat->dismiss();  // it went away between two games, which is its right
  }
  const BotEntry& bot = manifest_.bots[static_cast<std::size_t>(instance.bot)];
  std::unique_ptr<WireLog> log;
  if (!start_.wire_folder.empty()) {
    log = std::make_unique<WireLog>(
        start_.wire_folder, bot.name + "." + std::to_string(instance.game) + "." + std::to_string(instance.copy));
  }
  auto process = BotProcess::start(context_, start_.box, bot.command, std::move(log));
  if (auto failed = co_await seat->greet(std::move(process))) fault = std::move(*failed);
  co_return seat.get();
}

asio::awaitable<void> BotPool::dismiss() {
  for (auto& [instance, seat] : seats_) co_await seat->dismiss();
}

}  // namespace arena
