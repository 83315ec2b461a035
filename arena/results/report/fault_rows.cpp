#include "arena/results/report/fault_rows.h"

#include <algorithm>
#include <span>

#include "arena/base/text/printable.h"
#include "arena/records/line_fields.h"

namespace arena {
namespace {

namespace json = boost::json;
using hearts::at;

/// The most bytes of one line, and of stderr. The rest is only in the ledger.
constexpr std::size_t kLineBytesMax = 300;
constexpr std::size_t kStderrBytesMax = 2000;
/// The most bytes of stderr once there is too much text.
constexpr std::size_t kShortStderrMax = 200;

json::array lines_json(const std::vector<std::string>& lines, bool only_last) {
  return list_json(std::span(lines).last(only_last ? std::min<std::size_t>(lines.size(), 1) : lines.size()),
                   [](const std::string& line) { return legible(line, {}, kLineBytesMax); });
}

}  // namespace

json::object* FaultRows::add_row(const Place& place, int variant, int bot, const FaultEvent& event) {
  int& of_kind = of_kind_[{bot, event.fault}];
  if (rows_.size() >= kFaultRowsMax || of_kind >= kFaultRowsOfKindMax) {
    ++left_out_;
    return nullptr;
  }
  ++of_kind;
  const auto& [run, block, game, number] = place;
  json::object row = {{"run", run},
                      {"game", game_id(block, game)},
                      {"variant", variant},
                      {"bot", bot},
                      {"seat", event.seat},
                      {"hand", event.hand},
                      {"question", event.question},
                      {"fault", fault_name(event.fault)},
                      {"blame", blame_name(blame_of(event.fault))},
                      {"detail", legible(event.detail, {}, kLineBytesMax)},
                      {"forfeits", event.forfeits},
                      {"sent", json::array()},
                      {"received", json::array()},
                      {"stderr", ""}};
  return &rows_.emplace(place, std::move(row))->second;
}

json::object* FaultRows::find_row(const Place& place) {
  const auto found = rows_.find(place);
  return found == rows_.end() ? nullptr : &found->second;
}

void FaultRows::add_texts(json::object* found, const FaultEvent& event) {
  if (found == nullptr) return;
  json::object& row = *found;
  const bool is_much = text_bytes_ > kFaultTextMax;
  row["sent"] = lines_json(event.sent, is_much);
  row["received"] = lines_json(event.received, is_much);
  std::string stderr_text;
  for (const StderrChunk& chunk : event.stderr_tail) stderr_text += chunk.text;
  row["stderr"] = legible(last_bytes(stderr_text, is_much ? kShortStderrMax : kStderrBytesMax), "\n\t");
  for (const char* list : {"sent", "received"}) {
    for (const json::value& line : row[list].as_array()) text_bytes_ += line.as_string().size();
  }
  text_bytes_ += row["stderr"].as_string().size();
}

void FaultRows::add(int run, int variant, const GameRecord& record) {
  const std::vector<FaultEvent>& faults = record.result.faults;
  if (faults.empty()) return;
  recorded_[{record.run, record.id}] = faults.size();
  for (std::size_t i = 0; i < faults.size(); ++i) {
    const int bot = rated_.bot_of(record.run, record.bots[at(faults[i].seat)]).value();
    add_row({run, record.block, record.game, i + 1}, variant, bot, faults[i]);
  }
}

void FaultRows::read_ledger(int run, const std::filesystem::path& file) {
  each_ledger_line(file, recorded_, [&](const LedgerLine& line) {
    const FaultEvent& event = line.fault.event;
    const Place place = {run, line.block, line.game, line.number.value_or(0)};
    if (line.number) return add_texts(find_row(place), event);
    const std::optional<int> bot = rated_.bot_of(line.fault.run, line.fault.bot);
    if (!bot || blame_of(event.fault) == Blame::bot) return;
    add_texts(add_row(place, -1, *bot, event), event);
  });
}

void FaultRows::add_details(int run, const GameRecord& record, const GameDetails& details) {
  for (std::size_t i = 0; i < details.faults.size(); ++i)
    add_texts(find_row({run, record.block, record.game, i + 1}), details.faults[i]);
}

void FaultRows::set_variant(int run, int block, int variant) {
  const auto end = rows_.lower_bound({run, block + 1, 0, 0});
  for (auto row = rows_.lower_bound({run, block, 0, 0}); row != end; ++row) {
    if (row->second["variant"] == -1) row->second["variant"] = variant;
  }
}

json::array FaultRows::release_rows() {
  json::array list;
  for (auto& [place, row] : rows_) list.emplace_back(std::move(row));
  rows_.clear();
  return list;
}

}  // namespace arena
