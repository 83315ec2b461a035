#include "arena/game/table/fault.h"

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
  const bool by_itself = end.kind == ProcessEnd::Kind::exited || end.kind == ProcessEnd::Kind::signaled;
  const long peak_mb = end.peak_kb / 1024;
  if (!by_itself || peak_mb * 10 < resources.memory_mb * 9L) return {};
  return "; its memory peaked at " + std::to_string(peak_mb) + " of " + std::to_string(resources.memory_mb) + " MB";
}

FoundFault before_ready(std::string_view line) {
  const Telltale telltale = telltale_of(line, 0);
  const std::string why = told(telltale, line, 0);
  return {Fault::garbage, "before 'ready': " + printable(line) + (why.empty() ? "" : "; " + why), telltale};
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

FoundFault fault_of(Violation violation, const Limits& limits, std::string_view text) {
  switch (violation) {
    case Violation::hello_unread:
      return {Fault::start_timeout, "does not read its input"};
    case Violation::not_ready:
      return {Fault::start_timeout, "no 'ready' within " + std::to_string(limits.startup.count()) + " ms"};
    case Violation::line_before_ready:
      return before_ready(text);
    case Violation::lines_before_ready:
      return {Fault::flood, "more than " + hearts::counted(limits.stray_lines, "line") + " before 'ready'"};
    case Violation::long_line:
      return {Fault::flood, "a line of more than " + std::to_string(kLineBytesMax) + " bytes"};
    case Violation::many_lines:
      return {Fault::flood, "more than " + hearts::counted(limits.stray_lines, "line") + " without an answer"};
    case Violation::line_unasked:
      return {Fault::garbage, "no question was open: " + printable(text)};
    case Violation::no_answer:
      return {Fault::garbage, std::string(text)};
    case Violation::wrong_words:
      return {Fault::illegal, std::string(text)};
    case Violation::unread:
      return {Fault::timeout, "does not read its input"};
    case Violation::first_silence:
      return {Fault::timeout, "no answer in time; does the bot flush its output?", Telltale::first_silence};
    case Violation::silence:
      return {Fault::timeout, "no answer in time"};
    case Violation::bank_spent:
      return {Fault::timeout, "no answer in time: its bank is used up" + std::string(text), Telltale::bank_spent};
    case Violation::stopped:
      return {Fault::stopped, "stopped by a signal"};
    case Violation::busy:
      return {Fault::cpu, std::string(text)};
    case Violation::starved:
      return {Fault::sandbox, std::string(text)};
    case Violation::starts_spent:
      return {Fault::start_failed, std::string(text)};
  }
  return {};
}

FoundFault fault_of_unfinished(std::string_view bytes, int id, const Limits& limits) {
  FoundFault found = fault_of(id > 0 ? Violation::silence : Violation::not_ready, limits);
  found.detail += ": it wrote '" + printable(bytes, kUnfinishedMax) + "' and no newline after it";
  found.telltale = lacks_newline_only(bytes, id) ? Telltale::no_newline : Telltale::unfinished;
  return found;
}

FoundFault fault_of_end(const ProcessEnd& end, Reached reached, const Resources& resources) {
  FoundFault found{};
  switch (end.kind) {
    case ProcessEnd::Kind::exited:
      found = {Fault::exited, "exit code " + std::to_string(end.number)};
      break;
    case ProcessEnd::Kind::signaled:
      found = {Fault::killed_by_signal, signal_text(end.number)};
      break;
    case ProcessEnd::Kind::not_started:
      return {Fault::start_failed, "cannot be run: " + std::string(std::strerror(end.number))};
    case ProcessEnd::Kind::out_of_memory:
      return {Fault::memory, "killed: it passed its limit of " + std::to_string(resources.memory_mb) + " MB of memory"};
    case ProcessEnd::Kind::sandbox_failed:
      return {Fault::sandbox, "the sandbox ended without a report"};
    case ProcessEnd::Kind::machine_full:
      return {Fault::sandbox, "killed: the machine had no memory left, and the bot was within its limit of " +
                                  std::to_string(resources.memory_mb) + " MB"};
    case ProcessEnd::Kind::killed:
      return {Fault::sandbox, "killed by a hand outside the arena"};
    case ProcessEnd::Kind::running:
      if (reached == Reached::input) return {Fault::closed_input, "closed its standard input"};
      return {Fault::closed_output, "closed its standard output"};
  }
  if (reached == Reached::start) found = {Fault::start_failed, found.detail + " before 'ready'"};
  found.detail += memory_note(end, resources);
  return found;
}

}  // namespace arena
