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

/// The bots that a run may play without two games for any of their processes: of `games`, those of the first epoch, each
/// of theirs may have a fresh one, since there are no more of them than workers. Of bots with the same files, the first.
std::set<int> bots_to_rehearse(std::span<const QueuedGame> games, const Manifest& manifest, int workers);

/// Plays two games of one hand with this process of the bot, among partners, and ends it. The variant is the first of the
/// run that the bot plays. `receipt`: see receipt_of(). A public seed gives the deals: nothing of the run is met or told.
/// Returns the fault of the second game. Other faults the run meets by itself.
boost::asio::awaitable<std::optional<FaultEvent>> rehearse(std::unique_ptr<BotChannel> process,
                                                           const Manifest& manifest, const std::string& receipt,
                                                           int bot);

}  // namespace arena
