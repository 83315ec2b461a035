#include "arena/admission/check/examination.h"

#include <fmt/format.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/use_future.hpp>
#include <optional>

#include "arena/admission/check/await_line.h"
#include "arena/admission/check/conversation.h"
#include "arena/admission/check/find_cause.h"
#include "arena/admission/check/first_game.h"
#include "arena/admission/check/judgement.h"
#include "arena/base/text/input_error.h"
#include "engine/typed_text.h"

namespace arena {
namespace {

namespace asio = boost::asio;
using hearts::counted;
using std::chrono::milliseconds;

/// After this time no further table is started.
constexpr Duration kTablesTime = std::chrono::seconds(30);

/// How long a bot is watched while it waits, and how much processor time it may always use meanwhile.
constexpr milliseconds kRest(1200);
constexpr milliseconds kRestUsed(20);
/// A bot that exits with its game does so within this time.
constexpr milliseconds kLeaving(100);

/// Numbers of the tables that several steps play. Fuzzed tables are numbered from 0.
enum TableNumber { kFirstGame = 1'000'000, kAltered, kLate, kReference, kOther, kQuiet, kLast };

auto renamed_kinds() {
  return [asked = 0](std::string_view lines) mutable { return alter::rename_kinds(lines, asked); };
}

Duration since(TimePoint start) { return std::chrono::steady_clock::now() - start; }

/// Takes one bot through single steps, in order, and keeps what later steps need from earlier ones.
class Examiner {
 public:
  /// All must outlast the examiner.
  Examiner(asio::io_context& context, const Subject& subject, const CheckEvents& events)
      : context_(context),
        subject_(subject),
        tables_(fuzzed_tables(subject.bot, subject.key)),
        choices_(choice_tables(subject.bot, subject.key)),
        law_tables_(law_tables(subject.bot)),
        first_(context, subject, events, figures_) {
    if (tables_.empty())
      throw InputError(subject.bot.name + " plays no variant: \"plays\" in its bot.json matches none");
    first_.set_table(usual(kFirstGame, 2));
  }

  /// Takes one step. The steps that it needs must have passed. It ends whatever the bot does.
  asio::awaitable<Finding> run_step(const Step& step) {
    step_ = step.name;
    Finding found;
    try {
      found = co_await judge(step.id);
    } catch (const Finding& failure) {
      found = failure;
    }
    if (limit_.empty()) limit_ = found.limit;
    co_return found;
  }

  /// Starts the process that rests() examines, so that it waits while other steps are taken.
  asio::awaitable<void> rest_meanwhile() {
    try {
      co_await begin_rest();
    } catch (const Finding& failure) {
      rest_failure_ = failure;
    }
  }

  const Figures& figures() const { return figures_; }
  /// Whether the step is taken only on request, and nobody has asked for it.
  bool leaves_out(StepId id, const std::set<StepId>& wanted) const {
    return id == StepId::laws && !subject_.laws && !wanted.contains(id);
  }

 private:
  using Taken = asio::awaitable<Finding>;

  /// Takes a step, or throws the Finding of its failure.
  Taken judge(StepId id) {
    using Way = std::pair<StepId, Taken (*)(Examiner&)>;
    static constexpr Way kWays[] = {
        {StepId::start, [](Examiner& e) { return e.first_.start(); }},
        {StepId::flush, [](Examiner& e) { return e.first_.play(); }},
        {StepId::time, [](Examiner& e) { return e.first_.time(); }},
        {StepId::unknown_lines, [](Examiner& e) { return e.altered({alter::add_unknown_lines}); }},
        {StepId::unknown_fields, [](Examiner& e) { return e.altered({alter::add_unknown_fields}); }},
        {StepId::unknown_kinds, [](Examiner& e) { return e.altered({renamed_kinds()}); }},
        {StepId::empty_lines, [](Examiner& e) { return e.altered({alter::add_empty_lines}); }},
        {StepId::crlf, [](Examiner& e) { return e.altered({alter::end_in_crlf}); }},
        {StepId::pieces, [](Examiner& e) { return e.altered({{}, false, true}); }},
        {StepId::late, [](Examiner& e) { return e.late(); }},
        {StepId::choices, [](Examiner& e) { return e.play_all(e.choices_); }},
        {StepId::tables, [](Examiner& e) { return e.play_all(e.tables_); }},
        {StepId::repeats, [](Examiner& e) { return e.answers_alike(false); }},
        {StepId::forgets, [](Examiner& e) { return e.answers_alike(true); }},
        {StepId::rests, [](Examiner& e) { return e.rests(); }},
        {StepId::quit, [](Examiner& e) { return e.quit(); }},
        {StepId::end_of_input, [](Examiner& e) { return e.end_of_input(); }},
        {StepId::leftovers, [](Examiner& e) { return e.leftovers(); }},
        {StepId::limits, [](Examiner& e) { return e.limits(); }},
        {StepId::answers, [](Examiner& e) { return e.choices(); }},
        {StepId::laws, [](Examiner& e) { return e.play_all(e.law_tables_); }},
    };
    if (id > StepId::time && id <= StepId::words) return first_.finding_for(id);
    return std::ranges::find(kWays, id, &Way::first)->second(*this);
  }

