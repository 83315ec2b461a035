#include "arena/table/bot_seat.h"

#include <algorithm>
#include <utility>

#include "arena/protocol/encode.h"
#include "arena/protocol/printable.h"
#include "arena/table/ending.h"

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

asio::awaitable<std::optional<FaultEvent>> BotSeat::greet(std::unique_ptr<BotChannel> channel) {
  channel_ = std::move(channel);
  overdue_.clear();
  outbox_.clear();
  games_ = 0;
  lines_read_ = 0;
  next_id_ = 1;
  hand_ = question_ = stray_lines_ = 0;
  ready_fields_.clear();
  live_events_ = false;
  asked_at_ = channel_->now();
  const TimePoint deadline = asked_at_ + limits_.startup;
  encode::hello(last_sent_ = {});

  std::optional<Ending> failure;
  const Sent sent = co_await channel_->send(last_sent_, deadline);
  // A bot that ends at once may be gone before it is greeted: reading tells how it ended.
  if (sent.kind == Sent::Kind::timeout) failure = {Fault::start_timeout, "does not read its input"};
  while (!failure && ready_fields_.empty()) {
    const Incoming incoming = co_await channel_->receive(deadline);
    if (incoming.kind == Incoming::Kind::timeout) {
      failure = {Fault::start_timeout, "no 'ready' within " + std::to_string(limits_.startup.count()) + " ms"};
    } else if (incoming.kind == Incoming::Kind::flood) {
      failure = {Fault::flood, "a line of more than " + std::to_string(kLineBytesMax) + " bytes"};
    } else if (incoming.kind == Incoming::Kind::closed) {
      failure = ending_of(co_await channel_->ended(kReportWait), false);
      if (failure->fault == Fault::exited || failure->fault == Fault::killed_by_signal) {
        failure->fault = Fault::start_failed;
        failure->detail += " before 'ready'";
      }
    } else {
      remember_line(incoming.text);
      const BotLine line = decode_bot_line(incoming.text);
      if (line.kind == BotLine::Kind::ready) {
        ready_fields_ = printable(line.rest);
        live_events_ = limits_.live_events && ready_field(line.rest, "events") == "live";
        break;
      }
      if (line.kind == BotLine::Kind::answer || line.kind == BotLine::Kind::other) {
        failure = {Fault::garbage, "before 'ready': " + printable(incoming.text)};
      } else if (++stray_lines_ > limits_.stray_lines) {
        failure = {Fault::flood, "more than " + std::to_string(limits_.stray_lines) + " lines before 'ready'"};
      }
    }
  }
  if (!failure) co_return std::nullopt;

  FaultEvent event = event_of(failure->fault, failure->detail);
  event.forfeits = true;
  event.end = co_await channel_->stop({}, Duration::zero());
  event.stderr_tail = channel_->stderr_tail();
  channel_.reset();
  co_return event;
}

asio::awaitable<void> BotSeat::dismiss() {
  if (!channel_) co_return;
  encode::quit(outbox_);
  co_await channel_->stop(outbox_, owes_answer() ? Duration::zero() : Duration(limits_.quit));
  channel_.reset();
  overdue_.clear();
  outbox_.clear();
}

void BotSeat::begin_game(int seat, std::string_view game, int first_id) {
  clock_ = Clock(limits_);
  seat_ = seat;
  if (first_id > 0) next_id_ = first_id;
  hand_ = question_ = counted_faults_ = 0;
  forfeited_ = !alive();
  faults_.clear();
  tries_.clear();
  notes_.clear();
  note_bytes_ = try_bytes_ = 0;
  stray_lines_ = 0;
  timing_ = {};
  game_ = game;
  if (forfeited_) {
    outbox_.clear();
  } else {
    channel_->begin_game(game);
    ++games_;
  }
  told_.clear();
  input_.clear();
  encode::hello(input_);
}

void BotSeat::push_events() {
  if (!live_events_ || forfeited_) return;
  const std::size_t pushed = channel_->push(outbox_);
  if (question_ == 0) told_.append(outbox_, 0, pushed);
  outbox_.erase(0, pushed);
}

