#include "arena/league/audit/start_audit.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/json/object.hpp>
#include <climits>
#include <optional>

#include "arena/base/text/input_error.h"
#include "arena/league/plan/resolve_league.h"
#include "arena/records/game_details.h"
#include "arena/records/line_fields.h"
#include "engine/typed_text.h"

namespace arena {

namespace json = boost::json;

void StartAudit::add_line(const json::object& line, const std::string& place) {
  if (text_in(line, "run") != run_) return;
  if (text_in(line, "type") == "timing") {
    read_timing(line, place);
    ++clocked_;
    const auto game = parse_game_id(text_in(line, "id").value_or(""));
    if (shards_ > 0 && game) clocked_in_shards_[game->first % shards_].push_back(*game);
  }
  if (text_in(line, "type") != "session") return;
  // Returns the number in a member, or -1 if there is none or it is not a whole number.
  const auto number = [&](const char* key) {
    const json::value* value = line.if_contains(key);
    return value != nullptr && value->is_int64() ? value->get_int64() : -1;
  };
  const std::int64_t games = number("games");
  const auto digest = text_in(line, "digest");
  if (games < 0 || !digest) throw InputError(place + ": this start of the run lacks \"games\" or \"digest\"");
  const std::int64_t workers = number("workers");
  if (workers < 1 || workers > kConcurrencyMax) {
    throw InputError(fmt::format("{}: this start of the run must have 1 to {} workers", place, kConcurrencyMax));
  }
  ++starts_;
  voids_possible_ += kVoidsMax + workers;
  const auto count = static_cast<int>(std::min<std::int64_t>(games, INT_MAX));
  const Start start{std::string(*digest), place};
  if (!line.contains("shard")) {
    whole_.insert({count, start});
    return;
  }
  const std::optional<Shard> shard = find_shard(text_in(line, "shard").value_or(""));
  if (!shard || (shards_ > 0 && shards_ != shard->count))
    throw InputError(place + ": this start of the run names no shard, or one of another number of shards");
  shards_ = shard->count;
  // The starts of a repeated part concern only that part, whose games are not in these records.
  if (!line.contains("repeat")) in_shards_.push_back({start, count, *shard, clocked_in_shards_[shard->index].size()});
}

void StartAudit::check_digest(const RecordsDigest& sofar, int games) {
  const auto [first, last] = whole_.equal_range(games);
  if (first == last) return;
  const std::string value = sofar.value();
  for (auto one = first; one != last; ++one) {
    if (one->second.digest == value) one->second.found = true;
  }
}

int StartAudit::games_of_digest(const std::string& digest) const {
  for (const auto& [games, start] : whole_) {
    if (start.found && start.digest == digest) return games;
  }
  return 0;
}

bool StartAudit::fits(const ShardStart& one, const RecordsDigest& records, std::span<const VoidBlock> voids) const {
  const auto& clocked = clocked_in_shards_.at(one.shard.index);
  const std::set<std::pair<int, int>> games(clocked.begin(),
                                            clocked.begin() + static_cast<std::ptrdiff_t>(one.clocked));
  std::vector<VoidBlock> own;
  std::ranges::copy_if(voids, std::back_inserter(own),
                       [&](const VoidBlock& block) { return one.shard.has(block.block); });
  std::ranges::sort(own, {}, &VoidBlock::again);
  // The clocks do not show how many blocks of the shard were void by then, so every number is tried.
  for (std::size_t count = 0; count <= own.size(); ++count) {
    const auto begun = std::span(own).first(count);
    const std::string value = records.value([&](int block, int game) {
      if (game != RecordedLine::kVoid) return games.contains({block, game});
      return std::ranges::find(begun, block, &VoidBlock::block) != begun.end();
    });
    if (value == one.start.digest) return true;
  }
  return false;
}

std::vector<std::string> StartAudit::problems(const RecordsDigest& records, std::span<const VoidBlock> voids) const {
  std::vector<std::string> sentences;
  const auto report = [&](const Start& start, int games, const std::string& whose) {
    sentences.push_back(
        fmt::format("{}: the arena found {}{} recorded, but these records differ: lines were cut or changed since",
                    start.place, hearts::counted(games, "game"), whose));
  };
  for (const auto& [games, start] : whole_) {
    if (games > 0 && !start.found) report(start, games, "");
  }
  for (const ShardStart& one : in_shards_) {
    if (one.games > 0 && !fits(one, records, voids))
      report(one.start, one.games, fmt::format(" of shard {}", shard_name(one.shard)));
  }
  return sentences;
}

}  // namespace arena
