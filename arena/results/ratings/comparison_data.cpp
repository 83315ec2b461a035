#include <boost/json/value_from.hpp>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "arena/base/text/csv.h"
#include "arena/records/line_fields.h"
#include "arena/results/ratings/comparison_formats.h"
#include "arena/results/ratings/figure_json.h"
#include "arena/results/ratings/figure_text.h"
#include "engine/seat.h"

namespace arena {
namespace {

using hearts::at;

namespace json = boost::json;

/// Calls `put` with the key and the number of each figure of a cell, in order.
template <class Put>
void each_figure(const ComparedCell& cell, Put put) {
  using Number = std::optional<double>;
  put("elo", Number(cell.pooled.value));
  put("elo_pm", cell.pooled.plus_minus);
  put("excess", cell.excess ? Number(cell.excess->value) : std::nullopt);
  put("excess_pm", cell.excess ? cell.excess->plus_minus : std::nullopt);
  put("p", cell.p);
  put("alone", Number(cell.alone.value));
  put("alone_pm", cell.alone.plus_minus);
}

}  // namespace

std::string comparison_csv(const VariantComparison& comparison) {
  std::vector<std::string> heads = {"bot", "level", "level_pm", "variant", "scale"};
  each_figure({}, [&](const char* key, const auto&) { heads.emplace_back(key); });
  heads.insert(heads.end(), {"blocks", "specialist"});
  std::string text = csv_line(heads);
  for (const ComparedBot& bot : comparison.bots) {
    for (std::size_t v = 0; v < bot.cells.size(); ++v) {
      if (!bot.cells[v]) continue;
      std::vector<std::string> line = {csv_quoted(comparison.field.bots[at(bot.bot)]), figure_csv(bot.level.value),
                                       figure_csv(bot.level.plus_minus), csv_quoted(comparison.field.variants[v]),
                                       figure_csv(comparison.scales[v]->factor)};
      each_figure(*bot.cells[v], [&](const char*, const auto& number) { line.push_back(figure_csv(number)); });
      line.push_back(std::to_string(bot.cells[v]->blocks));
      line.emplace_back(bot.cells[v]->is_specialist ? "1" : "0");
      text += csv_line(line);
    }
  }
  return text;
}

json::object comparison_json(const VariantComparison& comparison, const std::vector<RatedRun>& runs) {
  const auto bot_name = [&](int bot) { return json::value(comparison.field.bots[at(bot)]); };
  const auto name_at = [&](int position) { return bot_name(comparison.bots[at(position)].bot); };
  json::object object;
  object["v"] = kComparisonVersion;
  object["runs"] = list_json(runs, [](const RatedRun& run) { return json::value(run.name); });
  object["bots"] = json::value_from(comparison.field.bots);
  object["blocks"] = comparison.blocks;
  object["games"] = comparison.games;
  object["tau"] = figure_json(comparison.tau);
  json::array variants;
  for (std::size_t v = 0; v < comparison.scales.size(); ++v) {
    const auto& scale = comparison.scales[v];
    variants.push_back(json::object{{"variant", comparison.field.variants[v]},
                                    {"scale", scale ? figure_json(scale->factor) : nullptr},
                                    {"scale_times", scale ? figure_json(scale->times) : nullptr}});
  }
  object["variants"] = std::move(variants);
  object["levels"] = list_json(comparison.bots, [&](const ComparedBot& bot) {
    return json::object{{"bot", bot_name(bot.bot)},
                        {"level", figure_json(bot.level.value)},
                        {"level_pm", figure_json(bot.level.plus_minus)}};
  });
  json::array cells;
  for (const ComparedBot& bot : comparison.bots) {
    for (std::size_t v = 0; v < bot.cells.size(); ++v) {
      if (!bot.cells[v]) continue;
      json::object cell = {{"bot", bot_name(bot.bot)}, {"variant", comparison.field.variants[v]}};
      each_figure(*bot.cells[v], [&](const char* key, const auto& number) { cell[key] = figure_json(number); });
      cell["blocks"] = bot.cells[v]->blocks;
      cell["specialist"] = bot.cells[v]->is_specialist;
      cells.push_back(std::move(cell));
    }
  }
  object["cells"] = std::move(cells);
  object["tests"] = comparison.tests;
  object["specialists"] = list_json(comparison.specialists, [&](const auto& one) {
    const ComparedCell& cell = *comparison.bots[at(one.first)].cells[at(one.second)];
    return json::object{{"bot", name_at(one.first)},
                        {"variant", comparison.field.variants[at(one.second)]},
                        {"excess", figure_json(cell.excess->value)},
                        {"excess_pm", figure_json(cell.excess->plus_minus)},
                        {"p", figure_json(cell.p)}};
  });
  object["joined"] =
      list_json(comparison.joined, [&](const std::vector<int>& group) { return list_json(group, name_at); });
  object["untold"] = list_json(comparison.untold, bot_name);
  return object;
}

}  // namespace arena