  /// Starts a fresh process and returns it after its greeting. Throws the Finding of a fault.
  asio::awaitable<std::unique_ptr<Conversation>> greeted(Alteration alteration = {}) {
    auto conversation = std::make_unique<Conversation>(context_, subject_, std::move(alteration));
    if (const auto fault = co_await conversation->greet())
      throw finding_of(subject_, {*fault, conversation->overheard()});
    co_return conversation;
  }

  /// Plays a game, the process's `game`-th (from 1). Throws the Finding of a fault, whose text begins with `where`.
  asio::awaitable<Trial> play(Conversation& conversation, TrialTable table, int game = 1, std::string where = {}) {
    const std::string before = last_variant_;
    Trial trial = co_await try_play(conversation, std::move(table));
    if (!trial.faults.empty()) throw failure_of(trial, conversation, game, where, before);
    co_return trial;
  }

  /// `before`: the variant of the process's game before this one.
  Finding failure_of(const Trial& trial, const Conversation& conversation, int game, std::string where,
                     const std::string& before) const {
    const FaultEvent& fault = trial.faults.front();
    // The only thing wrong may be that this is not the first game.
    if (game > 1) where = fmt::format("game {} of its process, ", game) + where;
    // The process may have ended before this question reached it.
    const bool may_have_ended = fault.fault == Fault::exited || fault.fault == Fault::killed_by_signal;
    if (game > 1 && fault.question <= 1 && may_have_ended)
      where = fmt::format("the end of game {} of its process ({}), or the start of ", game - 1, before) + where;
    return finding_of(subject_, {fault, conversation.overheard(), game, trial.table.variant, step_}, where);
  }

  /// A game with or without a fault.
  asio::awaitable<Trial> try_play(Conversation& conversation, TrialTable table) {
    last_variant_ = table.variant;
    return conversation.play(std::move(table), &figures_);
  }

  TrialTable usual(TableNumber number, int hands) const { return usual_table(tables_, number, hands); }

  Taken altered(Alteration alteration) {
    try {
      const auto conversation = co_await greeted(std::move(alteration));
      const Trial trial = co_await play(*conversation, usual(kAltered, 1));
      co_await conversation->dismiss();
      co_return Finding::passed(counted(trial.answers.size(), "question"));
    } catch (Finding& failure) {
      // The author should look at the alteration, not at what it leads to.
      if (failure.row == nullptr || !failure.row->is_of_any_step) failure.hint.clear();
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
      Finding finding = finding_of(subject_, {trial.faults[forgiven], conversation->overheard()});
      if (forgiven > 0) finding.hint.clear();
      co_return finding;
    }
    if (forgiven == 0) co_return Finding::skipped("no question gave it a choice");
    co_return Finding::passed(counted(trial.answers.size(), "question"));
  }

  Taken play_all(const std::vector<TrialTable>& tables) {
    if (tables.empty()) co_return Finding::skipped("its bot.json plays no variant that needs this");
    const TimePoint began = std::chrono::steady_clock::now();
    auto conversation = co_await greeted();
    int played = 0;
    std::size_t questions = 0;
    for (const TrialTable& table : tables) {
      if (since(began) > kTablesTime) break;
      if (subject_.bot.is_for_one_game && played > 0) {
        co_await conversation->dismiss();
        conversation = co_await greeted();
      }
      std::string where = fmt::format("{}, seat {}, ", table.variant, table.seat);
      const std::string before = last_variant_;
      const Trial trial = co_await try_play(*conversation, table);
      if (!trial.faults.empty()) {
        const int game = subject_.bot.is_for_one_game ? 1 : played + 1;
        Finding failure = failure_of(trial, *conversation, game, std::move(where), before);
        if (&tables == &tables_) failure.detail += co_await compare_sizes(context_, subject_, tables, table);
        co_return failure;
      }
      ++played;
      questions += trial.answers.size();
    }
    co_await conversation->dismiss();
    co_return Finding::passed(describe_tables(tables, played, questions));
  }

