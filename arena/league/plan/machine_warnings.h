#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "arena/records/manifest.h"

namespace arena {

/// Returns why the arena refuses to play `workers` games at the same time on this machine, one sentence for each
/// reason. `free_tasks` is how many more processes and threads can be started; nothing means that there is no limit.
/// `keeps_logs` says whether what bots leave is kept.
std::vector<std::string> machine_refusals(const Manifest& manifest, int workers, std::optional<long long> free_tasks,
                                          bool keeps_logs = false);

/// Returns what may be too little on this machine for `games` more games of the run, one sentence each: processors,
/// memory, tasks, and the disk of `folder`. Without a folder the disk is not looked at.
std::vector<std::string> machine_warnings(const Manifest& manifest, int workers, std::optional<long long> free_tasks,
                                          int games, const std::optional<std::filesystem::path>& folder);

}  // namespace arena
