#include "arena/results/ratings/read_rated_runs.h"

#include <algorithm>
#include <boost/json/object.hpp>
#include <cstddef>
#include <filesystem>
#include <map>
#include <string>
#include <utility>

#include "arena/base/text/input_error.h"
#include "arena/records/game_details.h"
#include "arena/records/game_record.h"
#include "arena/records/line_fields.h"
#include "arena/records/record_file.h"
#include "arena/records/run_folder.h"

namespace arena {
namespace {

/// When the blocks ended, according to the clocks beside the files.
BlockEnds read_block_ends(const std::vector<std::string>& paths) {
  BlockEnds ends;
  for (const auto& file : record_files(paths).timings) {
    each_timing(file, [&](const TimingRecord& timing) {
      const auto game = parse_game_id(timing.id);
      if (!game || !timing.ended) return;
      std::chrono::sys_seconds& end = ends[timing.run][game->first];
      end = std::max(end, *timing.ended);
    });
  }
  return ends;
}

}  // namespace

RatedRuns read_rated_runs(const std::vector<std::string>& paths, const RatedPart& part) {
  std::vector<std::filesystem::path> files;
  for (const std::string& path : paths) files.push_back(games_file(path));

  std::vector<Manifest> manifests;
  std::map<std::string, std::string> path_of;  // by run
  for (std::size_t i = 0; i < files.size(); ++i) {
    for (Manifest& manifest : read_manifests(files[i])) {
      path_of.emplace(run_id(manifest), paths[i]);
      manifests.push_back(std::move(manifest));
    }
  }
  if (manifests.empty()) refuse_without_manifest(paths.front());
  RatedRuns runs(manifests, part.variants);
  if (!part.without.empty()) runs.leave_out_bots(part.without);
  for (const auto& [run, path] : path_of) runs.set_path(run, path);
  OutcomeReader outcomes;
  LineOpener opener;
  for (const auto& file : files) {
    read_lines(file, [&](std::string_view text, const LinePlace& where) {
      if (is_whole(text)) {
        if (const Outcome* outcome = outcomes.read(text)) return runs.add(*outcome, where);
      }
      const boost::json::object& line = opener.open(text, where);
      const std::string place = where;
      check_schema(line, place);
      const auto type = text_in(line, "type");
      if (type == "game") {
        runs.add(read_outcome(line, place), place);
      } else if (type == "void") {
        const auto run = text_in(line, "run");
        if (!run) throw InputError(place + ": this line names no run");
        runs.add_void(std::string(*run), read_void(line, place).block, place);
      } else if (type == "end") {
        if (const auto run = text_in(line, "run")) runs.add_end(std::string(*run), place, line.contains("cut"));
      } else if (type != "run") {
        throw InputError(place + ": this is not a line of games.jsonl");
      }
    });
  }
  if (part.time.is_bounded()) runs.keep_within(part.time, read_block_ends(paths));
  if (part.last > 0) runs.keep_last(part.last);
  if (part.without_pairs) runs.leave_out_pairs();
  return runs;
}

}  // namespace arena
