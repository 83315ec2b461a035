#include "arena/league/run/rehearsal.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "arena/bots/process/bot_channel.h"
#include "arena/game/trial/trial_game.h"
#include "arena/league/run/game_queue.h"
#include "engine/seat.h"

namespace arena {
namespace {

namespace asio = boost::asio;
using hearts::at;

/// The first fault of the bot in a game of one hand.
asio::awaitable<std::optional<FaultEvent>> fault_in_game(BotSeat& seat, const TrialTable& table, const Limits& limits) {
  const RunKey key = RunKey::from_seed("arena rehearsal");
  const GameResult result = co_await play_trial_game(table, seat, key, limits);
  const auto own = std::ranges::find(result.faults, table.seat, &FaultEvent::seat);
  if (own == result.faults.end()) co_return std::nullopt;
  co_return *own;
}

}  // namespace

std::set<int> bots_to_rehearse(std::span<const QueuedGame> games, const Manifest& manifest, int workers) {
  std::map<int, int> games_of;  // by bot
  for (const QueuedGame& game : games) {
    const std::vector<int> seats = seating(game.block.circle, game.game);
    for (const int bot : std::set<int>(seats.begin(), seats.end())) ++games_of[bot];
  }
  std::set<int> bots;
  std::set<std::string> hashes;
  for (const auto& [bot, count] : games_of) {
    if (count <= workers && hashes.insert(manifest.bots[at(bot)].hash).second) bots.insert(bot);
  }
  return bots;
}

asio::awaitable<std::optional<FaultEvent>> rehearse(std::unique_ptr<BotChannel> process, const Manifest& manifest,
                                                    const std::string& receipt, int bot) {
  const BotEntry& entry = manifest.bots[at(bot)];
  const auto variant =
      std::ranges::find_if(manifest.variants, [&](const ManifestVariant& one) { return plays_variant(entry, one.id); });
  if (variant == manifest.variants.end()) co_return std::nullopt;
  const Limits limits = strict_limits(manifest.limits_of(*variant));
  BotSeat seat(limits, false, receipt);
  if (co_await seat.greet(std::move(process))) co_return std::nullopt;
  std::optional<FaultEvent> fault;
  TrialTable table;
  table.variant = variant->id;
  table.seats = variant->seats;
  const auto in_first = co_await fault_in_game(seat, table, limits);
  if (!in_first) {
    table.seat = table.number = 1;
    fault = co_await fault_in_game(seat, table, limits);
    // It has answered: what it writes comes.
    if (fault && fault->evidence == Evidence::first_silence)
      fault->detail = fault_of(Evidence::silence, limits).detail + ", and it answered in game one";
  }
  if (seat.alive()) co_await seat.dismiss();
  co_return fault;
}

}  // namespace arena
