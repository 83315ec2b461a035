#include "arena/admission/check/first_game.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/asio/experimental/awaitable_operators.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <exception>
#include <fstream>
#include <iterator>
#include <utility>

#include "arena/admission/check/await_line.h"
#include "arena/admission/check/find_cause.h"
#include "arena/admission/check/program_flaw.h"
#include "arena/bots/process/bot_process.h"
#include "arena/bots/protocol/encode.h"
#include "arena/game/table/fault.h"
#include "engine/typed_text.h"

namespace arena {

namespace asio = boost::asio;

namespace {

using Taken = asio::awaitable<Finding>;

/// After so long without `ready`, experiments look for the cause.
constexpr Duration kSilence = std::chrono::milliseconds(500);

/// The number of hands of a game that is as long as most games, or longer.
constexpr int kLongGame = 10;
/// The check announces a bank of this part of the bot's mean time for an answer. A bot that budgets its time is then
/// quicker.
constexpr int kNearlySpent = 2;

/// How many processes a bot of one process is allowed in an experiment.
constexpr int kTriedProcesses = 16;

/// How long an experiment listens to a process, in the bot's own time.
constexpr Duration kExperiment = std::chrono::milliseconds(1500);

/// Enough questions for the answers to fill the largest buffer that a language has on its own: 64 KiB.
constexpr int kManyQuestions = 9000;

constexpr const char* kLineBuffers = "/usr/libexec/coreutils/libstdbuf.so";

std::string greeting() {
  std::string text;
  encode::hello(text, kCheckReceipt);
  return text;
}

std::string many_questions() {
  std::string text;
  for (int id = 1; id <= kManyQuestions; ++id) text += fmt::format("ask {} play 1 500 30000 : 2C\n", id);
  return text;
}

/// The time that a process had taken when it said `ready`.
struct Ready {
  Duration time{};  ///< wall-clock time since the process was asked to start
  Duration cpu{};
};
using MaybeReady = std::optional<Ready>;

/// Most bots need less processor time than this to start. A bot that uses more is computing, and so are those that run
/// beside it: the check does not wait until each has had all of its time. A bot that seems to be like the first one is
/// given more, to be sure.
constexpr Duration kComputed = std::chrono::milliseconds(200);
constexpr Duration kComputedForSure = std::chrono::milliseconds(300);

/// Sends as much of the text as the bot takes in a part of the time of an experiment.
asio::awaitable<void> send_some(BotChannel& bot, std::string_view text, OwnTime& time, Duration cpu_most) {
  constexpr Duration kAllowance = kExperiment / 2;
  TimePoint deadline = time.asked_at() + kAllowance;
  while (true) {
    const Sent sent = co_await bot.send(text, deadline);
    if (sent.kind != Sent::Kind::timeout) co_return;
    text.remove_prefix(sent.bytes);
    if (bot.meters().cpu_time() >= cpu_most) co_return;
    const TimePoint now = bot.clock().now();
    if (!time.extend(deadline, now, kAllowance)) co_return;
    deadline = std::min(deadline, now + kAllowance / 8);
  }
}

/// Whether the input of a fresh process ends after the text that it is sent.
enum class Input { stays_open, ends };

/// Sends the text to a fresh process, and returns when it says `ready`. A `ready` from a process that ends right after
/// it counts only if its input ends, too.
asio::awaitable<MaybeReady> ready(asio::io_context& context, const Subject& subject, BotCommand command,
                                  std::string text, Input input = Input::stays_open, Duration cpu_most = kComputed,
                                  Duration patience = kExperiment) {
  const std::unique_ptr<BotChannel> bot = start_bot(context, subject.sandbox, command);
  OwnTime time = own_time_of(*bot, patience);
  co_await send_some(*bot, text, time, cpu_most);
  if (input == Input::ends) bot->close_input();
  const TimePoint sent = bot->clock().now();
  const bool computes = bot->meters().cpu_time() >= cpu_most;
  const Duration left = patience - (computes ? sent - time.asked_at() : time.until(sent));
  bool is_said = co_await await_line_for(*bot, left, cpu_most, is_ready);
  const Ready used = {bot->clock().now() - time.asked_at(), bot->meters().cpu_time()};
  const bool must_live = is_said && input == Input::stays_open;
  if (must_live && co_await ends_within(*bot, std::chrono::milliseconds(50))) is_said = false;
  co_await bot->stop({}, Duration::zero());
  if (!is_said) co_return std::nullopt;
  co_return used;
}

/// Returns the command with the buffers of its language switched off, as far as that can be done from outside: for
/// Python, Perl, and programs that use the C library's streams.
BotCommand unbuffered(const BotCommand& command) {
  BotCommand quick = command;
  quick.environment = {"PYTHONUNBUFFERED=1", "PERLIO=:unix", "_STDBUF_O=L"};
  if (std::ifstream(kLineBuffers).good()) quick.environment.push_back(std::string("LD_PRELOAD=") + kLineBuffers);
  return quick;
}

/// Whether unbuffered() surely works for the bot, judging by its language.
bool is_reached_by_unbuffered(const BotCommand& command) {
  return names_language(command, "python") || names_language(command, "perl");
}

/// Finds out by experiments why a bot does not say `ready`. It greets fresh processes side by side: one like the first,
/// one whose input is then closed, one whose language is told not to buffer, one that gets another line, one that gets
/// many lines, and one that gets many questions.
///
/// Returns what makes the bot send its `ready`, or Arrival::late if a process like the first one sends it without that.
/// Takes kExperiment, three times as long for a bot that starts slowly, and longer on a busy machine. Throws
/// std::system_error if no process can be started.
asio::awaitable<Arrival> find_silence(asio::io_context& context, const Subject& subject) {
  using namespace asio::experimental::awaitable_operators;
  const std::string hello = greeting();
  const BotCommand& command = subject.command;
  const auto [plain, at_end, quick, next, fed, many] = co_await (
      ready(context, subject, command, hello, Input::stays_open, kComputedForSure) &&
      ready(context, subject, command, hello, Input::ends) && ready(context, subject, unbuffered(command), hello) &&
      ready(context, subject, command, hello + "# another line\n\n") &&
      ready(context, subject, command, hello + alter::add_many_lines({})) &&
      ready(context, subject, command, hello + many_questions()));
  if (plain) co_return Arrival::late;
  const std::pair<MaybeReady, Arrival> shown[] = {
      {next, Arrival::with_next_line},
      {fed, Arrival::with_many_lines},  // an unbuffered channel delivers what is read in blocks immediately, too
      {quick, Arrival::unbuffered},
      {many, Arrival::with_many_lines},
      {at_end, is_reached_by_unbuffered(command) ? Arrival::read_to_end : Arrival::only_at_close}};
  const auto found = std::ranges::find_if(shown, [](const auto& one) { return one.first.has_value(); });
  if (found == std::end(shown)) co_return Arrival::never;
  const Ready& used = *found->first;
  if (used.time <= kExperiment / 2 && used.cpu <= kComputed / 2) co_return found->second;
  // It starts slowly: the one like the first may have been about to be ready, too.
  const MaybeReady again =
      co_await ready(context, subject, command, hello, Input::stays_open, 2 * kComputedForSure, 2 * kExperiment);
  co_return again ? Arrival::late : found->second;
}

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
  const std::string_view what = !computes       ? "it is waiting"
                                : computes_only ? "it is computing, perhaps in an endless loop,"
                                                : "it is computing or loading";
  return fmt::format("no 'ready' in {} s: {} and has {} its greeting. The check waits, in case it starts slowly",
                     std::chrono::round<std::chrono::seconds>(kSilence + (now.at - before.at)).count(), what,
                     bot.unread_input() > 0 ? "not read" : "read");
}

/// The finding for a bot that says `ready` only in the experiment that shows why.
Finding held_back(Arrival arrival) {
  FaultEvent event;
  event.fault = Fault::start_timeout;
  Overheard overheard;
  overheard.arrival = arrival;
  const Failure failure{event, overheard};
  return Finding::failed(what_happened(failure), failure);
}

/// The finding for a bot that writes `ready` without a newline.
Finding lacks_newline() {
  FaultEvent event;
  event.evidence = Evidence::no_newline;
  return Finding::failed("it wrote 'ready' without a newline", {event, {}});
}

/// The finding for a bot that will not say `ready`, whatever it is sent. `overheard` holds what was seen of its long
/// silence.
Finding silent_start(const Subject& subject, BotChannel& bot, const Overheard& overheard, Duration waited) {
  Limits limits = subject.limits;
  limits.startup = to_ms(waited);
  const std::string_view bytes = bot.unfinished_line();
  FoundFault found = bytes.empty() ? fault_of(Evidence::not_ready, limits) : fault_of_unfinished(bytes, 0, limits);
  if (bytes.empty()) found.detail += ", and none will come";
  FaultEvent event{std::move(found)};
  event.stderr_tail = bot.meters().stderr_tail();
  return finding_of(subject, {event, overheard});
}

/// Whether `ready` or the answer came when the input was closed. More experiments must then find out why.
bool is_held_back(const FaultEvent& fault, const Overheard& overheard) {
  const bool is_explained = fault.evidence == Evidence::no_newline || fault.evidence == Evidence::bank_spent;
  return Failure{fault, overheard}.is_silence() && !is_explained && overheard.arrival == Arrival::at_close;
}

/// Greets the bot and keeps an exception in `failure` instead of throwing it: if one of two coroutines that `||` awaits
/// throws, the other is still awaited.
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
  const auto outcome = co_await (greeted(*conversation_, failure) || why_silent(began));
  if (outcome.index() == 0 && failure) std::rethrow_exception(failure);
  figures_.start = to_us(std::chrono::steady_clock::now() - began);
  if (outcome.index() == 1) {
    conversation_.reset();
    finding_ = std::get<1>(outcome);
    if (!failed_) co_return finding_;
  } else if (const std::optional<FaultEvent>& fault = std::get<0>(outcome); !fault) {
    co_return Finding::passed(fmt::format("ready after {} ms", to_ms(figures_.start).count()));
  } else {
    Overheard overheard = conversation_->overheard();
    // The experiments have shown that the end of the input does not bring it.
    if (is_just_slow_ && overheard.arrival == Arrival::at_close) overheard.arrival = Arrival::late;
    finding_ = finding_of(subject_, {*fault, overheard});
    if (!is_held_back(*fault, overheard)) co_return co_await with_processes_tried(finding_, *fault);
    failed_ = StepId::flush;
  }
  co_return Finding::passed("ready, but not without help: see the next step");
}

