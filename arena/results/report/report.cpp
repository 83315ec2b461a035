#include "arena/results/report/report.h"

#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <map>

#include "arena/base/text/input_error.h"
#include "arena/results/ratings/comparison_formats.h"
#include "arena/results/ratings/detail_tables.h"
#include "arena/results/ratings/history_data.h"
#include "arena/results/ratings/read_rated_runs.h"
#include "arena/results/ratings/standings_data.h"
#include "arena/results/report/fault_rows.h"
#include "arena/results/report/page.h"
#include "arena/results/report/replay_sample.h"
#include "arena/results/report/report_games.h"
#include "arena/results/report/run_facts.h"

namespace arena {
namespace {

namespace fs = std::filesystem;
namespace json = boost::json;
using hearts::at;

json::object frame_json(const ReportFrame& frame) {
  json::object report = {{"v", 1}, {"made", frame.made}, {"arena", frame.arena}};
  if (frame.live) {
    report["live"] = {{"games", frame.live->games}, {"planned", frame.live->planned}, {"every", frame.live->every}};
  }
  return report;
}

/// Reads runs for a report: their games and faults, their bots and variants.
class ReportReader {
 public:
  explicit ReportReader(const RatedRuns& rated)
      : games(rated), faults(rated), rated_(rated), bots_(rated.bots().size()), variants_(rated.variants().size()) {}

  /// Adds the bots and variants of a stage.
  void begin_stage(const Manifest& manifest) {
    const std::string id = run_id(manifest);
    for (const BotEntry& bot : manifest.bots) {
      const auto index = rated_.bot_of(id, bot.name);
      if (!index) throw InputError("the run was extended while its records were read; try again");
      bots_[at(*index)] = bot_json(bot, rated_.bots()[at(*index)]);
    }
    for (const ManifestVariant& variant : manifest.variants) {
      const auto index = rated_.variant_of(id, variant.id);
      if (index && variants_[at(*index)].empty())
        variants_[at(*index)] = variant_json(variant, rated_.variants()[at(*index)]);
    }
  }

  void add(int run, int variant, const GameRecord& record, const MoonFigures& moons) {
    games.add(run, variant, record, moons);
    faults.add(run, variant, record);
  }

  /// Removes the void blocks of the run from the list.
  void end_run(int run, const RunSummary& summary) {
    for (const StageSummary& stage : summary.stages) {
      for (const VoidBlock& block : stage.voids) {
        const auto same = std::ranges::find_if(games.games(), [&](const ReportGame& game) {
          return game.run == run && (game.block == block.block || game.block == block.again);
        });
        if (same != games.games().end()) void_variants_[{run, block.block}] = same->variant;
        games.remove(run, block.block);
      }
    }
    runs.emplace_back(run_json(summary));
  }

  /// Adds everything to the report except the standings and the replays.
  void add_to(json::object& report, std::size_t replays) {
    report["runs"] = std::move(runs);
    json::array& bots = report["bots"].emplace_array();
    for (int bot = 0; bot < std::ssize(bots_); ++bot) {
      games.add_counts(bots_[at(bot)], bot);
      bots.push_back(std::move(bots_[at(bot)]));
    }
    json::array& variants = report["variants"].emplace_array();
    for (json::object& variant : variants_) variants.push_back(std::move(variant));
    report["games"] = games.rows_json();
    report["gamesLeftOut"] = games.left_out();
    for (const auto& [block, variant] : void_variants_) faults.set_variant(block.first, block.second, variant);
    report["faults"] = faults.release_rows();
    report["faultsLeftOut"] = faults.left_out();
    report["replaysLeftOut"] = games.games().size() - replays;
  }

  ReportGames games;
  FaultRows faults;
  json::array runs;

