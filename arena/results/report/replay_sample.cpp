#include "arena/results/report/replay_sample.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <climits>
#include <tuple>

#include "arena/records/line_fields.h"
#include "arena/records/record_file.h"
#include "arena/results/report/replay_data.h"

namespace arena {
namespace {

namespace json = boost::json;

/// Games with a fault. The n-th game with one kind of fault of a bot comes before the n+1st of any other.
std::vector<std::size_t> by_rarest_fault(const std::vector<ReportGame>& games) {
  std::map<std::pair<int, Fault>, int> seen;
  std::vector<std::pair<int, std::size_t>> found;
  for (std::size_t i = 0; i < games.size(); ++i) {
    int rank = INT_MAX;
    for (const auto& kind : games[i].fault_kinds) rank = std::min(rank, seen[kind]++);
    if (rank < INT_MAX) found.emplace_back(rank, i);
  }
  std::ranges::stable_sort(found, {}, &std::pair<int, std::size_t>::first);
  std::vector<std::size_t> order;
  for (const auto& [rank, index] : found) order.push_back(index);
  if (order.size() > kFaultyReplaysMax) order.resize(kFaultyReplaysMax);
  return order;
}

/// The variant, with each two bots that met in it. A game of one bot alone gives the bot twice.
std::set<std::tuple<int, int, int>> pairings_of(const ReportGame& game) {
  std::set<std::tuple<int, int, int>> pairings;
  for (int a = 0; a < game.seats; ++a) {
    for (int b = a + 1; b < game.seats; ++b) {
      const auto [low, high] = std::minmax(game.bots[a], game.bots[b]);
      if (low != high) pairings.emplace(game.variant, low, high);
    }
  }
  if (pairings.empty()) pairings.emplace(game.variant, game.bots[0], game.bots[0]);
  return pairings;
}

/// The files of a run that games are read from one by one.
struct SampledFiles {
  explicit SampledFiles(const std::filesystem::path& file) : games(file, "game"), details(file.parent_path()) {}

  GameLines games;
  DetailsReader details;
};

}  // namespace

std::vector<std::size_t> choose_replays(const std::vector<ReportGame>& games, int a_pairing) {
  std::vector<std::size_t> chosen = by_rarest_fault(games);
  std::vector<bool> taken(games.size());
  std::map<std::tuple<int, int, int>, int> met;
  const auto mark = [&](std::size_t index) {
    taken[index] = true;
    for (const auto& pairing : pairings_of(games[index])) ++met[pairing];
  };
  for (const std::size_t index : chosen) mark(index);
  for (std::size_t i = 0; i < games.size() && chosen.size() < kReplaysMax; ++i) {
    if (taken[i]) continue;
    const auto pairings = pairings_of(games[i]);
    if (std::ranges::none_of(pairings, [&](const auto& pairing) { return met[pairing] < a_pairing; })) continue;
    mark(i);
    chosen.push_back(i);
  }
  return chosen;
}

std::string replay_text(const ReportGame& game, const GameRecord& record, const Manifest& manifest,
                        const GameDetails& details, std::optional<std::string>* wrong) {
  const ManifestVariant& variant = *manifest.find_variant(record.variant);
  json::object replay = {{"id", record.id}, {"run", game.run}, {"variant", game.variant}};
  replay["bots"] = numbers_json(game.bots, game.seats);
  const auto found = write_replay(replay, record, *variant.rules, details, manifest.table_limits(variant, record.bots));
  if (wrong != nullptr) *wrong = found;
  return json::serialize(replay);
}

PageReplays read_replays(const std::vector<SampledRun>& runs, const std::vector<ReportGame>& games,
                         const std::vector<std::size_t>& chosen) {
  std::map<int, SampledFiles> opened;  // by run
  PageReplays replays;
  std::size_t bytes = 0;
  for (const std::size_t index : chosen) {
    const ReportGame& game = games[index];
    const SampledRun& source = runs[static_cast<std::size_t>(game.run)];
    SampledFiles& files = opened.try_emplace(game.run, source.file).first->second;
    std::string text;
    for (const auto& [id, stage] : source.stages) {
      const std::optional<GameRecord> record = find_record(files.games, stage, game.id());
      if (record) text = replay_text(game, *record, stage, files.details.of(*record));
    }
    bytes += text.size();
    if (bytes > kReplayBytesMax) break;
    if (!text.empty()) replays.emplace_back(fmt::format("{}/{}", game.run, game.id()), std::move(text));
  }
  return replays;
}

}  // namespace arena
