#pragma once

#include <boost/asio/awaitable.hpp>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>

#include "arena/game/table/fault.h"
#include "arena/records/manifest.h"

namespace arena {

class BotChannel;
struct QueuedGame;

/// Returns the bots of which a run may show nothing but first games: those with no more games in the first epoch (`games`)
/// than there are workers, since each game may get a fresh process. Of bots with the same files, the first.
std::set<int> bots_to_rehearse(std::span<const QueuedGame> games, const Manifest& manifest, int workers);

/// Plays two games of one hand with this process of the bot, among partners, and ends it: some bots play one game well, and
/// no other. Returns the fault of the second game; the run meets other faults by itself. The variant is the first of the
/// run that the bot plays. A public seed gives the deals, so the bot learns nothing of the run. `receipt`: see
/// receipt_of().
boost::asio::awaitable<std::optional<FaultEvent>> rehearse(std::unique_ptr<BotChannel> process,
                                                           const Manifest& manifest, const std::string& receipt,
                                                           int bot);

}  // namespace arena
