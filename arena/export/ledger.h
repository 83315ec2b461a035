#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "arena/export/row.h"

namespace arena {

/// How many faults the recorded games of a run have, two bytes a game from the first one that has any.
class FaultNumbers {
 public:
  void set(int block, int game, std::size_t faults);
  std::size_t of(int block, int game) const;

 private:
  std::vector<std::uint16_t> faults_;  // by game
};

/// Adds what a ledger, faults.jsonl, tells of recorded faults: table fault_details. `recorded`: by run. Of a game that was
/// played again after a crash, the last lines are those of the record. Reads the file twice. Throws InputError naming
/// file and line for what no arena wrote.
void add_ledger(const std::filesystem::path& file, const std::map<std::string, FaultNumbers>& recorded, Rows& rows);

}  // namespace arena
