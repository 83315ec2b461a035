#pragma once

#include <boost/json/fwd.hpp>
#include <chrono>
#include <string>
#include <vector>

#include "arena/doctor/isolation_probe.h"
#include "arena/doctor/machine_offers.h"

namespace arena {

/// What `arena doctor` found.
struct Diagnosis {
  MachineOffers offers;
  IsolationProbe probe;
  Isolation required = Isolation::user;
  int starts = 0;                          ///< that were measured, of each kind
  std::chrono::microseconds bare_start{};  ///< median, without isolation
  std::chrono::microseconds start{};       ///< median, at the best isolation

  bool is_good() const { return probe.best.failure.empty() && probe.best.isolation >= required; }
};

/// Something that would give a stronger isolation.
struct Advice {
  std::string what;     ///< a sentence
  std::string command;  ///< for a shell; may be empty
};

/// What to install or switch on, most helpful first; nothing at Isolation::full.
std::vector<Advice> advice_of(const Diagnosis& diagnosis);

/// For people: machine, levels, each act, advice, costs.
std::string doctor_text(const Diagnosis& diagnosis);

/// The same for programs. FORMAT.md documents it.
boost::json::object doctor_json(const Diagnosis& diagnosis);

}  // namespace arena
