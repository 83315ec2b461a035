#include "arena/league/plan/machine_warnings.h"

#include "arena/league/plan/forecast.h"
#include "arena/league/run/machine.h"

namespace arena {

std::vector<std::string> machine_refusals(const Manifest& manifest, int workers, std::optional<long long> free_tasks,
                                          bool keeps_logs) {
  std::vector<std::string> refusals;
  for (const auto& few : {too_few_descriptors(workers, keeps_logs), too_few_tasks(manifest, workers, free_tasks)}) {
    if (few) refusals.push_back(*few);
  }
  return refusals;
}

std::vector<std::string> machine_warnings(const Manifest& manifest, int workers, std::optional<long long> free_tasks,
                                          int games, const std::optional<std::filesystem::path>& folder) {
  // Tasks that do not even suffice for the arena are a refusal.
  const bool lacks_tasks = too_few_tasks(manifest, workers, free_tasks).has_value();
  std::vector<std::string> warnings;
  for (const auto& warning :
       {processors_warning(manifest, workers), memory_warning(manifest, workers, machine_memory_mb()),
        lacks_tasks ? std::nullopt : tasks_warning(manifest, workers, free_tasks),
        folder ? disk_warning(manifest, games, free_disk_bytes(*folder), *folder) : std::nullopt}) {
    if (warning) warnings.push_back(*warning);
  }
  return warnings;
}

}  // namespace arena
