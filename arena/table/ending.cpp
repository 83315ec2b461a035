#include "arena/table/ending.h"

#include <cstring>

namespace arena {
namespace {

std::string signal_text(int number) {
  const char* name = sigabbrev_np(number);
  return "signal " + std::to_string(number) + (name != nullptr ? " (SIG" + std::string(name) + ")" : "");
}

}  // namespace

Ending ending_of(const ProcessEnd& end, bool input) {
  switch (end.kind) {
    case ProcessEnd::Kind::exited:
      return {Fault::exited, "exit code " + std::to_string(end.number)};
    case ProcessEnd::Kind::signaled:
      return {Fault::killed_by_signal, signal_text(end.number)};
    case ProcessEnd::Kind::not_started:
      return {Fault::start_failed, "cannot be run: " + std::string(std::strerror(end.number))};
    case ProcessEnd::Kind::out_of_memory:
      return {Fault::memory, "killed: it passed its memory limit"};
    case ProcessEnd::Kind::box_failed:
      return {Fault::sandbox, "the box ended without a report"};
    case ProcessEnd::Kind::running:
      break;
  }
  return input ? Ending{Fault::closed_input, "closed its standard input"}
               : Ending{Fault::closed_output, "closed its standard output"};
}

}  // namespace arena
