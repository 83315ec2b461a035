#include <algorithm>
#include <csignal>

#include "arena/check/alterations.h"
#include "arena/check/examiner.h"
#include "engine/counted_noun.h"

// What a process does from game to game, and how it ends.

namespace arena {
namespace {

namespace asio = boost::asio;
using std::chrono::duration_cast;
using std::chrono::milliseconds;

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

}  // namespace

Alteration Examiner::stopped_clocks() const {
  return {[this](std::string_view lines) { return alter::stop_clocks(lines, subject_.limits); }, false};
}

asio::awaitable<Finding> Examiner::play_reference(Conversation& conversation, std::vector<std::string>& answers) {
  Trial trial = co_await play(conversation, usual(kReference, 2));
  if (!trial.faults.empty()) co_return Finding::fault(trial.faults.front(), conversation.overheard());
  answers = std::move(trial.answers);
  co_return Finding::passed();
}

asio::awaitable<Finding> Examiner::make_reference() {
  Finding finding;
  if (!reference_.empty()) co_return finding;
  const auto conversation = co_await greeted(finding, stopped_clocks());
  if (!conversation) co_return finding;
  finding = co_await play_reference(*conversation, reference_);
  co_await conversation->dismiss();
  co_return finding;
}

asio::awaitable<Finding> Examiner::repeats() {
  Finding finding = co_await make_reference();
  if (finding.is_failure()) co_return finding;
  const auto conversation = co_await greeted(finding, stopped_clocks());
  if (!conversation) co_return finding;
  std::vector<std::string> answers;
  finding = co_await play_reference(*conversation, answers);
  co_await conversation->dismiss();
  if (finding.is_failure()) co_return finding;
  co_return compare(reference_, answers);
}

asio::awaitable<Finding> Examiner::forgets() {
  Finding finding = co_await make_reference();
  if (finding.is_failure()) co_return finding;
  const auto conversation = co_await greeted(finding, stopped_clocks());
  if (!conversation) co_return finding;
  TrialTable other = tables_.front();
  other.number = kOther;
  const Trial before = co_await play(*conversation, other);
  if (!before.faults.empty()) co_return Finding::fault(before.faults.front(), conversation->overheard());
  std::vector<std::string> answers;
  finding = co_await play_reference(*conversation, answers);
  co_await conversation->dismiss();
  if (finding.is_failure()) co_return finding;
  co_return compare(reference_, answers);
}

asio::awaitable<Finding> Examiner::rests() {
  Finding finding;
  const auto conversation = co_await greeted(finding);
  if (!conversation) co_return finding;
  const Trial trial = co_await play(*conversation, usual(kQuiet, 1));
  if (!trial.faults.empty()) co_return Finding::fault(trial.faults.front(), conversation->overheard());
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
    finding = Finding::failed("it ended after a game, before 'quit'");
    finding.hint = hint_of(Mistake::leaves_early);
    co_return finding;
  }
  if (used > kRestUsed && used > could_run / 2) co_return Finding::failed(detail);
  co_return Finding::passed(detail);
}

/// Plays a game, says `quit` and waits for the end, the input still open.
asio::awaitable<Finding> Examiner::say_quit() {
  Finding finding;
  if (quit_end_) co_return finding;
  const auto conversation = co_await greeted(finding);
  if (!conversation) co_return finding;
  const Trial trial = co_await play(*conversation, usual(kLast, 1));
  if (!trial.faults.empty()) co_return Finding::fault(trial.faults.front(), conversation->overheard());
  BotChannel& channel = *conversation->channel();
  const Duration quit(subject_.limits.quit);
  co_await channel.send("quit\n", channel.clock().now() + quit);
  left_at_quit_ = (co_await channel.ended(quit)).kind != ProcessEnd::Kind::running;
  quit_end_ = co_await channel.stop({}, Duration::zero());
  co_return finding;
}

asio::awaitable<Finding> Examiner::quit() {
  const Finding finding = co_await say_quit();
  if (finding.is_failure()) co_return finding;
  if (left_at_quit_) co_return Finding::passed();
  co_return Finding::failed("it still ran " + std::to_string(subject_.limits.quit.count()) + " ms after 'quit'");
}

asio::awaitable<Finding> Examiner::leftovers() {
  const Finding finding = co_await say_quit();
  if (finding.is_failure()) co_return finding;
  if (!left_at_quit_) co_return Finding::skipped("it did not leave by itself");
  if (quit_end_->left == 0) co_return Finding::passed();
  co_return Finding::failed("when it had left, " + std::to_string(quit_end_->left) + " more of its processes ran");
}

asio::awaitable<Finding> Examiner::end_of_input() {
  Finding finding;
  const auto conversation = co_await greeted(finding);
  if (!conversation) co_return finding;
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

}  // namespace arena
