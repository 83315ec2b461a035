#include "arena/check/examination.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/experimental/awaitable_operators.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/use_future.hpp>
#include <csignal>
#include <optional>

#include "arena/check/conversation.h"
#include "arena/check/finding.h"
#include "arena/check/mistake.h"
#include "arena/check/silence.h"
#include "arena/text/input_error.h"
#include "engine/typed_text.h"

namespace arena {
namespace {

namespace asio = boost::asio;
using hearts::counted;
using std::chrono::milliseconds;

/// After so long without `ready` it is tried out why.
constexpr milliseconds kSilence(500);

/// No further table is begun after that time.
constexpr Duration kTablesTime = std::chrono::seconds(30);

/// How long a bot is watched while it waits, and what it may use of the processor in any case.
constexpr milliseconds kRest(300);
constexpr milliseconds kRestUsed(20);

/// Numbers of the tables that several steps play; fuzzed ones count up from 0.
enum TableNumber { kFirstGame = 1'000'000, kAltered, kLate, kReference, kOther, kQuiet, kLast };

auto renamed_kinds() {
  return [asked = 0](std::string_view lines) mutable { return alter::rename_kinds(lines, asked); };
}

Duration since(TimePoint start) { return std::chrono::steady_clock::now() - start; }

/// Takes one bot through single steps, in their order. Keeps what later steps need of earlier ones.
class Examiner {
 public:
  /// Context and subject must outlast the examiner.
  Examiner(asio::io_context& context, const Subject& subject)
      : context_(context),
        subject_(subject),
        tables_(fuzzed_tables(subject.bot, subject.key)),
        choices_(choice_tables(subject.bot, subject.key)),
        law_tables_(law_tables(subject.bot)) {
    if (tables_.empty()) throw InputError(subject.bot.name + " plays no variant: \"plays\" of its bot.json names none");
  }

  /// What a step needs must have passed. Comes to an end whatever the bot does.
  asio::awaitable<Finding> take(StepId id) {
    try {
      co_return co_await judge(id);
    } catch (const Finding& failure) {
      co_return failure;
    }
  }

  const Figures& figures() const { return figures_; }
  /// The step is one that is taken only on request, and nobody has asked for it.
  bool leaves_out(StepId id, const std::set<StepId>& wanted) const {
    return id == StepId::laws && !subject_.laws && !wanted.contains(id);
  }

 private:
  using Taken = asio::awaitable<Finding>;

  /// Takes a step, or throws the Finding of its failure.
  Taken judge(StepId id) {
    using Way = std::pair<StepId, Taken (*)(Examiner&)>;
    static constexpr Way kWays[] = {
        {StepId::start, [](Examiner& e) { return e.start(); }},
        {StepId::flush, [](Examiner& e) { return e.first_game(); }},
        {StepId::unknown_lines, [](Examiner& e) { return e.altered(alter::add_unknown_lines); }},
        {StepId::unknown_fields, [](Examiner& e) { return e.altered(alter::add_unknown_fields); }},
        {StepId::unknown_kinds, [](Examiner& e) { return e.altered(renamed_kinds()); }},
        {StepId::empty_lines, [](Examiner& e) { return e.altered(alter::add_empty_lines); }},
        {StepId::crlf, [](Examiner& e) { return e.altered(alter::end_in_crlf); }},
        {StepId::late, [](Examiner& e) { return e.late(); }},
        {StepId::choices, [](Examiner& e) { return e.play_all(e.choices_); }},
        {StepId::tables, [](Examiner& e) { return e.play_all(e.tables_); }},
        {StepId::repeats, [](Examiner& e) { return e.answers_alike(false); }},
        {StepId::forgets, [](Examiner& e) { return e.answers_alike(true); }},
        {StepId::rests, [](Examiner& e) { return e.rests(); }},
        {StepId::quit, [](Examiner& e) { return e.quit(); }},
        {StepId::end_of_input, [](Examiner& e) { return e.end_of_input(); }},
        {StepId::leftovers, [](Examiner& e) { return e.leftovers(); }},
        {StepId::limits, [](Examiner& e) { return e.judge_limits(); }},
        {StepId::laws, [](Examiner& e) { return e.play_all(e.law_tables_); }},
    };
    if (id > StepId::flush && id <= StepId::words) return judge_first_game(id);
    return std::ranges::find(kWays, id, &Way::first)->second(*this);
  }

  /// A fresh process after its greeting. Throws the Finding of a fault, as play() does, which puts `where` before it.
  asio::awaitable<std::unique_ptr<Conversation>> greeted(Alteration alteration = {}) {
    auto conversation = std::make_unique<Conversation>(context_, subject_, std::move(alteration));
    if (const auto fault = co_await conversation->greet())
      throw Finding::fault(subject_, *fault, conversation->overheard());
    co_return conversation;
  }