  /// Returns what a fresh process answers at the reference table, after another game if that is wanted.
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
    if (after_another && subject_.bot.is_for_one_game)
      co_return Finding::skipped(R"(each game has a fresh process of it: "restart": "game" in its bot.json)");
    if (reference_.empty()) reference_ = co_await reference_answers(false);
    const std::vector<std::string> answers = co_await reference_answers(after_another);
    Finding finding = compare_answers(reference_, answers);
    if (finding.outcome != StepOutcome::failed || subject_.deterministic) co_return finding;
    // A bot that remembers its earlier game gives the same wrong answers again. One that uses the clock may have given
    // equal answers in the step before by accident.
    if (after_another && co_await reference_answers(false) == reference_ && co_await reference_answers(true) == answers)
      co_return finding;
    co_return may_vary(std::move(finding));
  }

  /// A process that has played a game, and waits.
  struct Resting {
    std::unique_ptr<Conversation> conversation;
    TimePoint since{};
    std::chrono::nanoseconds cpu{};
    std::chrono::nanoseconds delay{};
    bool left_with_game = false;  ///< it ended as soon as the game did
  };

  asio::awaitable<void> begin_rest() {
    auto conversation = co_await greeted();
    co_await play(*conversation, usual(kQuiet, 1));
    BotChannel& channel = *conversation->channel();
    ProcessMeters& meters = channel.meters();
    channel.thaw();  // The end of the game has stopped the process.
    const bool has_left = co_await ends_within(channel, kLeaving);
    resting_ = {std::move(conversation), std::chrono::steady_clock::now(), meters.cpu_time(), meters.run_delay(),
                has_left};
  }

  /// The finding for a bot that ended without a question, a `quit` or the end of its input.
  Finding early_end(const Resting& resting, const ProcessEnd& end) const {
    FaultEvent event{fault_of_end(end, Evidence::output_closed, subject_.command.resources)};
    event.end = end;
    event.stderr_tail = resting.conversation->channel()->meters().stderr_tail();
    require_blame(event);
    Failure failure{event, resting.conversation->overheard()};
    failure.waited = !resting.left_with_game;
    return finding_of(subject_, failure,
                      resting.left_with_game ? "it ended on its own when its game was over: "
                                             : "it ended on its own while it waited after a game: ");
  }

  Taken rests() {
    if (rest_failure_) co_return *rest_failure_;
    if (!resting_) co_await begin_rest();
    const Resting resting = *std::exchange(resting_, std::nullopt);
    BotChannel& channel = *resting.conversation->channel();
    ProcessMeters& meters = channel.meters();
    const ProcessEnd end = co_await channel.ended(std::max<Duration>(kRest - since(resting.since), Duration::zero()));
    const Duration waited = since(resting.since);
    const auto used = meters.cpu_time() - resting.cpu;
    // A bot that never rests runs or waits for a processor all the time.
    const auto could_run = std::max<Duration>(waited - (meters.run_delay() - resting.delay), Duration::zero());
    if (end.kind == ProcessEnd::Kind::exited && resting.left_with_game && subject_.bot.is_for_one_game) {
      co_await resting.conversation->dismiss();
      co_return Finding::passed("its process ends with its game");
    }
    if (end.kind != ProcessEnd::Kind::running) {
      channel.mark(0);  // its last words may still be in the pipe
      Finding failure = early_end(resting, end);
      co_await resting.conversation->dismiss();
      co_return failure;
    }
    co_await resting.conversation->dismiss();
    std::string detail =
        fmt::format("{} ms of processor time in {} ms without a question", to_ms(used).count(), to_ms(waited).count());
    if (used > kRestUsed && used > could_run / 2) co_return Finding::failed(std::move(detail));
    co_return Finding::passed(std::move(detail));
  }

  /// Plays a game, sends `quit` and waits for the end while the input stays open.
  asio::awaitable<void> send_quit() {
    if (quit_end_) co_return;
    const auto conversation = co_await greeted();
    co_await play(*conversation, usual(kLast, 1));
    BotChannel& channel = *conversation->channel();
    const Duration quit(subject_.limits.quit);
    co_await channel.send("quit\n", channel.clock().now() + quit);
    left_at_quit_ = co_await ends_within(channel, quit);
    quit_end_ = co_await channel.stop({}, Duration::zero());
  }

