#include "arena/admission/check/first_game.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/asio/experimental/awaitable_operators.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <exception>
#include <utility>

#include "arena/admission/check/alterations.h"
#include "arena/admission/check/bank.h"
#include "arena/admission/check/find_cause.h"
#include "arena/admission/check/mistake_hints.h"
#include "arena/admission/check/silence.h"
#include "arena/bots/process/bot_channel.h"
#include "arena/game/table/fault.h"
#include "engine/typed_text.h"

namespace arena {

namespace asio = boost::asio;

namespace {

using Taken = asio::awaitable<Finding>;

/// After so long without `ready` it is tried out why.
constexpr Duration kSilence = std::chrono::milliseconds(500);

/// What a bot of one process is tried with.
constexpr int kTriedProcesses = 16;

/// How far a process has come.
struct Standing {
  TimePoint at{};
  Duration cpu{};
  Duration ready{};  ///< it ran, or waited for a processor
  std::uint64_t progress = 0;
};

Standing standing_of(BotChannel* bot) {
  if (bot == nullptr) return {};
  ProcessMeters& meters = bot->meters();
  const Duration cpu = meters.cpu_time();
  return {bot->clock().now(), cpu, cpu + meters.run_delay(), meters.progress()};
}

/// What is seen of a bot that may start yet.
std::string silence_so_far(const BotChannel& bot, const Standing& before, const Standing& now) {
  const bool computes_only = makes_no_progress(before.progress, now.progress);
  const bool computes = now.ready - before.ready > (now.at - before.at) / 4;
  const std::string_view what = !computes       ? "it waits"
                                : computes_only ? "it computes, as in a loop that never ends,"
                                                : "it computes or loads,";
  return fmt::format("no 'ready' in {} s: {} and {}. It is heard out, for it may be a slow start",
                     std::chrono::round<std::chrono::seconds>(kSilence + (now.at - before.at)).count(), what,
                     bot.unread_input() > 0 ? "its greeting lies unread" : "has read its greeting");
}

/// Comes to an end without an exception, which is kept: of two that are awaited by `||`, one that throws leaves the other
/// awaited.
asio::awaitable<std::optional<FaultEvent>> greeted(Conversation& one, std::exception_ptr& failure) {
  std::optional<FaultEvent> fault;
  try {
    fault = co_await one.greet();
  } catch (...) {
    failure = std::current_exception();
  }
  co_return fault;
}

}  // namespace

Taken FirstGame::start() {
  conversation_ = std::make_unique<Conversation>(context_, subject_);
  const TimePoint began = std::chrono::steady_clock::now();
  using namespace asio::experimental::awaitable_operators;
  std::exception_ptr failure;
  const auto heard = co_await (greeted(*conversation_, failure) || why_silent());
  if (heard.index() == 0 && failure) std::rethrow_exception(failure);
  const Duration waited = std::chrono::steady_clock::now() - began;
  figures_.start = to_us(waited);
  if (heard.index() == 1) {
    mistake_ = std::get<1>(heard);
    if (mistake_ == Mistake::never_ready) {
      Finding finding = given_up(waited);
      conversation_.reset();
      co_return finding;
    }
    finding_ = Finding::held_back(*mistake_);
    conversation_.reset();
  } else if (const std::optional<FaultEvent>& fault = std::get<0>(heard); !fault) {
    co_return Finding::passed(fmt::format("ready after {} ms", to_ms(figures_.start).count()));
  } else {
    Overheard overheard = conversation_->overheard();
    // The experiments have shown that the end of the input does not bring it.
    if (is_just_slow_ && std::exchange(overheard.came_at_close, false)) overheard.came_late = true;
    const Mistake mistake = mistake_of(*fault, overheard);
    Finding finding = Finding::fault(subject_, *fault, overheard);
    if (mistake != Mistake::no_flush) co_return co_await with_processes_tried(std::move(finding), *fault);
    mistake_ = mistake;
    finding_ = std::move(finding);
  }
  co_return Finding::passed("ready, but not by itself: see the next step");
}

Finding FirstGame::given_up(Duration waited) const {
  BotChannel& bot = *conversation_->channel();
  Limits limits = subject_.limits;
  limits.startup = to_ms(waited);
  const std::string_view bytes = bot.unfinished_line();
  FoundFault found = bytes.empty() ? fault_of(Violation::not_ready, limits) : fault_of_unfinished(bytes, 0, limits);
  if (bytes.empty()) found.detail += ", and none will come";
  FaultEvent event;
  event.fault = found.fault;
  event.detail = std::move(found.detail);
  event.telltale = found.telltale;
  Overheard overheard = conversation_->overheard();
  overheard.unread = is_deaf_;
  overheard.waits_for = waits_for_;
  event.stderr_tail = bot.meters().stderr_tail();
  return Finding::fault(subject_, event, overheard);
}

asio::awaitable<Mistake> FirstGame::why_silent() {
  asio::steady_timer timer(context_, kSilence);
  co_await timer.async_wait(asio::use_awaitable);
  if (const BotChannel* bot = conversation_->channel(); bot != nullptr && lacks_newline_only(bot->unfinished_line(), 0))
    co_return Mistake::no_newline;
  Standing before = standing_of(conversation_->channel());
  const std::optional<Mistake> mistake = co_await find_silence(context_, subject_);
  if (mistake && *mistake != Mistake::ready_late) co_return *mistake;
  // A bot that starts slowly may stop running after the first look, so there are more, as long as it has time to start.
  // A look after that would mislead: other lines are tried then, and the end of its input.
  for (Duration pause = kExperiment;; pause *= 2) {
    if (BotChannel* bot = conversation_->channel(); bot != nullptr && !conversation_->overheard().given_up) {
      const Standing now = standing_of(bot);
      waits_for_ = bot->meters().waits_for();
      is_deaf_ = bot->unread_input() > 0;
      // The bot has not run since the last look, so it has been in this state ever since. No other process is ready either.
      const bool rests = now.cpu == before.cpu && !mistake;
      const bool waits_in_vain = waits_for_ == WaitsFor::itself || (waits_for_ == WaitsFor::input && !is_deaf_);
      if (rests && waits_in_vain) co_return Mistake::never_ready;
      if (!is_just_slow_ && telling_.silence) telling_.silence(silence_so_far(*bot, before, now));
      before = now;
    }
    is_just_slow_ = true;
    timer.expires_after(pause);
    co_await timer.async_wait(asio::use_awaitable);
  }
}

Taken FirstGame::play() {
  if (!mistake_) {
    const Trial trial = co_await conversation_->play(table_, figures_);
    questions_ = trial.answers.size();
    mean_ = figures_.answers / std::max(figures_.questions, 1);
    if (!trial.faults.empty()) {
      mistake_ = mistake_of(trial.faults.front(), conversation_->overheard());
      finding_ = Finding::fault(subject_, trial.faults.front(), conversation_->overheard());
      finding_ = co_await with_processes_tried(std::move(finding_), trial.faults.front());
      if (mistake_ == Mistake::no_flush) {
        mistake_ = co_await why_held_back();
        finding_.hint = hint_of(*mistake_);
      }
    }
    co_await conversation_->dismiss();
  }
  conversation_.reset();
  co_return co_await judged(StepId::flush);
}

Taken FirstGame::with_processes_tried(Finding finding, const FaultEvent& event) {
  const bool has_ended = event.fault == Fault::start_failed || event.fault == Fault::exited;
  const bool is_told = finding.cause.empty();
  const bool is_held = subject_.command.resources.processes == 1 && subject_.sandbox.isolation >= Isolation::confined;
  if (!has_ended || is_told || !is_held) co_return finding;
  Subject freer = subject_;
  freer.command.resources.processes = kTriedProcesses;
  if (event.fault == Fault::start_failed) {
    // One that ends by chance may go on by chance.
    Conversation same(context_, subject_);
    if (!co_await same.greet()) co_return finding;
    Conversation other(context_, freer);
    const std::optional<FaultEvent> again = co_await other.greet();
    if (again && again->end && again->end->left > 0 && again->end->number == 0) {
      finding.detail += "; where it may have more processes, its first one ends while others run on";
      finding.hint = finding.cause = hint_of(Mistake::leaves_others);
      co_return finding;
    }
    co_await other.dismiss();
    if (again) co_return finding;
  } else {
    // It must end at the same question again, and not at all with more.
    const std::optional<Trial> same = co_await play_alone(context_, subject_, table_);
    const std::optional<Trial> free = co_await play_alone(context_, freer, table_);
    const bool ends_again = same && !same->faults.empty() && same->answers.size() == questions_;
    if (!ends_again || !free || !free->faults.empty()) co_return finding;
  }
  finding.detail +=
      "; where it may have more processes it goes on: it starts another program, or limits its own processor time";
  finding.hint = starts_another(subject_.command).remedy;
  finding.cause = {};
  co_return finding;
}

asio::awaitable<Mistake> FirstGame::why_held_back() {
  Alteration more;
  more.text = alter::add_many_lines;
  Subject quick = subject_;
  quick.command = unbuffered(subject_.command);
  using namespace asio::experimental::awaitable_operators;
  const auto [fed, unbuffered] = co_await (answers_more(subject_, std::move(more)) && answers_more(quick, {}));
  if (fed) co_return Mistake::buffers;
  if (unbuffered) co_return Mistake::no_flush;
  co_return is_reached_by_unbuffered(subject_.command) ? Mistake::reads_all : Mistake::holds_back;
}

asio::awaitable<bool> FirstGame::answers_more(const Subject& subject, Alteration alteration) {
  const auto trial = co_await play_alone(context_, subject, table_, std::move(alteration));
  co_return trial && trial->answers.size() > questions_;
}

Taken FirstGame::judged(StepId id) const {
  static constexpr std::pair<Mistake, StepId> kOthers[] = {{Mistake::answers_late, StepId::time},
                                                           {Mistake::waits_on_others, StepId::time},
                                                           {Mistake::spends_bank, StepId::time},
                                                           {Mistake::computes, StepId::time},
                                                           {Mistake::byte_order_mark, StepId::stdout_only},
                                                           {Mistake::utf16, StepId::stdout_only},
                                                           {Mistake::zero_bytes, StepId::stdout_only},
                                                           {Mistake::changed_number, StepId::number},
                                                           {Mistake::not_ascii, StepId::words},
                                                           {Mistake::commas, StepId::words},
                                                           {Mistake::chatter, StepId::stdout_only},
                                                           {Mistake::flood, StepId::stdout_only},
                                                           {Mistake::wrong_number, StepId::number},
                                                           {Mistake::positions, StepId::words},
                                                           {Mistake::cuts_lines, StepId::words},
                                                           {Mistake::illegal, StepId::words}};
  const auto other = std::ranges::find(kOthers, mistake_, &std::pair<Mistake, StepId>::first);
  const StepId judged = other == std::end(kOthers) ? StepId::flush : other->second;
  if (mistake_ && judged == id) co_return finding_;
  co_return Finding::passed(id == StepId::flush && !mistake_ ? hearts::counted(questions_, "question") : "");
}

Taken FirstGame::time() {
  if (!mistake_) {
    TrialTable table = table_;
    table.hands = 1;
    const auto spent =
        co_await find_spent_bank(context_, subject_, table, mean_, static_cast<int>(questions_) / table_.hands);
    if (spent) co_return *spent;
  }
  co_return co_await judged(StepId::time);
}

}  // namespace arena
