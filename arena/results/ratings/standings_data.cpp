#include "arena/results/ratings/standings_data.h"

#include <boost/json/monotonic_resource.hpp>
#include <boost/json/serializer.hpp>
#include <boost/json/value_from.hpp>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "arena/base/text/csv.h"
#include "arena/records/line_fields.h"
#include "arena/results/ratings/figure_text.h"
#include "arena/results/ratings/pair_sentences.h"
#include "engine/seat.h"
#include "engine/typed_text.h"

namespace arena {
namespace {

using hearts::at;
namespace json = boost::json;

using Number = std::optional<double>;
using Rank = std::optional<int>;
using Shares = std::vector<Number>;

/// The bot's share of the points in each seat, up to the last seat that it had.
Shares shares_by_seat(const BotDetails& details) {
  Shares shares;
  for (int seat = 0; seat < details.seats_used(); ++seat) {
    const auto [comparisons, halves] = details.seats[seat];
    shares.emplace_back();
    if (comparisons > 0) shares.back() = static_cast<double>(halves) / 2 / static_cast<double>(comparisons);
  }
  return shares;
}

/// Calls `add` with the key and the value of each member of a row, in order.
template <class Function>
void each_member(const StandingsRow& row, const std::string& bot, std::string_view status, Function add) {
  const auto ranked = [&](int rank) { return row.is_ranked ? Rank(rank) : Rank(); };
  add("rank", ranked(row.rank));
  add("rank_best", ranked(row.rank_best));
  add("rank_worst", ranked(row.rank_worst));
  add("bot", bot);
  add("status", std::string(status));
  add("elo", Number(row.elo.value));
  add("elo_pm", row.elo.plus_minus);
  add("margin", Number(row.margin.value));
  add("margin_pm", row.margin.plus_minus);
  add("games", row.games);
  add("blocks", row.blocks);
  add("comparisons", row.comparisons);
  add("share", Number(row.share));
  add("seats", row.seats);
  add("place", Number(row.place));
  add("firsts", Number(row.firsts));
  add("rough", row.is_rough);
  add("forfeits", row.forfeits);
  add("faults", row.faults.total());
  add("faults_by_name", row.faults);
  add("laws", row.laws);
  add("los_next", row.los_next);
  if (!row.details) return;
  const BotDetails& details = *row.details;
  add("share_by_seat", shares_by_seat(details));
  add("hands", details.hands);
  add("moons", details.moons);
  add("answers", details.answers);
  add("answer_ms", details.answer_ms());
  add("slowest_ms", details.answers > 0 ? Number(details.slowest_ms()) : Number());
}

template <class Value>
json::value json_of(const Value& value) {
  if constexpr (std::is_same_v<Value, Number>) {
    return figure_json(value);
  } else if constexpr (std::is_same_v<Value, Rank>) {
    return value ? json::value(*value) : json::value(nullptr);
  } else if constexpr (std::is_same_v<Value, Shares>) {
    return list_json(value, figure_json);
  } else if constexpr (requires { value.each(); }) {
    return counts_json(value);
  } else {
    return json::value_from(value);
  }
}

template <class Value>
std::string csv_of(const Value& value) {
  if constexpr (std::is_same_v<Value, Number>) {
    return figure_csv(value);
  } else if constexpr (std::is_same_v<Value, Rank>) {
    return value ? std::to_string(*value) : "";
  } else if constexpr (std::is_same_v<Value, Shares>) {
    return hearts::joined(value, " ",
                          [](const Number& share) { return share ? csv_of(share) : std::string(kNotKnown); });
  } else if constexpr (requires { value.each(); }) {
    return value.text();
  } else if constexpr (std::is_arithmetic_v<Value>) {
    return std::to_string(static_cast<long>(value));
  } else {
    return csv_quoted(value);
  }
}

/// Calls `add` with the overall table and no name, then with the table of each variant and its id.
template <class Function>
void each_table(const Standings& standings, Function add) {
  add(standings.overall, nullptr);
  for (std::size_t variant = 0; variant < standings.by_variant.size(); ++variant)
    add(standings.by_variant[variant], &standings.field.variants[variant]);
}

/// Writes standings, with the names of their field.
class Writer {
 public:
  Writer(const Standings& standings, json::storage_ptr memory) : standings_(standings), memory_(std::move(memory)) {}

