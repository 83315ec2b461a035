#include "arena/bots/doctor/trace_probe.h"

#include <fmt/format.h>
#include <sys/random.h>

#include <cstdint>
#include <ctime>
#include <optional>
#include <stdexcept>
#include <system_error>

#include "arena/base/text/input_error.h"
#include "arena/base/text/system_failure.h"
#include "arena/base/text/words.h"
#include "arena/bots/doctor/isolation_probe.h"
#include "arena/bots/sandbox/kernel_caches.h"
#include "engine/typed_text.h"

namespace arena {
namespace {

constexpr std::size_t kWaysMax = 16;

/// Returns what the canary printed before "done". Throws std::runtime_error.
std::vector<std::string> run_canary(const Sandbox& sandbox, const CanaryScene& scene, std::vector<std::string> words) {
  const std::string mode = words.front();
  ProbeOutput output = run_and_read(sandbox, scene.canary(std::move(words)), kWaysMax);
  if (output.lines.empty() || output.lines.back() != "done")
    throw std::runtime_error(
        fmt::format("the canary did not {} its traces: {} {}", mode, describe_end(output), stderr_start(output)));
  output.lines.pop_back();
  return std::move(output.lines);
}

}  // namespace

std::vector<FoundTrace> probe_traces(const Sandbox& sandbox, const std::function<void()>& between) {
  const CanaryScene scene(sandbox.programs.canary, Resources{});
  std::uint64_t seed = 0;
  if (::getrandom(&seed, sizeof seed, 0) != sizeof seed) throw_errno("getrandom");
  between();
  const std::vector<std::string> arguments = {std::to_string(seed), std::to_string(std::time(nullptr))};
  run_canary(sandbox, scene, {"leave", arguments[0], arguments[1]});
  between();
  std::vector<FoundTrace> found;
  for (const std::string& text : run_canary(sandbox, scene, {"find", arguments[0], arguments[1]})) {
    std::string_view line = text;
    FoundTrace trace;
    trace.way = cut_word(line);
    trace.right = static_cast<int>(leading_number(cut_word(line)));
    trace.bits = static_cast<int>(leading_number(cut_word(line)));
    found.push_back(std::move(trace));
  }
  return found;
}

std::chrono::microseconds require_forgetful_kernel(const Sandbox& sandbox) {
  if (sandbox.isolation < Isolation::user) {
    throw InputError(fmt::format(
        "dropping the caches of the kernel is not enough at the isolation '{}': a bot sees when files of the "
        "machine were last read and how large they are, also those that the arena writes, and can find in "
        "that what an earlier process of it left. Add --isolation user, or leave out --drop-caches "
        "(\"between_epochs\" in the league file)",
        isolation_name(sandbox.isolation)));
  }
  std::chrono::steady_clock::duration time{};
  std::vector<FoundTrace> traces;
  try {
    traces = probe_traces(sandbox, [&time] {
      const auto start = std::chrono::steady_clock::now();
      drop_kernel_caches();
      time = std::chrono::steady_clock::now() - start;
    });
  } catch (const std::system_error& error) {
    throw InputError(
        fmt::format("the caches of the kernel cannot be dropped between epochs: {}; only root may do that. "
                    "Leave out --drop-caches, or \"between_epochs\" in the league file",
                    error.what()));
  }
  std::erase_if(traces, [](const FoundTrace& trace) { return !trace.is_found(); });
  if (!traces.empty()) {
    throw InputError(fmt::format(
        "dropping the caches of the kernel does not erase everything on this machine: a canary found what an "
        "earlier one had left by {}. Give each game its own deals instead: leave out --drop-caches "
        "(\"between_epochs\" in the league file), and add --no-duplicate-deals",
        hearts::joined(traces, ", ", &FoundTrace::way)));
  }
  return std::chrono::duration_cast<std::chrono::microseconds>(time);
}

}  // namespace arena
