#include "arena/admission/check/failure.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "arena/base/text/printable.h"
#include "arena/base/text/words.h"
#include "engine/typed_text.h"

namespace arena {
namespace {

/// Messages show no more bytes of stderr than this.
constexpr std::size_t kLastWordsMax = 100;

/// What comes before the lines that say where an error came from, in Lua and in Tcl.
constexpr auto kTraces = std::to_array<std::string_view>({"\nstack traceback:", "\n    while executing"});

/// Returns why the bot ended, which most languages write to stderr last: the last line that names an error, or else the
/// last line before a trace.
std::string last_words_of(const FaultEvent& event) {
  if (event.stderr_tail.empty()) return {};
  std::string_view rest = event.stderr_tail.back().text;
  for (const std::string_view trace : kTraces) rest = rest.substr(0, rest.rfind(trace));
  std::string_view last;
  std::string_view named;
  while (!rest.empty()) {
    const std::string_view line = cut_line(rest);
    const std::size_t start = line.find_first_not_of(" \t\r");
    if (start == std::string_view::npos) continue;
    last = line.substr(start, line.find_last_not_of(" \t\r") + 1 - start);
    if (names_error(last)) named = last;
  }
  return printable(named.empty() ? last : named, kLastWordsMax);
}

std::string story(const FaultEvent& event, const std::string& what) {
  std::string text;
  if (event.question > 0) text = fmt::format("question {}: ", event.question);
  if (event.question > 0 && event.hand > 1) text = fmt::format("hand {}, {}", event.hand, text);
  text += fmt::format("{}: {}", fault_name(event.fault), what);
  // If the last line to the bot was a question, it is the one without an answer.
  if (event.fault == Fault::timeout && !event.sent.empty() && decode_ask(event.sent.back()))
    text += "; it was asked: " + printable(event.sent.back(), kLastWordsMax);
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
  const std::string words = last_words_of(event);
  return words.empty() ? "" : "; its stderr ends with: " + words;
}

bool names_error(std::string_view line) {
  if (line.starts_with("at ")) return false;
  static constexpr auto kWords = std::to_array<std::string_view>({"Error", "Exception", "panic"});
  return std::ranges::any_of(kWords, [&](std::string_view word) { return line.find(word) != std::string_view::npos; });
}

}  // namespace arena
