#include "arena/tournament/worker.h"

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/post.hpp>
#include <exception>

#include "arena/records/game_setup.h"
#include "arena/text/printable.h"
#include "engine/seat.h"

namespace arena {
namespace {

using hearts::at;

namespace asio = boost::asio;

/// What happened, and the last line on stderr, where the sandbox says why.
std::string with_last_words(const FaultEvent& event) {
  std::string_view text;
  if (!event.stderr_tail.empty()) text = event.stderr_tail.back().text;
  while (!text.empty() && text.back() == '\n') text.remove_suffix(1);
  text.remove_prefix(std::min(text.rfind('\n') + 1, text.size()));  // npos + 1 is 0
  return event.detail + (text.empty() ? "" : ": " + printable(text));
}

}  // namespace

Worker::Worker(int number, SharedRun& shared)
    : number_(number),
      shared_(shared),
      manifest_(*shared.plan.manifest),
      pool_(context_, manifest_, shared.plan.start, number, shared.plan.workers) {}

bool Worker::try_bots() {
  bool all = true;
  run(try_each(all));
  return all;
}

void Worker::play() { run(play_games()); }

void Worker::stop() {
  stopping_ = true;
  asio::post(context_, [this] { cancel_.emit(asio::cancellation_type::terminal); });
}

/// Runs the coroutine to its end. Bots that live on keep reads open, so the context is stopped then.
void Worker::run(asio::awaitable<void> what) {
  if (stopping_) return;
  std::exception_ptr failure;
  asio::co_spawn(context_, std::move(what), asio::bind_cancellation_slot(cancel_.slot(), [&](std::exception_ptr error) {
                   failure = error;
                   context_.stop();
                 }));
  context_.restart();
  context_.run();
  cancel_.slot().clear();
  if (!failure) return;
  try {
    std::rethrow_exception(failure);
  } catch (const boost::system::system_error& error) {
    // The game under way was dropped because it was to be.
    if (!stopping_ || error.code() != asio::error::operation_aborted) throw;
  }
}

asio::awaitable<void> Worker::try_each(bool& all) {
  for (int bot = number_; bot < static_cast<int>(manifest_.bots.size()); bot += shared_.plan.workers) {
    FaultEvent fault;
    pool_.begin_game();
    const BotSeat* seat = co_await pool_.take({bot, 0, 0}, fault);
    if (seat->alive()) continue;
    if (blame_of(fault.fault) != Blame::bot)
      throw MachineFault("a bot could not be sandboxed: " + with_last_words(fault));
    all = false;
    const std::lock_guard lock(shared_.events_mutex);
    shared_.events.bot_failed_to_start(manifest_.bots[at(bot)], fault);
  }
}

asio::awaitable<void> Worker::play_games() {
  while (!stopping_) {
    const std::optional<QueuedGame> queued = shared_.queue.next();
    if (!queued) break;
    co_await play_one(*queued);
  }
  co_await pool_.dismiss();
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
  const BlockSeed seed = shared_.plan.key.block_seed(variant.id, queued.block.number);
  record.seed = seed.to_hex();

  std::vector<BotSeat*> players;
  std::vector<FaultEvent> absences(seats.size());
  std::vector<Instance> instances;
  std::map<int, int> copies;
  pool_.begin_game();
  for (std::size_t seat = 0; seat < seats.size(); ++seat) {
    const int bot = seats[seat];
    record.bots.push_back(manifest_.bots[at(bot)].name);
    instances.push_back({bot, queued.game, copies[bot]++});
    players.push_back(co_await pool_.take(instances.back(), absences[seat]));
  }
  const GameSetup setup = setup_of(record, manifest_, variant, seed);
  record.result = co_await play_game(setup, players, absences);
  for (std::size_t seat = 0; seat < seats.size(); ++seat) {
    SeatInput::Process& process = record.result.timing[seat].input.process;
    process.worker = number_;
    if (process.game > 0) process.start = pool_.start_of(instances[seat]);
  }

  for (const FaultEvent& event : record.result.faults) {
    if (blame_of(event.fault) == Blame::bot) continue;
    const std::optional<VoidBlock> voided = shared_.records.add_void(record, event);
    if (!voided) co_return;  // another game of the block was first
    shared_.queue.play_again(queued.block, voided->again);
    const std::lock_guard lock(shared_.events_mutex);
    shared_.events.block_void(*voided);
    if (shared_.records.voids_since_start() > kVoidsMax) {
      throw MachineFault("game " + record.id + ": " + with_last_words(event) + "; " +
                         std::to_string(shared_.records.voids_since_start()) +
                         " blocks are void since the start, and no bot is to blame");
    }
    co_return;
  }
  if (!shared_.records.add(record, *variant.rules)) co_return;
  const std::lock_guard lock(shared_.events_mutex);
  shared_.events.game_over(record, shared_.records.counted_games());
}

}  // namespace arena
