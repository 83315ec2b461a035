#include "arena/results/report/fault_rows.h"

#include <algorithm>
#include <stdexcept>

#include "arena/base/text/printable.h"
#include "arena/records/line_fields.h"

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

json::object* FaultRows::add_row(const Place& place, const Known& known) {
  int& of_kind = of_kind_[{known.bot, known.fault}];
  if (rows_.size() >= kFaultRowsMax || of_kind >= kFaultRowsOfKindMax) {
    ++left_out_;
    return nullptr;
  }
  ++of_kind;
  const auto& [run, block, game, number] = place;
  json::object row = {{"run", run},
                      {"game", game_id(block, game)},
                      {"variant", known.variant},
                      {"bot", known.bot},
                      {"seat", known.seat},
                      {"hand", known.hand},
                      {"question", known.question},
                      {"fault", fault_name(known.fault)},
                      {"blame", blame_name(blame_of(known.fault))},
                      {"detail", printable(known.detail, kLineBytesMax)},
                      {"forfeits", known.forfeits},
                      {"sent", json::array()},
                      {"received", json::array()},
                      {"stderr", ""}};
  return &rows_.emplace(place, std::move(row))->second;
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
  const std::vector<FaultEvent>& faults = record.result.faults;
  if (faults.empty()) return;
  recorded_[record.run].set(record.block, record.game, faults.size());
  for (std::size_t i = 0; i < faults.size(); ++i) {
    const FaultEvent& event = faults[i];
    add_row({run, record.block, record.game, i + 1},
            {.variant = variant,
             .bot = rated_.bot_of(record.run, record.bots[at(event.seat)]).value(),
             .seat = event.seat,
             .hand = event.hand,
             .question = event.question,
             .fault = event.fault,
             .detail = event.detail,
             .forfeits = event.forfeits});
  }
}

void FaultRows::read_ledger(int run, const std::filesystem::path& file) {
  each_ledger_line(file, recorded_, [&](const LedgerLine& line) {
    read_at(line.place, "this is not a line of type fault", [&] { take_line(run, line); });
  });
}

void FaultRows::take_line(int run, const LedgerLine& line) {
  const json::object& members = line.members;
  const Place place = {run, line.block, line.game, line.number.value_or(0)};
  json::object* row = nullptr;
  if (line.number) {
    const auto found = rows_.find(place);
    if (found != rows_.end()) row = &found->second;
  } else {
    const std::optional<Fault> fault = find_fault(text_of(members, "fault"));
    if (!fault) throw std::runtime_error("there is no such fault");
    const std::optional<int> bot = rated_.bot_of(text_of(members, "run"), text_of(members, "bot"));
    if (!bot || blame_of(*fault) == Blame::bot) return;
    row = add_row(place, {.bot = *bot,
                          .seat = int_of(members, "seat"),
                          .hand = int_of(members, "hand"),
                          .question = int_of(members, "question"),
                          .fault = *fault,
                          .detail = text_of(members, "detail")});
  }
  if (row == nullptr) return;
  Texts texts{lines_in(members, "sent"), lines_in(members, "received"), {}};
  for (const json::value& chunk : member(members, "stderr").as_array())
    texts.stderr_text += shown_lines(chunk.as_object().at("text"));
  put_texts(*row, texts);
}

void FaultRows::take_ledger(int run, const GameRecord& record, const GameDetails& details) {
  for (std::size_t i = 0; i < details.faults.size(); ++i) {
    const auto found = rows_.find({run, record.block, record.game, i + 1});
    if (found == rows_.end()) continue;
    const FaultEvent& event = details.faults[i];
    Texts texts{event.sent, event.received, {}};
    for (const StderrChunk& chunk : event.stderr_tail) texts.stderr_text += chunk.text;
    put_texts(found->second, texts);
  }
}

void FaultRows::set_variant(int run, int block, int variant) {
  const auto end = rows_.lower_bound({run, block + 1, 0, 0});
  for (auto row = rows_.lower_bound({run, block, 0, 0}); row != end; ++row) {
    if (row->second["variant"] == -1) row->second["variant"] = variant;
  }
}

json::array FaultRows::take() {
  json::array list;
  for (auto& [place, row] : rows_) list.emplace_back(std::move(row));
  rows_.clear();
  return list;
}

}  // namespace arena
