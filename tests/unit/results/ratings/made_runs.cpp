#include "tests/unit/results/ratings/made_runs.h"

#include "arena/base/text/input_error.h"
#include "arena/records/outcome.h"
#include "arena/results/ratings/read_rated_runs.h"
#include "tests/catch.h"
#include "tests/unit/records/made_games.h"
#include "tests/unit/results/ratings/exact_text.h"

namespace arena::test {
const std::vector<std::string> kMadeVariants = {"black-lady@4+deck.ranks=J,Q,K,A",
                                                "black-lady@3+deck.ranks=Q,K,A+deck.remove=none"};

MadeRun::MadeRun(const std::string& seed, int blocks, const std::vector<std::string>& variants)
    : MadeRun(made_league(variants, RunKey::from_seed(seed), 5, blocks), RunKey::from_seed(seed)) {}

MadeRun::MadeRun(const Manifest& league, const RunKey& run_key)
    : key(run_key), manifest(league), games(made_games(league, key)), lines(made_lines(league, games, key)) {}

RatedRuns MadeRun::rated() const {
  RatedRuns runs({manifest});
  for (const GameRecord& game : games) runs.add(outcome_of(game), game.id);
  runs.add_end(run_id(manifest), "here");
  return runs;
}

std::string MadeFiles::write(const std::string& name, const std::vector<std::string>& lines) const {
  write_file(folder_ / name, joined(lines));
  return (folder_ / name).string();
}

std::string text_of_files(const std::vector<std::string>& files) { return exact(read_rated_runs(files).standings()); }

std::string error_of_files(const std::vector<std::string>& files) {
  try {
    read_rated_runs(files);
  } catch (const InputError& error) {
    CHECK(std::string(error.what()).find('\n') == std::string::npos);
    return error.what();
  }
  return "read";
}

}  // namespace arena::test
