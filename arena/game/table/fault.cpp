#include "arena/game/table/fault.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "arena/base/text/printable.h"
#include "arena/bots/process/incoming.h"
#include "engine/typed_text.h"

namespace arena {
namespace {

/// In the order of Fault.
constexpr std::array<std::string_view, 14> kFaultNames = {
    "start_failed",     "start_timeout", "timeout",      "illegal", "garbage", "flood", "exited",
    "killed_by_signal", "closed_output", "closed_input", "stopped", "memory",  "cpu",   "sandbox"};
static_assert(kFaultNames.size() == static_cast<std::size_t>(Fault::sandbox) + 1);

/// Shown of what no newline ended.
constexpr std::size_t kUnfinishedMax = 100;

std::string signal_text(int number) {
  const char* name = sigabbrev_np(number);
  return "signal " + std::to_string(number) + (name != nullptr ? " (SIG" + std::string(name) + ")" : "");
}

/// Says that the memory peaked, for one that came near its limit and ended by itself: that may be why. Else empty.
std::string memory_note(const ProcessEnd& end, const Resources& resources) {
  const long peak_mb = end.peak_kb / 1024;
  if (peak_mb * 10 < resources.memory_mb * 9L) return {};
  return "; its memory peaked at " + std::to_string(peak_mb) + " of " + std::to_string(resources.memory_mb) + " MB";
}

/// How a fault of a bot that still runs is told.
struct FaultRow {
  Evidence evidence;
  Fault fault;
  std::string_view text;  ///< {0}: the limit of a start in ms, {1}: of lines, {2}: of a line in bytes; what follows
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
    {Evidence::bank_spent, Fault::timeout, "no answer in time: its bank is used up"},
    {Evidence::stopped, Fault::stopped, "stopped by a signal"},
    {Evidence::busy, Fault::cpu, ""},
    {Evidence::starved, Fault::sandbox, ""},
    {Evidence::starts_spent, Fault::start_failed, ""},
});

/// Of any other evidence: a line that is no answer.
constexpr FaultRow kNoAnswer = {Evidence::no_answer, Fault::garbage, ""};

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
  found.detail += ": it wrote '" + printable(bytes, kUnfinishedMax) + "' and no newline after it";
  found.evidence = lacks_newline_only(bytes, id) ? Evidence::no_newline : Evidence::unfinished;
  return found;
}

FoundFault fault_of_end(const ProcessEnd& end, Evidence evidence, const Resources& resources) {
  using Kind = ProcessEnd::Kind;
  const std::string memory = std::to_string(resources.memory_mb) + " MB";
  if (end.kind == Kind::not_started)
    return {Fault::start_failed, "cannot be run: " + std::string(std::strerror(end.number))};
  if (end.kind == Kind::out_of_memory)
    return {Fault::memory, "killed: it passed its limit of " + memory + " of memory"};
  if (end.kind == Kind::sandbox_failed) return {Fault::sandbox, "the sandbox ended without a report"};
  if (end.kind == Kind::machine_full)
    return {Fault::sandbox, "killed: the machine had no memory left, and the bot was within its limit of " + memory};
  if (end.kind == Kind::killed) return {Fault::sandbox, "killed by a hand outside the arena"};
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
