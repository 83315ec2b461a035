#include "arena/admission/check/mistake.h"

#include <algorithm>
#include <array>

#include "arena/base/text/printable.h"
#include "arena/base/text/words.h"
#include "arena/bots/protocol/decode.h"
#include "engine/typed_text.h"

namespace arena {
namespace {

/// Faults that come of one mistake only.
constexpr auto kOfFaults = std::to_array<std::pair<Fault, Mistake>>({{Fault::flood, Mistake::flood},
                                                                     {Fault::start_failed, Mistake::cannot_start},
                                                                     {Fault::killed_by_signal, Mistake::crashes},
                                                                     {Fault::closed_output, Mistake::closes_stream},
                                                                     {Fault::closed_input, Mistake::closes_stream},
                                                                     {Fault::stopped, Mistake::stops_itself},
                                                                     {Fault::memory, Mistake::memory},
                                                                     {Fault::cpu, Mistake::processor}});

/// The mistakes of faults that show by themselves how they came about.
constexpr auto kOfTelltales =
    std::to_array<std::pair<Telltale, Mistake>>({{Telltale::byte_order_mark, Mistake::byte_order_mark},
                                                 {Telltale::utf16, Mistake::utf16},
                                                 {Telltale::zero_bytes, Mistake::zero_bytes},
                                                 {Telltale::not_ascii, Mistake::not_ascii},
                                                 {Telltale::changed_number, Mistake::changed_number},
                                                 {Telltale::commas, Mistake::commas},
                                                 {Telltale::no_newline, Mistake::no_newline},
                                                 {Telltale::bank_spent, Mistake::spends_bank}});

/// Whose faults' own words leave nothing open.
constexpr auto kToldInFull = std::to_array({Telltale::no_newline, Telltale::unfinished, Telltale::bank_spent});

/// Bytes of stderr that are told.
constexpr std::size_t kLastWordsMax = 100;

/// The question that was asked last.
std::optional<AskLine> last_ask(const FaultEvent& event) {
  return event.sent.empty() ? std::nullopt : decode_ask(event.sent.back());
}

/// The line begins with a word of the question: an answer that lacks its number.
bool lacks_number(const FaultEvent& event) {
  const auto said = words_of(event.received.back());
  const auto asked = last_ask(event);
  return asked && !said.empty() &&
         (said.front() == asked->kind ||
          std::find(asked->words.begin(), asked->words.end(), said.front()) != asked->words.end());
}

/// The word `ready` and nothing else, but in capitals or with signs around it.
bool is_almost_ready(std::string_view line) {
  std::string letters;
  for (const char c : line) {
    if (c >= 'a' && c <= 'z') letters += c;
    if (c >= 'A' && c <= 'Z') letters += static_cast<char>(c - 'A' + 'a');
  }
  return letters == "ready" && words_of(line).size() == 1;
}

/// A line of what stderr tells names an error; lines of where it came from, as "at emitError (...)", do not.
bool names_error(std::string_view line) {
  if (line.starts_with("at ")) return false;
  static constexpr auto kWords = std::to_array<std::string_view>({"Error", "Exception", "panic"});
  return std::any_of(kWords.begin(), kWords.end(),
                     [&](std::string_view word) { return line.find(word) != std::string_view::npos; });
}

bool tells_error(const FaultEvent& event) {
  return std::any_of(event.stderr_tail.begin(), event.stderr_tail.end(),
                     [](const StderrChunk& chunk) { return names_error(chunk.text); });
}

/// Before the lines that say where an error came from: Lua's, Tcl's.
constexpr auto kTraces = std::to_array<std::string_view>({"\nstack traceback:", "\n    while executing"});

/// Of what the bot wrote to stderr last, where most languages say why they end: the last line that names an error, or
/// the last of all before a trace.
std::string last_words(const FaultEvent& event) {
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

/// The question that has no answer, if that was the last line to the bot.
std::string asked(const FaultEvent& event) {
  if (event.fault != Fault::timeout || !last_ask(event)) return {};
  return "; it was asked: " + printable(event.sent.back(), kLastWordsMax);
}

std::string story(const FaultEvent& event, const std::string& what) {
  std::string text;
  if (event.question > 0) text = "question " + std::to_string(event.question) + ": ";
  if (event.question > 0 && event.hand > 1) text = "hand " + std::to_string(event.hand) + ", " + text;
  text += std::string(fault_name(event.fault)) + ": " + what + asked(event);
  return text + told_last(event);
}

/// The process has played cards, and has never answered a question of this kind.
bool is_of_new_kind(const FaultEvent& event, const Overheard& overheard) {
  const auto ask = last_ask(event);
  return ask && overheard.kinds.contains("play") && !overheard.kinds.contains(std::string(ask->kind));
}

/// Of a bot that has not said `ready` at all.
std::string no_ready(const FaultEvent& event, const Overheard& overheard) {
  const bool has_read = !overheard.unread || overheard.reads_no_more;
  const std::string greeting = has_read ? "it has read its greeting" : "its greeting lies unread";
  if (overheard.waits_for == WaitsFor::itself)
    return event.detail + ": " + greeting + ", and all its threads wait for locks or for each other";
  if (overheard.computes) {
    return event.detail + ", nor long after: " + greeting + ", and it computes" +
           (overheard.computes_only ? "; of late it has neither read nor written nor got memory" : "");
  }
  if (overheard.reads_no_more) return event.detail + ", nor long after: " + greeting + ", and reads no further line";
  if (overheard.unread) return event.detail + ", nor long after, and " + greeting;
  return event.detail + ", nor with another line, nor when the input was closed";
}

/// What the fault's own words leave open.
std::string what_happened(const FaultEvent& event, const Overheard& overheard) {
  if (std::ranges::find(kToldInFull, event.telltale) != kToldInFull.end()) return event.detail;
  if (event.fault == Fault::memory && overheard.first_peak_kb > 0) {
    return event.detail + "; after the first game of this process its memory had peaked at " +
           std::to_string(overheard.first_peak_kb / 1024) + " MB";
  }
  if (event.fault == Fault::timeout || event.fault == Fault::start_timeout) {
    const std::string what = event.fault == Fault::timeout ? "the answer" : "'ready'";
    if (overheard.came_at_close) return what + " came only when the input was closed";
    if (overheard.came_with_more) return what + " came only with another line";
    if (overheard.came_late) {
      std::string text =
          what + " came when its time was over, " + std::to_string(to_ms(overheard.late_by).count()) + " ms too late";
      if (event.fault == Fault::timeout && overheard.waits_on_others) {
        text += "; its first process used the processor for " + std::to_string(to_ms(overheard.own_cpu).count()) +
                " of " + std::to_string(to_ms(overheard.took).count()) + " ms";
      }
      return text;
    }
    const std::string silence = "no answer in " + std::to_string(to_ms(overheard.took).count()) + " ms";
    if (event.fault == Fault::timeout && overheard.computes)
      return silence + ", of which it computed for " + std::to_string(to_ms(overheard.own_cpu).count()) + " ms";
    if (event.fault == Fault::timeout && overheard.reads_no_more) return silence + ", and what it was sent lies unread";
    if (event.fault == Fault::timeout && is_of_new_kind(event, overheard)) {
      const auto name = [](const std::string& kind) { return "'" + printable(kind) + "'"; };
      return "no answer to a question of kind '" + std::string(last_ask(event)->kind) + "'; it has answered those of " +
             hearts::joined(overheard.kinds, ", ", name);
    }
    if (event.fault == Fault::timeout) return "no answer, not even when the input was closed";
    return no_ready(event, overheard);
  }
  return event.detail;
}

/// The question leaves no choice.
bool leaves_no_choice(const FaultEvent& event) {
  const auto ask = last_ask(event);
  return ask && ask->words.size() == ask->count;
}

/// No answer came at all, in a game.
Mistake mistake_of_silence(const FaultEvent& event, const Overheard& overheard, int game) {
  if (tells_error(event)) return Mistake::stands_still;
  if (overheard.computes) return Mistake::computes;
  if (overheard.reads_no_more) return Mistake::stuck;
  if (is_of_new_kind(event, overheard)) return Mistake::leaves_out_kind;
  if (game > 1 && event.question <= 1 && last_ask(event)) return Mistake::loses_input;
  if (leaves_no_choice(event)) return Mistake::leaves_out_one;
  return event.question > 1 ? Mistake::drops_error : Mistake::never_answers;
}

/// No `ready` came at all.
Mistake mistake_of_start(const Overheard& overheard) {
  if (overheard.waits_for == WaitsFor::itself) return Mistake::stuck_at_start;
  if (overheard.computes) return Mistake::computes_at_start;
  if (overheard.reads_no_more) return Mistake::stuck_at_start;
  return overheard.unread ? Mistake::still_starts : Mistake::never_ready;
}

/// Where lines end for a program whose buffer has a usual size, with a zero behind the text or without.
bool is_end_of_buffer(std::size_t bytes) {
  static constexpr auto kSizes = std::to_array<std::size_t>(
      {32, 50, 64, 80, 81, 82, 100, 120, 128, 132, 150, 200, 250, 255, 256, 300, 500, 512, 1000, 1024, 2000, 2048});
  return std::ranges::any_of(kSizes, [&](std::size_t size) { return bytes == size || bytes + 1 == size; });
}

/// An answer whose words are not those of the question.
Mistake mistake_of_words(const FaultEvent& event, const Overheard& overheard) {
  const auto ask = decode_ask(overheard.asked);
  if (!ask || event.received.empty()) return Mistake::illegal;
  std::vector<std::string_view> words = words_of(event.received.back());
  if (!words.empty()) words.erase(words.begin());
  const auto is_offered = [&](std::string_view word) {
    return std::ranges::find(ask->words, word) != ask->words.end();
  };
  const auto is_position = [&](std::string_view word) {
    return word.find_first_not_of("0123456789") == std::string_view::npos &&
           leading_number(word) <= std::ssize(ask->words) && !is_offered(word);
  };
  const auto wrong = std::ranges::find_if_not(words, is_offered);
  if (wrong == words.end()) return Mistake::illegal;
  const std::string_view line = overheard.asked;
  const auto is_cut_from = [&](std::string_view word) {
    const std::size_t begin = line.find(" " + std::string(word), line.find(" : ")) + 1;
    return word.starts_with(*wrong) && begin > 0 && is_end_of_buffer(begin + wrong->size());
  };
  // All words before the cut are whole. One that writes ranks alone has several such words where several are asked for.
  const bool is_only_one = std::ranges::count_if(words, is_offered) + 1 == std::ssize(words);
  if (is_only_one && std::ranges::any_of(ask->words, is_cut_from)) return Mistake::cuts_lines;
  return std::ranges::all_of(words, is_position) ? Mistake::positions : Mistake::illegal;
}

/// It has ended by itself, with an exit code.
Mistake mistake_of_exit(const FaultEvent& event, int game) {
  const bool at_start = event.fault == Fault::start_failed;
  if (event.end->left > 0 && event.end->number == 0) return Mistake::leaves_others;
  // What it said before the game began is not kept.
  const bool is_silent = event.stderr_tail.empty() && (game == 1 || event.question > 1);
  if (at_start) return is_silent ? Mistake::fails_at_start_silently : Mistake::fails_at_start;
  if (event.end->number == 0) return Mistake::leaves_early;
  return is_silent ? Mistake::fails_silently : Mistake::fails;
}

}  // namespace

std::string told_last(const FaultEvent& event) {
  const std::string words = last_words(event);
  return words.empty() ? "" : "; its stderr ends: " + words;
}

Mistake mistake_of(const FaultEvent& event, const Overheard& overheard, int game) {
  const auto told = std::ranges::find(kOfTelltales, event.telltale, &std::pair<Telltale, Mistake>::first);
  if (told != kOfTelltales.end()) return told->second;
  if (event.fault == Fault::timeout || event.fault == Fault::start_timeout) {
    const bool starts = event.fault == Fault::start_timeout;
    if (overheard.came_at_close) return Mistake::no_flush;
    if (overheard.came_with_more) return Mistake::waits_for_next;
    if (overheard.came_late && starts) return Mistake::ready_late;
    if (overheard.came_late) return overheard.waits_on_others ? Mistake::waits_on_others : Mistake::answers_late;
    return starts ? mistake_of_start(overheard) : mistake_of_silence(event, overheard, game);
  }
  const bool is_exit = event.fault == Fault::exited || event.fault == Fault::start_failed;
  if (is_exit && event.end && event.end->kind == ProcessEnd::Kind::exited) return mistake_of_exit(event, game);
  if (event.fault == Fault::illegal) return mistake_of_words(event, overheard);
  if (event.fault == Fault::garbage) {
    if (event.question == 0 && !event.received.empty() && is_almost_ready(event.received.back()))
      return Mistake::misspells_ready;
    // An answer by its form, to whatever question.
    const bool answers = !event.received.empty() &&
                         (decode_bot_line(event.received.back()).kind == BotLine::Kind::answer || lacks_number(event));
    return answers ? Mistake::wrong_number : Mistake::chatter;
  }
  const auto found = std::ranges::find(kOfFaults, event.fault, &std::pair<Fault, Mistake>::first);
  return found == kOfFaults.end() ? Mistake::leaves_early : found->second;
}

std::string story_of(const FaultEvent& event, const Overheard& overheard) {
  return story(event, what_happened(event, overheard));
}

std::string story_of(const FaultEvent& event) { return story(event, event.detail); }

}  // namespace arena
