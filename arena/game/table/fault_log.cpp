#include "arena/game/table/fault_log.h"

#include <algorithm>
#include <utility>

#include "arena/base/text/printable.h"
#include "arena/game/table/turn_timer.h"

namespace arena {
namespace {

// These bound how much a bot can make the ledger grow.
constexpr std::size_t kNoteBytesMax = 16 << 10;
constexpr std::size_t kTryBytesMax = 16 << 10;
/// The stderr that is kept for a fault that does not end the game.
constexpr std::size_t kFaultStderrMax = 4 << 10;
constexpr std::size_t kGameStderrMax = 4 << 10;

}  // namespace

void FaultLog::begin_game(int seat) {
  seat_ = seat;
  hand_ = question_ = counted_faults_ = 0;
  faults_.clear();
  tries_.clear();
  notes_.clear();
  note_bytes_ = try_bytes_ = 0;
}

void FaultLog::add_try(Fault why, std::string_view line) {
  tries_.push_back({seat_, hand_, question_, why, try_bytes_ < kTryBytesMax ? printable(line) : std::string("...")});
  try_bytes_ += tries_.back().answer.size();
}

void FaultLog::add_note(std::string_view text) {
  if (note_bytes_ >= kNoteBytesMax) return;
  notes_.push_back({seat_, question_, printable(text, 1000)});
  note_bytes_ += notes_.back().text.size();
}

void FaultLog::add_stderr(std::vector<Note>& texts, const ProcessMeters& meters) const {
  std::vector<StderrChunk> chunks = meters.stderr_tail();
  std::size_t room = kGameStderrMax;
  auto first = chunks.end();
  while (first != chunks.begin() && room > 0) {
    --first;
    const std::size_t kept = std::min(first->text.size(), room);
    first->text = std::string(last_bytes(first->text, kept));
    room -= kept;
  }
  for (; first != chunks.end(); ++first) {
    if (!first->text.empty()) texts.push_back({seat_, first->question, std::move(first->text)});
  }
}

FaultEvent FaultLog::event(FoundFault found, LastLines lines, const TurnTimer& timer, ProcessMeters& meters) const {
  FaultEvent event{std::move(found)};
  event.seat = seat_;
  event.hand = hand_;
  event.question = question_;
  event.elapsed = to_us(timer.elapsed());
  if (question_ > 0) event.clock = timer.left();
  event.cpu = to_us(meters.cpu_time());
  event.peak_kb = meters.peak_kb();
  event.sent = std::move(lines.sent);
  event.received = std::move(lines.received);
  for (StderrChunk& chunk : meters.stderr_tail()) {
    if (chunk.question != question_) continue;
    event.stderr_tail = {{chunk.question, std::string(last_bytes(chunk.text, kFaultStderrMax))}};
  }
  return event;
}

void FaultLog::add_end(FaultEvent& event, const ProcessEnd& end, const ProcessMeters& meters) {
  event.forfeits = true;
  event.end = end;
  event.cpu = std::max(event.cpu, end.cpu);
  event.peak_kb = std::max(event.peak_kb, end.peak_kb);
  event.stderr_tail = meters.stderr_tail();
}

}  // namespace arena
