#include "tests/unit/results/ratings/made_standings.h"

namespace arena::test {
namespace {

StandingsRow row(int bot, int rank, Figure elo, Figure margin, std::optional<double> los) {
  StandingsRow made;
  made.bot = bot;
  made.rank = rank;
  made.elo = elo;
  made.margin = margin;
  made.games = 8;
  made.blocks = 2;
  made.comparisons = 16;
  made.share = 0.59375;
  made.seats = 12;
  made.place = 2.25;
  made.firsts = 0.3125;
  made.rank_best = rank;
  made.rank_worst = 3;
  made.los_next = los;
  return made;
}

}  // namespace

Standings small_standings() {
  Standings standings;
  standings.field = {{"duck", "rules_cpp", "new"}, {"black-lady@3"}, std::nullopt};
  StandingsTable& table = standings.overall;
  table.blocks = 2;
  table.games = 6;
  table.rows = {row(1, 1, {1612.4, 28.35}, {1.254, 0.512}, 0.99952),
                row(0, 2, {1450.06, 7.25}, {-0.001, 0.0}, std::nullopt),
                row(2, 3, {1437.54, std::nullopt}, {-1.253, std::nullopt}, std::nullopt)};
  table.joined = table.level = {{0, 1, 2}};
  table.pairings = SquareMatrix<Pairing>(3);
  table.pairings(0, 1) = {8, 6.5, Figure{162.34, 30.12345}, 0.99952, 0.00096, 0.00096, 0.01, true};
  table.pairings(0, 2) = {4, 4, Figure{174.86, std::nullopt}, std::nullopt};
  table.pairings(1, 2) = {4, 1.5, Figure{12.52, std::nullopt}, std::nullopt};
  table.pairings(1, 0) = {8, 1.5, Figure{-162.34, 30.12345}, 0.00048, 0.00096, 0.00096, 0.01, true};
  table.pairings(2, 0) = {4, 0, Figure{-174.86, std::nullopt}, std::nullopt};
  table.pairings(2, 1) = {4, 2.5, Figure{-12.52, std::nullopt}, std::nullopt};
  standings.by_variant = {table};
  return standings;
}

Standings eventful_standings() {
  Standings standings;
  standings.field = {{"ann", "bob", "cyd", "dan"}, {"v|1", "black-lady@4+match.limit=50"}, 1};
  StandingsTable& table = standings.overall;
  table.blocks = 3;
  table.games = 12;
  table.rows = {row(0, 1, {1580, 12}, {0.4, 0.21}, 0.5), row(2, 1, {1580, 14}, {0.5, 0.3}, 0.97),
                row(1, 3, {1500, 0.0}, {0, 0.0}, std::nullopt)};
  table.rows[0].forfeits = 2;
  table.rows[0].faults.add(Fault::timeout, 5);
  table.rows[0].faults.add(Fault::cpu, 2);
  table.rows[1].faults.add(Fault::flood);
  table.unrated = {3};
  table.has_reference = true;
  table.joined = {{0, 1}, {2}};
  table.level = {{0}, {1}, {2}};
  table.margin_disagrees = {{0, 1}};
  standings.by_variant = {table, StandingsTable{}};
  StandingsTable& variant = standings.by_variant[0];
  variant.has_reference = false;
  variant.joined = variant.level = {{0, 1, 2}};
  variant.margin_disagrees = {};
  variant.blocks = variant.games = 1;
  standings.by_variant[1].unrated = {0, 1, 2, 3};
  standings.left_out = {1, 3, 2, 5, 0, 0, 0, 0, 0, 0, {{0, 4, 1, {}}, {3, 8, 0, {}}}};
  standings.left_out.bots[0].faults.add(Fault::exited);
  standings.left_out.bots[1].faults.add(Fault::illegal, 2);
  standings.order_tests = 8;
  standings.suspects = {{2, OrderTest::first_game, 128, 2.2, 1.5e-6, 0.0000123},
                        {1, OrderTest::trend, 24, 1.8, 0.00005, 0.0004}};
  return standings;
}

}  // namespace arena::test
