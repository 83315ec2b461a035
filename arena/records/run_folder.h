#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "arena/records/game_record.h"
#include "arena/records/manifest.h"
#include "arena/seeds/run_key.h"

namespace arena {

/// Names of the files of a run's folder.
inline constexpr std::string_view kGamesFile = "games.jsonl";
inline constexpr std::string_view kTimingsFile = "timings.jsonl";
inline constexpr std::string_view kFaultsFile = "faults.jsonl";
inline constexpr std::string_view kKeyFile = "key";

/// games.jsonl as read: the manifest in its first line, and what follows.
struct RunSummary {
  Manifest manifest;
  std::string isolation;
  std::optional<RunKey> revealed_key;  ///< in a finished run
  std::vector<VoidBlock> voids;        ///< in order: the first is played again as block `manifest.blocks`
  std::uint64_t torn_bytes = 0;        ///< of a last line that a crash cut short
  int games = 0;                       ///< recorded, those of void blocks included
};

/// Called with each game and its place "FILE:LINE".
using TakeGame = std::function<void(GameRecord&&, const hearts::GameRules&, const std::string& place)>;
/// Called once, before the first game.
using TakeManifest = std::function<void(const Manifest&)>;

/// The games.jsonl that a user means: a run's folder, or the file itself. Throws InputError when there is none.
std::filesystem::path games_file(const std::filesystem::path& path);

/// The manifests in a file of records, wherever they stand in it. Other lines are not looked at. Throws InputError
/// naming file and line for one that is none.
std::vector<Manifest> read_manifests(const std::filesystem::path& file);

/// Reads games.jsonl of a run: `path` is its folder or the file itself. Throws InputError naming file and line for
/// anything that does not belong: a damaged or foreign line, a second header, a duplicate game, rules
/// that this arena does not have.
RunSummary read_run(const std::filesystem::path& path, const TakeGame& take_game,
                    const TakeManifest& take_manifest = {});

}  // namespace arena
