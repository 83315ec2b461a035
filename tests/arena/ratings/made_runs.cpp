#include "tests/arena/ratings/made_runs.h"

#include <fmt/format.h>

#include "arena/league/json_file.h"
#include "arena/records/outcome.h"
#include "tests/arena/records/made_games.h"
#include "tests/catch.h"

namespace arena::test {
namespace {

std::string text_of(const Figure& figure) {
  return fmt::format("{:a}~{}", figure.value, figure.plus_minus ? fmt::format("{:a}", *figure.plus_minus) : "-");
}

std::string text_of(const StandingsTable& table, const Field& field) {
  std::string text = fmt::format("{} blocks, {} games\n", table.blocks, table.games);
  for (const StandingsRow& row : table.rows) {
    text += fmt::format("{} {} {} {} {} {} {} {:a} {} {} {}\n", field.bots.at(static_cast<std::size_t>(row.bot)),
                        row.rank, text_of(row.elo), text_of(row.margin), row.games, row.blocks, row.comparisons,
                        row.share, row.forfeits, row.faults, row.los_next ? fmt::format("{:a}", *row.los_next) : "-");
  }
  for (const int bot : table.unrated) text += fmt::format("unrated {}\n", field.bots.at(static_cast<std::size_t>(bot)));
  return text;
}

}  // namespace

const std::vector<std::string> kMadeVariants = {"black-lady@4+deck.ranks=J,Q,K,A",
                                                "black-lady@3+deck.ranks=Q,K,A+deck.remove=none"};

MadeRun::MadeRun(const std::string& seed, int blocks, const std::vector<std::string>& variants)
    : MadeRun(made_league(variants, RunKey::from_seed(seed), 5, blocks), RunKey::from_seed(seed)) {}

MadeRun::MadeRun(const Manifest& league, const RunKey& run_key)
    : key(run_key), manifest(league), games(made_games(league, key)), lines(made_lines(league, games, key)) {}

RatedRuns MadeRun::rated() const {
  RatedRuns runs({manifest});
  for (const GameRecord& game : games) runs.add(outcome_of(game), game.id);
  return runs;
}

std::string text_of(const Standings& standings) {
  std::string text = text_of(standings.overall, standings.field);
  for (std::size_t v = 0; v < standings.by_variant.size(); ++v) {
    text += standings.field.variants.at(v) + ": " + text_of(standings.by_variant[v], standings.field);
  }
  const LeftOut& left = standings.left_out;
  text += fmt::format("left out {} {} {} {}\n", left.incomplete_blocks, left.incomplete_games, left.void_blocks,
                      left.void_games);
  return text;
}

std::string MadeFiles::write(const std::string& name, const std::vector<std::string>& lines) const {
  write_bytes(folder_ / name, joined(lines));
  return (folder_ / name).string();
}

std::string text_of_files(const std::vector<std::string>& files) { return text_of(read_rated_runs(files).standings()); }

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
