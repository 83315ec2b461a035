#include "arena/results/ratings/history_data.h"

#include <boost/json/object.hpp>
#include <optional>
#include <utility>

#include "arena/base/text/csv.h"
#include "arena/records/line_fields.h"
#include "arena/results/ratings/figure_text.h"
#include "arena/results/ratings/standings_data.h"
#include "engine/seat.h"

namespace arena {
namespace {

using hearts::at;

namespace json = boost::json;

/// The bots that show_only() does not hide, in the order of the overall table.
std::vector<int> rated_bots(const Standings& standings) {
  std::vector<int> bots;
  for (const StandingsRow& row : standings.overall.rows) {
    if (!standings.is_hidden(row.bot)) bots.push_back(row.bot);
  }
  return bots;
}

}  // namespace

std::string history_csv(const std::vector<RatingHistory>& histories, const Standings& standings) {
  std::string text = csv_line({"run", "stage", "blocks", "ends_stage", "bot", "elo", "elo_pm", "intervals"});
  for (const RatingHistory& history : histories) {
    for (const HistoryPoint& point : history) {
      for (const int bot : rated_bots(standings)) {
        const std::optional<Figure>& elo = point.elo[at(bot)];
        if (!elo) continue;
        text += csv_line({csv_quoted(point.run), std::to_string(point.stage), std::to_string(point.blocks),
                          point.ends_stage ? "1" : "0", csv_quoted(standings.name(bot)), figure_csv(elo->value),
                          figure_csv(elo->plus_minus), std::string(intervals_name(point.looks))});
      }
    }
  }
  return text;
}

json::object history_json(const std::vector<RatingHistory>& histories, const Standings& standings) {
  const std::vector<int> bots = rated_bots(standings);
  const auto point_json = [&](const HistoryPoint& point) {
    json::array elo;
    json::array widths;
    for (const int bot : bots) {
      const std::optional<Figure>& figure = point.elo[at(bot)];
      elo.push_back(figure ? figure_json(figure->value) : json::value(nullptr));
      widths.push_back(figure ? figure_json(figure->plus_minus) : json::value(nullptr));
    }
    return json::object{{"run", point.run},
                        {"stage", point.stage},
                        {"blocks", point.blocks},
                        {"ends_stage", point.ends_stage},
                        {"elo", std::move(elo)},
                        {"elo_pm", std::move(widths)},
                        {"intervals", intervals_json(point.looks)}};
  };
  return {{"v", 1},
          {"bots", list_json(bots, [&](int bot) { return json::value(standings.name(bot)); })},
          {"histories", list_json(histories, [&](const RatingHistory& one) { return list_json(one, point_json); })}};
}

}  // namespace arena
