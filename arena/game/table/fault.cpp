#include "arena/game/table/fault.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstring>

#include "arena/base/text/card_paint.h"
#include "arena/base/text/legible.h"
#include "arena/base/text/printable.h"
#include "arena/base/text/words.h"
#include "arena/bots/process/incoming.h"
#include "arena/bots/protocol/decode.h"
#include "engine/typed_text.h"

namespace arena {
namespace {

/// In the order of Fault.
constexpr std::array<std::string_view, 14> kFaultNames = {
    "start_failed",     "start_timeout", "timeout",      "illegal", "garbage", "flood", "exited",
    "killed_by_signal", "closed_output", "closed_input", "stopped", "memory",  "cpu",   "sandbox"};
static_assert(kFaultNames.size() == static_cast<std::size_t>(Fault::sandbox) + 1);

/// A fault shows no more bytes of an unfinished line or a remark than this.
constexpr std::size_t kUnfinishedMax = 100;

std::string signal_text(int number) {
  const char* name = sigabbrev_np(number);
  return "signal " + std::to_string(number) + (name != nullptr ? " (SIG" + std::string(name) + ")" : "");
}

/// Returns a clause about the memory of a bot that came near its limit and ended on its own, since that may be the
/// cause. Otherwise returns an empty text.
std::string memory_note(const ProcessEnd& end, const Resources& resources) {
  const long peak_mb = end.peak_kb / 1024;
  if (peak_mb * 10 < resources.memory_mb * 9L) return {};
  return "; its memory peaked at " + std::to_string(peak_mb) + " of " + std::to_string(resources.memory_mb) + " MB";
}

/// The fault that follows from some evidence about a bot that still runs, and how it is described.
struct FaultRow {
  Evidence evidence;
  Fault fault;
  /// The beginning of the description. {0} is the limit of a start in ms, {1} that of lines, {2} that of a line in
  /// bytes.
  std::string_view text;
};
constexpr auto kFaultRows = std::to_array<FaultRow>({
    {Evidence::hello_unread, Fault::start_timeout, "does not read its input"},
    {Evidence::not_ready, Fault::start_timeout, "no 'ready' within {0} ms"},
    {Evidence::line_before_ready, Fault::garbage, "before 'ready': "},
    {Evidence::lines_before_ready, Fault::flood, "more than {1} before 'ready'"},
    {Evidence::long_line, Fault::flood, "a line of more than {2} bytes"},
    {Evidence::many_lines, Fault::flood, "more than {1} without an answer"},
    {Evidence::line_unasked, Fault::garbage, "no question was open: "},
    {Evidence::wrong_words, Fault::illegal, ""},
    {Evidence::commas, Fault::illegal, ""},
    {Evidence::unread, Fault::timeout, "does not read its input"},
    {Evidence::silence, Fault::timeout, "no answer in time"},
    {Evidence::first_silence, Fault::timeout, "no answer in time; does the bot flush its output?"},
    {Evidence::first_thought, Fault::timeout, "no answer in time: it was still computing; let it think for less time"},
    {Evidence::bank_spent, Fault::timeout, "no answer in time: its bank is used up"},
    {Evidence::stopped, Fault::stopped, "stopped by a signal"},
    {Evidence::busy, Fault::cpu, ""},
    {Evidence::starved, Fault::sandbox, ""},
    {Evidence::restarts_used_up, Fault::start_failed, ""},
});

/// The row for any other evidence: a line that is not an answer.
constexpr FaultRow kNoAnswer = {Evidence::no_answer, Fault::garbage, ""};

constexpr std::size_t kWordMax = 40;

bool is_ascii(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c >= 0; });
}

/// Whether the word is the id as a program writes it that has converted it to a number: 461968001.0, 461,968,001,
/// 4.61968e+08, 0461968001.
bool means(std::string_view word, int id) {
  std::string plain;
  for (const char c : word.substr(0, kWordMax)) {
    if (c != ',' && c != '_' && c != '\'') plain += c;
  }
  if (plain.empty() || plain.find_first_not_of("0123456789.eE+-") != std::string::npos) return false;
  double number = 0;
  const char* const end = plain.data() + plain.size();
  const auto [read, error] = std::from_chars(plain.data() + (plain.front() == '+' ? 1 : 0), end, number);
  const bool is_rough = plain.find_first_of("eE") != std::string::npos;
  return error == std::errc() && read == end && std::abs(number - id) <= (is_rough ? id * 1e-4 : 0);
}

/// Returns a card whose suit is a symbol in the protocol's letters, or an empty text if the word is not such a card.
std::string in_letters(std::string_view word) {
  for (const auto& [symbol, letter] : kSuitSymbols) {
    const std::size_t at = word.find(symbol);
    if (at == std::string_view::npos) continue;
    const std::string rank = std::string(word.substr(0, at)) + std::string(word.substr(at + symbol.size()));
    if (rank.size() == 1 && is_ascii(rank)) return rank + letter;
  }
  return {};
}

std::string not_ascii_text(std::string_view line, bool is_answer) {
  const std::vector<std::string_view> words = words_of(line);
  const auto odd = std::find_if_not(words.begin(), words.end(), is_ascii);
  const std::string_view word = odd == words.end() ? std::string_view() : *odd;
  std::string text = (is_answer ? "the number is right, but '" : "'") + printable(word, kWordMax) + "' is not ASCII";
  const std::string card = in_letters(word);
  if (is_answer) text += card.empty() ? ": write each word as it is offered" : ": write " + card + ", as it is offered";
  return text;
}

}  // namespace

std::string_view fault_name(Fault fault) { return kFaultNames[static_cast<std::size_t>(fault)]; }