  json::object field() const {
    const Field& field = standings_.field;
    json::object object = {
        {"bots", json::value_from(field.bots)},
        {"variants", json::value_from(field.variants)},
        {"reference", field.reference ? json::value(standings_.name(*field.reference)) : json::value(nullptr)}};
    if (!standings_.hidden.empty()) {
      json::array& shown = object["shown"].emplace_array();
      for (int one = 0; one < std::ssize(field.bots); ++one) {
        if (!standings_.is_hidden(one)) shown.emplace_back(standings_.name(one));
      }
    }
    if (!field.statuses.empty()) {
      object["statuses"] = list_json(field.statuses, [&](const auto& one) {
        const auto& [bot, status] = one;
        return json::object{{"bot", standings_.name(bot)},
                            {"state", state_name(status.state)},
                            {"time", status.time.empty() ? json::value(nullptr) : json::value(legible(status.time))},
                            {"reason", legible(status.reason)}};
      });
    }
    if (!field.without.empty())
      object["without"] = list_json(field.without, [&](int bot) { return json::value(standings_.name(bot)); });
    if (field.anchors.empty()) return object;
    json::object anchors;
    for (const Anchor& anchor : field.anchors) anchors[standings_.name(anchor.of)] = figure_json(anchor.elo);
    object["anchors"] = std::move(anchors);
    return object;
  }