/// Puts a fresh process in the place of one that went away and has not answered anything in this game. False if that
/// is not to be: the bot pays for what happens in this game, and nobody for a box that fails.
asio::awaitable<bool> BotSeat::start_again(int next_id) {
  if (!start_ || games_ < 2 || question_ > 1 || tries_used_ > 0) co_return false;
  const ProcessEnd end = co_await channel_->ended(kReportWait);
  if (end.kind == ProcessEnd::Kind::box_failed) co_return false;
  co_await channel_->stop({}, Duration::zero());
  // What the greeting sets back is this game's.
  const int hand = hand_;
  const int question = question_;
  told_ += outbox_;
  auto failed = co_await greet(start_());
  hand_ = hand;
  question_ = question;
  next_id_ = next_id;
  if (failed) {
    failed->seat = seat_;
    failed->hand = hand_;
    failed->question = question_;
    forfeited_ = true;
    if (strict_) throw FirstFault(std::move(*failed), std::move(input_));
    faults_.push_back(std::move(*failed));
    co_return true;
  }
  ++games_;
  channel_->begin_game(game_);
  channel_->mark(question_);
  input_.clear();
  encode::hello(input_);
  outbox_ = std::exchange(told_, {});
  co_return true;
}

/// What came before the first question of a game is of the game before: nobody is charged for it now.
asio::awaitable<void> BotSeat::settle_past() {
  for (int lines = 0; true; ++lines) {
    const std::optional<Incoming> incoming = channel_->poll();
    if (!incoming) co_return;
    if (incoming->kind == Incoming::Kind::line && lines < limits_.stray_lines) continue;
    co_await start_again(next_id_);
    co_return;
  }
}

asio::awaitable<Answer> BotSeat::ask(const Question& question) {
  ++question_;
  tries_used_ = 0;
  clock_.start_question();
  channel_->mark(question_);
  bool settled = question_ == 1 && games_ > 1;
  if (settled) co_await settle_past();
  const Clock clock_before = clock_;

  while (true) {
    if (!forfeited_ && !std::exchange(settled, false)) co_await read_strays();
    if (forfeited_) co_return Answer{Answer::Kind::forfeited, {}, faults_.back().fault};

    id_ = next_id_++;
    const std::size_t before_question = outbox_.size();
    encode::ask(outbox_, id_, question.kind, question.count, to_ms(clock_.move_left()), to_ms(clock_.bank_left()),
                question.words);
    const Sent sent = co_await channel_->send(outbox_, channel_->now() + clock_.allowance());
    asked_at_ = sent.at;
    if (sent.kind == Sent::Kind::closed) {
      outbox_.resize(before_question);
      if (co_await start_again(id_)) continue;
      co_await lose_process(true);
      co_return Answer{Answer::Kind::forfeited, {}, faults_.back().fault};
    }
    if (sent.kind == Sent::Kind::timeout) {
      last_sent_.assign(outbox_, 0, sent.bytes);
      if (strict_) input_ += last_sent_;
      outbox_.erase(0, sent.bytes);
      clock_.use(clock_.allowance());
      co_return co_await time_out("does not read its input");
    }
    std::swap(last_sent_, outbox_);
    outbox_.clear();
    if (strict_) input_ += last_sent_;
    if (question_ == 1 && tries_used_ == 0) told_.append(last_sent_, 0, before_question);

    const TimePoint deadline = asked_at_ + clock_.allowance();
    Reading reading = Reading::again;
    while (reading == Reading::again) {
      const Incoming incoming = co_await channel_->receive(deadline);
      if (incoming.kind == Incoming::Kind::line) {
        reading = read_line(question, incoming.text);
        if (reading != Reading::again) clock_.use(incoming.at - asked_at_);
        continue;
      }
      clock_.use(incoming.at - asked_at_);
      if (incoming.kind == Incoming::Kind::timeout)
        co_return co_await time_out("no answer in time; does the bot flush its output?");
      if (incoming.kind == Incoming::Kind::closed && co_await start_again(id_)) {
        clock_ = clock_before;
        break;
      }
      settle_clock();
      if (incoming.kind == Incoming::Kind::closed) {
        co_await lose_process(false);
      } else {
        co_await lose(Fault::flood, "a line of more than " + std::to_string(kLineBytesMax) + " bytes");
      }
      co_return Answer{Answer::Kind::forfeited, {}, faults_.back().fault};
    }

    if (reading == Reading::again) continue;  // a fresh process is asked
    if (reading == Reading::answered) {
      settle_clock();
      stray_lines_ = 0;
      co_return Answer{Answer::Kind::given, picks_, {}};
    }
    if (reading == Reading::fault) {  // too many lines that are no answer
      settle_clock();
      co_await lose(Fault::flood, "more than " + std::to_string(limits_.stray_lines) + " lines without an answer");
      co_return Answer{Answer::Kind::forfeited, {}, faults_.back().fault};
    }
    // Refused: another try, unless there is none left or no time.
    if (tries_used_ >= limits_.tries || clock_.move_left() == Duration::zero() ||
        clock_.bank_left() == Duration::zero()) {
      settle_clock();
      const bool lost = co_await count_fault(last_refusal_, refused_line_);
      co_return Answer{lost ? Answer::Kind::forfeited : Answer::Kind::automatic, {}, last_refusal_};
    }
  }
}

