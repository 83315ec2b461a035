#include "arena/results/ratings/standings_data.h"

#include <fmt/format.h>

#include <boost/json/monotonic_resource.hpp>
#include <boost/json/serializer.hpp>
#include <boost/json/value_from.hpp>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arena/base/text/csv.h"
#include "arena/records/line_fields.h"
#include "arena/results/ratings/figure_text.h"
#include "engine/seat.h"

namespace arena {
namespace {

using hearts::at;

namespace json = boost::json;

using Shares = std::vector<std::optional<double>>;

/// Of its comparisons on each seat, the part that it won; up to the last seat that it had.
Shares shares_by_seat(const BotDetails& details) {
  Shares shares;
  for (int seat = 0; seat < details.seats_used(); ++seat) {
    const SeatResults& results = details.seats[seat];
    shares.emplace_back();
    if (results.comparisons > 0)
      shares.back() = static_cast<double>(results.halves) / 2 / static_cast<double>(results.comparisons);
  }
  return shares;
}

/// Calls `put` with the key and the value of each member of a row, in order.
template <class Put>
void each_member(const StandingsRow& row, const std::string& bot, Put put) {
  using Number = std::optional<double>;
  put("rank", row.rank);
  put("rank_best", row.rank_best);
  put("rank_worst", row.rank_worst);
  put("bot", bot);
  put("elo", Number(row.elo.value));
  put("elo_pm", row.elo.plus_minus);
  put("margin", Number(row.margin.value));
  put("margin_pm", row.margin.plus_minus);
  put("games", row.games);
  put("blocks", row.blocks);
  put("comparisons", row.comparisons);
  put("share", Number(row.share));
  put("seats", row.seats);
  put("place", Number(row.place));
  put("firsts", Number(row.firsts));
  put("rough", row.is_rough);
  put("forfeits", row.forfeits);
  put("faults", row.faults.total());
  put("faults_by_name", row.faults);
  put("laws", row.laws);
  put("los_next", row.los_next);
  if (!row.details) return;
  const BotDetails& details = *row.details;
  put("share_by_seat", shares_by_seat(details));
  put("hands", details.hands);
  put("moons", details.moons);
  put("answers", details.answers);
  put("answer_ms", details.answer_ms());
  put("slowest_ms", details.answers > 0 ? Number(details.slowest_ms()) : Number());
}

json::value json_of(bool flag) { return flag; }
json::value json_of(long number) { return number; }
json::value json_of(int number) { return number; }
json::value json_of(const std::string& text) { return json::string(text); }

json::value json_of(std::optional<double> number) { return figure_json(number); }

json::value json_of(const Shares& shares) {
  return list_json(shares, [](const std::optional<double>& share) { return json_of(share); });
}

template <class Thing>
json::value json_of(const NamedCounts<Thing>& counts) {
  return counts_json(counts);
}

std::string csv_of(long number) { return std::to_string(number); }

std::string csv_of(std::string_view text) { return csv_quoted(text); }

std::string csv_of(std::optional<double> number) { return figure_csv(number); }

std::string csv_of(const Shares& shares) {
  std::string text;
  for (const std::optional<double>& share : shares) {
    if (!text.empty()) text += ' ';
    text += share ? csv_of(share) : std::string(kNotKnown);
  }
  return text;
}

template <class Thing>
std::string csv_of(const NamedCounts<Thing>& counts) {
  return counts.text();
}

/// Writes one standings with its field's names.
class Writer {
 public:
  Writer(const Standings& standings, json::storage_ptr memory) : standings_(standings), memory_(std::move(memory)) {}

