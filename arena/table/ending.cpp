#include "arena/table/ending.h"

#include <cstring>

namespace arena {
namespace {

std::string signal_text(int number) {
  const char* name = sigabbrev_np(number);
  return "signal " + std::to_string(number) + (name != nullptr ? " (SIG" + std::string(name) + ")" : "");
}

}  // namespace

Ending ending_of(const ProcessEnd& end, bool input, const Resources& resources) {
  switch (end.kind) {
    case ProcessEnd::Kind::exited:
      return {Fault::exited, "exit code " + std::to_string(end.number)};
    case ProcessEnd::Kind::signaled:
      return {Fault::killed_by_signal, signal_text(end.number)};
    case ProcessEnd::Kind::not_started:
      return {Fault::start_failed, "cannot be run: " + std::string(std::strerror(end.number))};
    case ProcessEnd::Kind::out_of_memory:
      return {Fault::memory, "killed: it passed its limit of " + std::to_string(resources.memory_mb) + " MB of memory"};
    case ProcessEnd::Kind::box_failed:
      return {Fault::sandbox, "the box ended without a report"};
    case ProcessEnd::Kind::running:
      break;
  }
  return input ? Ending{Fault::closed_input, "closed its standard input"}
               : Ending{Fault::closed_output, "closed its standard output"};
}

std::string memory_note(const ProcessEnd& end, const Resources& resources) {
  const bool by_itself = end.kind == ProcessEnd::Kind::exited || end.kind == ProcessEnd::Kind::signaled;
  const long peak_mb = end.peak_kb / 1024;
  if (!by_itself || peak_mb * 10 < resources.memory_mb * 9L) return {};
  return "; its memory peaked at " + std::to_string(peak_mb) + " of " + std::to_string(resources.memory_mb) + " MB";
}

}  // namespace arena
