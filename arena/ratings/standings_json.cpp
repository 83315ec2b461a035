#include "arena/ratings/standings_formats.h"
#include "engine/seat.h"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace arena {
namespace {

using hearts::at;

namespace json = boost::json;

json::value number(std::optional<double> value) {
  if (!value) return nullptr;
  return std::round(*value * 1e4) / 1e4 + 0.0;  // never -0
}

json::array names(const std::vector<std::string>& list) { return json::array(list.begin(), list.end()); }

json::object by_name(const FaultCounts& faults) {
  json::object object;
  for (const auto& [fault, times] : faults.each()) object[fault_name(fault)] = times;
  return object;
}

/// Writes one standings with its field's names.
class Writer {
 public:
  explicit Writer(const Standings& standings) : standings_(standings) {}

  json::object field() const {
    const Field& field = standings_.field;
    return {{"bots", names(field.bots)},
            {"variants", names(field.variants)},
            {"reference", field.reference ? json::value(bot(*field.reference)) : json::value(nullptr)}};
  }

  json::object left_out() const {
    const LeftOut& left = standings_.left_out;
    json::array bots;
    for (const BotTally& one : left.bots) {
      bots.push_back(json::object{{"bot", bot(one.bot)},
                                  {"games", one.games},
                                  {"forfeits", one.forfeits},
                                  {"faults", one.faults.total()},
                                  {"faults_by_name", by_name(one.faults)}});
    }
    return {{"incomplete_blocks", left.incomplete_blocks},
            {"incomplete_games", left.incomplete_games},
            {"void_blocks", left.void_blocks},
            {"void_games", left.void_games},
            {"bots", std::move(bots)}};
  }

  json::array specialists() const {
    json::array list;
    for (const Specialist& one : standings_.specialists) {
      list.push_back(json::object{{"bot", bot(one.bot)},
                                  {"variant", standings_.field.variants[at(one.variant)]},
                                  {"excess", number(one.test.excess)},
                                  {"p", number(one.test.p_holm)}});
    }
    return list;
  }

  json::object table(const StandingsTable& table, std::optional<std::size_t> variant) const {
    json::object object;
    object["variant"] = variant ? json::value(standings_.field.variants[*variant]) : json::value(nullptr);
    object["blocks"] = table.blocks;
    object["games"] = table.games;
    object["scale"] = variant ? number(standings_.scales[*variant]) : json::value(nullptr);
    object["slope"] = variant ? number(standings_.slopes[*variant]) : json::value(nullptr);
    object["anchor"] = table.has_reference ? json::value(bot(*standings_.field.reference)) : json::value(nullptr);
    json::array rows;
    for (const StandingsRow& one : table.rows) rows.push_back(row(one));
    object["rows"] = std::move(rows);
    json::array unrated;
    for (const int one : table.unrated) unrated.emplace_back(bot(one));
    object["unrated"] = std::move(unrated);
    object["joined"] = groups(table, table.joined);
    object["level"] = groups(table, table.level);
    json::array disagrees;
    for (const int one : table.margin_disagrees)
      disagrees.push_back(json::array{bot_of(table, one), bot_of(table, one + 1)});
    object["margin_disagrees"] = std::move(disagrees);
    object["pairs"] = pairs(table);
    return object;
  }

 private:
  const std::string& bot(int index) const { return standings_.field.bots[at(index)]; }
  const std::string& bot_of(const StandingsTable& table, int row) const { return bot(table.rows[at(row)].bot); }

  json::object row(const StandingsRow& row) const {
    const auto& test = row.variant.specialist;
    return {{"rank", row.rank},
            {"bot", bot(row.bot)},
            {"elo", number(row.elo.value)},
            {"elo_pm", number(row.elo.plus_minus)},
            {"margin", number(row.margin.value)},
            {"margin_pm", number(row.margin.plus_minus)},
            {"games", row.games},
            {"blocks", row.blocks},
            {"comparisons", row.comparisons},
            {"share", number(row.share)},
            {"forfeits", row.forfeits},
            {"faults", row.faults.total()},
            {"faults_by_name", by_name(row.faults)},
            {"los_next", number(row.los_next)},
            {"shrunk", number(row.variant.shrunk)},
            {"adjusted", number(row.variant.adjusted)},
            {"specialist_excess", test ? number(test->excess) : json::value(nullptr)},
            {"specialist_p", test ? number(test->p_holm) : json::value(nullptr)}};
  }

  json::array groups(const StandingsTable& table, const std::vector<std::vector<int>>& groups) const {
    json::array list;
    for (const auto& group : groups) {
      json::array bots;
      for (const int one : group) bots.emplace_back(bot_of(table, one));
      list.push_back(std::move(bots));
    }
    return list;
  }

  json::array pairs(const StandingsTable& table) const {
    json::array list;
    for (int i = 0; i < table.pairings.size(); ++i) {
      for (int j = i + 1; j < table.pairings.size(); ++j) {
        const Pairing& pairing = table.pairings(i, j);
        list.push_back(json::object{{"bot", bot_of(table, i)},
                                    {"against", bot_of(table, j)},
                                    {"comparisons", pairing.comparisons},
                                    {"points", number(pairing.points)},
                                    {"elo", number(pairing.elo.value)},
                                    {"elo_pm", number(pairing.elo.plus_minus)},
                                    {"los", number(pairing.los)}});
      }
    }
    return list;
  }

  const Standings& standings_;
};

}  // namespace

json::object standings_json(const Standings& standings, const StandingsFacts& facts) {
  json::array runs;
  for (const RatedRun& run : facts.runs) {
    runs.push_back(
        json::object{{"name", run.name},
                     {"planned_blocks", run.planned_blocks ? json::value(*run.planned_blocks) : json::value(nullptr)}});
  }
  const Writer writer(standings);
  json::array tables;
  tables.push_back(writer.table(standings.overall, std::nullopt));
  for (std::size_t variant = 0; variant < standings.by_variant.size(); ++variant)
    tables.push_back(writer.table(standings.by_variant[variant], variant));

  json::object object;
  object["v"] = kStandingsVersion;
  object["runs"] = std::move(runs);
  object["field"] = writer.field();
  object["left_out"] = writer.left_out();
  object["tau"] = number(standings.tau);
  object["specialist_tests"] = standings.specialist_tests;
  object["specialists"] = writer.specialists();
  object["tables"] = std::move(tables);
  return object;
}

}  // namespace arena
