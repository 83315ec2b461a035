#pragma once

#include <boost/json/fwd.hpp>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace arena {

/// How many faults the recorded games of a run have: two bytes a game, up to the last game that has any.
class FaultNumbers {
 public:
  void set(int block, int game, std::size_t faults);
  std::size_t of(int block, int game) const;

 private:
  std::vector<std::uint16_t> faults_;  // by game
};

/// The same of several runs, by run_id().
using RecordedFaults = std::map<std::string, FaultNumbers, std::less<>>;

/// A line of type `fault`, valid during the call that hands it on.
struct LedgerLine {
  const boost::json::object& members;
  std::string_view place;  ///< file and line
  int block = 0;
  int game = 0;  ///< within the block
  /// Which of the faults that its game's record has, from 1; nothing where the record has it not: the block is void, or the
  /// game was played again after a crash.
  std::optional<std::size_t> number;
};

/// Calls `take` with each line of type `fault` in a ledger, faults.jsonl, in order. The last lines of a game are those of
/// its record: earlier ones are of a try that a crash kept out of games.jsonl. Reads the file twice, see GameLines. Throws
/// InputError naming file and line for what is not a record, std::system_error when the file cannot be read.
void each_ledger_line(const std::filesystem::path& file, const RecordedFaults& recorded,
                      const std::function<void(const LedgerLine&)>& take);

}  // namespace arena
