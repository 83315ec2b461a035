#include "arena/app/commands/league_events.h"

#include <fmt/format.h>
#include <spdlog/logger.h>

#include <algorithm>
#include <fstream>
#include <iostream>
#include <map>
#include <set>
#include <system_error>

#include "arena/admission/check/cause.h"
#include "arena/admission/check/mistake.h"
#include "arena/app/commands/progress_line.h"
#include "arena/base/text/printable.h"
#include "arena/base/text/words.h"
#include "arena/records/outcome.h"
#include "arena/records/run_folder.h"
#include "arena/results/ratings/rated_runs.h"
#include "engine/typed_text.h"

namespace arena::cli {

namespace fs = std::filesystem;

namespace {

/// A broken bot must not drown the others in the log.
constexpr int kFaultsTold = 10;
constexpr int kReplacedTold = 3;

/// Nothing for a name that is not among them.
const BotEntry* entry_of(const std::vector<BotEntry>& bots, const std::string& name) {
  const auto found = std::ranges::find(bots, name, &BotEntry::name);
  return found == bots.end() ? nullptr : &*found;
}

/// The command that says why a bot goes wrong, at the end of its line: it has quotes of its own.
std::string advice(const BotEntry& bot) { return "why, and what to do: arena check " + word_for(bot); }

}  // namespace

RunEvents league_events(ProgressLine& progress, const std::vector<BotEntry>& bots, Isolation isolation,
                        const std::string& run, RatedRuns& rated, spdlog::logger& log) {
  RunEvents events;
  events.bot_failed_to_start = [&, isolation](const BotEntry& bot, const FaultEvent& fault) {
    progress.clear();
    tell_failed_start(bot, isolation, fault, log);
  };
  events.rehearsal_failed = [&](const BotEntry& bot, const FaultEvent& fault) {
    progress.clear();
    log.warn(
        "{} fails in game two of one process, rehearsed before the run: {}; the run may not show it, for each of its "
        "games may have a fresh process; {}",
        bot.name, story_of(fault), advice(bot));
  };
  events.game_over = [&, faults_of = std::map<std::string, int>(), replaced_of = std::map<std::string, int>(),
                      refused_before = std::set<std::string>()](const GameRecord& record, int counted) mutable {
    rated.add(outcome_of(record), record.id);
    for (std::size_t seat = 0; seat < record.bots.size(); ++seat) {
      const std::string& how = record.result.timing[seat].replaced;
      if (how.empty() || ++replaced_of[record.bots[seat]] > kReplacedTold) continue;
      progress.clear();
      log.warn(
          "game {}: {} had ended since its last game, or at the beginning of this one ({}), and was started again{}",
          record.id, record.bots[seat], how,
          replaced_of[record.bots[seat]] == kReplacedTold ? "; further times are not told" : "");
    }
    for (const FaultEvent& event : record.result.faults) {
      const std::string& bot = record.bots[static_cast<std::size_t>(event.seat)];
      const int faults = ++faults_of[bot];
      if (faults > kFaultsTold) continue;
      progress.clear();
      log.warn("game {}: {} in hand {}, question {}: {}{}: {}{}", record.id, bot, event.hand, event.question,
               fault_name(event.fault), event.forfeits ? " (forfeits)" : "", event.detail,
               ends_process(event.fault) ? told_last(event) : "");
      const BotEntry* entry = entry_of(bots, bot);
      const bool is_clear = event.telltale == Telltale::bank_spent;
      if (faults == 1 && entry != nullptr && !is_clear) log.warn("{}: {}", bot, advice(*entry));
      if (faults == kFaultsTold) log.warn("further faults of {} are in {}, not here", bot, kFaultsFile);
    }
    // A refused line is no fault where a good answer follows, and yet not what its author wants.
    for (const Interference& refused : record.result.tries) {
      const std::string& bot = record.bots[static_cast<std::size_t>(refused.seat)];
      const BotEntry* entry = entry_of(bots, bot);
      if (faults_of[bot] > 0 || entry == nullptr || !refused_before.insert(bot).second) continue;
      progress.clear();
      log.warn("game {}: {} in hand {}, question {}: {}, asked again: {}; {}", record.id, bot, refused.hand,
               refused.question, fault_name(refused.why), refused.answer, advice(*entry));
    }
    progress.game_over(record, counted, rated);
  };
  events.block_void = [&](const VoidBlock& block) {
    rated.add_void(run, block.block, "");
    progress.clear();
    log.warn("block {} is void, and is played again as block {}: {}: {}", block.block, block.again,
             fault_name(block.fault), block.detail);
  };
  events.warning = [&](const std::string& text) {
    progress.clear();
    log.warn("{}", text);
  };
  return events;
}

void tell_failed_start(const BotEntry& bot, Isolation isolation, const FaultEvent& fault, spdlog::logger& log) {
  log.error("{} cannot play: {}: {}", bot.name, fault_name(fault.fault), fault.detail);
  const std::vector<std::string> words = last_lines(fault.stderr_tail);
  if (!words.empty()) log.error("the end of its stderr:\n  {}", hearts::joined(words, "\n  "));
  if (const std::optional<Cause> cause = find_cause(bot, isolation, fault)) {
    log.error("{}: {}", bot.name, cause->what);
    log.error("{}: hint: {}", bot.name, cause->remedy);
  }
  log.error("{}: {}", bot.name, advice(bot));
}

void tell_namesakes(const std::vector<BotEntry>& bots, spdlog::logger& log) {
  for (const BotEntry& bot : bots) {
    const std::size_t mark = bot.name.rfind('-');
    if (mark == std::string::npos || leading_number(std::string_view(bot.name).substr(mark + 1)) < 2) continue;
    const BotEntry* first = entry_of(bots, bot.name.substr(0, mark));
    if (first != nullptr && word_for(*first) != word_for(bot))
      log.info("{} is {}, {} is {}", first->name, word_for(*first), bot.name, word_for(bot));
  }
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

/// Says what a strict run stopped at; the input goes to a file that the bot can be fed.
void report_first_fault(const FirstFault& first, const fs::path& folder) {
  const FaultEvent& event = first.event;
  const fs::path path = folder / "first_fault.input";
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file << first.input;
  if (!file.flush()) throw std::system_error(errno, std::generic_category(), path.string());
  std::cout << fmt::format("first fault: seat {}, hand {}, question {}: {}: {}\n", event.seat, event.hand,
                           event.question, fault_name(event.fault), event.detail);
  for (const std::string& line : event.sent) std::cout << "  to it:   " << line << "\n";
  for (const std::string& line : event.received) std::cout << "  from it: " << line << "\n";
  for (const StderrChunk& chunk : event.stderr_tail) std::cout << printable_lines(chunk.text, 4096);
  std::cout << fmt::format("its whole input, to feed it again: {}\n", path.string());
}

}  // namespace arena::cli
