#include "arena/table/fault.h"

#include <array>

namespace arena {
namespace {

struct FaultName {
  Fault fault;
  std::string_view name;
};

constexpr auto kNames = std::to_array<FaultName>({
    {Fault::start_failed, "start_failed"},
    {Fault::start_timeout, "start_timeout"},
    {Fault::timeout, "timeout"},
    {Fault::illegal, "illegal"},
    {Fault::garbage, "garbage"},
    {Fault::flood, "flood"},
    {Fault::exited, "exited"},
    {Fault::killed_by_signal, "killed_by_signal"},
    {Fault::closed_output, "closed_output"},
    {Fault::closed_input, "closed_input"},
    {Fault::stopped, "stopped"},
    {Fault::memory, "memory"},
    {Fault::cpu, "cpu"},
    {Fault::sandbox, "sandbox"},
});

}  // namespace

std::string_view fault_name(Fault fault) {
  for (const auto& [candidate, name] : kNames) {
    if (candidate == fault) return name;
  }
  return "unknown";
}

std::optional<Fault> find_fault(std::string_view name) {
  for (const auto& [fault, candidate] : kNames) {
    if (candidate == name) return fault;
  }
  return std::nullopt;
}

std::string_view blame_name(Blame blame) {
  switch (blame) {
    case Blame::bot:
      return "bot";
    case Blame::arena:
      return "arena";
    case Blame::machine:
      return "machine";
  }
  return "unknown";
}

}  // namespace arena