  /// `game`: of the process, from 1.
  asio::awaitable<Trial> play(Conversation& conversation, TrialTable table, int game = 1, std::string where = {}) {
    Trial trial = co_await try_play(conversation, std::move(table));
    if (trial.faults.empty()) co_return trial;
    // That it is not the first may be all that is the matter.
    if (game > 1) where = fmt::format("game {} of its process, ", game) + where;
    throw Finding::fault(subject_, trial.faults.front(), conversation.overheard(), where).at(trial.table.variant, game);
  }

  /// A game with or without a fault.
  asio::awaitable<Trial> try_play(Conversation& conversation, TrialTable table) {
    Trial trial = co_await conversation.play(table);
    figures_.add(trial);
    figures_.peak_kb = std::max(figures_.peak_kb, conversation.overheard().peak_kb);
    if (BotChannel* channel = conversation.channel())
      figures_.peak_kb = std::max(figures_.peak_kb, channel->meters().peak_kb());
    co_return trial;
  }

  TrialTable usual(TableNumber number, int hands) const { return usual_table(tables_, number, hands); }

  Taken start() {
    first_ = std::make_unique<Conversation>(context_, subject_);
    const TimePoint began = std::chrono::steady_clock::now();
    using namespace asio::experimental::awaitable_operators;
    const auto heard = co_await (first_->greet() || why_silent());
    figures_.start = to_us(since(began));
    if (heard.index() == 1) {
      first_mistake_ = std::get<1>(heard);
      first_finding_ = Finding::held_back(*first_mistake_);
      first_.reset();
    } else if (const std::optional<FaultEvent>& fault = std::get<0>(heard); !fault) {
      co_return Finding::passed(fmt::format("ready after {} ms", to_ms(since(began)).count()));
    } else {
      const Mistake mistake = mistake_of(*fault, first_->overheard());
      Finding finding = Finding::fault(subject_, *fault, first_->overheard());
      if (mistake != Mistake::no_flush) co_return finding;
      first_mistake_ = mistake;
      first_finding_ = std::move(finding);
    }
    co_return Finding::passed("ready, but not by itself: see the next step");
  }

  /// Comes to an end only when it is known why the bot does not say `ready`.
  asio::awaitable<Mistake> why_silent() {
    asio::steady_timer timer(context_, kSilence);
    co_await timer.async_wait(asio::use_awaitable);
    if (const std::optional<Mistake> mistake = co_await find_silence(context_, subject_)) co_return *mistake;
    timer.expires_at(asio::steady_timer::time_point::max());
    co_await timer.async_wait(asio::use_awaitable);
    co_return Mistake::never_ready;
  }

  Taken first_game() {
    if (!first_mistake_) {
      const Trial trial = co_await try_play(*first_, usual(kFirstGame, 2));
      first_questions_ = trial.answers.size();
      if (!trial.faults.empty()) {
        first_mistake_ = mistake_of(trial.faults.front(), first_->overheard());
        first_finding_ = Finding::fault(subject_, trial.faults.front(), first_->overheard());
        if (first_mistake_ == Mistake::no_flush && !co_await answers_unbuffered()) {
          first_mistake_ = is_reached_by_unbuffered(subject_.command) ? Mistake::reads_all : Mistake::holds_back;
          first_finding_.hint = hint_of(*first_mistake_);
        }
      }
      co_await first_->dismiss();
    }
    first_.reset();
    co_return co_await judge_first_game(StepId::flush);
  }

  /// It answers the first game while its input stays open when the buffers of its language are off.
  asio::awaitable<bool> answers_unbuffered() {
    Subject quick = subject_;
    quick.command = unbuffered(subject_.command);
    Conversation twin(context_, quick);
    if (co_await twin.greet()) co_return false;
    const Trial trial = co_await twin.play(usual(kFirstGame, 2));
    co_await twin.dismiss();
    co_return trial.answers.size() > first_questions_;
  }

  /// A game ends with its first mistake: one of these steps fails at most.
  Taken judge_first_game(StepId id) const {
    static constexpr std::pair<Mistake, StepId> kOthers[] = {
        {Mistake::answers_late, StepId::time},   {Mistake::waits_on_others, StepId::time},
        {Mistake::chatter, StepId::stdout_only}, {Mistake::flood, StepId::stdout_only},
        {Mistake::wrong_number, StepId::number}, {Mistake::illegal, StepId::words}};
    const auto other = std::ranges::find(kOthers, first_mistake_, &std::pair<Mistake, StepId>::first);
    const StepId judged = other == std::end(kOthers) ? StepId::flush : other->second;
    if (first_mistake_ && judged == id) co_return first_finding_;
    co_return Finding::passed(id == StepId::flush && !first_mistake_ ? counted(first_questions_, "question") : "");
  }

