#include "arena/admission/check/failure.h"

#include <fmt/format.h>

#include "arena/admission/check/telling_line.h"
#include "arena/base/text/printable.h"
#include "arena/base/text/words.h"
#include "engine/typed_text.h"

namespace arena {
namespace {

/// Messages show no more bytes of a question than this.
constexpr std::size_t kQuestionBytesShown = 100;

std::string story(const FaultEvent& event, const std::string& what) {
  std::string text;
  if (event.question > 0) text = fmt::format("question {}: ", event.question);
  if (event.question > 0 && event.hand > 1) text = fmt::format("hand {}, {}", event.hand, text);
  text += fmt::format("{}: {}", fault_name(event.fault), what);
  // If the last line to the bot was a question, it is the one without an answer.
  if (event.fault == Fault::timeout && !event.sent.empty() && decode_ask(event.sent.back()))
    text += "; it was asked: " + printable(event.sent.back(), kQuestionBytesShown);
  return text + describe_last_words(event);
}

/// Describes a bot that has not said `ready` at all.
std::string no_ready(const Failure& failure) {
  const Overheard& overheard = failure.overheard;
  const std::string& detail = failure.event.detail;
  const bool has_read = !overheard.unread || overheard.reads_no_more;
  const std::string_view greeting = has_read ? "it has read its greeting" : "it has not read its greeting";
  if (overheard.waits_for == WaitsFor::itself)
    return fmt::format("{}: {}, and all its threads wait for locks or for each other", detail, greeting);
  if (overheard.computes) {
    return fmt::format("{}, nor long after: {}, and it is computing{}", detail, greeting,
                       overheard.computes_only ? "; lately it has not read, written or allocated anything" : "");
  }
  if (overheard.reads_no_more) return fmt::format("{}, nor long after: {}, and reads no more lines", detail, greeting);
  if (overheard.unread) return fmt::format("{}, nor long after: {}", detail, greeting);
  return detail + ", nor after another line, nor when its input was closed";
}

/// Describes a bot that has not answered a question at all.
std::string no_answer(const Failure& failure) {
  const Overheard& overheard = failure.overheard;
  const std::string silence = fmt::format("no answer in {} ms", to_ms(overheard.took).count());
  if (overheard.computes)
    return fmt::format("{}, of which it computed for {} ms", silence, to_ms(overheard.own_cpu).count());
  if (overheard.reads_no_more) return silence + ", and it has not read what it was sent";
  if (!failure.is_of_new_kind()) return "no answer, not even when its input was closed";
  const auto name = [](const std::string& kind) { return "'" + printable(kind) + "'"; };
  return fmt::format("no answer to a question of kind '{}'; it has answered those of kind {}", failure.last_ask()->kind,
                     hearts::joined(overheard.kinds, ", ", name));
}

/// Describes a bot that was silent to the end, or until something made it answer.
std::string silence_story(const Failure& failure) {
  const Overheard& overheard = failure.overheard;
  const bool starts = failure.is(Fault::start_timeout);
  const std::string what = starts ? "'ready'" : "the answer";
  switch (overheard.arrival) {
    case Arrival::never:
      return starts ? no_ready(failure) : no_answer(failure);
    case Arrival::late: {
      const std::string late = fmt::format("{} came {} ms too late", what, to_ms(overheard.late_by).count());
      if (starts || !overheard.waits_on_others) return late;
      return fmt::format("{}; its first process used the processor for {} of {} ms", late,
                         to_ms(overheard.own_cpu).count(), to_ms(overheard.took).count());
    }
    case Arrival::with_next_line:
      return what + " came only after another line";
    case Arrival::with_many_lines:
      return what + " came only after many more lines";
    default:
      return what + " came only when its input was closed";
  }
}

}  // namespace

std::string what_happened(const Failure& failure) {
  const FaultEvent& event = failure.event;
  const bool is_explained = event.evidence == Evidence::no_newline || event.evidence == Evidence::unfinished ||
                            event.evidence == Evidence::answer_in_remark || event.evidence == Evidence::bank_spent;
  if (failure.is_silence() && !is_explained) return silence_story(failure);
  if (!failure.is(Fault::memory) || failure.overheard.first_peak_kb == 0) return event.detail;
  return fmt::format("{}; its peak after the first game of this process was {} MB", event.detail,
                     failure.overheard.first_peak_kb / 1024);
}

std::string story_of(const Failure& failure) { return story(failure.event, what_happened(failure)); }

std::string story_of(const FaultEvent& event) { return story(event, event.detail); }

std::string describe_last_words(const FaultEvent& event) {
  // Most languages write last why they end.
  const std::string words = event.stderr_tail.empty() ? "" : telling_line(event.stderr_tail.back().text);
  return words.empty() ? "" : "; its stderr ends with: " + words;
}

}  // namespace arena
