#include "arena/check/examiner.h"

#include <algorithm>

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

asio::awaitable<std::unique_ptr<Conversation>> Examiner::greeted(Finding& finding, Alteration alteration) {
  auto conversation = std::make_unique<Conversation>(context_, subject_, std::move(alteration));
  if (const auto fault = co_await conversation->greet()) {
    finding = Finding::fault(*fault, conversation->overheard());
    conversation.reset();
  }
  co_return conversation;
}

asio::awaitable<Trial> Examiner::play(Conversation& conversation, TrialTable table) {
  Trial trial = co_await conversation.play(table);
  figures_.add(trial);
  figures_.peak_kb = std::max(figures_.peak_kb, conversation.overheard().peak_kb);
  if (conversation.alive()) figures_.peak_kb = std::max(figures_.peak_kb, conversation.channel()->meters().peak_kb());
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
    const Trial trial = co_await play(*first_, usual(kFirstGame, 2));
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
  Finding finding;
  const auto conversation = co_await greeted(finding, std::move(alteration));
  if (conversation) {
    const Trial trial = co_await play(*conversation, usual(kAltered, 1));
    co_await conversation->dismiss();
    if (trial.faults.empty()) co_return Finding::passed(hearts::counted(trial.answers.size(), "question"));
    finding = Finding::fault(trial.faults.front(), conversation->overheard());
  }
  finding.hint.clear();  // the alteration is what to look at, not what it leads to
  co_return finding;
}

asio::awaitable<Finding> Examiner::late() {
  Finding finding;
  Alteration one_late;
  one_late.late_once = true;
  const auto conversation = co_await greeted(finding, std::move(one_late));
  if (!conversation) co_return finding;
  const Trial trial = co_await conversation->play(usual(kLate, 1));  // its clock tells nothing of the bot
  co_await conversation->dismiss();
  const std::size_t forgiven = conversation->overheard().kept_one ? 1 : 0;
  if (trial.faults.size() > forgiven) {
    finding = Finding::fault(trial.faults[forgiven], conversation->overheard());
    if (forgiven > 0) finding.hint.clear();
    co_return finding;
  }
  if (forgiven == 0) co_return Finding::skipped("no question left it a choice");
  co_return Finding::passed(hearts::counted(trial.answers.size(), "question"));
}

asio::awaitable<Finding> Examiner::play_all(const std::vector<TrialTable>& tables) {
  if (tables.empty()) co_return Finding::skipped("its bot.json plays no variant that asks for it");
  const TimePoint began = std::chrono::steady_clock::now();
  Finding finding;
  const auto conversation = co_await greeted(finding);
  if (!conversation) co_return finding;
  std::size_t played = 0;
  std::size_t questions = 0;
  for (const TrialTable& table : tables) {
    if (since(began) > kTablesTime) break;
    const Trial trial = co_await play(*conversation, table);
    if (!trial.faults.empty()) {
      co_return Finding::fault(trial.faults.front(), conversation->overheard(),
                               table.variant + ", seat " + std::to_string(table.seat) + ", ");
    }
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

asio::awaitable<Finding> Examiner::take(StepId id) {
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
      co_return co_await repeats();
    case StepId::forgets:
      co_return co_await forgets();
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
