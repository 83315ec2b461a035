#pragma once

#include <map>
#include <string>

#include "arena/table/fault.h"
#include "engine/typed_text.h"

namespace arena {

/// How often each fault happened. Most bots have none: that takes no memory beside the object.
class FaultCounts {
 public:
  /// `times` at least 1.
  void add(Fault fault, int times = 1) { counts_[fault] += times; }
  void add(const FaultCounts& more) {
    for (const auto& [fault, times] : more.counts_) add(fault, times);
  }
  int total() const {
    int sum = 0;
    for (const auto& [fault, times] : counts_) sum += times;
    return sum;
  }
  /// Those that happened, in the order of the enumeration.
  const std::map<Fault, int>& each() const { return counts_; }
  /// "timeout:2 illegal:1"; empty when there is none.
  std::string text() const {
    return hearts::joined(counts_, " ", [](const auto& one) {
      return std::string(fault_name(one.first)) + ":" + std::to_string(one.second);
    });
  }

  bool operator==(const FaultCounts&) const = default;

 private:
  std::map<Fault, int> counts_;
};

}  // namespace arena