std::optional<Fault> find_fault(std::string_view name) {
  const auto found = std::ranges::find(kFaultNames, name);
  if (found == kFaultNames.end()) return std::nullopt;
  return static_cast<Fault>(found - kFaultNames.begin());
}

std::string_view blame_name(Blame blame) {
  static constexpr std::string_view kNames[] = {"bot", "arena", "machine"};
  return kNames[static_cast<std::size_t>(blame)];
}

Evidence evidence_in(std::string_view line, int id) {
  if (line.starts_with("\xEF\xBB\xBF")) return Evidence::byte_order_mark;
  if (is_utf16(line)) return Evidence::utf16;
  if (line.find('\0') != std::string_view::npos) return Evidence::zero_bytes;
  std::string_view rest = line;
  const std::string_view word = cut_word(rest);
  const bool begins_well = id > 0 ? word == std::to_string(id) : word == "ready";
  if (begins_well && !is_ascii(rest)) return Evidence::not_ascii;
  return id > 0 && !begins_well && means(word, id) ? Evidence::changed_number : Evidence::no_answer;
}

bool lacks_newline_only(std::string_view bytes, int id) {
  const BotLine line = decode_bot_line(bytes);
  return id > 0 ? line.kind == BotLine::Kind::answer && line.id == id : line.kind == BotLine::Kind::ready;
}

std::string describe_moment(const FaultEvent& event) {
  if (event.hand == 0) return "before the first hand";
  if (event.question == 0) return fmt::format("in hand {}, before its first question", event.hand);
  return fmt::format("in hand {}, question {}", event.hand, event.question);
}

std::string describe(Evidence evidence, std::string_view line, int id) {
  if (evidence == Evidence::byte_order_mark) return "it begins with a byte-order mark (EF BB BF)";
  if (evidence == Evidence::utf16) return "that is UTF-16, and lines are ASCII";
  if (evidence == Evidence::not_ascii) return not_ascii_text(line, id > 0);
  if (evidence == Evidence::changed_number)
    return "that is the number " + std::to_string(id) + ", but not as it was asked with";
  if (evidence != Evidence::zero_bytes) return {};
  return hearts::counted(std::count(line.begin(), line.end(), '\0'), "byte") +
         " of value 0: does it write its whole buffer?";
}

FoundFault fault_of(Evidence evidence, const Limits& limits, std::string_view text) {
  const auto* const row = std::ranges::find(kFaultRows, evidence, &FaultRow::evidence);
  const FaultRow& found = row == kFaultRows.end() ? kNoAnswer : *row;
  std::string detail = fmt::format(fmt::runtime(found.text), limits.startup.count(),
                                   hearts::counted(limits.stray_lines, "line"), kLineBytesMax);
  const bool is_raw = evidence == Evidence::line_before_ready || evidence == Evidence::line_unasked;
  detail += is_raw ? printable(text) : std::string(text);
  if (evidence != Evidence::line_before_ready) return {found.fault, std::move(detail), evidence};
  const Evidence bytes = evidence_in(text, 0);
  if (const std::string why = describe(bytes, text, 0); !why.empty()) detail += "; " + why;
  return {found.fault, std::move(detail), bytes};
}

FoundFault fault_of_unfinished(std::string_view bytes, int id, const Limits& limits) {
  FoundFault found = fault_of(id > 0 ? Evidence::silence : Evidence::not_ready, limits);
  found.detail += ": it wrote '" + printable(bytes, kUnfinishedMax) + "' without a newline";
  found.evidence = lacks_newline_only(bytes, id) ? Evidence::no_newline : Evidence::unfinished;
  return found;
}

FoundFault fault_of_remark(std::string_view remark, int id, const Limits& limits) {
  FoundFault found = fault_of(Evidence::silence, limits);
  found.detail += fmt::format(
      ": its line '{}' is a remark, since it begins with {}; write the answer on a line of its own that begins with {}",
      printable(remark, kUnfinishedMax), remark.starts_with('#') ? "#" : "info", id);
  found.evidence = Evidence::answer_in_remark;
  return found;
}

FoundFault fault_of_end(const ProcessEnd& end, Evidence evidence, const Resources& resources) {
  using Kind = ProcessEnd::Kind;
  const std::string memory = std::to_string(resources.memory_mb) + " MB";
  if (end.kind == Kind::not_started)
    return {Fault::start_failed, "cannot be run: " + std::string(std::strerror(end.number))};
  if (end.kind == Kind::out_of_memory)
    return {Fault::memory, "killed: it exceeded its limit of " + memory + " of memory"};
  if (end.kind == Kind::sandbox_failed) return {Fault::sandbox, "the sandbox ended without a report"};
  if (end.kind == Kind::machine_full)
    return {Fault::sandbox, "killed: the machine ran out of memory, and the bot was within its limit of " + memory};
  if (end.kind == Kind::killed) return {Fault::sandbox, "killed by something outside the arena"};
  if (end.kind == Kind::running && evidence == Evidence::input_closed)
    return {Fault::closed_input, "closed its standard input"};
  if (end.kind == Kind::running) return {Fault::closed_output, "closed its standard output"};
  const bool has_exited = end.kind == Kind::exited;
  const std::string how = has_exited ? "exit code " + std::to_string(end.number) : signal_text(end.number);
  if (evidence == Evidence::gone_before_ready)
    return {Fault::start_failed, how + " before 'ready'" + memory_note(end, resources)};
  return {has_exited ? Fault::exited : Fault::killed_by_signal, how + memory_note(end, resources)};
}

}  // namespace arena