Taken FirstGame::why_silent(TimePoint began) {
  asio::steady_timer timer(context_, kSilence);
  co_await timer.async_wait(asio::use_awaitable);
  const auto is_ready_but_for_newline = [this] {
    const BotChannel* bot = conversation_->channel();
    return bot != nullptr && lacks_newline_only(bot->unfinished_line(), 0);
  };
  const auto fails_to_flush = [this](Finding finding) {
    failed_ = StepId::flush;
    return finding;
  };
  if (is_ready_but_for_newline()) co_return fails_to_flush(lacks_newline());
  Standing before = standing_of(conversation_->channel());
  const Arrival arrival = co_await find_silence(context_, subject_);
  if (arrival != Arrival::never && arrival != Arrival::late) co_return fails_to_flush(held_back(arrival));
  // A bot that starts slowly may stop running after the first look, so there are more, as long as it has time to start.
  // A look after that would mislead: other lines are tried then, and the end of its input.
  for (Duration pause = kExperiment;; pause *= 2) {
    if (is_ready_but_for_newline()) co_return fails_to_flush(lacks_newline());
    if (BotChannel* bot = conversation_->channel(); bot != nullptr && !conversation_->overheard().given_up) {
      const Standing now = standing_of(bot);
      Overheard seen = conversation_->overheard();
      seen.waits_for = bot->meters().waits_for();
      seen.unread = bot->unread_input() > 0;
      // The bot has not run since the last look, so it has been in this state ever since. No other process is ready,
      // either.
      const bool rests = now.cpu == before.cpu && arrival == Arrival::never;
      const bool waits_in_vain =
          seen.waits_for == WaitsFor::itself || (seen.waits_for == WaitsFor::input && !seen.unread);
      if (rests && waits_in_vain)
        co_return silent_start(subject_, *bot, seen, std::chrono::steady_clock::now() - began);
      if (!is_just_slow_ && events_.silence) events_.silence(silence_so_far(*bot, before, now));
      before = now;
    }
    is_just_slow_ = true;
    timer.expires_after(pause);
    co_await timer.async_wait(asio::use_awaitable);
  }
}

