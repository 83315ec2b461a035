#include "arena/admission/check/conversation.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <utility>

#include "arena/base/seeds/digest.h"
#include "arena/bots/process/bot_channel.h"
#include "arena/bots/process/bot_process.h"
#include "arena/game/trial/trial_game.h"
#include "engine/variants/registry.h"

namespace arena {
namespace {

namespace asio = boost::asio;

constexpr std::size_t kSlowestKept = 5;  ///< of the answers

Limits trial_limits(const Limits& limits, bool one_is_late) {
  Limits strict = strict_limits(limits);
  if (one_is_late) strict.faults = 2;
  return strict;
}

/// A bot that is silent where a law asks is not at fault in a game. Here it is told.
std::optional<FaultEvent> law_silence(const TrialTable& table, const GameResult& result) {
  for (const Interference& one : result.automatic) {
    if (one.seat != table.seat || one.why != Fault::timeout) continue;
    FaultEvent event;
    event.fault = Fault::timeout;
    event.seat = one.seat;
    event.hand = one.hand;
    event.question = one.question;
    event.detail = "no answer in time to a question of the laws of the table";
    return event;
  }
  return std::nullopt;
}

/// Names the file of the first number that the folder does not have yet, unless nothing is kept.
Overheard kept_in(const std::filesystem::path& folder) {
  Overheard overheard;
  for (int number = 1; !folder.empty() && overheard.kept.empty(); ++number) {
    std::filesystem::path file = folder / fmt::format("{:03}.to_bot", number);
    if (!std::filesystem::exists(file)) overheard.kept = std::move(file);
  }
  return overheard;
}

/// Opens the log whose file of bytes to the bot is `kept`; null where nothing is kept.
std::unique_ptr<WireLog> open_log(const std::filesystem::path& kept) {
  if (kept.empty()) return nullptr;
  return std::make_unique<WireLog>(kept.parent_path(), kept.stem().string());
}

void count(const Trial& trial, Figures& figures) {
  const SeatTiming& timing = trial.result.timing[trial.table.seat];
  ++figures.games;
  figures.questions += timing.questions;
  figures.answers += timing.total;
  figures.cpu += timing.cpu;
  figures.idle_cpu = std::max(figures.idle_cpu, timing.idle_cpu);
  std::vector<Figures::SlowAnswer>& slowest = figures.slowest;
  for (const SeatTiming::Slow& slow : timing.slowest)
    slowest.push_back({slow.time, trial.table.variant, trial.table.number, slow.question});
  std::ranges::stable_sort(slowest, std::ranges::greater(), &Figures::SlowAnswer::time);
  slowest.resize(std::min(slowest.size(), kSlowestKept));
}

}  // namespace

const std::string kCheckReceipt = hex(digest_of("arena check"));

void require_blame(const FaultEvent& event) {
  if (blame_of(event.fault) != Blame::bot) throw std::runtime_error("the bot cannot be examined: " + event.detail);
}

Conversation::Conversation(asio::io_context& context, const Subject& subject, Alteration alteration)
    : subject_(subject),
      limits_(trial_limits(subject.limits, alteration.late_once)),
      overheard_(kept_in(subject.keep_bytes)),
      started_(make_altered_channel(start_bot(context, subject.sandbox, subject.command, open_log(overheard_.kept)),
                                    std::move(alteration), overheard_)),
      seat_(limits_, false, kCheckReceipt) {}

asio::awaitable<std::optional<FaultEvent>> Conversation::greet() {
  std::optional<FaultEvent> fault = co_await seat_.greet(std::move(started_));
  if (fault) require_blame(*fault);
  co_return fault;
}

asio::awaitable<Trial> Conversation::play(TrialTable table, Figures* figures) {
  Trial trial;
  trial.table = table;
  trial.result = co_await play_trial_game(table, seat_, subject_.key, limits_);
  trial.answers = overheard_.answers;
  if (BotChannel* alive = channel(); alive != nullptr && overheard_.first_peak_kb == 0)
    overheard_.first_peak_kb = alive->meters().peak_kb();
  for (const FaultEvent& event : trial.result.faults) {
    if (event.seat != table.seat) continue;
    require_blame(event);
    trial.faults.push_back(event);
  }
  const auto silence = law_silence(table, trial.result);
  if (silence && trial.faults.empty() && hearts::resolve_variant(table.variant).has_table_laws())
    trial.faults.push_back(*silence);
  if (figures == nullptr) co_return trial;
  count(trial, *figures);
  figures->peak_kb = std::max(figures->peak_kb, overheard_.peak_kb);
  if (BotChannel* alive = channel()) figures->peak_kb = std::max(figures->peak_kb, alive->meters().peak_kb());
  co_return trial;
}

asio::awaitable<std::optional<Trial>> play_alone(asio::io_context& context, const Subject& subject, TrialTable table,
                                                 Alteration alteration) {
  alteration.is_brief = true;
  Conversation conversation(context, subject, std::move(alteration));
  const auto fault = co_await conversation.greet();
  if (fault) co_return std::nullopt;
  Trial trial = co_await conversation.play(table);
  co_await conversation.dismiss();
  co_return trial;
}

}  // namespace arena
