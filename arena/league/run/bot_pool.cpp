#include "arena/league/run/bot_pool.h"

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <exception>
#include <iterator>
#include <tuple>
#include <utility>

#include "engine/seat.h"

namespace arena {

namespace asio = boost::asio;

/// The number of bots that may be made before memory is looked at again.
constexpr int kMadeUnseen = 16;

PooledBot IdleBots::remove(Idle& idle, Idle::iterator one) {
  PooledBot bot = std::move(*one);
  idle.erase(one);
  return bot;
}

std::optional<PooledBot> IdleBots::acquire(int bot, int worker) {
  const std::lock_guard lock(mutex_);
  Idle& idle = idle_[bot];
  if (idle.empty()) return std::nullopt;
  // Among equals, the one that was given back last is most likely still in the caches.
  const auto fitness = [&](const PooledBot& one) {
    return std::tuple(one.has_process, one.worker == worker, one.used);
  };
  return remove(idle, std::ranges::max_element(idle, {}, fitness));
}

std::vector<int> IdleBots::counts() {
  const std::lock_guard lock(mutex_);
  std::vector<int> counts;
  for (const auto& [bot, idle] : idle_) {
    counts.resize(hearts::at(bot) + 1, 0);
    counts.back() = static_cast<int>(std::ranges::count_if(idle, &PooledBot::has_process));
  }
  return counts;
}

void IdleBots::look_at_memory() {
  if (!processes_.memory_is_short || (!is_short_ && ++made_since_look_ < kMadeUnseen)) return;
  is_short_ = processes_.memory_is_short();
  made_since_look_ = 0;
}

std::vector<PooledBot> IdleBots::make_room() {
  const std::lock_guard lock(mutex_);
  look_at_memory();
  const int fewer = std::max(bots_ - 1, processes_.most_when_short);
  const int most = is_short_ ? std::min(processes_.most, fewer) : processes_.most;
  std::vector<PooledBot> gone;
  for (++bots_; bots_ > most; --bots_) {
    Idle* oldest = nullptr;
    for (auto& [bot, idle] : idle_) {
      if (!idle.empty() && (oldest == nullptr || idle.front().used < oldest->front().used)) oldest = &idle;
    }
    if (oldest == nullptr) break;
    gone.push_back(remove(*oldest, oldest->begin()));
  }
  return gone;
}

void IdleBots::release(PooledBot bot) {
  const std::lock_guard lock(mutex_);
  bot.used = ++uses_;
  Idle& idle = idle_[bot.bot];
  idle.push_back(std::move(bot));
}

std::vector<PooledBot> IdleBots::remove_all_of(int worker) {
  const std::lock_guard lock(mutex_);
  std::vector<PooledBot> own;
  for (auto& [bot, idle] : idle_) {
    const auto own_ones =
        std::stable_partition(idle.begin(), idle.end(), [&](const PooledBot& one) { return one.worker != worker; });
    std::move(own_ones, idle.end(), std::back_inserter(own));
    idle.erase(own_ones, idle.end());
  }
  bots_ -= static_cast<int>(own.size());
  return own;
}

void IdleBots::forget() {
  const std::lock_guard lock(mutex_);
  --bots_;
}

BotPool::BotPool(asio::io_context& context, const Manifest& manifest, BotStart start, int worker, IdleBots& idle)
    : context_(context),
      manifest_(manifest),
      receipt_(receipt_of(manifest)),
      start_(std::move(start)),
      worker_(worker),
      idle_(idle) {
  table_.reserve(
      hearts::kSeatsMax);  // pointers to its elements must stay valid: functions that start a process hold them
}

void BotPool::take(std::span<const int> bots) {
  for (const int bot : bots) {
    std::optional<PooledBot> idle = idle_.acquire(bot, worker_);
    PooledBot& taken = table_.emplace_back(idle ? std::move(*idle) : PooledBot{});
    taken.bot = bot;
    taken.worker = worker_;
  }
}

asio::awaitable<std::vector<BotSeat*>> BotPool::prepare(std::span<FaultEvent> faults) {
  for (const PooledBot& bot : table_) {
    if (bot.seat) bot.seat->attach(context_);
  }
  std::vector<BotSeat*> seats;
  for (std::size_t bot = 0; bot < table_.size(); ++bot) {
    co_await prepare_one(table_[bot], faults[bot]);
    seats.push_back(table_[bot].seat.get());
  }
  co_return seats;
}

/// Starts the bot's process if it has none. A bot without a seat is a new one, for which there must be room.
asio::awaitable<void> BotPool::prepare_one(PooledBot& bot, FaultEvent& fault) {
  if (!bot.seat) {
    co_await dismiss_all(idle_.make_room());
    const std::vector<LimitValue>& own = manifest_.bots[hearts::at(bot.bot)].limits;
    bot.seat = std::make_unique<BotSeat>(with_values(manifest_.limits, own), start_.strict, receipt_);
  }
  BotSeat& seat = *bot.seat;
  seat.restart_with([this, &bot] { return start(bot); });
  if (seat.alive() && seat.owes_answer()) co_await seat.dismiss();
  if (seat.alive()) {
    const ProcessEnd end = co_await seat.channel()->ended(Duration::zero());
    if (end.kind == ProcessEnd::Kind::running) co_return;
    seat.note_replaced(end);  // it ended between two games
    co_await seat.dismiss();
  }
  auto failed = seat.refuse_start();
  if (!failed) failed = co_await seat.greet(start(bot));
  if (failed) fault = std::move(*failed);
}

std::unique_ptr<BotChannel> BotPool::start(PooledBot& bot) {
  bot.process = {bot.bot, worker_, ++starts_};
  return start_.open(context_, bot.process);
}

asio::awaitable<void> BotPool::end_game() {
  std::vector<BotSeat*> over;
  for (const PooledBot& bot : table_) {
    if (manifest_.bots[hearts::at(bot.bot)].is_for_one_game) over.push_back(bot.seat.get());
  }
  if (!over.empty()) co_await dismiss_seats(over);
  release();
}

void BotPool::release() {
  for (PooledBot& bot : table_) {
    bot.has_process = bot.seat->alive();
    bot.seat->detach();
    idle_.release(std::move(bot));
  }
  table_.clear();
}

asio::awaitable<void> BotPool::dismiss() { return dismiss_all(idle_.remove_all_of(worker_)); }

void BotPool::end() {
  for (const PooledBot& bot : table_) {
    if (bot.seat) idle_.forget();
  }
  table_.clear();
  idle_.remove_all_of(worker_);
}

asio::awaitable<void> BotPool::dismiss_all(std::vector<PooledBot> bots) {
  std::vector<BotSeat*> seats;
  for (const PooledBot& bot : bots) {
    bot.seat->attach(context_);
    seats.push_back(bot.seat.get());
  }
  co_await dismiss_seats(seats);
  bots.clear();  // on this thread, even if the coroutine's frame lives longer
}

/// Ends all of them at the same time, so that one that ignores `quit` delays no other. Each gets its time and is then
/// killed. Cancellation does not stop this.
asio::awaitable<void> BotPool::dismiss_seats(std::span<BotSeat* const> seats) {
  co_await asio::this_coro::reset_cancellation_state(asio::disable_cancellation());
  asio::steady_timer all_gone(context_, asio::steady_timer::time_point::max());
  std::size_t left = seats.size();
  std::exception_ptr failure;
  for (BotSeat* const seat : seats) {
    asio::co_spawn(context_, seat->dismiss(), [&](std::exception_ptr error) {
      if (error) failure = error;
      if (--left == 0) all_gone.cancel();
    });
  }
  boost::system::error_code cancelled;
  if (left > 0) co_await all_gone.async_wait(asio::redirect_error(asio::use_awaitable, cancelled));
  if (failure) std::rethrow_exception(failure);
}

}  // namespace arena
