#include "arena/check/examiner.h"

#include <algorithm>
#include <csignal>

#include "arena/bots/bot_copy.h"
#include "arena/check/alterations.h"
#include "arena/text/input_error.h"
#include "engine/counted_noun.h"

namespace arena {
namespace {

namespace asio = boost::asio;
using std::chrono::duration_cast;
using std::chrono::milliseconds;

/// No further table is begun after that time.
constexpr Duration kTablesTime = std::chrono::seconds(30);

/// How long a bot is watched while it waits, and what it may use of the processor in any case.
constexpr Duration kRest = milliseconds(300);
constexpr Duration kRestUsed = milliseconds(20);

/// Where the answers of a second process part from those of the first.
Finding compare(const std::vector<std::string>& first, const std::vector<std::string>& second) {
  const auto [one, other] = std::mismatch(first.begin(), first.end(), second.begin(), second.end());
  if (one == first.end() && other == second.end()) return Finding::passed(hearts::counted(first.size(), "answer"));
  const auto words = [](const std::string& answer) { return answer.substr(std::min(answer.find(' '), answer.size())); };
  const std::string was = one == first.end() ? " nothing" : words(*one);
  const std::string is = other == second.end() ? " nothing" : words(*other);
  return Finding::failed("question " + std::to_string(one - first.begin() + 1) + ": once it chose" + was + ", once" +
                         is);
}

Alteration with_text(std::function<std::string(std::string_view)> change) { return {std::move(change), false}; }

Duration since(TimePoint start) { return std::chrono::steady_clock::now() - start; }

}  // namespace

Finding Finding::fault(const FaultEvent& event, const Overheard& overheard, const std::string& where) {
  return {StepOutcome::failed, where + story_of(event, overheard), std::string(hint_of(mistake_of(event, overheard)))};
}

Examiner::Examiner(asio::io_context& context, const Subject& subject)
    : context_(context),
      subject_(subject),
      tables_(fuzzed_tables(subject.bot, subject.key)),
      choices_(choice_tables(subject.bot, subject.key)) {
  if (tables_.empty()) throw InputError(subject.bot.name + " plays no variant: \"plays\" of its bot.json names none");
}

TrialTable Examiner::usual(TableNumber number, int hands) const { return usual_table(tables_, number, hands); }

asio::awaitable<std::unique_ptr<Conversation>> Examiner::greeted(Alteration alteration) {
  auto conversation = std::make_unique<Conversation>(context_, subject_, std::move(alteration));
  if (const auto fault = co_await conversation->greet()) throw Finding::fault(*fault, conversation->overheard());
  co_return conversation;
}

asio::awaitable<Trial> Examiner::try_play(Conversation& conversation, TrialTable table) {
  Trial trial = co_await conversation.play(table);
  figures_.add(trial);
  figures_.peak_kb = std::max(figures_.peak_kb, conversation.overheard().peak_kb);
  if (conversation.alive()) figures_.peak_kb = std::max(figures_.peak_kb, conversation.channel()->meters().peak_kb());
  co_return trial;
}

asio::awaitable<Trial> Examiner::play(Conversation& conversation, TrialTable table, std::string where) {
  Trial trial = co_await try_play(conversation, std::move(table));
  if (!trial.faults.empty()) throw Finding::fault(trial.faults.front(), conversation.overheard(), where);
  co_return trial;
}

asio::awaitable<Finding> Examiner::start() {
  first_ = std::make_unique<Conversation>(context_, subject_);
  const TimePoint began = std::chrono::steady_clock::now();
  const auto fault = co_await first_->greet();
  figures_.start = duration_cast<std::chrono::microseconds>(since(began));
  if (!fault)
    co_return Finding::passed("ready after " + std::to_string(duration_cast<milliseconds>(since(began)).count()) +
                              " ms");
  Finding finding = Finding::fault(*fault, first_->overheard());
  const Mistake mistake = mistake_of(*fault, first_->overheard());
  if (mistake == Mistake::no_flush) {  // it starts; the next step tells
    first_mistake_ = mistake;
    first_finding_ = finding;
    co_return Finding::passed("ready, but only when the input was closed");
  }
  if (mistake == Mistake::cannot_start) {
    if (const std::string note = copied_note(subject_.bot); !note.empty()) finding.hint += " Here " + note + ".";
  }
  co_return finding;
}

asio::awaitable<Finding> Examiner::first_game() {
  if (!first_mistake_) {
    const Trial trial = co_await try_play(*first_, usual(kFirstGame, 2));
    first_questions_ = trial.answers.size();
    if (!trial.faults.empty()) {
      first_mistake_ = mistake_of(trial.faults.front(), first_->overheard());
      first_finding_ = Finding::fault(trial.faults.front(), first_->overheard());
    }
    co_await first_->dismiss();
  }
  first_.reset();
  co_return judge_first_game(StepId::flush);
}

/// A game ends with its first mistake: one of these steps fails at most.
Finding Examiner::judge_first_game(StepId id) const {
  const auto step_of = [](Mistake mistake) {
    switch (mistake) {
      case Mistake::answers_late:
        return StepId::time;
      case Mistake::chatter:
      case Mistake::flood:
        return StepId::stdout_only;
      case Mistake::wrong_number:
        return StepId::number;
      case Mistake::illegal:
        return StepId::words;
      default:
        return StepId::flush;
    }
  };
  if (first_mistake_ && step_of(*first_mistake_) == id) return first_finding_;
  return Finding::passed(id == StepId::flush ? hearts::counted(first_questions_, "question") : "");
}

asio::awaitable<Finding> Examiner::altered(Alteration alteration) {
  try {
    const auto conversation = co_await greeted(std::move(alteration));
    const Trial trial = co_await play(*conversation, usual(kAltered, 1));
    co_await conversation->dismiss();
    co_return Finding::passed(hearts::counted(trial.answers.size(), "question"));
  } catch (Finding& failure) {
    failure.hint.clear();  // the alteration is what to look at, not what it leads to
    throw;
  }
}

asio::awaitable<Finding> Examiner::late() {
  Alteration one_late;
  one_late.late_once = true;
  const auto conversation = co_await greeted(std::move(one_late));
  const Trial trial = co_await conversation->play(usual(kLate, 1));  // its clock tells nothing of the bot
  co_await conversation->dismiss();
  const std::size_t forgiven = conversation->overheard().kept_one ? 1 : 0;
  if (trial.faults.size() > forgiven) {
    Finding finding = Finding::fault(trial.faults[forgiven], conversation->overheard());
    if (forgiven > 0) finding.hint.clear();
    co_return finding;
  }
  if (forgiven == 0) co_return Finding::skipped("no question left it a choice");
  co_return Finding::passed(hearts::counted(trial.answers.size(), "question"));
}

asio::awaitable<Finding> Examiner::play_all(const std::vector<TrialTable>& tables) {
  if (tables.empty()) co_return Finding::skipped("its bot.json plays no variant that asks for it");
  const TimePoint began = std::chrono::steady_clock::now();
  const auto conversation = co_await greeted();
  std::size_t played = 0;
  std::size_t questions = 0;
  for (const TrialTable& table : tables) {
    if (since(began) > kTablesTime) break;
    std::string where = table.variant + ", seat " + std::to_string(table.seat) + ", ";
    const Trial trial = co_await play(*conversation, table, std::move(where));
    ++played;
    questions += trial.answers.size();
  }
  co_await conversation->dismiss();
  const auto [fewest, most] = std::minmax_element(
      tables.begin(), tables.end(), [](const TrialTable& a, const TrialTable& b) { return a.seats < b.seats; });
  std::string detail = hearts::counted(played, "table");
  if (played < tables.size()) detail += " of " + std::to_string(tables.size()) + ", then the time was over";
  detail += " with " + std::to_string(fewest->seats);
  if (most->seats > fewest->seats) detail += " to " + std::to_string(most->seats);
  co_return Finding::passed(detail + " seats, " + hearts::counted(questions, "question"));
}

/// What a fresh process answers at the reference table; if there is one `before`, after a game at that.
asio::awaitable<std::vector<std::string>> Examiner::reference_answers(std::optional<TrialTable> before) {
  Alteration stopped_clocks =
      with_text([this](std::string_view lines) { return alter::stop_clocks(lines, subject_.limits); });
  const auto conversation = co_await greeted(std::move(stopped_clocks));
  if (before) co_await play(*conversation, *before);
  Trial trial = co_await play(*conversation, usual(kReference, 2));
  co_await conversation->dismiss();
  co_return std::move(trial.answers);
}

asio::awaitable<Finding> Examiner::answers_alike(std::optional<TrialTable> before) {
  if (reference_.empty()) reference_ = co_await reference_answers(std::nullopt);
  const std::vector<std::string> answers = co_await reference_answers(std::move(before));
  co_return compare(reference_, answers);
}

asio::awaitable<Finding> Examiner::rests() {
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
  const std::string detail = std::to_string(duration_cast<milliseconds>(used).count()) + " ms of processor time in " +
                             std::to_string(duration_cast<milliseconds>(kRest).count()) + " ms without a question";
  if (end.kind != ProcessEnd::Kind::running) {
    Finding finding = Finding::failed("it ended after a game, before 'quit'");
    finding.hint = hint_of(Mistake::leaves_early);
    co_return finding;
  }
  if (used > kRestUsed && used > could_run / 2) co_return Finding::failed(detail);
  co_return Finding::passed(detail);
}

/// Plays a game, says `quit` and waits for the end, the input still open.
asio::awaitable<void> Examiner::say_quit() {
  if (quit_end_) co_return;
  const auto conversation = co_await greeted();
  co_await play(*conversation, usual(kLast, 1));
  BotChannel& channel = *conversation->channel();
  const Duration quit(subject_.limits.quit);
  co_await channel.send("quit\n", channel.clock().now() + quit);
  left_at_quit_ = (co_await channel.ended(quit)).kind != ProcessEnd::Kind::running;
  quit_end_ = co_await channel.stop({}, Duration::zero());
}

asio::awaitable<Finding> Examiner::quit() {
  co_await say_quit();
  if (left_at_quit_) co_return Finding::passed();
  co_return Finding::failed("it still ran " + std::to_string(subject_.limits.quit.count()) + " ms after 'quit'");
}

asio::awaitable<Finding> Examiner::leftovers() {
  co_await say_quit();
  if (!left_at_quit_) co_return Finding::skipped("it did not leave by itself");
  if (quit_end_->left == 0) co_return Finding::passed();
  co_return Finding::failed("when it had left, " + std::to_string(quit_end_->left) + " more of its processes ran");
}

asio::awaitable<Finding> Examiner::end_of_input() {
  const auto conversation = co_await greeted();
  const ProcessEnd end = co_await conversation->channel()->stop({}, subject_.limits.quit);
  // One that had to be killed has not left.
  if (end.kind != ProcessEnd::Kind::signaled || end.number != SIGKILL) co_return Finding::passed();
  co_return Finding::failed("it still ran " + std::to_string(subject_.limits.quit.count()) +
                            " ms after its input had ended");
}

Finding Examiner::judge_limits() const {
  const Resources& may = subject_.command.resources;
  const long peak_mb = figures_.peak_kb / 1024;
  const milliseconds idle = duration_cast<milliseconds>(figures_.idle_cpu);
  if (peak_mb > may.memory_mb) {
    return Finding::failed("its memory peaked at " + std::to_string(peak_mb) + " of " + std::to_string(may.memory_mb) +
                           " MB");
  }
  if (may.idle_cpu_ms > 0 && idle.count() > may.idle_cpu_ms) {
    return Finding::failed(std::to_string(idle.count()) + " of " + std::to_string(may.idle_cpu_ms) +
                           " ms of processor time out of turn in one game");
  }
  return Finding::passed();
}

asio::awaitable<Finding> Examiner::take(StepId id) {
  try {
    co_return co_await judge(id);
  } catch (const Finding& failure) {
    co_return failure;
  }
}

asio::awaitable<Finding> Examiner::judge(StepId id) {
  switch (id) {
    case StepId::start:
      co_return co_await start();
    case StepId::flush:
      co_return co_await first_game();
    case StepId::time:
    case StepId::stdout_only:
    case StepId::number:
    case StepId::words:
      co_return judge_first_game(id);
    case StepId::unknown_lines:
      co_return co_await altered(with_text(alter::add_unknown_lines));
    case StepId::unknown_fields:
      co_return co_await altered(with_text(alter::add_unknown_fields));
    case StepId::unknown_kinds:
      co_return co_await altered(
          with_text([asked = 0](std::string_view lines) mutable { return alter::rename_kinds(lines, asked); }));
    case StepId::empty_lines:
      co_return co_await altered(with_text(alter::add_empty_lines));
    case StepId::crlf:
      co_return co_await altered(with_text(alter::end_in_crlf));
    case StepId::late:
      co_return co_await late();
    case StepId::choices:
      co_return co_await play_all(choices_);
    case StepId::tables:
      co_return co_await play_all(tables_);
    case StepId::repeats:
      co_return co_await answers_alike(std::nullopt);
    case StepId::forgets: {
      TrialTable other = tables_.front();
      other.number = kOther;
      co_return co_await answers_alike(std::move(other));
    }
    case StepId::rests:
      co_return co_await rests();
    case StepId::quit:
      co_return co_await quit();
    case StepId::end_of_input:
      co_return co_await end_of_input();
    case StepId::leftovers:
      co_return co_await leftovers();
    case StepId::limits:
      co_return judge_limits();
  }
  co_return Finding::skipped("there is no such step");
}

}  // namespace arena