  json::object left_out() const {
    const LeftOut& left = standings_.left_out;
    const auto tally_json = [&](const BotTally& one) {
      return json::object{{"bot", standings_.name(one.bot)},
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
    if (left.later_blocks > 0) {
      object["later_blocks"] = left.later_blocks;
      object["later_games"] = left.later_games;
    }
    if (left.pair_blocks > 0) {
      object["pair_blocks"] = left.pair_blocks;
      object["pair_games"] = left.pair_games;
    }
    if (standings_.left_out_pairs) {
      object["pairs"] = list_json(*standings_.left_out_pairs, [&](const PairToLookAt& one) {
        return json::array{standings_.name(one.helper), standings_.name(one.gainer)};
      });
    }
    object["bots"] = list_json(shown(left.bots), tally_json);
    return object;
  }

  json::array suspects() const {
    return list_json(shown(standings_.suspects), [&](const OrderEffect& one) {
      return json::object{{"bot", standings_.name(one.bot)},
                          {"test", order_test_name(one.test)},
                          {"blocks", one.blocks},
                          {"gain", figure_json(one.gain)},
                          {"p", p_json(one.p_holm)}};
    });
  }

  json::object first_bots() const {
    const FirstBots& first = *standings_.first_bots;
    return {{"first", first.first},
            {"contenders", list_json(first.contenders, [&](int bot) { return standings_.name(bot); })},
            {"left_out", list_json(first.left_at,
                                   [&](const auto& one) {
                                     return json::object{{"bot", standings_.name(one.first)}, {"blocks", one.second}};
                                   })},
            {"withdrawn", list_json(first.withdrawn, [&](int bot) { return standings_.name(bot); })},
            {"sentences", json::value_from(first_bots_sentences(standings_))}};
  }

  json::array pairs_to_look_at() const {
    std::vector<PairToLookAt> pairs = standings_.pairs_to_look_at;
    std::erase_if(pairs, [&](const PairToLookAt& one) {
      return standings_.is_hidden(one.helper) && standings_.is_hidden(one.gainer);
    });
    return list_json(pairs, [&](const PairToLookAt& one) {
      return json::object{{"helper", standings_.name(one.helper)},
                          {"gainer", standings_.name(one.gainer)},
                          {"blocks", one.blocks},
                          {"gain", figure_json(one.gain)},
                          {"p", p_json(one.p_holm)},
                          {"look_at", list_json(one.look_at, [](const BlockPlace& place) {
                             return json::object{{"run", place.run}, {"block", place.block}};
                           })}};
    });
  }

  json::object table(const StandingsTable& table, const std::string* variant) const {
    json::object object(memory_);
    object["variant"] = variant ? json::value(*variant) : json::value(nullptr);
    object["blocks"] = table.blocks;
    object["games"] = table.games;
    object["anchor"] =
        table.has_reference ? json::value(standings_.name(*standings_.field.reference)) : json::value(nullptr);
    if (!standings_.field.anchors.empty())
      object["anchored"] = list_json(table.anchored, [&](int one) { return standings_.name(table, one); });
    object["rows"] = rows(table);
    object["unrated"] = list_json(table.unrated, [&](int one) { return standings_.name(one); });
    object["joined"] = groups(table, table.joined);
    object["level"] = groups(table, table.level);
    object["margin_disagrees"] = list_json(table.margin_disagrees, [&](const auto& pair) {
      return json::array{standings_.name(table, pair.first), standings_.name(table, pair.second)};
    });
    object["pairs"] = pairs(table);
    return object;
  }

  json::array rows(const StandingsTable& table) const {
    return list_json(shown(table.rows), [&](const StandingsRow& one) {
      json::object row;
      each_member(one, standings_.name(one.bot), standings_.field.status_name(one.bot),
                  [&](const char* key, const auto& value) { row[key] = json_of(value); });
      return row;
    });
  }

 private:
  /// Those of the things that belong to a bot that is shown.
  template <class Thing>
  std::vector<Thing> shown(std::vector<Thing> things) const {
    std::erase_if(things, [&](const Thing& one) { return standings_.is_hidden(one.bot); });
    return things;
  }

  json::array groups(const StandingsTable& table, const std::vector<std::vector<int>>& groups) const {
    return list_json(groups, [&](const std::vector<int>& group) {
      return list_json(group, [&](int one) { return standings_.name(table, one); });
    });
  }

  json::array pairs(const StandingsTable& table) const {
    json::array list(memory_);
    const std::size_t bots = at(table.pairings.size());
    if (bots > 0) list.reserve(bots * (bots - 1) / 2);
    for (int i = 0; i < table.pairings.size(); ++i) {
      for (int j = i + 1; j < table.pairings.size(); ++j) {
        if (standings_.is_hidden(table.rows[at(i)].bot) && standings_.is_hidden(table.rows[at(j)].bot)) continue;
        const Pairing& pairing = table.pairings(i, j);
        list.push_back(json::object({{"bot", standings_.name(table, i)},
                                     {"against", standings_.name(table, j)},
                                     {"comparisons", pairing.comparisons},
                                     {"points", figure_json(pairing.points)},
                                     {"elo", pairing.elo ? figure_json(pairing.elo->value) : nullptr},
                                     {"elo_pm", pairing.elo ? json_of(pairing.elo->plus_minus) : nullptr},
                                     {"los", json_of(pairing.los)},
                                     {"p", pairing.p_holm ? p_json(*pairing.p_holm) : nullptr},
                                     {"share_differs", pairing.share_differs}},
                                    memory_));
      }
    }
    return list;
  }

  const Standings& standings_;
  const json::storage_ptr memory_;
};

json::object figures_json(const DuelFigures& figures) {
  return {{"blocks", figures.blocks},
          {"share", figure_json(figures.share)},
          {"difference", figure_json(figures.difference)},
          {"difference_pm", figure_json(figures.plus_minus)},
          {"identical", figures.identical}};
}

}  // namespace

json::object intervals_json(const Looks& looks) {
  if (looks.kind != Looks::Kind::planned) return {{"kind", intervals_name(looks)}};
  return {{"kind", intervals_name(looks)}, {"played", figure_json(looks.fraction)}};
}

json::object duel_json(const DuelReport& duel) {
  const SequentialTest& test = duel.test;
  const DuelState& state = duel.state;
  json::object object = {{"verdict", verdict_name(state.verdict)},
                         {"is_over", duel.is_over},
                         {"sentences", json::value_from(duel_sentences(duel))},
                         {"first", duel.first},
                         {"second", duel.second},
                         {"measure", measure_name(test.measure)},
                         {"low", test.low},
                         {"high", test.high},
                         {"alpha", test.alpha},
                         {"beta", test.beta},
                         {"forfeits_max", test.forfeits_max},
                         {"decided_at", state.ended_at},
                         {"llr", figure_json(state.llr)},
                         {"lower", figure_json(state.lower)},
                         {"upper", figure_json(state.upper)},
                         {"seats", list_json(state.sides, [](const DuelSeats& side) { return side.seats; })},
                         {"forfeits", list_json(state.sides, [](const DuelSeats& side) { return side.forfeits; })}};
  for (const auto& member : figures_json(state.all)) object.insert(member);
  json::array& variants = object["by_variant"].emplace_array();
  for (std::size_t v = 0; v < state.by_variant.size() && v < duel.variants.size(); ++v) {
    json::object one = figures_json(state.by_variant[v]);
    one["variant"] = duel.variants[v];
    variants.push_back(std::move(one));
  }
  return object;
}

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
  each_table(standings, [&](const StandingsTable& table, const std::string* variant) {
    tables.push_back(writer.table(table, variant));
  });

