#include <algorithm>

#include "arena/protocol/encode.h"
#include "arena/text/printable.h"
#include "arena/table/bot_seat.h"
#include "engine/counted_noun.h"

// What the lines mean that come while a question is open.

namespace arena {
namespace {

constexpr std::size_t kNoteBytesMax = 16 << 10;
constexpr std::size_t kTryBytesMax = 16 << 10;

}  // namespace

BotSeat::Reading BotSeat::read_line(const Question& question, std::string_view text) {
  remember_line(text);
  const BotLine line = decode_bot_line(text);
  if (line.kind == BotLine::Kind::answer) {
    if (line.id == id_) return check_answer(question, line.rest);
    if (is_late(line.id)) {
      tell_late(line.id, true);
      return Reading::again;
    }
    return refuse(Fault::garbage, text, "question " + std::to_string(line.id) + " is not open");
  }
  if (line.kind == BotLine::Kind::ready || line.kind == BotLine::Kind::other) {
    return refuse(Fault::garbage, text, "that is no answer: begin it with the number " + std::to_string(id_));
  }
  return tolerate(line) ? Reading::again : Reading::fault;
}

BotSeat::Reading BotSeat::check_answer(const Question& question, std::string_view words) {
  picks_.clear();
  std::string_view rest = words;
  for (std::string_view word = cut_word(rest); !word.empty(); word = cut_word(rest)) {
    const auto found = std::find(question.words.begin(), question.words.end(), word);
    if (found == question.words.end()) {
      const std::string why = question.explain != nullptr ? (*question.explain)(word) : "that is not offered";
      return refuse(Fault::illegal, words, printable(word, 20) + ": " + why);
    }
    const int index = static_cast<int>(found - question.words.begin());
    if (std::find(picks_.begin(), picks_.end(), index) != picks_.end()) {
      return refuse(Fault::illegal, words, printable(word, 20) + " stands twice");
    }
    picks_.push_back(index);
  }
  if (static_cast<int>(picks_.size()) != question.count) {
    return refuse(Fault::illegal, words,
                  hearts::counted(picks_.size(), "word") + " where " + std::to_string(question.count) +
                      (question.count == 1 ? " is" : " are") + " asked for");
  }
  return Reading::answered;
}

BotSeat::Reading BotSeat::refuse(Fault why, std::string_view line, const std::string& reason) {
  ++tries_used_;
  last_refusal_ = why;
  refused_line_ = reason + " (" + printable(line) + ")";
  tries_.push_back({seat_, hand_, question_, why, try_bytes_ < kTryBytesMax ? printable(line) : std::string("...")});
  try_bytes_ += tries_.back().answer.size();
  timing_.input.bad.push_back(reason);
  const std::size_t number = tries_.size() - 1;
  encode::bad(outbox_, id_, number < refusals_.size() ? refusals_[number] : reason, limits_.tries - tries_used_);
  return Reading::refused;
}

/// Keeps a line that is allowed beside answers; false when there are too many.
bool BotSeat::tolerate(const BotLine& line) {
  if (++stray_lines_ > limits_.stray_lines) return false;
  if (line.kind != BotLine::Kind::empty && note_bytes_ < kNoteBytesMax) {
    notes_.push_back({seat_, question_, printable(line.rest, 1000)});
    note_bytes_ += notes_.back().text.size();
  }
  return true;
}

/// Drops an answer to a question that the arena has answered. `open`: while another one is.
void BotSeat::tell_late(std::int64_t id, bool open) {
  std::erase(overdue_, id);
  timing_.input.late.push_back({id, static_cast<int>(timing_.asks.size()) + 1, open});
  encode::late(outbox_, id);
}

bool BotSeat::is_late(std::int64_t id) const {
  return std::find(overdue_.begin(), overdue_.end(), id) != overdue_.end();
}

}  // namespace arena