  json::object field() const {
    const Field& field = standings_.field;
    json::object object = {{"bots", json::value_from(field.bots)},
                           {"variants", json::value_from(field.variants)},
                           {"reference", field.reference ? json::value(bot(*field.reference)) : json::value(nullptr)}};
    if (!standings_.hidden.empty()) {
      json::array& shown = object["shown"].emplace_array();
      for (int one = 0; one < std::ssize(field.bots); ++one) {
        if (standings_.shows(one)) shown.emplace_back(bot(one));
      }
    }
    if (field.anchors.empty()) return object;
    json::object anchors;
    for (const Anchor& anchor : field.anchors) anchors[bot(anchor.of)] = json_of(std::optional(anchor.elo));
    object["anchors"] = std::move(anchors);
    return object;
  }

  json::object left_out() const {
    const LeftOut& left = standings_.left_out;
    const auto tally_json = [&](const BotTally& one) {
      return json::object{{"bot", bot(one.bot)},
                          {"games", one.games},
                          {"forfeits", one.forfeits},
                          {"faults", one.faults.total()},
                          {"faults_by_name", json_of(one.faults)},
                          {"laws", json_of(one.laws)}};
    };
    json::object object = {{"incomplete_blocks", left.incomplete_blocks},
                           {"incomplete_games", left.incomplete_games},
                           {"void_blocks", left.void_blocks},
                           {"void_games", left.void_games}};
    if (left.earlier_blocks > 0) {
      object["earlier_blocks"] = left.earlier_blocks;
      object["earlier_games"] = left.earlier_games;
    }
    object["bots"] = list_json(shown(left.bots), tally_json);
    return object;
  }

  json::array suspects() const {
    return list_json(shown(standings_.suspects), [&](const OrderEffect& one) {
      return json::object{{"bot", bot(one.bot)},
                          {"blocks", one.blocks},
                          {"gain", json_of(std::optional(one.gain))},
                          {"p", json_of(std::optional(one.p_holm))}};
    });
  }

  json::object table(const StandingsTable& table, std::optional<std::size_t> variant) const {
    json::object object(memory_);
    object["variant"] = variant ? json::value(standings_.field.variants[*variant]) : json::value(nullptr);
    object["blocks"] = table.blocks;
    object["games"] = table.games;
    object["anchor"] = table.has_reference ? json::value(bot(*standings_.field.reference)) : json::value(nullptr);
    if (!standings_.field.anchors.empty())
      object["anchored"] = list_json(table.anchored, [&](int one) { return bot_of(table, one); });
    object["rows"] = list_json(shown(table.rows), [&](const StandingsRow& one) { return row(one); });
    object["unrated"] = list_json(table.unrated, [&](int one) { return bot(one); });
    object["joined"] = groups(table, table.joined);
    object["level"] = groups(table, table.level);
    object["margin_disagrees"] = list_json(
        table.margin_disagrees, [&](int one) { return json::array{bot_of(table, one), bot_of(table, one + 1)}; });
    object["pairs"] = pairs(table);
    return object;
  }

 private:
  /// Those of them whose bot is shown.
  template <class Thing>
  std::vector<Thing> shown(std::vector<Thing> things) const {
    std::erase_if(things, [&](const Thing& one) { return !standings_.shows(one.bot); });
    return things;
  }

  const std::string& bot(int index) const { return standings_.field.bots[at(index)]; }
  const std::string& bot_of(const StandingsTable& table, int row) const { return bot(table.rows[at(row)].bot); }

  json::object row(const StandingsRow& row) const {
    json::object object;
    each_member(row, bot(row.bot), [&](const char* key, const auto& value) { object[key] = json_of(value); });
    return object;
  }

  json::array groups(const StandingsTable& table, const std::vector<std::vector<int>>& groups) const {
    return list_json(groups, [&](const std::vector<int>& group) {
      return list_json(group, [&](int one) { return bot_of(table, one); });
    });
  }

