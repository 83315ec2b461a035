#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>

#include "arena/bots/doctor/bot_sandbox.h"
#include "arena/game/schedule/shard.h"
#include "arena/league/plan/next_stage.h"
#include "arena/records/manifest.h"

namespace arena {

/// What a session is asked to play, and how.
struct SessionOrder {
  /// The league, resolved. It lacks its commitment, its isolation and the number of its blocks: the session fills them in.
  Manifest manifest;
  WantedLength length;
  std::filesystem::path folder;  ///< of the run: see record_folder()
  std::string seed{};            ///< that the run's key is made from; empty: the key is drawn
  std::string entropy{};         ///< public chance that the key is mixed with; empty: none
  bool extend = false;           ///< if the league changes the run, play the change as another stage
  std::optional<Shard> shard{};  ///< the part of a planned run to play; nothing: the whole run
  int workers = 1;               ///< games at the same time

  IsolationChoice isolation{};
  const BotSandbox* sandbox = nullptr;  ///< where to start the bots; null: the session makes one by `isolation`

  bool strict = false;      ///< stop at the first fault, one game at a time
  bool keep_going = false;  ///< play although a bot cannot be started; it forfeits
  bool keep_bytes = false;  ///< keep all bytes between arena and bots in the folder's wire/
  bool pinned = true;       ///< bind each game and its bots to one processor
  std::optional<std::chrono::steady_clock::time_point> stop_at{};
};

}  // namespace arena
