#include <fmt/format.h>

#include <fstream>
#include <iostream>
#include <optional>
#include <sstream>
#include <utility>

#include "arena/cli/commands.h"
#include "arena/cli/rated_standings.h"
#include "arena/records/run_folder.h"
#include "arena/table/fault.h"
#include "arena/text/printable.h"
#include "arena/tournament/verify.h"
#include "engine/typed_text.h"

namespace arena::cli {
namespace {

using hearts::counted;

/// What a run keeps beside its records follows from them.
bool ratings_follow(const std::filesystem::path& folder, bool finished) {
  std::optional<RatedStandings> rated;
  bool follow = true;
  for (const auto& [name, written] :
       {std::pair(kRatingsFile, &RatedStandings::json), {kStandingsFile, &RatedStandings::markdown}}) {
    const std::filesystem::path path = folder / name;
    // A run that was killed at its end has none.
    if (std::error_code ignored; !std::filesystem::is_regular_file(path, ignored)) continue;
    if (!finished) {
      std::cout << fmt::format("{} is as of the last stop, and not checked\n", path.string());
      continue;
    }
    if (!rated) rated.emplace(read_rated_runs({folder.string()}));
    std::ostringstream text;
    text << std::ifstream(path, std::ios::binary).rdbuf();
    if (text.str() == ((*rated).*written)()) continue;
    std::cerr << fmt::format(
        "arena verify: {} does not follow from the games; the same arena run command with this folder writes it anew\n",
        path.string());
    follow = false;
  }
  if (rated && follow) std::cout << "the ratings follow from the games\n";
  return follow;
}

}  // namespace

int audit_run(const std::string& run) {
  const Verification found = verify_run(run);
  if (found.torn_bytes > 0) {
    std::cout << fmt::format("the last line is torn ({} bytes); the next run cuts it\n", found.torn_bytes);
  }
  for (const std::string& problem : found.problems) std::cerr << "arena verify: " << problem << "\n";
  if (const int more = found.problems_found - static_cast<int>(found.problems.size()); more > 0) {
    std::cerr << fmt::format("arena verify: and {} more\n", counted(more, "problem"));
  }
  std::cout << fmt::format("{} played again: {}\n", counted(found.games, "game"),
                           found.problems_found == 0 ? "every seat, deal, pass, play, choice, score and place is right"
                                                     : counted(found.problems_found, "problem"));
  for (const Verification::VoidFound& one : found.voids) {
    std::cout << fmt::format("the records call block {} void (game {}: {}: {}); {} of it {} not count\n",
                             one.block.block, one.block.game, fault_name(one.block.fault), printable(one.block.detail),
                             counted(one.games, "recorded game"), one.games == 1 ? "does" : "do");
  }
  if (const int more = found.void_blocks - static_cast<int>(found.voids.size()); more > 0) {
    std::cout << fmt::format("and {} more void\n", counted(more, "block"));
  }
  if (found.deals_wrong > 0) return kFailed;
  if (!found.key_revealed) {
    std::cout << fmt::format(
        "every deal follows from its seed; the run is not finished ({} to come), so its key is not revealed yet\n",
        counted(found.missing, "game"));
    ratings_follow(run, false);
    return found.problems_found == 0 ? kDone : kFailed;
  }
  if (found.missing == 0) std::cout << "no game of the schedule is missing\n";
  std::cout << "every deal follows from its seed, and the seeds from the key that the run committed to\n";
  return ratings_follow(run, true) && found.problems_found == 0 ? kDone : kFailed;
}

void add_verify(CommandLine& line, const CommandContext&) {
  auto run = std::make_shared<std::string>();
  Command& command = line.add("verify", "Audit a run: schedule, deals, plays, scores, checksums, ratings");
  command.value("RUN", *run, "folder of a run, or its games.jsonl").required();
  command.footer(
      "Draws the schedule again from the run's first line and compares it with who played what and sat where; deals\n"
      "every hand again from its seed, and derives the seeds from the key that a finished run reveals and committed "
      "to\n"
      "in its first line; plays every game again by the rules; looks for gaps; checks all checksums, and that\n"
      "ratings.json follows from the games.\n"
      "Exit codes: 0 all is right, 1 something is not, 2 these are no records.");
  command.run([run] { return audit_run(*run); });
}

}  // namespace arena::cli
