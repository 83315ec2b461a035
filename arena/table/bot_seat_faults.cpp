#include <algorithm>
#include <utility>

#include "arena/protocol/encode.h"
#include "arena/text/printable.h"
#include "arena/table/bot_seat.h"
#include "arena/table/ending.h"

// What a question took, and what a fault leaves in the ledger.

namespace arena {
namespace {

namespace asio = boost::asio;

/// How long the launcher may take to report the end of a process whose pipe has closed.
constexpr Duration kReportWait = std::chrono::seconds(1);
/// Late answers that are still told from garbage.
constexpr std::size_t kOverdueMax = 64;
constexpr std::size_t kSlowestKept = 5;
/// Of a fault that does not end the game: what a bot can make the ledger grow by is bounded.
constexpr std::size_t kFaultStderrMax = 4 << 10;
constexpr std::size_t kGameStderrMax = 4 << 10;

std::chrono::milliseconds to_ms(Duration time) { return std::chrono::duration_cast<std::chrono::milliseconds>(time); }
std::chrono::microseconds to_us(Duration time) { return std::chrono::duration_cast<std::chrono::microseconds>(time); }

/// The last lines of a text, made printable.
std::vector<std::string> last_lines(std::string_view text, std::size_t count) {
  std::vector<std::string> lines;
  while (!text.empty() && lines.size() < count) {
    if (text.back() == '\n') text.remove_suffix(1);
    const std::size_t newline = text.rfind('\n');
    lines.push_back(printable(newline == std::string_view::npos ? text : text.substr(newline + 1)));
    text = newline == std::string_view::npos ? std::string_view() : text.substr(0, newline + 1);
  }
  std::reverse(lines.begin(), lines.end());
  return lines;
}

}  // namespace

/// As a fault that happens now has it in the ledger.
void BotSeat::note_clock() {
  move_left_ = clock_.move_left();
  bank_left_ = clock_.bank_left();
}

/// The ask that was written took the bot so long. In whole microseconds, so that its clock can be reckoned again.
void BotSeat::charge(Duration time) {
  const auto charged = to_us(time);
  clock_.use(charged);
  timing_.asks.push_back(charged);
}

/// The question under way is settled; what the bot heard or said last was at that time.
void BotSeat::settle_clock(TimePoint at) {
  note_clock();
  cpu_.end_turn(*channel_, at);
  const auto time = to_us(clock_.used());
  ++timing_.questions;
  timing_.total += time;
  auto& slowest = timing_.slowest;
  if (slowest.size() < kSlowestKept || time > slowest.back().time) {
    if (slowest.size() == kSlowestKept) slowest.pop_back();
    const auto place = std::find_if(slowest.begin(), slowest.end(), [&](const auto& slow) { return slow.time < time; });
    slowest.insert(place, {question_, time});
  }
  clock_.settle();
}

/// Its turn is over.
void BotSeat::rest() {
  if (limits_.freeze && !forfeited_) channel_->freeze();
}

/// Out of turn, since the game began or since the last such fault.
bool BotSeat::too_much_cpu() const {
  const std::chrono::milliseconds allowed(channel_->resources().idle_cpu_ms);
  return allowed.count() > 0 && cpu_.out_of_turn() - cpu_charged_ > allowed;
}

asio::awaitable<void> BotSeat::charge_cpu() {
  const auto used = cpu_.out_of_turn() - std::exchange(cpu_charged_, cpu_.out_of_turn());
  co_await count_fault(Fault::cpu, std::to_string(to_ms(used).count()) +
                                       " ms of processor time while it was not its turn; " +
                                       std::to_string(channel_->resources().idle_cpu_ms) + " ms are allowed");
}

/// What the bot and the machine have done in this game.
void BotSeat::take_figures() {
  cpu_.read(*channel_, channel_->now());
  timing_.cpu = to_us(cpu_.total());
  timing_.idle_cpu = to_us(cpu_.out_of_turn());
  timing_.between_games_cpu = to_us(cpu_.between_games());
  timing_.run_delay = to_us(channel_->run_delay() - delay_before_);
}

asio::awaitable<Answer> BotSeat::time_out(TimePoint at, std::string detail) {
  settle_clock(at);
  if (overdue_.size() == kOverdueMax) overdue_.erase(overdue_.begin());
  overdue_.push_back(id_);
  const ProcessEnd end = co_await channel_->ended(Duration::zero());
  if (end.stopped) {
    co_await lose(Fault::stopped, "stopped by a signal");
    co_return Answer{Answer::Kind::forfeited, {}, Fault::stopped};
  }
  if (channel_->input_closed()) {
    co_await lose_process(true);
    co_return Answer{Answer::Kind::forfeited, {}, faults_.back().fault};
  }
  const bool lost = co_await count_fault(Fault::timeout, std::move(detail));
  rest();
  co_return Answer{lost ? Answer::Kind::forfeited : Answer::Kind::automatic, {}, Fault::timeout};
}

FaultEvent BotSeat::event_of(Fault fault, std::string detail) const {
  FaultEvent event;
  event.fault = fault;
  event.seat = seat_;
  event.hand = hand_;
  event.question = question_;
  event.detail = std::move(detail);
  event.elapsed = to_us(channel_->now() - asked_at_);
  if (question_ > 0) event.clock = {to_ms(move_left_), to_ms(bank_left_)};
  event.cpu = to_us(channel_->cpu_time());
  event.peak_kb = channel_->peak_kb();
  event.sent = last_lines(last_sent_, 5);
  const std::size_t kept = std::min(lines_read_, last_lines_.size());
  for (std::size_t i = lines_read_ - kept; i < lines_read_; ++i)
    event.received.push_back(last_lines_[i % last_lines_.size()]);
  for (StderrChunk& chunk : channel_->stderr_tail()) {
    if (chunk.question != question_) continue;
    const std::size_t kept_bytes = std::min(chunk.text.size(), kFaultStderrMax);
    event.stderr_tail = {{chunk.question, chunk.text.substr(chunk.text.size() - kept_bytes)}};
  }
  return event;
}

void BotSeat::add_stderr(std::vector<Note>& texts) const {
  if (channel_ == nullptr) return;
  std::vector<StderrChunk> chunks = channel_->stderr_tail();
  std::size_t room = kGameStderrMax;
  auto first = chunks.end();
  while (first != chunks.begin() && room > 0) {
    --first;
    const std::size_t kept = std::min(first->text.size(), room);
    first->text.erase(0, first->text.size() - kept);
    room -= kept;
  }
  for (; first != chunks.end(); ++first) texts.push_back({seat_, first->question, std::move(first->text)});
}

/// The process is gone: its last figures and words.
void BotSeat::add_end(FaultEvent& event, const ProcessEnd& end) const {
  event.end = end;
  event.cpu = std::max(event.cpu, end.cpu);
  event.peak_kb = std::max(event.peak_kb, end.peak_kb);
  event.stderr_tail = channel_->stderr_tail();
}

void BotSeat::remember_line(std::string_view line) {
  last_lines_[lines_read_++ % last_lines_.size()] = printable(line);
}

/// Counts a fault that leaves the process; true when it was the last one allowed and the game is lost.
asio::awaitable<bool> BotSeat::count_fault(Fault fault, std::string detail) {
  if (++counted_faults_ >= limits_.faults || strict_) {
    co_await lose(fault, std::move(detail));
    co_return true;
  }
  faults_.push_back(event_of(fault, std::move(detail)));
  co_return false;
}

/// The game is lost. The bot is told if it still listens, and its process is ended.
asio::awaitable<void> BotSeat::lose(Fault fault, std::string detail) {
  FaultEvent event = event_of(fault, std::move(detail));
  event.forfeits = true;
  forfeited_ = true;
  take_figures();
  encode::forfeit(outbox_, fault_name(fault));
  encode::quit(outbox_);
  add_end(event, co_await channel_->stop(outbox_, ends_process(fault) ? Duration::zero() : Duration(limits_.quit)));
  channel_.reset();
  outbox_.clear();
  if (strict_) throw FirstFault(std::move(event), std::move(input_));
  faults_.push_back(std::move(event));
}

asio::awaitable<void> BotSeat::lose_process(bool input) {
  const ProcessEnd end = co_await channel_->ended(kReportWait);
  Ending ending = ending_of(end, input, channel_->resources());
  ending.detail += memory_note(end, channel_->resources());
  co_await lose(ending.fault, std::move(ending.detail));
}

}  // namespace arena