  Taken altered(std::function<std::string(std::string_view)> text) {
    try {
      Alteration alteration;
      alteration.text = std::move(text);
      const auto conversation = co_await greeted(std::move(alteration));
      const Trial trial = co_await play(*conversation, usual(kAltered, 1));
      co_await conversation->dismiss();
      co_return Finding::passed(counted(trial.answers.size(), "question"));
    } catch (Finding& failure) {
      failure.hint.clear();  // the alteration is what to look at, not what it leads to
      throw;
    }
  }

  Taken late() {
    Alteration one_late;
    one_late.late_once = true;
    const auto conversation = co_await greeted(std::move(one_late));
    const Trial trial = co_await conversation->play(usual(kLate, 1));  // its clock tells nothing of the bot
    co_await conversation->dismiss();
    const std::size_t forgiven = conversation->overheard().kept_one ? 1 : 0;
    if (trial.faults.size() > forgiven) {
      Finding finding = Finding::fault(subject_, trial.faults[forgiven], conversation->overheard());
      if (forgiven > 0) finding.hint.clear();
      co_return finding;
    }
    if (forgiven == 0) co_return Finding::skipped("no question left it a choice");
    co_return Finding::passed(counted(trial.answers.size(), "question"));
  }

  Taken play_all(const std::vector<TrialTable>& tables) {
    if (tables.empty()) co_return Finding::skipped("its bot.json plays no variant that asks for it");
    const TimePoint began = std::chrono::steady_clock::now();
    const auto conversation = co_await greeted();
    int played = 0;
    std::size_t questions = 0;
    for (const TrialTable& table : tables) {
      if (since(began) > kTablesTime) break;
      std::string where = fmt::format("{}, seat {}, ", table.variant, table.seat);
      const Trial trial = co_await play(*conversation, table, ++played, std::move(where));
      questions += trial.answers.size();
    }
    co_await conversation->dismiss();
    const auto [fewest, most] = std::ranges::minmax(tables, {}, &TrialTable::seats);
    std::string detail = counted(played, "table");
    if (played < std::ssize(tables)) detail += fmt::format(" of {}, then the time was over", tables.size());
    detail += fmt::format(" with {}", fewest.seats);
    if (most.seats > fewest.seats) detail += fmt::format(" to {}", most.seats);
    co_return Finding::passed(detail + " seats, " + counted(questions, "question"));
  }

  /// What a fresh process answers at the reference table, after another game or none.
  asio::awaitable<std::vector<std::string>> reference_answers(bool after_another) {
    Alteration stopped_clocks;
    stopped_clocks.text = [this](std::string_view lines) { return alter::stop_clocks(lines, subject_.limits); };
    const auto conversation = co_await greeted(std::move(stopped_clocks));
    if (after_another) {
      TrialTable other = tables_.front();
      other.number = kOther;
      co_await play(*conversation, std::move(other));
    }
    Trial trial = co_await play(*conversation, usual(kReference, 2), after_another ? 2 : 1);
    co_await conversation->dismiss();
    co_return std::move(trial.answers);
  }

  Taken answers_alike(bool after_another) {
    if (reference_.empty()) reference_ = co_await reference_answers(false);
    const std::vector<std::string> answers = co_await reference_answers(after_another);
    co_return compare(reference_, answers);
  }

  Taken rests() {
    const auto conversation = co_await greeted();
    co_await play(*conversation, usual(kQuiet, 1));
    BotChannel& channel = *conversation->channel();
    ProcessMeters& meters = channel.meters();
    const auto before = meters.cpu_time();
    const auto delay_before = meters.run_delay();
    const ProcessEnd end = co_await channel.ended(kRest);
    const auto used = meters.cpu_time() - before;
    // One that never rests runs or waits for a processor all the time.
    const auto could_run = std::max<Duration>(kRest - (meters.run_delay() - delay_before), Duration::zero());
    co_await conversation->dismiss();
    if (end.kind != ProcessEnd::Kind::running) {
      co_return Finding::skipped("it had ended after a game, before 'quit'");
    }
    std::string detail =
        fmt::format("{} ms of processor time in {} ms without a question", to_ms(used).count(), kRest.count());
    if (used > kRestUsed && used > could_run / 2) co_return Finding::failed(std::move(detail));
    co_return Finding::passed(std::move(detail));
  }

  /// Plays a game, says `quit` and waits for the end, the input still open.
  asio::awaitable<void> say_quit() {
    if (quit_end_) co_return;
    const auto conversation = co_await greeted();
    co_await play(*conversation, usual(kLast, 1));
    BotChannel& channel = *conversation->channel();
    const Duration quit(subject_.limits.quit);
    co_await channel.send("quit\n", channel.clock().now() + quit);
    left_at_quit_ = (co_await channel.ended(quit)).kind != ProcessEnd::Kind::running;
    quit_end_ = co_await channel.stop({}, Duration::zero());
  }

