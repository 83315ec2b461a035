#include "arena/results/report/replay_sample.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <climits>
#include <numeric>
#include <tuple>

#include "arena/records/line_fields.h"
#include "arena/records/record_file.h"
#include "arena/results/report/replay_data.h"

namespace arena {
namespace {

namespace json = boost::json;

/// Games with a fault: the n-th of a kind of a bot comes before the n+1st of any.
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

/// Variant and two bots that met in it; or one that sat there with itself.
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

/// The first texts of a list that together are not too long, whatever order they come in.
class BoundedTexts {
 public:
  bool wants(std::size_t rank) const { return rank < end_; }
  void add(std::size_t rank, std::string text) {
    bytes_ += text.size();
    texts_.emplace(rank, std::move(text));
    while (bytes_ > kReplayBytesMax) {
      const auto last = std::prev(texts_.end());
      bytes_ -= last->second.size();
      end_ = last->first;
      texts_.erase(last);
    }
  }
  std::map<std::size_t, std::string>& texts() { return texts_; }

 private:
  std::map<std::size_t, std::string> texts_;  // by rank
  std::size_t bytes_ = 0;
  std::size_t end_ = SIZE_MAX;  // ranks from here on have no room
};

}  // namespace

std::vector<std::size_t> choose_replays(const std::vector<ReportGame>& games, int a_pairing) {
  std::vector<std::size_t> chosen = by_rarest_fault(games);
  std::vector<bool> taken(games.size());
  std::map<std::tuple<int, int, int>, int> met;
  const auto take = [&](std::size_t index) {
    taken[index] = true;
    for (const auto& pairing : pairings_of(games[index])) ++met[pairing];
  };
  for (const std::size_t index : chosen) take(index);
  for (std::size_t i = 0; i < games.size() && chosen.size() < kReplaysMax; ++i) {
    if (taken[i]) continue;
    const auto pairings = pairings_of(games[i]);
    if (std::ranges::none_of(pairings, [&](const auto& pairing) { return met[pairing] < a_pairing; })) continue;
    take(i);
    chosen.push_back(i);
  }
  return chosen;
}

std::string replay_text(const ReportGame& game, const GameRecord& record, const Manifest& manifest,
                        const GameDetails& details, std::optional<std::string>* wrong) {
  const ManifestVariant& variant = *manifest.find_variant(record.variant);
  json::object replay = {{"id", record.id}, {"run", game.run}, {"variant", game.variant}};
  replay["bots"] = numbers_json(game.bots, game.seats);
  const auto found = write_replay(replay, record, *variant.rules, variant.length, details, manifest.limits_of(variant));
  if (wrong != nullptr) *wrong = found;
  return json::serialize(replay);
}

PageReplays read_replays(const std::vector<SampledRun>& runs, const std::vector<ReportGame>& games,
                         const std::vector<std::size_t>& chosen) {
  std::map<std::pair<int, std::string>, std::size_t> ranks;  // of games that were chosen, by run and id
  for (std::size_t rank = 0; rank < chosen.size(); ++rank)
    ranks[{games[chosen[rank]].run, games[chosen[rank]].id()}] = rank;
  BoundedTexts kept;
  for (int run = 0; run < std::ssize(runs); ++run) {
    const SampledRun& source = runs[static_cast<std::size_t>(run)];
    if (std::ranges::none_of(ranks, [&](const auto& one) { return one.first.first == run; })) continue;
    DetailsIndex details(source.file.parent_path());
    LineOpener opener;
    read_lines(source.file, [&](std::string_view text, const LinePlace& place) {
      const auto [stage, id] = game_of_line(text, "game");
      const auto found = id.empty() ? ranks.end() : ranks.find({run, std::string(id)});
      if (found == ranks.end() || !kept.wants(found->second)) return;
      const Manifest& manifest = source.stages.at(std::string(stage));
      const json::object& line = opener.open(text, place);
      const ManifestVariant* variant = manifest.find_variant(text_in(line, "variant").value_or(""));
      if (variant == nullptr) return;  // the file has changed meanwhile
      const GameRecord record = read_game(line, *variant->rules, std::string(place));
      kept.add(found->second, replay_text(games[chosen[found->second]], record, manifest, details.of(record)));
    });
  }
  PageReplays replays;
  for (auto& [rank, text] : kept.texts()) {
    const ReportGame& game = games[chosen[rank]];
    replays.emplace_back(fmt::format("{}/{}", game.run, game.id()), std::move(text));
  }
  return replays;
}

}  // namespace arena
