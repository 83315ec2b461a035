#include "arena/results/ratings/cell_model.h"

#include <algorithm>
#include <cmath>
#include <random>

#include "arena/results/ratings/cell_grid.h"
#include "tests/catch.h"
#include "tests/unit/results/ratings/made_cells.h"

namespace cell_model_test {

using namespace arena;
using namespace arena::test;
using Catch::Approx;

namespace {

/// Columns of values, by variant and bot, every one with the same error.
CellGrid grid_of(const std::vector<std::vector<double>>& columns, double error) {
  CellGrid grid;
  grid.bots = static_cast<int>(columns.front().size());
  grid.variants = grid.groups = static_cast<int>(columns.size());
  for (int v = 0; v < grid.variants; ++v) {
    for (int bot = 0; bot < grid.bots; ++bot) {
      const double value = columns[static_cast<std::size_t>(v)][static_cast<std::size_t>(bot)];
      grid.cells.push_back({bot, v, v, value, error * error, 50});
    }
  }
  return grid;
}

const CellFigures& cell_at(const CellGrid& grid, const CellModel& model, int variant, int bot) {
  return model.cells[static_cast<std::size_t>(variant * grid.bots + bot)];
}

std::vector<std::size_t> found_in(const CellModel& model) {
  std::vector<std::size_t> found;
  for (std::size_t k = 0; k < model.cells.size(); ++k) {
    if (model.cells[k].found) found.push_back(k);
  }
  return found;
}

}  // namespace

TEST_CASE("a variant without cells changes no scale and has none") {
  const CellGrid grid = grid_of({{90, 20, -110}, {180, 40, -220}, {60, 20, -80}}, 10);
  CellGrid more = grid;
  ++more.variants;
  const CellModel expected = fit_cells(grid);
  const CellModel found = fit_cells(more);
  for (std::size_t v = 0; v < 3; ++v) {
    CHECK(found.scales[v].value == Approx(expected.scales[v].value).margin(1e-3));
    CHECK(found.scales[v].error.value() == Approx(expected.scales[v].error.value()).epsilon(1e-3));
  }
  CHECK_FALSE(found.scales[3].error);
}

TEST_CASE("variances that differ by accident become one, and others stay apart") {
  std::mt19937_64 random(4);
  const auto cells_of = [&](const std::vector<double>& variances, int degrees) {
    std::vector<Cell> cells;
    for (const double variance : variances) {
      double seen = 0;
      for (int i = 0; i < degrees; ++i) seen += std::pow(std::normal_distribution<double>()(random), 2) / degrees;
      cells.push_back({0, 0, 0, 0, variance * seen, static_cast<double>(degrees)});
    }
    return cells;
  };
  const std::vector<double> equal(40, 100);
  std::vector<Cell> alike = cells_of(equal, 9);
  moderate_variances(alike, std::vector<double>(40, 1));
  for (const Cell& cell : alike) {
    CHECK(cell.degrees > 30);
    CHECK(cell.variance > 60);
    CHECK(cell.variance < 150);
  }
  // Expected variances that explain the differences do the same.
  std::vector<double> ladder;
  for (int i = 0; i < 40; ++i) ladder.push_back(50 + 20 * i);
  std::vector<Cell> explained = cells_of(ladder, 9);
  moderate_variances(explained, ladder);
  CHECK(explained[0].degrees > 30);
  CHECK(explained[39].variance > 5 * explained[0].variance);

  std::vector<double> different;
  for (int i = 0; i < 40; ++i) different.push_back(std::pow(1.5, i));
  std::vector<Cell> apart = cells_of(different, 100);
  const std::vector<Cell> before = apart;
  moderate_variances(apart, std::vector<double>(40, 1));
  CHECK(apart[39].degrees < 102);
  CHECK(apart[39].variance == Approx(before[39].variance).epsilon(0.02));

  std::vector<Cell> two = cells_of({1, 2}, 9);
  moderate_variances(two, {1, 1});
  CHECK(two[0].degrees == 9);
}

TEST_CASE("variants that agree give each bot the mean of its cells") {
  const CellGrid grid = grid_of({{90, 20, -110}, {90, 20, -110}, {90, 20, -110}, {90, 20, -110}}, 10);
  const CellModel model = fit_cells(grid);
  CHECK(model.levels[0].value == Approx(90).epsilon(1e-3));
  CHECK(model.levels[2].value == Approx(-110).epsilon(1e-3));
  for (const CellFigures& cell : model.cells) {
    CHECK(std::abs(cell.excess.value) < 1e-6);
    CHECK(cell.p > 0.999);
    // Four cells say more than one: less than the error of one against the mean of three.
    CHECK(cell.pooled.error.value() < 10 * std::sqrt(2.0 / 3));
  }
  for (const Measured& scale : model.scales) CHECK(std::abs(scale.value) < 1e-6);
  CHECK(model.tests == 12);
  CHECK(found_in(model).empty());
}

TEST_CASE("a variant that spreads the same bots twice as wide has the larger scale, and no specialists") {
  const std::vector<double> narrow = {180, 100, 20, -40, -100, -160};
  std::vector<double> wide = narrow;
  for (double& value : wide) value *= 2;
  const CellGrid grid = grid_of({narrow, wide, narrow, wide}, 5);
  const CellModel model = fit_cells(grid);
  CHECK(std::exp(model.scales[1].value - model.scales[0].value) == Approx(2).epsilon(0.02));
  CHECK(found_in(model).empty());
  CHECK(cell_at(grid, model, 1, 0).pooled.value == Approx(360).epsilon(0.02));
  CHECK(cell_at(grid, model, 0, 0).pooled.value == Approx(180).epsilon(0.02));
  // Levels are on the mean scale, the geometric one.
  CHECK(model.levels[0].value == Approx(180 * std::sqrt(2)).epsilon(0.02));
}

TEST_CASE("where nothing spreads every scale is one") {
  const CellGrid grid = grid_of({{4, -3, 1, -2}, {-2, 5, -4, 1}, {1, 1, 2, -4}}, 10);
  const CellModel model = fit_cells(grid);
  for (const Measured& scale : model.scales) CHECK(std::abs(scale.value) < 0.02);
}

TEST_CASE("a cell with a large error leans on the others") {
  CellGrid grid = grid_of({{90, 20, -110}, {80, 30, -110}, {100, 20, -120}, {-60, 80, -20}}, 8);
  for (std::size_t k = 9; k < 12; ++k) grid.cells[k].variance = 120 * 120;
  const CellModel model = fit_cells(grid);
  CHECK(cell_at(grid, model, 3, 0).pooled.value > 60);
  CHECK(cell_at(grid, model, 3, 2).pooled.value < -80);
  CHECK(cell_at(grid, model, 3, 0).pooled.error.value() < 60);
  CHECK(found_in(model).empty());
}

TEST_CASE("a strong cell is found, and does not make the bot look weak elsewhere nor the others there") {
  // (90, 30, -30, -90) everywhere, but bot 1 has 100 more in variant 0, where the mean is taken off again.
  const CellGrid grid = grid_of({{65, 105, -55, -115}, {90, 30, -30, -90}, {90, 30, -30, -90}, {90, 30, -30, -90}}, 5);
  const CellModel model = fit_cells(grid);
  CHECK(found_in(model) == std::vector<std::size_t>{1});
  CHECK(model.cells[1].excess.value == Approx(100).epsilon(0.05));
  CHECK(model.cells[1].p_holm < kSpecialistLevel);
  CHECK(model.cells[1].pooled.value == Approx(105).epsilon(0.05));
  for (std::size_t k = 0; k < model.cells.size(); ++k) {
    if (k != 1) CHECK(std::abs(model.cells[k].excess.value) < 5);
  }
}

TEST_CASE("two strong cells are found, one after the other") {
  const std::vector<double> usual = {100, 60, 20, -20, -60, -100};
  std::vector<double> first = usual;
  std::vector<double> second = usual;
  first[1] += 150;
  second[3] -= 90;
  const CellGrid grid = grid_of({first, second, usual, usual, usual}, 5);
  const CellModel model = fit_cells(grid);
  CHECK(found_in(model) == std::vector<std::size_t>{1, 9});
  CHECK(model.cells[1].excess.value == Approx(150).epsilon(0.05));
  CHECK(model.cells[9].excess.value == Approx(-90).epsilon(0.05));
  CHECK(model.cells[1].p_holm <= model.cells[9].p_holm);
}

TEST_CASE("no more than half of a bot's cells, and less than half of a variant's, are specialists") {
  const std::vector<double> usual = {100, 60, 20, -20, -60, -100};
  std::vector<std::vector<double>> columns(6, usual);
  for (std::size_t v = 0; v < 4; ++v) columns[v][2] += v % 2 == 0 ? 150 : -150;
  const CellModel model = fit_cells(grid_of(columns, 5));
  const std::vector<std::size_t> found = found_in(model);
  CHECK(found.size() <= 3);
  for (const std::size_t k : found) {
    CHECK(k % 6 == 2);
    CHECK(std::abs(model.cells[k].excess.value) < 300);
  }
}

TEST_CASE("a bot of one variant has a level and no excess") {
  CellGrid grid = grid_of({{90, 30, -30, -90}, {90, 30, -30, -90}, {90, 30, -30, -90}}, 10);
  // The last bot plays only the last variant.
  std::erase_if(grid.cells, [](const Cell& cell) { return cell.bot == 3 && cell.variant < 2; });
  const CellModel model = fit_cells(grid);
  CHECK(model.tests == 9);
  const CellFigures& only = model.cells.back();
  CHECK_FALSE(only.excess.error);
  CHECK(only.p == 1);
  CHECK(only.pooled.value == Approx(-90).epsilon(0.2));
  CHECK(half_width(only.pooled).value() < 60);
  CHECK(model.levels[3].value == Approx(-90).epsilon(0.2));
  CHECK(model.levels[3].error.value() > model.levels[0].error.value());
}

TEST_CASE("bots that meet in no variant are in components of their own") {
  CellGrid grid;
  grid.bots = 5;
  grid.variants = 3;
  grid.groups = 3;
  for (int v = 0; v < 2; ++v) {
    grid.cells.push_back({0, v, v, 30, 25, 50});
    grid.cells.push_back({1, v, v, -30, 25, 50});
  }
  grid.cells.push_back({2, 2, 2, 200, 25, 50});
  grid.cells.push_back({3, 2, 2, -200, 25, 50});
  const CellModel model = fit_cells(grid);
  CHECK(model.components[0] == model.components[1]);
  CHECK(model.components[2] == model.components[3]);
  CHECK(model.components[0] != model.components[2]);
  CHECK(model.levels[0].value + model.levels[1].value == Approx(0).margin(1e-6));
  CHECK(model.levels[2].value + model.levels[3].value == Approx(0).margin(1e-6));
  CHECK_FALSE(model.levels[4].error);
}

TEST_CASE("nothing, one cell and identical bots are no trouble") {
  CHECK(fit_cells({}).cells.empty());
  const CellGrid same = grid_of({{0, 0, 0}, {0, 0, 0}}, 0);
  const CellModel model = fit_cells(same);
  CHECK(found_in(model).empty());
  for (const CellFigures& cell : model.cells) CHECK(std::abs(cell.pooled.value) < 0.01);
  CellGrid one{1, 1, 1, {{0, 0, 0, 0, 4, 9}}};
  CHECK(fit_cells(one).tests == 0);
}

TEST_CASE("the order of bots and variants changes nothing but rounding") {
  const MadeCells made = made_cells({.ladder = 200, .scales = 0.2, .tau = 15, .strong = 120, .missing = 0.2});
  const CellModel model = fit_cells(made.grid);
  CellGrid turned = made.grid;
  for (Cell& cell : turned.cells) {
    cell.bot = turned.bots - 1 - cell.bot;
    cell.variant = turned.variants - 1 - cell.variant;
    cell.group = turned.groups - 1 - cell.group;
  }
  std::ranges::reverse(turned.cells);
  const CellModel other = fit_cells(turned);
  const std::size_t last = model.cells.size() - 1;
  for (std::size_t k = 0; k <= last; ++k) {
    CHECK(other.cells[last - k].pooled.value == Approx(model.cells[k].pooled.value).margin(1e-4));
    CHECK(other.cells[last - k].excess.error.value_or(0) ==
          Approx(model.cells[k].excess.error.value_or(0)).margin(1e-4));
    CHECK(other.cells[last - k].found == model.cells[k].found);
  }
}

TEST_CASE("quasi-variances are those of independent errors where there are such") {
  // Errors of variances 4, 9, 25 and 1.
  const std::vector<double> variances = {4, 9, 25, 1};
  Estimate estimate;
  estimate.values = {0, 0, 0, 0};
  estimate.groups = {0, 0, 0, 0};
  estimate.blocks = {9, 9, 9, 9};
  estimate.covariance = SquareMatrix<double>(4);
  for (int i = 0; i < 4; ++i) (*estimate.covariance)(i, i) = variances[static_cast<std::size_t>(i)];
  const std::vector<double> quasi = quasi_variances(estimate);
  for (std::size_t i = 0; i < 4; ++i) CHECK(quasi[i] == Approx(variances[i]));
  // Of two only the sum is known, alone there is none.
  estimate.groups = {0, 0, 1, 2};
  const std::vector<double> pairs = quasi_variances(estimate);
  CHECK(pairs[0] == Approx(6.5));
  CHECK(pairs[1] == Approx(6.5));
  CHECK(pairs[2] == 0);
}

}  // namespace cell_model_test
