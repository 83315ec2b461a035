#include "arena/league/run/run_costs.h"

#include <sys/resource.h>

namespace arena {
namespace {

Duration used_by(__rusage_who who) {
  rusage usage = {};
  ::getrusage(who, &usage);
  const auto duration = [](const timeval& time) {
    return std::chrono::seconds(time.tv_sec) + std::chrono::microseconds(time.tv_usec);
  };
  return duration(usage.ru_utime) + duration(usage.ru_stime);
}

}  // namespace

void RunCosts::add(const RunCosts& more) {
  starting += more.starting;
  playing += more.playing;
  answering += more.answering;
  recording += more.recording;
  ending += more.ending;
  waiting += more.waiting;
  decisions += more.decisions;
  starts += more.starts;
  arena_cpu += more.arena_cpu;
  bots_cpu += more.bots_cpu;
  children_cpu += more.children_cpu;
  peak_kb = std::max(peak_kb, more.peak_kb);
}

Duration ProcessorTime::of_self() { return used_by(RUSAGE_SELF); }
Duration ProcessorTime::of_children() { return used_by(RUSAGE_CHILDREN); }

}  // namespace arena
