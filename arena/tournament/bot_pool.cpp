#include "arena/tournament/bot_pool.h"

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <exception>

#include "engine/seat.h"

namespace arena {

namespace asio = boost::asio;

BotPool::BotPool(asio::io_context& context, const Manifest& manifest, BotStart start, int worker, int workers)
    : context_(context),
      manifest_(manifest),
      receipt_(receipt_of(manifest)),
      start_(std::move(start)),
      worker_(worker),
      processes_max_(static_cast<std::size_t>(std::max(start_.processes_max / workers, hearts::kSeatsMax))) {}

asio::awaitable<BotSeat*> BotPool::take(const Instance& instance, FaultEvent& fault) {
  if (const auto found = places_.find(instance); found != places_.end()) {
    Place& place = found->second;
    place.used = games_;
    if (place.seat->alive() && place.seat->owes_answer()) co_await place.seat->dismiss();
    if (place.seat->alive()) {
      const ProcessEnd end = co_await place.seat->channel()->ended(Duration::zero());
      if (end.kind == ProcessEnd::Kind::running) co_return place.seat.get();
      co_await place.seat->dismiss();  // it went away between two games
    }
  } else {
    co_await make_room();
  }
  Place& place = places_[instance];
  place.used = games_;
  if (!place.seat) {
    place.seat = std::make_unique<BotSeat>(manifest_.limits, start_.strict, receipt_);
    place.seat->restart_with([this, instance] { return start(instance); });
  }
  auto failed = place.seat->refuse_start();
  if (!failed) failed = co_await place.seat->greet(start(instance));
  if (failed) fault = std::move(*failed);
  co_return place.seat.get();
}

std::unique_ptr<BotChannel> BotPool::start(const Instance& instance) {
  places_.at(instance).start = ++starts_;
  return start_.open(context_, instance, worker_);
}

asio::awaitable<void> BotPool::make_room() {
  while (places_.size() >= processes_max_) {
    const auto oldest = std::ranges::min_element(places_, {}, [](const auto& place) { return place.second.used; });
    if (oldest->second.used == games_) co_return;
    const std::unique_ptr<BotSeat> seat = std::move(oldest->second.seat);
    places_.erase(oldest);
    co_await seat->dismiss();
  }
}

void BotPool::rest() {
  for (auto& [instance, place] : places_) {
    if (place.seat) place.seat->leave_table();
  }
}

/// All at once: one that ignores it holds up no other. Each has its time and is then ended; nothing cancels this.
asio::awaitable<void> BotPool::dismiss() {
  co_await asio::this_coro::reset_cancellation_state(asio::disable_cancellation());
  asio::steady_timer all_gone(context_, asio::steady_timer::time_point::max());
  std::size_t left = places_.size();
  std::exception_ptr failure;
  for (auto& [instance, place] : places_) {
    asio::co_spawn(context_, place.seat->dismiss(), [&](std::exception_ptr error) {
      if (error) failure = error;
      if (--left == 0) all_gone.cancel();
    });
  }
  boost::system::error_code cancelled;
  if (left > 0) co_await all_gone.async_wait(asio::redirect_error(asio::use_awaitable, cancelled));
  places_.clear();
  if (failure) std::rethrow_exception(failure);
}

}  // namespace arena