 private:
  const RatedRuns& rated_;
  std::vector<json::object> bots_;
  std::vector<json::object> variants_;
  std::map<std::pair<int, int>, int> void_variants_;  ///< by run and block, if it is known
};

/// Adds the standings as `arena rate --details --json` has them, with fewer pairs if there are too many. If variants
/// can be compared, adds what `arena compare --json` has.
void add_figures(json::object& report, const RatedRuns& rated, const DetailTables& details) {
  Standings standings = rated.standings();
  details.fill(standings);
  report["history"] = history_json(rated.histories(), standings);
  json::object shown = standings_json(standings, rated.runs());
  report["pairsLeftOut"] = bound_pairs(shown, kReportPairsMax);
  report["standings"] = std::move(shown);
  if (rated.variants().size() < 2) return;
  try {
    report["comparison"] = comparison_json(rated.comparison(), rated.runs());
  } catch (const InputError&) {
    // Nothing can be compared yet.
  }
}

/// Reads the games of a run and replays them.
SampledRun read_games(const std::string& path, int run, const RatedRuns& rated, ReportReader& reader,
                      DetailTables& details) {
  SampledRun source{games_file(path), {}};
  const Manifest* stage = nullptr;
  const RunSummary summary = read_run(
      path,
      [&](GameRecord&& record, const hearts::GameRules& rules, const std::string& place) {
        const auto variant = rated.variant_of(record.run, record.variant);
        if (!variant) return;
        const MoonFigures moons = count_moons(record, rules, place);
        details.add(record, moons, place);
        reader.add(run, *variant, record, moons);
      },
      [&](const Manifest& manifest) {
        stage = &source.stages.emplace(run_id(manifest), manifest).first->second;
        reader.begin_stage(manifest);
      },
      [](const RecordsDigest&, int) {});
  reader.end_run(run, summary);
  return source;
}

/// Reads the files beside the games: clocks, and the ledger of faults.
void read_beside(const std::string& path, int run, ReportReader& reader, DetailTables& details) {
  const RecordFiles files = record_files({path});
  for (const fs::path& timings : files.timings) {
    each_timing(timings, [&](const TimingRecord& timing) {
      details.add(timing);
      reader.games.add(timing);
    });
  }
  for (const fs::path& faults : files.faults) reader.faults.read_ledger(run, faults);
}

}  // namespace

std::size_t bound_pairs(json::object& standings, std::size_t pairs_max) {
  json::array& tables = standings.at("tables").as_array();
  std::size_t all = 0;
  for (const json::value& table : tables) all += table.at("pairs").as_array().size();
  if (all <= pairs_max) return 0;
  std::size_t kept = 0;
  for (json::value& table : tables) {
    json::array& pairs = table.at("pairs").as_array();
    const auto compared_end =
        std::remove_if(pairs.begin(), pairs.end(), [](const json::value& pair) { return pair.at("comparisons") == 0; });
    pairs.erase(compared_end, pairs.end());
    if (pairs.size() > pairs_max - kept) pairs.resize(pairs_max - kept);
    kept += pairs.size();
  }
  return all - kept;
}

ReportCounts write_report(const fs::path& file, const std::vector<std::string>& runs, const ReportPart& part,
                          const ReportFrame& frame) {
  const RatedRuns rated = read_rated_runs(runs, {.variants = part.variants});
  DetailTables details(rated);
  ReportReader reader(rated);
  std::vector<SampledRun> sources;
  for (const std::string& run : runs) {
    const int index = static_cast<int>(sources.size());
    sources.push_back(read_games(run, index, rated, reader, details));
    read_beside(run, index, reader, details);
  }
  reader.games.sort();
  const std::vector<ReportGame>& games = reader.games.games();
  const PageReplays replays = read_replays(sources, games, choose_replays(games, part.games_a_pairing));

  json::object report = frame_json(frame);
  add_figures(report, rated, details);
  reader.add_to(report, replays.size());
  write_page(file, report, replays);
  return {.games = static_cast<int>(games.size()),
          .games_left_out = reader.games.left_out(),
          .replays = static_cast<int>(replays.size()),
          .faults = static_cast<int>(report["faults"].as_array().size()),
          .faults_left_out = reader.faults.left_out()};
}

std::optional<std::string> write_game_page(const fs::path& file, const GameRecord& record, StageSummary stage,
                                           const GameDetails& details, const ReportFrame& frame) {
  const RatedRuns rated({stage.manifest});
  const Manifest manifest = stage.manifest;
  const int variant = rated.variant_of(record.run, record.variant).value();
  RunSummary summary;
  summary.stages.push_back(std::move(stage));
  ReportReader reader(rated);
  reader.begin_stage(manifest);
  reader.add(0, variant, record, {});
  reader.faults.add_details(0, record, details);
  reader.runs.emplace_back(run_json(summary));
  std::optional<std::string> wrong;
  const ReportGame& game = reader.games.games().front();
  const PageReplays replays = {{"0/" + record.id, replay_text(game, record, manifest, details, &wrong)}};
  json::object report = frame_json(frame);
  reader.add_to(report, replays.size());
  write_page(file, report, replays);
  return wrong;
}

}  // namespace arena
