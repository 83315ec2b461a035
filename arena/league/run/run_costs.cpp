#include "arena/league/run/run_costs.h"

#include <fmt/format.h>
#include <sys/resource.h>

#include "engine/typed_text.h"

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

std::string costs_text(const RunCosts& costs, int workers) {
  const auto seconds = [](Duration time) { return std::chrono::duration<double>(time).count(); };
  const double all = seconds(costs.all());
  const auto part = [&](Duration time) { return all > 0 ? 100 * seconds(time) / all : 0; };
  const Duration arenas = std::max(costs.playing - costs.answering, Duration::zero());
  const double took = all / workers;
  std::string text = fmt::format(
      "{:.1f} s at {}: {:.0f}% bots' answers, {:.0f}% the rest of their games, {:.0f}% starting bots, {:.0f}% "
      "recording, {:.0f}% ending bots, {:.0f}% waiting at the ends of epochs\n",
      took, hearts::counted(workers, "table"), part(costs.answering), part(arenas), part(costs.starting),
      part(costs.recording), part(costs.ending), part(costs.waiting));
  text +=
      fmt::format("{}, {:.0f} a second; {} of bots\n", hearts::counted(costs.decisions, "decision"),
                  took > 0 ? static_cast<double>(costs.decisions) / took : 0, hearts::counted(costs.starts, "start"));
  text += fmt::format(
      "{:.1f} s of processor time: {:.1f} s the arena, {:.1f} s bots in their games, {:.1f} s to start and end them; "
      "{} "
      "MB of memory in the arena at most while it played\n",
      seconds(costs.arena_cpu + costs.children_cpu), seconds(costs.arena_cpu), seconds(costs.bots_cpu),
      seconds(costs.starts_cpu()), costs.peak_kb / 1024);
  return text;
}

Duration ProcessorTime::of_self() { return used_by(RUSAGE_SELF); }
Duration ProcessorTime::of_children() { return used_by(RUSAGE_CHILDREN); }

}  // namespace arena