  json::array pairs(const StandingsTable& table) const {
    json::array list(memory_);
    const std::size_t bots = at(table.pairings.size());
    if (bots > 0) list.reserve(bots * (bots - 1) / 2);
    for (int i = 0; i < table.pairings.size(); ++i) {
      for (int j = i + 1; j < table.pairings.size(); ++j) {
        if (!standings_.shows(table.rows[at(i)].bot) && !standings_.shows(table.rows[at(j)].bot)) continue;
        const Pairing& pairing = table.pairings(i, j);
        list.push_back(json::object({{"bot", bot_of(table, i)},
                                     {"against", bot_of(table, j)},
                                     {"comparisons", pairing.comparisons},
                                     {"points", json_of(std::optional(pairing.points))},
                                     {"elo", pairing.elo ? json_of(std::optional(pairing.elo->value)) : nullptr},
                                     {"elo_pm", pairing.elo ? json_of(pairing.elo->plus_minus) : nullptr},
                                     {"los", json_of(pairing.los)}},
                                    memory_));
      }
    }
    return list;
  }

  const Standings& standings_;
  const json::storage_ptr memory_;
};

std::string csv_rows(const Standings& standings, const StandingsTable& table, std::string_view variant) {
  std::string text;
  for (const StandingsRow& row : table.rows) {
    if (!standings.shows(row.bot)) continue;
    std::vector<std::string> cells = {csv_of(variant)};
    each_member(row, standings.field.bots[at(row.bot)],
                [&](std::string_view, const auto& value) { cells.push_back(csv_of(value)); });
    text += csv_line(cells);
  }
  return text;
}

}  // namespace

json::object standings_json(const Standings& standings, const std::vector<RatedRun>& runs,
                            const json::storage_ptr& memory) {
  const auto run_json = [](const RatedRun& run) {
    json::object object = {
        {"name", run.name},
        {"planned_blocks", run.planned_blocks ? json::value(*run.planned_blocks) : json::value(nullptr)}};
    if (run.given_deals > 0) object["given_deals"] = run.given_deals;
    if (run.faulty_deals > 0) object["faulty_deals"] = run.faulty_deals;
    if (run.has_other_limits) object["other_limits"] = true;
    if (!run.label.name.empty()) object["league"] = run.label.name;
    if (!run.label.notes.empty()) object["notes"] = json::value_from(run.label.notes);
    if (run.has_other_anchors) object["other_anchors"] = true;
    return object;
  };
  const Writer writer(standings, memory);
  json::array tables(memory);
  tables.push_back(writer.table(standings.overall, std::nullopt));
  for (std::size_t variant = 0; variant < standings.by_variant.size(); ++variant)
    tables.push_back(writer.table(standings.by_variant[variant], variant));

  json::object object(memory);
  object["v"] = kStandingsVersion;
  object["runs"] = list_json(runs, run_json);
  object["field"] = writer.field();
  object["left_out"] = writer.left_out();
  object["order_tests"] = standings.order_tests;
  object["suspects"] = writer.suspects();
  object["tables"] = std::move(tables);
  return object;
}

json::object standings_json(const Standings& standings, const std::vector<RatedRun>& runs) {
  return standings_json(standings, runs, json::storage_ptr());
}

void write_standings_json(const Standings& standings, const std::vector<RatedRun>& runs,
                          const std::function<void(std::string_view)>& put) {
  json::monotonic_resource memory;
  const json::value whole = standings_json(standings, runs, &memory);
  json::serializer serializer;
  serializer.reset(&whole);
  std::vector<char> piece(std::size_t{64} << 10);
  while (!serializer.done()) {
    const auto text = serializer.read(piece.data(), piece.size());
    put({text.data(), text.size()});
  }
  put("\n");
}

std::string standings_csv(const Standings& standings) {
  std::vector<std::string> heads = {"variant"};
  StandingsRow any;
  if (!standings.overall.rows.empty()) any.details = standings.overall.rows.front().details;
  each_member(any, {}, [&](const char* key, const auto&) { heads.emplace_back(key); });
  std::string text = csv_line(heads) + csv_rows(standings, standings.overall, "overall");
  for (std::size_t variant = 0; variant < standings.by_variant.size(); ++variant)
    text += csv_rows(standings, standings.by_variant[variant], standings.field.variants[variant]);
  return text;
}

}  // namespace arena