/// Lines that came while no question was open: late answers, notes, garbage.
asio::awaitable<void> BotSeat::read_strays() {
  while (!forfeited_) {
    const std::optional<Incoming> incoming = channel_->poll();
    if (!incoming) co_return;
    asked_at_ = incoming->at;
    if (incoming->kind == Incoming::Kind::closed) {
      co_await lose_process(false);
    } else if (incoming->kind == Incoming::Kind::flood) {
      co_await lose(Fault::flood, "a line of more than " + std::to_string(kLineBytesMax) + " bytes");
    } else {
      remember_line(incoming->text);
      const BotLine line = decode_bot_line(incoming->text);
      if (line.kind == BotLine::Kind::answer && is_late(line.id)) {
        std::erase(overdue_, line.id);
        encode::late(outbox_, line.id);
      } else if (line.kind == BotLine::Kind::answer || line.kind == BotLine::Kind::ready ||
                 line.kind == BotLine::Kind::other) {
        co_await count_fault(Fault::garbage, "no question was open: " + printable(incoming->text));
      } else if (!tolerate(line)) {
        co_await lose(Fault::flood, "more than " + std::to_string(limits_.stray_lines) + " lines without an answer");
      }
    }
  }
}

void BotSeat::settle_clock() {
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

asio::awaitable<Answer> BotSeat::time_out(std::string detail) {
  settle_clock();
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
  co_return Answer{lost ? Answer::Kind::forfeited : Answer::Kind::automatic, {}, Fault::timeout};
}

void BotSeat::tell_auto(Fault why, std::span<const std::string> words) {
  encode::automatic(outbox_, id_, fault_name(why), words);
}

void BotSeat::end_game() {
  if (!forfeited_) outbox_.erase(0, channel_->push(outbox_));
}

FaultEvent BotSeat::event_of(Fault fault, std::string detail) const {
  FaultEvent event;
  event.fault = fault;
  event.seat = seat_;
  event.hand = hand_;
  event.question = question_;
  event.detail = std::move(detail);
  event.elapsed = to_us(channel_->now() - asked_at_);
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
  encode::forfeit(outbox_, fault_name(fault));
  encode::quit(outbox_);
  event.end = co_await channel_->stop(outbox_, ends_process(fault) ? Duration::zero() : Duration(limits_.quit));
  event.stderr_tail = channel_->stderr_tail();
  channel_.reset();
  outbox_.clear();
  if (strict_) throw FirstFault(std::move(event), std::move(input_));
  faults_.push_back(std::move(event));
}

asio::awaitable<void> BotSeat::lose_process(bool input) {
  const Ending ending = ending_of(co_await channel_->ended(kReportWait), input);
  co_await lose(ending.fault, ending.detail);
}

}  // namespace arena
