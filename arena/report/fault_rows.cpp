#include "arena/report/fault_rows.h"

#include <algorithm>
#include <boost/json/value_from.hpp>

#include "arena/records/line_fields.h"
#include "arena/records/record_file.h"
#include "arena/text/printable.h"

namespace arena {
namespace {

namespace json = boost::json;
using hearts::at;

/// Of one line, and of stderr; the rest is in the ledger.
constexpr std::size_t kLineBytesMax = 300;
constexpr std::size_t kStderrBytesMax = 2000;
/// Once there is much text.
constexpr std::size_t kShortStderrMax = 200;

std::vector<std::string> lines_in(const json::object& line, const char* key) {
  return read_list(member(line, key), [](const json::value& text) { return json::value_to<std::string>(text); });
}

/// The end of a text of ASCII.
std::string_view last_of(std::string_view text, std::size_t bytes_max) {
  return text.substr(text.size() - std::min(text.size(), bytes_max));
}

json::array lines_json(const std::vector<std::string>& lines, bool only_last) {
  json::array list;
  for (std::size_t i = only_last && !lines.empty() ? lines.size() - 1 : 0; i < lines.size(); ++i)
    list.emplace_back(printable(lines[i], kLineBytesMax));
  return list;
}

}  // namespace

json::object* FaultRows::add_row(const Place& place, int variant, int bot, std::string_view detail, bool forfeits) {
  const auto& [run, game, seat, hand, question, fault] = place;
  if (rows_.size() >= kFaultRowsMax || of_kind_[{bot, fault}] >= kFaultRowsOfKindMax) {
    ++left_out_;
    return nullptr;
  }
  const auto [found, is_new] = rows_.emplace(place, json::object());
  if (!is_new) return &found->second;
  ++of_kind_[{bot, fault}];
  const std::optional<Fault> known = find_fault(fault);
  found->second = {{"run", run},
                   {"game", game},
                   {"variant", variant},
                   {"bot", bot},
                   {"seat", seat},
                   {"hand", hand},
                   {"question", question},
                   {"fault", fault},
                   {"blame", blame_name(known ? blame_of(*known) : Blame::arena)},
                   {"detail", printable(detail, kLineBytesMax)},
                   {"forfeits", forfeits},
                   {"sent", json::array()},
                   {"received", json::array()},
                   {"stderr", ""}};
  return &found->second;
}

void FaultRows::put_texts(json::object& row, const Texts& texts) {
  const bool is_much = text_bytes_ > kFaultTextMax;
  row["sent"] = lines_json(texts.sent, is_much);
  row["received"] = lines_json(texts.received, is_much);
  row["stderr"] =
      printable_lines(last_of(texts.stderr_text, is_much ? kShortStderrMax : kStderrBytesMax), 4 * kStderrBytesMax);
  for (const char* list : {"sent", "received"}) {
    for (const json::value& line : row[list].as_array()) text_bytes_ += line.as_string().size();
  }
  text_bytes_ += row["stderr"].as_string().size();
}

void FaultRows::add(int run, int variant, const GameRecord& record) {
  for (const FaultEvent& event : record.result.faults) {
    const bool forfeits = std::ranges::any_of(record.result.forfeits, [&](const Forfeit& forfeit) {
      return forfeit.seat == event.seat && forfeit.question == event.question && forfeit.fault == event.fault;
    });
    const std::optional<int> bot = rated_.bot_of(record.run, record.bots[at(event.seat)]);
    add_row({run, record.id, event.seat, event.hand, event.question, std::string(fault_name(event.fault))}, variant,
            bot.value(), event.detail, forfeits);
  }
}

void FaultRows::read_ledger(int run, const std::filesystem::path& file) {
  LineOpener opener;
  read_lines(file, [&](std::string_view text, const LinePlace& where) {
    const json::object& line = opener.open(text, where);
    if (text_in(line, "type") != "fault") return;
    read_at(std::string(where), "this is not a line of type fault", [&] {
      const Place place = {run,
                           text_of(line, "id"),
                           int_of(line, "seat"),
                           int_of(line, "hand"),
                           int_of(line, "question"),
                           text_of(line, "fault")};
      const auto found = rows_.find(place);
      json::object* row = found == rows_.end() ? nullptr : &found->second;
      if (row == nullptr && text_of(line, "blame") != blame_name(Blame::bot)) {
        const std::optional<int> bot = rated_.bot_of(text_of(line, "run"), text_of(line, "bot"));
        if (!bot) return;
        row = add_row(place, -1, *bot, text_of(line, "detail"), false);
      }
      if (row == nullptr) return;
      (*row)["blame"] = text_of(line, "blame");
      Texts texts{lines_in(line, "sent"), lines_in(line, "received"), {}};
      for (const json::value& chunk : member(line, "stderr").as_array())
        texts.stderr_text += shown_lines(chunk.as_object().at("text"));
      put_texts(*row, texts);
    });
  });
}

void FaultRows::take_ledger(int run, const GameRecord& record, const GameDetails& details) {
  for (const FaultEvent& event : details.faults) {
    const auto found =
        rows_.find({run, record.id, event.seat, event.hand, event.question, std::string(fault_name(event.fault))});
    if (found == rows_.end()) continue;
    Texts texts{event.sent, event.received, {}};
    for (const StderrChunk& chunk : event.stderr_tail) texts.stderr_text += chunk.text;
    put_texts(found->second, texts);
  }
}

void FaultRows::set_variant(int run, int block, int variant) {
  for (auto& [place, row] : rows_) {
    const auto game = parse_game_id(std::get<1>(place));
    if (std::get<0>(place) == run && game && game->first == block && row["variant"] == -1) row["variant"] = variant;
  }
}

json::array FaultRows::take() {
  std::vector<std::pair<std::tuple<int, int, int>, json::object>> ordered;
  for (auto& [place, row] : rows_) {
    const auto game = parse_game_id(std::get<1>(place)).value_or(std::pair(0, 0));
    ordered.emplace_back(std::tuple(std::get<0>(place), game.first, game.second), std::move(row));
  }
  rows_.clear();
  std::ranges::stable_sort(ordered, {}, [](const auto& one) { return one.first; });
  json::array list;
  for (auto& [game, row] : ordered) list.emplace_back(std::move(row));
  return list;
}

}  // namespace arena
