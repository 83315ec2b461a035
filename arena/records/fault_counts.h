#pragma once

#include <string>
#include <utility>
#include <vector>

#include "arena/table/fault.h"

namespace arena {

/// How often each fault happened. Most bots have none: that takes no memory beside the object.
class FaultCounts {
 public:
  /// `times` at least 1.
  void add(Fault fault, int times = 1);
  void add(const FaultCounts& more);
  int total() const;
  /// Those that happened, in the order of the enumeration.
  const std::vector<std::pair<Fault, int>>& each() const { return counts_; }
  /// "timeout:2 illegal:1"; empty when there is none.
  std::string text() const;

  bool operator==(const FaultCounts&) const = default;

 private:
  std::vector<std::pair<Fault, int>> counts_;
};

}  // namespace arena
