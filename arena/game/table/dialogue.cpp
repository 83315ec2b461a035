#include "arena/game/table/dialogue.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "arena/base/text/printable.h"
#include "arena/base/text/words.h"
#include "arena/bots/protocol/encode.h"
#include "arena/game/table/fault_log.h"
#include "arena/game/table/turn_timer.h"
#include "engine/typed_text.h"

namespace arena {
namespace {

/// How many late answers are remembered, so that they do not count as garbage.
constexpr std::size_t kLateMax = 64;

/// Whether the text consists of words that may be chosen, separated by commas.
bool is_list(const Question& question, std::string_view text) {
  const std::vector<std::string_view> parts = hearts::split(text, ",");
  return parts.size() > 1 && std::all_of(parts.begin(), parts.end(),
                                         [&](std::string_view part) { return part.empty() || question.find(part); });
}

}  // namespace

std::optional<int> Question::find(std::string_view word) const {
  int index = 0;
  for (const std::span<const std::string> list : {words, unlisted}) {
    for (const std::string& one : list) {
      if (one == word) return index;
      ++index;
    }
  }
  return std::nullopt;
}

const std::string& Dialogue::begin_process() {
  overdue_.clear();
  asked_again_.clear();
  outbox_.clear();
  lines_read_ = lines_before_ = 0;
  next_id_ = 1;
  stray_lines_ = 0;
  encode::hello(last_sent_ = {}, receipt_);
  return last_sent_;
}

void Dialogue::begin_game(int game_of_process, int first_id) {
  if (first_id > 0) next_id_ = first_id;
  asked_again_.clear();
  if (game_of_process == 0) outbox_.clear();
  input_ = {};
  input_.process.game = game_of_process;
  sent_crc_ = Crc32c();
  carried_ = outbox_.size();
  sent_at_start_.clear();
  refused_ = 0;
  stray_lines_ = 0;
  encode::hello(all_sent_ = {}, receipt_);
}

void Dialogue::keep_sent() {
  sent_at_start_.append(outbox_, carried_);
  carried_ = 0;
  sent_crc_ = Crc32c();
  input_ = {};
}

void Dialogue::send_again(int game_of_process, int next_id) {
  input_.process.game = game_of_process;
  next_id_ = next_id;
  encode::hello(all_sent_ = {}, receipt_);
  outbox_ = std::exchange(sent_at_start_, {});
}

/// Counts bytes that the pipe has taken from the front of the outbox. Bytes of the game before do not count.
void Dialogue::count_sent(std::string_view bytes) {
  const std::size_t old = std::min(carried_, bytes.size());
  carried_ -= old;
  input_.bytes += bytes.size() - old;
  sent_crc_.feed(bytes.substr(old));
  input_.crc = sent_crc_.value();
}

void Dialogue::note_pushed(std::size_t bytes, bool before_questions) {
  if (before_questions) sent_at_start_.append(outbox_, carried_, bytes - std::min(carried_, bytes));
  count_sent(std::string_view(outbox_).substr(0, bytes));
  outbox_.erase(0, bytes);
}

void Dialogue::write_ask(const Question& question, const Clock& clock) {
  id_ = next_id_++;
  ask_start_ = outbox_.size();
  encode::ask(outbox_, id_, question.kind, question.count, to_ms(clock.move_left()), to_ms(clock.bank_left()),
              question.fields, question.words);
}

void Dialogue::note_asked(const Sent& sent, bool first) {
  const std::size_t carried = carried_;
  count_sent(std::string_view(outbox_).substr(0, sent.bytes));
  if (sent.kind == Sent::Kind::closed) return outbox_.resize(ask_start_);
  if (sent.kind == Sent::Kind::timeout) {
    last_sent_.assign(outbox_, 0, sent.bytes);
    outbox_.erase(0, sent.bytes);
  } else {
    std::swap(last_sent_, outbox_);
    outbox_.clear();
    if (first) sent_at_start_.append(last_sent_, carried, ask_start_ - carried);
  }
  if (strict_) all_sent_ += last_sent_;
}

std::optional<std::string> Dialogue::read_greeting(std::string_view text, std::optional<FoundFault>& found) {
  remember(text);
  const BotLine line = decode_bot_line(text);
  if (line.kind == BotLine::Kind::ready) {
    lines_before_ = lines_read_;
    return std::string(line.rest);
  }
  if (!line.is_remark()) {
    found = fault_of(Evidence::line_before_ready, limits_, text);
  } else if (++stray_lines_ > limits_.stray_lines) {
    found = fault_of(Evidence::lines_before_ready, limits_);
  }
  return std::nullopt;
}

Dialogue::Reading Dialogue::read(const Question& question, std::string_view text, int ask, FaultLog& log) {
  remember(text);
  const BotLine line = decode_bot_line(text);
  if (line.kind == BotLine::Kind::answer) {
    if (line.id == id_) return check_answer(question, line.rest, log);
    if (drop_late(line, ask, true)) return Reading::again;
    return refuse(Evidence::no_answer, text,
                  "question " + std::to_string(line.id) + " is not open, " + std::to_string(id_) + " is", log);
  }
  if (!line.is_remark()) {
    const Evidence evidence = evidence_in(text, id_);
    const std::string why = describe(evidence, text, id_);
    return refuse(evidence, text,
                  why.empty() ? "that is not an answer: begin it with the number " + std::to_string(id_) : why, log);
  }
  if (question.find(line.rest.substr(line.rest.rfind(' ') + 1))) remark_with_answer_ = line.rest;
  return tolerate(line, log) ? Reading::again : Reading::many_lines;
}

std::optional<FoundFault> Dialogue::read_stray(std::string_view text, int ask, FaultLog& log) {
  remember(text);
  const BotLine line = decode_bot_line(text);
  if (drop_late(line, ask, false)) return std::nullopt;
  if (!line.is_remark()) return fault_of(Evidence::line_unasked, limits_, text);
  if (!tolerate(line, log)) return fault_of(Evidence::many_lines, limits_);
  return std::nullopt;
}

Dialogue::Reading Dialogue::check_answer(const Question& question, std::string_view words, FaultLog& log) {
  picks_.clear();
  then_.clear();
  std::string_view rest = words;
  for (std::string_view word = cut_word(rest); !word.empty(); word = cut_word(rest)) {
    if (question.explain_then != nullptr && picks_.size() == 1 && word == "then")
      return check_then(question, words, rest, log);
    const std::optional<int> index = question.find(word);
    if (!index && is_list(question, word))
      return refuse(Evidence::commas, words, "words are separated by spaces, not commas", log);
    if (!index) {
      const std::string why = question.explain != nullptr ? (*question.explain)(word) : "that is not offered";
      return refuse(Evidence::wrong_words, words, printable(word, 20) + ": " + why, log);
    }
    if (std::find(picks_.begin(), picks_.end(), *index) != picks_.end()) {
      return refuse(Evidence::wrong_words, words, printable(word, 20) + " is there twice", log);
    }
    picks_.push_back(*index);
  }
  if (static_cast<int>(picks_.size()) != question.count) {
    return refuse(Evidence::wrong_words, words,
                  hearts::counted(picks_.size(), "word") + " where " + std::to_string(question.count) +
                      (question.count == 1 ? " is" : " are") + " asked for",
                  log);
  }
  return Reading::answered;
}

/// Checks that exactly one word follows `then`, and that it may be chosen.
Dialogue::Reading Dialogue::check_then(const Question& question, std::string_view words, std::string_view rest,
                                       FaultLog& log) {
  const std::string_view word = cut_word(rest);
  if (word.empty() || !cut_word(rest).empty())
    return refuse(Evidence::wrong_words, words, "one word is needed after then", log);
  const std::string why = (*question.explain_then)(picks_.front(), word);
  if (!why.empty()) return refuse(Evidence::wrong_words, words, "then " + printable(word, 20) + ": " + why, log);
  then_ = word;
  return Reading::answered;
}

Dialogue::Reading Dialogue::refuse(Evidence evidence, std::string_view line, const std::string& reason, FaultLog& log) {
  ++tries_used_;
  std::string shown(line);
  if (evidence == Evidence::zero_bytes) std::erase(shown, '\0');
  refusal_ = fault_of(evidence, limits_, reason + " (" + printable(shown) + ")");
  if (refusal_.fault == Fault::garbage) expect_late(asked_again_);
  log.add_try(refusal_.fault, line);
  const std::string sent = hearts::escaped(reason);  // a line of the arena is ASCII
  input_.bad.push_back(sent);
  const std::size_t number = refused_++;
  encode::bad(outbox_, id_, number < refusals_.size() ? refusals_[number] : sent, limits_.tries - tries_used_);
  return Reading::refused;
}

/// Keeps a line that is allowed between answers. Returns false if there are too many.
bool Dialogue::tolerate(const BotLine& line, FaultLog& log) {
  if (++stray_lines_ > limits_.stray_lines) return false;
  if (line.kind != BotLine::Kind::empty) log.add_note(line.rest);
  return true;
}

/// Drops an answer to a question that the arena has answered or asked again. Returns false if it is not such an answer.
/// `open` says whether another question is open.
bool Dialogue::drop_late(const BotLine& line, int ask, bool open) {
  if (line.kind != BotLine::Kind::answer) return false;
  if (std::erase(overdue_, line.id) == 0 && std::erase(asked_again_, line.id) == 0) return false;
  input_.late.push_back({line.id, ask, open});
  encode::late(outbox_, line.id);
  return true;
}

void Dialogue::give_up_answer() { expect_late(overdue_); }

/// Notes that the answer to the last question may still come, so that it does not count as garbage.
void Dialogue::expect_late(std::vector<std::int64_t>& ids) const {
  if (ids.size() == kLateMax) ids.erase(ids.begin());
  ids.push_back(id_);
}

void Dialogue::remember(std::string_view line) {
  std::string& place = last_lines_[lines_read_ % kLinesKept];
  const std::size_t since_answer = lines_read_ - lines_before_;
  if (since_answer >= kLinesKept && since_answer < 2 * kLinesKept) first_lines_[since_answer - kLinesKept].swap(place);
  place.assign(line);
  ++lines_read_;
}

LastLines Dialogue::last_lines() const {
  LastLines lines;
  std::vector<std::string_view> sent = hearts::split(last_sent_, "\n");
  if (sent.back().empty()) sent.pop_back();
  sent.erase(sent.begin(), sent.end() - std::min(std::ssize(sent), std::ssize(last_lines_)));
  for (const std::string_view line : sent) lines.sent.push_back(printable(line));
  const std::size_t since_answer = lines_read_ - lines_before_;
  for (std::size_t i = 0; i < kLinesKept && i + kLinesKept < since_answer; ++i)
    lines.received.push_back(printable(first_lines_[i]));
  if (since_answer > 2 * kLinesKept)
    lines.received.push_back(fmt::format("... {} lines left out ...", since_answer - 2 * kLinesKept));
  const std::size_t kept = std::min(lines_read_, kLinesKept);
  for (std::size_t i = lines_read_ - kept; i < lines_read_; ++i)
    lines.received.push_back(printable(last_lines_[i % kLinesKept]));
  return lines;
}

}  // namespace arena