  Finding left_in_time(bool has_left, std::string_view after) const {
    if (has_left) return Finding::passed();
    return Finding::failed(fmt::format("it was still running {} ms after {}", subject_.limits.quit.count(), after));
  }

  Taken quit() {
    co_await send_quit();
    co_return left_in_time(left_at_quit_, "'quit'");
  }

  Taken leftovers() {
    co_await send_quit();
    if (!left_at_quit_) co_return Finding::skipped("it did not exit on its own");
    if (quit_end_->left == 0) co_return Finding::passed();
    co_return Finding::failed("it exited and left " + counted(quit_end_->left, "process", "processes") + " running");
  }

  Taken end_of_input() {
    const auto conversation = co_await greeted();
    BotChannel& channel = *conversation->channel();
    channel.close_input();
    const bool has_left = co_await ends_within(channel, subject_.limits.quit);
    co_await channel.stop({}, Duration::zero());
    co_return left_in_time(has_left, "the end of its input");
  }

  Taken limits() const { co_return judge_limits(figures_, subject_.command.resources, limit_); }
  Taken choices() const { co_return judge_choices(figures_); }

  asio::io_context& context_;
  const Subject& subject_;
  std::vector<TrialTable> tables_;
  std::vector<TrialTable> choices_;
  std::vector<TrialTable> law_tables_;
  Figures figures_;

  FirstGame first_;           ///< for the first steps
  std::string last_variant_;  ///< of the game that was played last
  std::string_view step_;     ///< that is being taken
  std::string limit_;         ///< that it ran into
  std::optional<Resting> resting_;
  std::optional<Finding> rest_failure_;  ///< of the game before the rest
  std::vector<std::string> reference_;   ///< the answers of a fresh process; empty: not known yet
  std::optional<ProcessEnd> quit_end_;   ///< of a process that was told to quit
  bool left_at_quit_ = false;
};

/// Whether later steps need this one: all that the start and the first game decide, and `repeats` for `forgets`.
bool is_needed(StepId id, bool for_forgets) { return id <= StepId::words || (id == StepId::repeats && for_forgets); }

/// Returns why the step cannot be taken, or an empty text if it can.
std::string obstacle(const Step& step, const std::vector<StepResult>& before) {
  for (const StepResult& result : before) {
    const bool needs_it = is_needed(result.step->id, step.id == StepId::forgets);
    if (needs_it && result.outcome == StepOutcome::failed) return fmt::format("step {} failed", result.number);
    if (needs_it && result.outcome == StepOutcome::remark)
      return fmt::format("step {} found different answers in equal games", result.number);
  }
  return {};
}

asio::awaitable<void> run_steps(Examiner& examiner, const std::set<StepId>& wanted, Examination& examination,
                                const CheckEvents& events) {
  int number = 0;
  for (const Step& step : kSteps) {
    ++number;
    const bool needed = is_needed(step.id, wanted.contains(StepId::forgets));
    if (!wanted.empty() && !needed && !wanted.contains(step.id)) continue;
    if (examiner.leaves_out(step.id, wanted)) continue;
    Finding found = Finding::skipped(obstacle(step, examination.steps));
    const bool is_untried = !found.detail.empty();
    if (!is_untried && wanted.empty() && step.id == StepId::unknown_lines) co_await examiner.rest_meanwhile();
    const TimePoint began = std::chrono::steady_clock::now();
    if (!is_untried) found = co_await examiner.run_step(step);
    if (found.outcome == StepOutcome::failed && found.hint.empty()) {
      found.hint = step.hint;
      found.row = nullptr;
    }
    StepResult result{std::move(found), &step, number, is_untried, to_ms(since(began))};
    if (events.step) events.step(result);
    examination.steps.push_back(std::move(result));
  }
}

}  // namespace

Examination examine(const Subject& subject, const std::set<StepId>& wanted, const CheckEvents& events) {
  asio::io_context context(1);
  Examiner examiner(context, subject, events);
  Examination examination;
  std::future<void> done = asio::co_spawn(context, run_steps(examiner, wanted, examination, events), asio::use_future);
  while (done.wait_for(std::chrono::seconds(0)) != std::future_status::ready) context.run_one();
  done.get();
  examination.figures = examiner.figures();
  return examination;
}

}  // namespace arena
