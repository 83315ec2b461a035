#include "arena/league/run/worker.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <exception>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "arena/base/text/printable.h"
#include "arena/base/text/words.h"
#include "arena/bots/process/bot_channel.h"
#include "arena/bots/sandbox/isolation.h"
#include "arena/bots/sandbox/stop_signals.h"
#include "arena/game/table/table.h"
#include "arena/game/trial/trial_game.h"
#include "arena/records/game_deals.h"
#include "arena/records/game_record.h"
#include "engine/seat.h"

namespace arena {

using hearts::at;

namespace asio = boost::asio;

namespace {

/// Describes a fault: its detail, and the last line on stderr, where the sandbox writes the reason.
std::string with_last_words(const FaultEvent& event) {
  const std::string_view text = event.stderr_tail.empty() ? "" : last_line(event.stderr_tail.back().text);
  return event.detail + (text.empty() ? "" : ": " + printable(text));
}

bool is_cancellation(const std::exception_ptr& error) {
  try {
    std::rethrow_exception(error);
  } catch (const boost::system::system_error& failure) {
    return failure.code() == asio::error::operation_aborted;
  } catch (...) {
    return false;
  }
}

/// Whether the process ended like one that received a stop signal of the arena.
bool may_be_due_to_stop(const FaultEvent& event) {
  if (!event.end) return false;
  const auto is_stop = [](int number) { return std::ranges::find(kStopSignals, number) != std::end(kStopSignals); };
  const auto [kind, number] = std::pair(event.end->kind, event.end->number);
  return kind == ProcessEnd::Kind::sandbox_failed || (kind == ProcessEnd::Kind::signaled && is_stop(number)) ||
         (kind == ProcessEnd::Kind::exited && is_stop(number - 128));  // the exit status of shells and Java
}

/// Returns the first fault of the bot in a game of one hand, or nothing if it had none.
asio::awaitable<std::optional<FaultEvent>> fault_in_game(BotSeat& seat, const TrialTable& table, const Limits& limits) {
  const RunKey key = RunKey::from_seed("arena rehearsal");
  const GameResult result = co_await play_trial_game(table, seat, key, limits);
  const auto own = std::ranges::find(result.faults, table.seat, &FaultEvent::seat);
  if (own == result.faults.end()) co_return std::nullopt;
  co_return *own;
}

/// Plays two games of one hand with this process of the bot, among partners, and ends it. Some bots play one game well
/// and fail in the next. Returns the fault of the second game; other faults show in the run anyway. The variant is the
/// first of the run that the bot plays. The deals come from a public seed, so the bot learns nothing about the run.
/// `receipt` is the run's, see receipt_of().
asio::awaitable<std::optional<FaultEvent>> rehearse(std::unique_ptr<BotChannel> process, const Manifest& manifest,
                                                    const std::string& receipt, int bot) {
  const BotEntry& entry = manifest.bots[at(bot)];
  const auto variant =
      std::ranges::find_if(manifest.variants, [&](const ManifestVariant& one) { return plays_variant(entry, one.id); });
  if (variant == manifest.variants.end()) co_return std::nullopt;
  const Limits limits = strict_limits(manifest.limits_of(*variant, entry));
  BotSeat seat(limits, false, receipt);
  if (co_await seat.greet(std::move(process))) co_return std::nullopt;
  std::optional<FaultEvent> fault;
  TrialTable table;
  table.variant = variant->means.empty() ? variant->id : variant->means;
  table.seats = variant->seats;
  const auto in_first = co_await fault_in_game(seat, table, limits);
  if (!in_first) {
    table.seat = table.number = 1;
    fault = co_await fault_in_game(seat, table, limits);
    // It answered in game one, so its output does arrive.
    if (fault && fault->evidence == Evidence::first_silence)
      fault->detail = fault_of(Evidence::silence, limits).detail + ", and it answered in game one";
  }
  if (seat.alive()) co_await seat.dismiss();
  co_return fault;
}

}  // namespace

Worker::Worker(int number, CrewState& shared)
    : number_(number),
      shared_(shared),
      manifest_(*shared.settings.manifest),
      pool_(context_, manifest_, shared.settings.start, number, shared.idle) {}

bool Worker::try_bots() {
  bool all = true;
  run(try_each(all));
  return all;
}

void Worker::play() {
  watch_.add_to(costs_.waiting);
  run(play_games());
}

RunCosts Worker::costs() const {
  RunCosts costs = costs_;
  costs.starts = pool_.starts() + rehearsals_;
  return costs;
}

void Worker::end_bots() {
  pool_.end();
  context_.restart();
  context_.poll();
}

void Worker::stop() {
  stopping_ = true;
  asio::post(context_, [this] { cancel_.emit(asio::cancellation_type::terminal); });
}

/// Runs the coroutine to its end. Bots that stay alive keep reads open, so the context must be stopped then.
void Worker::run(asio::awaitable<void> what) {
  if (stopping_) return;
  std::exception_ptr failure;
  asio::co_spawn(context_, std::move(what), asio::bind_cancellation_slot(cancel_.slot(), [&](std::exception_ptr error) {
                   failure = error;
                   context_.stop();
                 }));
  context_.restart();
  try {
    context_.run();
  } catch (...) {
    failure = std::current_exception();  // Asio throws this if a coroutine is cancelled before it first waits
  }
  cancel_.slot().clear();
  // The game in progress was dropped on purpose.
  if (failure && !(stopping_ && is_cancellation(failure))) std::rethrow_exception(failure);
}

asio::awaitable<void> Worker::try_each(bool& all) {
  for (int bot = number_; bot < static_cast<int>(manifest_.bots.size()); bot += shared_.settings.workers) {
    FaultEvent fault;
    pool_.take({&bot, 1});
    const std::vector<BotSeat*> seats = co_await pool_.prepare({&fault, 1});
    const bool is_alive = seats.front()->alive();
    pool_.release();
    watch_.add_to(costs_.starting);
    const bool plays_several = !manifest_.bots[at(bot)].is_for_one_game;
    if (is_alive && plays_several && shared_.to_rehearse.contains(bot)) co_await rehearse_bot(bot);
    if (is_alive) continue;
    if (co_await is_due_to_stop({&fault, 1})) co_return;
    if (blame_of(fault.fault) != Blame::bot)
      throw MachineFault("a bot could not be started, and the bot is not to blame: " + with_last_words(fault));
    all = false;
    const std::lock_guard lock(shared_.events_mutex);
    shared_.events.bot_failed_to_start(manifest_.bots[at(bot)], fault);
  }
}

/// Rehearses a bot in a process of its own, which then ends: processes that play in the run have met no other game.
asio::awaitable<void> Worker::rehearse_bot(int bot) {
  ++rehearsals_;
  const auto fault =
      co_await rehearse(shared_.settings.start.open(context_, {bot, number_, 0}), manifest_, pool_.receipt(), bot);
  watch_.add_to(costs_.starting);
  if (!fault) co_return;
  if (co_await is_due_to_stop({&*fault, 1})) co_return;
  const BotEntry& entry = manifest_.bots[at(bot)];
  const std::lock_guard lock(shared_.events_mutex);
  if (blame_of(fault->fault) == Blame::bot) {
    shared_.events.rehearsal_failed(entry, *fault);
  } else {
    shared_.events.warning("the rehearsal of " + entry.name + " did not finish: " + with_last_words(*fault));
  }
}

asio::awaitable<void> Worker::play_games() {
  while (!stopping_) {
    const std::optional<QueuedGame> queued = take_game();
    if (!queued) break;
    co_await play_one(*queued);
    watch_.add_to(costs_.recording);
    co_await pool_.end_game();
    watch_.add_to(costs_.ending);
  }
  co_await pool_.dismiss();
  watch_.add_to(costs_.ending);
}

/// Takes the next game and the idle ones of its bots. No two workers do so at the same time: both would choose a game
/// of the same idle bots.
std::optional<QueuedGame> Worker::take_game() {
  const std::lock_guard lock(shared_.choice_mutex);
  std::optional<QueuedGame> queued = shared_.queue.next(shared_.idle.counts());
  if (queued) pool_.take(seating(queued->block.circle, queued->game));
  return queued;
}

asio::awaitable<void> Worker::play_one(const QueuedGame& queued) {
  const ManifestVariant& variant = manifest_.variants[at(queued.block.variant)];
  const std::vector<int> seats = seating(queued.block.circle, queued.game);
  GameRecord record;
  record.run = shared_.records.run();
  record.id = game_id(queued.block.number, queued.game);
  record.variant = variant.id;
  record.rules_hash = variant.rules_hash;
  record.block = queued.block.number;
  record.game = queued.game;
  const BlockSeed seed = shared_.settings.key.block_seed(variant.id, queued.block.number);
  record.seed = seed.to_hex();

  for (const int bot : seats) record.bots.push_back(manifest_.bots[at(bot)].name);
  std::vector<FaultEvent> absences(seats.size());
  const std::vector<BotSeat*> players = co_await pool_.prepare(absences);
  const GameSetup setup =
      setup_of(record, manifest_, variant, seed, deals_of(manifest_, variant, seed, queued.block, queued.game));
  watch_.add_to(costs_.starting);
  record.result = co_await play_game(setup, players, absences);
  watch_.add_to(costs_.playing);
  for (std::size_t seat = 0; seat < seats.size(); ++seat) {
    const SeatTiming& timing = record.result.timing[seat];
    costs_.answering += timing.total;
    costs_.decisions += timing.questions;
    costs_.bots_cpu += timing.cpu + timing.between_games_cpu;
    SeatInput::Process& process = record.result.timing[seat].input.process;
    process.worker = pool_.process_of(seat).worker;
    if (process.game > 0) process.start = pool_.process_of(seat).start;
  }

  if (co_await is_due_to_stop(record.result.faults)) co_return;  // dropped like any game in progress
  for (const FaultEvent& event : record.result.faults) {
    if (blame_of(event.fault) == Blame::bot) continue;
    const std::optional<VoidBlock> voided = shared_.records.add_void(record, event);
    if (!voided) co_return;  // another game had already made the block void
    shared_.queue.play_again(queued.block, voided->again);
    const std::lock_guard lock(shared_.events_mutex);
    shared_.events.block_void(*voided);
    if (shared_.records.voids_since_start() > kVoidsMax) {
      throw MachineFault(fmt::format("game {}: {}; {} blocks have become void since the start, and no bot is to blame",
                                     record.id, with_last_words(event), shared_.records.voids_since_start()));
    }
    co_return;
  }
  if (!shared_.records.add(record, *variant.rules)) co_return;
  const std::lock_guard lock(shared_.events_mutex);
  shared_.events.game_over(record, shared_.records.counted_games());
}

/// Whether these faults may come from a stop of the arena, and the arena is being stopped. Waits for
/// RunSettings::stop_grace.
asio::awaitable<bool> Worker::is_due_to_stop(std::span<const FaultEvent> faults) {
  if (std::ranges::none_of(faults, may_be_due_to_stop)) co_return false;
  if (!stopping_) {
    asio::steady_timer timer(context_, shared_.settings.stop_grace);
    co_await timer.async_wait(asio::use_awaitable);
  }
  co_return stopping_;
}

}  // namespace arena