Taken FirstGame::play() {
  if (!failed_) {
    const Trial trial = co_await conversation_->play(table_, &figures_);
    questions_ = trial.answers.size();
    mean_ = figures_.answers / std::max(figures_.questions, 1);
    if (!trial.faults.empty()) {
      const FaultEvent& fault = trial.faults.front();
      Overheard overheard = conversation_->overheard();
      failed_ = hint_for({fault, overheard}).step;
      finding_ = co_await with_processes_tried(finding_of(subject_, {fault, overheard}), fault);
      if (is_held_back(fault, overheard)) {
        overheard.arrival = co_await why_held_back();
        finding_.advise({fault, overheard});
      }
    }
    co_await conversation_->dismiss();
  }
  conversation_.reset();
  co_return co_await finding_for(StepId::flush);
}

Taken FirstGame::with_processes_tried(Finding finding, const FaultEvent& event) {
  const bool has_ended = event.fault == Fault::start_failed || event.fault == Fault::exited;
  const bool is_explained = finding.row == nullptr;
  const bool is_held = subject_.command.resources.processes == 1 && subject_.sandbox.isolation >= Isolation::confined;
  if (!has_ended || is_explained || !is_held) co_return finding;
  Subject freer = subject_;
  freer.command.resources.processes = kTriedProcesses;
  if (event.fault == Fault::start_failed) {
    // A bot that ends at random may also survive at random.
    Conversation same(context_, subject_);
    if (!co_await same.greet()) co_return finding;
    Conversation other(context_, freer);
    const std::optional<FaultEvent> again = co_await other.greet();
    if (again && again->end && again->end->left > 0 && again->end->number == 0) {
      finding.detail += "; if it is allowed more processes, its first one ends while others keep running";
      finding.advise({*again, other.overheard()});
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
      "; if it is allowed more processes it keeps running: it starts another program, or limits its own processor time";
  finding.hint = starts_another(subject_.command).remedy;
  finding.row = nullptr;
  co_return finding;
}

asio::awaitable<Arrival> FirstGame::why_held_back() {
  Alteration more;
  more.text = alter::add_many_lines;
  Subject quick = subject_;
  quick.command = unbuffered(subject_.command);
  using namespace asio::experimental::awaitable_operators;
  const auto [fed, unbuffered] = co_await (answers_more(subject_, std::move(more)) && answers_more(quick, {}));
  if (fed) co_return Arrival::with_many_lines;
  if (unbuffered) co_return Arrival::unbuffered;
  co_return is_reached_by_unbuffered(subject_.command) ? Arrival::read_to_end : Arrival::only_at_close;
}

asio::awaitable<bool> FirstGame::answers_more(const Subject& subject, Alteration alteration) {
  const auto trial = co_await play_alone(context_, subject, table_, std::move(alteration));
  co_return trial && trial->answers.size() > questions_;
}

Taken FirstGame::finding_for(StepId id) const {
  if (failed_ == id) co_return finding_;
  co_return Finding::passed(id == StepId::flush && !failed_ ? hearts::counted(questions_, "question") : "");
}

Taken FirstGame::time() {
  if (!failed_) {
    if (const auto spent = co_await find_spent_bank()) co_return *spent;
  }
  co_return co_await finding_for(StepId::time);
}

asio::awaitable<std::optional<Finding>> FirstGame::find_spent_bank() {
  using std::chrono::microseconds;
  const microseconds lost = mean_ - subject_.limits.increment;
  if (lost <= microseconds::zero()) co_return std::nullopt;
  const long questions_until_spent = microseconds(subject_.limits.bank) / lost;
  const int of_a_hand = static_cast<int>(questions_) / table_.hands;
  if (questions_until_spent == 0 || questions_until_spent >= long{kLongGame} * of_a_hand) co_return std::nullopt;
  Alteration poor;
  Limits poor_limits = subject_.limits;
  poor_limits.bank = std::max(to_ms(mean_ / kNearlySpent), std::chrono::milliseconds(1));
  poor.text = [poor_limits](std::string_view lines) { return alter::stop_clocks(lines, poor_limits); };
  TrialTable table = table_;
  table.hands = 1;
  const auto trial = co_await play_alone(context_, subject_, table, std::move(poor));
  if (!trial || !trial->faults.empty()) co_return std::nullopt;  // other steps judge that
  const SeatTiming& timing = trial->result.timing[table.seat];
  if (timing.questions == 0) co_return std::nullopt;
  const microseconds poor_mean = timing.total / timing.questions;
  if (poor_mean <= poor_limits.bank) co_return std::nullopt;
  FaultEvent event;
  event.evidence = Evidence::bank_spent;
  co_return Finding::failed(
      fmt::format(
          "an answer takes {} ms on average, and {} ms when BANK is {}. A game of {} questions or more would use "
          "up its bank of {} ms, and every answer after that would be late",
          to_ms(mean_).count(), to_ms(poor_mean).count(), poor_limits.bank.count(), questions_until_spent + 1,
          subject_.limits.bank.count()),
      {event, {}});
}

}  // namespace arena
