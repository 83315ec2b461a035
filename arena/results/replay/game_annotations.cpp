#include "arena/results/replay/game_annotations.h"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>

#include "arena/base/text/printable.h"
#include "arena/base/text/words.h"
#include "engine/typed_text.h"

namespace arena {
namespace {

using hearts::Seat;
using std::chrono::microseconds;

/// The longest line, and the most lines of one piece of stderr. The rest is only in the files.
constexpr std::size_t kColumnsMax = 400;
constexpr std::size_t kStderrLinesMax = 20;

/// The last lines of a piece of stderr, with tabs replaced by spaces.
std::vector<std::string> last_lines(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    std::string line;
    for (const char byte : cut_line(text)) {
      const bool is_tab = byte == '\t';
      line.append(is_tab ? 8 - line.size() % 8 : 1, is_tab ? ' ' : byte);
    }
    lines.push_back(legible(line, {}, kColumnsMax));
  }
  if (lines.size() <= kStderrLinesMax) return lines;
  const std::size_t left_out = lines.size() - kStderrLinesMax;
  lines.erase(lines.begin(), lines.begin() + static_cast<std::ptrdiff_t>(left_out));
  lines.insert(lines.begin(), "... (" + hearts::counted(left_out, "earlier line") + ")");
  return lines;
}

bool is_refusal(Fault fault) { return fault == Fault::illegal || fault == Fault::garbage; }

}  // namespace

std::string GameAnnotations::Line::sentence() const {
  static constexpr auto kBefore =
      std::to_array<std::string_view>({"", "stderr: ", "refused ", "fault: ", "its last line: ", ""});  // by kind
  return std::string(kBefore[static_cast<std::size_t>(kind)]) + text;
}

GameAnnotations::GameAnnotations(const GameRecord& record, const GameDetails& details, const TableLimits& limits,
                                 bool notes)
    : limits_(limits) {
  if (notes) {
    for (const Note& note : details.notes)
      at(note.seat, note.question).lines.push_back({Line::Kind::note, legible(note.text, {}, kColumnsMax)});
  }
  for (const Interference& attempt : record.result.tries) {
    at(attempt.seat, attempt.question)
        .lines.push_back({Line::Kind::refused, "(" + std::string(fault_name(attempt.why)) + "): " + attempt.answer});
  }
  add_faults(record, details, notes);
  for (Seat seat = 0; seat < static_cast<Seat>(record.bots.size()); ++seat) add_times(record, details, seat);
}

void GameAnnotations::add_faults(const GameRecord& record, const GameDetails& details, bool notes) {
  const std::vector<FaultEvent>& recorded = record.result.faults;
  // The game and its faults may have the same stderr. The longest text of each question is shown.
  std::map<std::pair<Seat, int>, std::string> said;
  for (const Note& note : details.stderr_texts) said[{note.seat, note.question}] = note.text;
  for (const FaultEvent& event : details.faults) {
    for (const StderrChunk& chunk : event.stderr_tail) {
      std::string& text = said[{event.seat, chunk.question}];
      if (chunk.text.size() > text.size()) text = chunk.text;
    }
  }
  for (const auto& [place, text] : said) {
    if (!notes) break;
    for (std::string& line : last_lines(text))
      answers_[place].lines.push_back({Line::Kind::stderr_line, std::move(line)});
  }
  for (std::size_t i = 0; i < recorded.size(); ++i) {
    const FaultEvent& event = recorded[i];
    std::vector<Line>& lines = at(event.seat, event.question).lines;
    lines.push_back({Line::Kind::fault, std::string(fault_name(event.fault)) + ": " + event.detail});
    if (i < details.faults.size() && ends_process(event.fault) && !details.faults[i].received.empty()) {
      lines.push_back({Line::Kind::last_line, legible(details.faults[i].received.back(), {}, kColumnsMax)});
    }
    if (event.forfeits) lines.push_back({Line::Kind::forfeit, "forfeits; the house player plays from here on"});
  }
}

/// There is one time for each `ask`: a question has one for each refused try, and one more unless the tries were used
/// up.
void GameAnnotations::add_times(const GameRecord& record, const GameDetails& details, Seat seat) {
  const SeatTiming& clock = details.clocks[seat];
  for (const SeatTiming::Slow& slow : clock.slowest) at(seat, slow.question).time = slow.time;
  any_time_ = any_time_ || !clock.slowest.empty();
  std::map<int, std::size_t> refused;
  std::set<int> used_up;
  for (const Interference& attempt : record.result.tries) {
    if (attempt.seat == seat) ++refused[attempt.question];
  }
  for (const Interference& event : record.result.automatic) {
    if (event.seat == seat && is_refusal(event.why)) used_up.insert(event.question);
  }
  const Limits& limits = limits_.of(seat);
  microseconds bank = limits.bank;
  microseconds free = limits.newgame;
  int question = 0;
  for (std::size_t next = 0; next < clock.asks.size();) {
    ++question;
    const std::size_t asks = refused[question] + (used_up.contains(question) ? 0 : 1);
    microseconds time{};
    for (std::size_t i = 0; i < asks && next < clock.asks.size(); ++i) time += clock.asks[next++];
    time = std::max(time - std::exchange(free, microseconds::zero()), microseconds::zero());
    bank = std::max(bank - time, microseconds::zero()) + limits.increment;
    at(seat, question).time = time;
    at(seat, question).bank = bank;
    any_time_ = true;
  }
}

const GameAnnotations::Answer& GameAnnotations::answer(Seat seat, int question) const {
  static const Answer kNone;
  const auto found = answers_.find({seat, question});
  return found == answers_.end() ? kNone : found->second;
}

}  // namespace arena
