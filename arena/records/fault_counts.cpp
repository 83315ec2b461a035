#include "arena/records/fault_counts.h"

#include <algorithm>

namespace arena {

void FaultCounts::add(Fault fault, int times) {
  const auto place = std::find_if(counts_.begin(), counts_.end(), [&](const auto& one) { return one.first >= fault; });
  if (place != counts_.end() && place->first == fault) {
    place->second += times;
  } else {
    counts_.insert(place, {fault, times});
  }
}

void FaultCounts::add(const FaultCounts& more) {
  for (const auto& [fault, times] : more.counts_) add(fault, times);
}

int FaultCounts::total() const {
  int sum = 0;
  for (const auto& [fault, times] : counts_) sum += times;
  return sum;
}

std::string FaultCounts::text() const {
  std::string text;
  for (const auto& [fault, times] : counts_) {
    if (!text.empty()) text += ' ';
    text += std::string(fault_name(fault)) + ":" + std::to_string(times);
  }
  return text;
}

}  // namespace arena