  json::object object(memory);
  object["v"] = kStandingsVersion;
  object["runs"] = list_json(runs, run_json);
  object["field"] = writer.field();
  object["intervals"] = intervals_json(standings.looks);
  object["left_out"] = writer.left_out();
  if (standings.duel) object["duel"] = duel_json(*standings.duel);
  object["order_tests"] = standings.order_tests;
  object["suspects"] = writer.suspects();
  if (standings.first_bots) object["first_bots"] = writer.first_bots();
  object["pair_tests"] = standings.pair_tests;
  object["pairs_to_look_at"] = writer.pairs_to_look_at();
  object["tables"] = std::move(tables);
  return object;
}

json::object standings_json(const Standings& standings, const std::vector<RatedRun>& runs) {
  return standings_json(standings, runs, json::storage_ptr());
}

json::array standings_rows_json(const Standings& standings, const StandingsTable& table) {
  return Writer(standings, {}).rows(table);
}

void write_standings_json(const Standings& standings, const std::vector<RatedRun>& runs,
                          const std::function<void(std::string_view)>& write) {
  json::monotonic_resource memory;
  const json::value whole = standings_json(standings, runs, &memory);
  json::serializer serializer;
  serializer.reset(&whole);
  std::vector<char> piece(std::size_t{64} << 10);
  while (!serializer.done()) {
    const auto text = serializer.read(piece.data(), piece.size());
    write({text.data(), text.size()});
  }
  write("\n");
}

std::string standings_csv(const Standings& standings) {
  std::vector<std::string> heads = {"variant"};
  StandingsRow any;
  if (!standings.overall.rows.empty()) any.details = standings.overall.rows.front().details;
  each_member(any, {}, {}, [&](const char* key, const auto&) { heads.emplace_back(key); });
  heads.emplace_back("intervals");
  std::string text = csv_line(heads);
  each_table(standings, [&](const StandingsTable& table, const std::string* variant) {
    for (const StandingsRow& row : table.rows) {
      if (standings.is_hidden(row.bot)) continue;
      std::vector<std::string> cells = {csv_quoted(variant ? std::string_view(*variant) : "overall")};
      each_member(row, standings.name(row.bot), standings.field.status_name(row.bot),
                  [&](std::string_view, const auto& value) { cells.push_back(csv_of(value)); });
      cells.emplace_back(intervals_name(standings.looks));
      text += csv_line(cells);
    }
  });
  return text;
}

}  // namespace arena