  Taken quit() {
    co_await say_quit();
    if (left_at_quit_) co_return Finding::passed();
    co_return Finding::failed(fmt::format("it still ran {} ms after 'quit'", subject_.limits.quit.count()));
  }

  Taken leftovers() {
    co_await say_quit();
    if (!left_at_quit_) co_return Finding::skipped("it did not leave by itself");
    if (quit_end_->left == 0) co_return Finding::passed();
    co_return Finding::failed(fmt::format("when it had left, {} more of its processes ran", quit_end_->left));
  }

  Taken end_of_input() {
    const auto conversation = co_await greeted();
    const ProcessEnd end = co_await conversation->channel()->stop({}, subject_.limits.quit);
    // One that had to be killed has not left.
    if (end.kind != ProcessEnd::Kind::signaled || end.number != SIGKILL) co_return Finding::passed();
    co_return Finding::failed(
        fmt::format("it still ran {} ms after its input had ended", subject_.limits.quit.count()));
  }

  Taken judge_limits() const {
    const Resources& may = subject_.command.resources;
    const long peak_mb = figures_.peak_kb / 1024;
    const milliseconds idle = to_ms(figures_.idle_cpu);
    if (peak_mb > may.memory_mb)
      co_return Finding::failed(fmt::format("its memory peaked at {} of {} MB", peak_mb, may.memory_mb));
    if (may.idle_cpu_ms > 0 && idle.count() > may.idle_cpu_ms) {
      co_return Finding::failed(
          fmt::format("{} of {} ms of processor time out of turn in one game", idle.count(), may.idle_cpu_ms));
    }
    co_return Finding::passed();
  }

  asio::io_context& context_;
  const Subject& subject_;
  std::vector<TrialTable> tables_;
  std::vector<TrialTable> choices_;
  std::vector<TrialTable> law_tables_;
  Figures figures_;

  std::unique_ptr<Conversation> first_;   ///< for the first steps
  std::optional<Mistake> first_mistake_;  ///< in the first game, or at `ready`
  Finding first_finding_;
  std::size_t first_questions_ = 0;
  std::vector<std::string> reference_;  ///< the answers of a fresh process; empty: not known yet
  std::optional<ProcessEnd> quit_end_;  ///< of a process that was told to quit
  bool left_at_quit_ = false;
};

/// Others that come later need this step: `start`, what is judged by the first game, and `repeats` for `forgets`.
bool is_needed(StepId id, bool for_forgets) { return id <= StepId::words || (id == StepId::repeats && for_forgets); }

/// Why the step cannot be taken; empty: it can.
std::string obstacle(const Step& step, const std::vector<StepResult>& before) {
  for (const StepResult& result : before) {
    if (result.outcome == StepOutcome::failed && is_needed(result.step->id, step.id == StepId::forgets))
      return "step " + std::to_string(result.number) + " failed";
  }
  return {};
}

asio::awaitable<void> take_all(Examiner& examiner, const std::set<StepId>& wanted, Examination& examination,
                               const std::function<void(const StepResult&)>& tell) {
  int number = 0;
  for (const Step& step : steps()) {
    ++number;
    const bool needed = is_needed(step.id, wanted.contains(StepId::forgets));
    if (!wanted.empty() && !needed && !wanted.contains(step.id)) continue;
    if (examiner.leaves_out(step.id, wanted)) continue;
    const TimePoint began = std::chrono::steady_clock::now();
    Finding found = Finding::skipped(obstacle(step, examination.steps));
    const bool is_untried = !found.detail.empty();
    if (!is_untried) found = co_await examiner.take(step.id);
    if (found.outcome == StepOutcome::failed && found.hint.empty()) {
      found.hint = step.hint;
      found.cause = {};
    }
    StepResult result{&step,      number,      found.outcome,      is_untried,         found.detail,
                      found.hint, found.cause, found.stderr_lines, to_ms(since(began))};
    if (tell) tell(result);
    examination.steps.push_back(std::move(result));
  }
}

}  // namespace

Examination examine(const Subject& subject, const std::set<StepId>& wanted,
                    const std::function<void(const StepResult&)>& tell) {
  asio::io_context context(1);
  Examiner examiner(context, subject);
  Examination examination;
  std::future<void> done = asio::co_spawn(context, take_all(examiner, wanted, examination, tell), asio::use_future);
  while (done.wait_for(std::chrono::seconds(0)) != std::future_status::ready) context.run_one();
  done.get();
  examination.figures = examiner.figures();
  return examination;
}

}  // namespace arena
