#include "arena/table/bot_seat.h"

#include <algorithm>
#include <utility>

#include "arena/protocol/encode.h"
#include "arena/text/printable.h"
#include "arena/table/ending.h"

namespace arena {
namespace {

namespace asio = boost::asio;

/// How long the launcher may take to report the end of a process whose pipe has closed.
constexpr Duration kReportWait = std::chrono::seconds(1);

std::chrono::milliseconds to_ms(Duration time) { return std::chrono::duration_cast<std::chrono::milliseconds>(time); }

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
  cpu_ = CpuUse();
  asked_at_ = channel_->now();
  unexplained_ = {};
  channel_->begin_wait(asked_at_);
  mark_delay();
  encode::hello(last_sent_ = {});

  std::optional<Ending> failure;
  const Sent sent = co_await channel_->send(last_sent_, asked_at_ + limits_.startup);
  // A bot that ends at once may be gone before it is greeted: reading tells how it ended.
  if (sent.kind == Sent::Kind::timeout) failure = {Fault::start_timeout, "does not read its input"};
  while (!failure && ready_fields_.empty()) {
    Incoming incoming = co_await channel_->receive(asked_at_ + limits_.startup);
    if (incoming.kind == Incoming::Kind::timeout) incoming = co_await hear_on(incoming, limits_.startup);
    if (incoming.kind == Incoming::Kind::timeout) {
      failure = {Fault::start_timeout, "no 'ready' within " + std::to_string(limits_.startup.count()) + " ms"};
    } else if (incoming.kind == Incoming::Kind::flood) {
      failure = {Fault::flood, "a line of more than " + std::to_string(kLineBytesMax) + " bytes"};
    } else if (incoming.kind == Incoming::Kind::closed) {
      const ProcessEnd end = co_await channel_->ended(kReportWait);
      failure = ending_of(end, false, channel_->resources());
      if (failure->fault == Fault::exited || failure->fault == Fault::killed_by_signal) {
        failure->fault = Fault::start_failed;
        failure->detail += " before 'ready'" + memory_note(end, channel_->resources());
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
  if (!failure) {
    cpu_.begin_process(*channel_, channel_->now());
    co_return std::nullopt;
  }
  FaultEvent event = event_of(failure->fault, failure->detail);
  event.forfeits = true;
  add_end(event, co_await channel_->stop({}, Duration::zero()));
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
  has_answered_ = false;
  faults_.clear();
  tries_.clear();
  notes_.clear();
  note_bytes_ = try_bytes_ = 0;
  stray_lines_ = 0;
  timing_ = {};
  sent_crc_ = Crc32c();
  game_ = game;
  if (forfeited_) {
    outbox_.clear();
  } else {
    channel_->begin_game(game);
    timing_.input.process.game = ++games_;
    cpu_.begin_game(*channel_, channel_->now());
    cpu_charged_ = {};
    delay_before_ = channel_->run_delay();
  }
  carried_ = outbox_.size();
  told_.clear();
  input_.clear();
  encode::hello(input_);
}

/// The pipe has taken these bytes from the front of the outbox. True to this game alone: what is left of the one before
/// is not counted.
void BotSeat::count_sent(std::string_view bytes) {
  const std::size_t old = std::min(carried_, bytes.size());
  carried_ -= old;
  timing_.input.bytes += bytes.size() - old;
  sent_crc_.feed(bytes.substr(old));
  timing_.input.crc = sent_crc_.value();
}

void BotSeat::push_events() {
  if (!live_events_ || forfeited_) return;
  const std::size_t pushed = channel_->push(outbox_);
  if (question_ == 0) told_.append(outbox_, carried_, pushed - std::min(carried_, pushed));
  count_sent(std::string_view(outbox_).substr(0, pushed));
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
  told_.append(outbox_, carried_);
  carried_ = 0;
  sent_crc_ = Crc32c();
  timing_.input = {};
  timing_.asks.clear();
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
  timing_.input.process.game = ++games_;
  channel_->begin_game(game_);
  channel_->mark(question_);
  cpu_charged_ = {};
  delay_before_ = channel_->run_delay();
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
  note_clock();
  channel_->mark(question_);
  bool settled = question_ == 1 && games_ > 1;
  if (settled) co_await settle_past();
  const Clock clock_before = clock_;
  bool begun = false;
  if (!forfeited_) {
    begin_turn();
    begun = true;
    if (too_much_cpu()) co_await charge_cpu();
  }

  while (true) {
    if (!forfeited_ && !std::exchange(settled, false)) co_await read_strays();
    if (forfeited_) co_return Answer{Answer::Kind::forfeited, {}, faults_.back().fault};

    id_ = next_id_++;
    const std::size_t before_question = outbox_.size();
    encode::ask(outbox_, id_, question.kind, question.count, to_ms(clock_.move_left()), to_ms(clock_.bank_left()),
                question.words);
    if (!std::exchange(begun, false)) begin_turn();
    Sent sent = co_await channel_->send(outbox_, asked_at_ + clock_.allowance());
    if (sent.kind == Sent::Kind::timeout) sent = co_await send_on(sent, clock_.allowance());
    asked_at_ = sent.at;
    const std::size_t carried = carried_;
    count_sent(std::string_view(outbox_).substr(0, sent.bytes));
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
      charge(clock_.allowance());
      co_return co_await time_out(sent.at, "does not read its input");
    }
    std::swap(last_sent_, outbox_);
    outbox_.clear();
    if (strict_) input_ += last_sent_;
    if (question_ == 1 && tries_used_ == 0) told_.append(last_sent_, carried, before_question - carried);

    const Duration allowance = clock_.allowance();
    TimePoint heard_at;
    Reading reading = Reading::again;
    while (reading == Reading::again) {
      Incoming incoming = co_await channel_->receive(asked_at_ + allowance);
      if (incoming.kind == Incoming::Kind::timeout) incoming = co_await hear_on(incoming, allowance);
      const Duration used = std::min(own_time(incoming.at), allowance);
      heard_at = incoming.at;
      if (incoming.kind == Incoming::Kind::line) {
        reading = read_line(question, incoming.text);
        if (reading != Reading::again) charge(used);
        continue;
      }
      // What a bot has waited for may be known only now: a question without an answer costs all of its time.
      const bool silent = incoming.kind == Incoming::Kind::timeout;
      charge(silent ? allowance : used);
      if (silent)
        co_return co_await time_out(
            heard_at, has_answered_ ? "no answer in time" : "no answer in time; does the bot flush its output?");
      if (incoming.kind == Incoming::Kind::closed && co_await start_again(id_)) {
        clock_ = clock_before;
        break;
      }
      settle_clock(heard_at);
      if (incoming.kind == Incoming::Kind::closed) {
        co_await lose_process(false);
      } else {
        co_await lose(Fault::flood, "a line of more than " + std::to_string(kLineBytesMax) + " bytes");
      }
      co_return Answer{Answer::Kind::forfeited, {}, faults_.back().fault};
    }

    if (reading == Reading::again) continue;  // a fresh process is asked
    if (reading == Reading::answered) {
      has_answered_ = true;
      settle_clock(heard_at);
      stray_lines_ = 0;
      rest();
      co_return Answer{Answer::Kind::given, picks_, {}};
    }
    if (reading == Reading::fault) {  // too many lines that are no answer
      settle_clock(heard_at);
      co_await lose(Fault::flood, "more than " + std::to_string(limits_.stray_lines) + " lines without an answer");
      co_return Answer{Answer::Kind::forfeited, {}, faults_.back().fault};
    }
    // Refused: another try, unless there is none left or no time.
    if (tries_used_ >= limits_.tries || clock_.move_left() == Duration::zero() ||
        clock_.bank_left() == Duration::zero()) {
      settle_clock(heard_at);
      const bool lost = co_await count_fault(last_refusal_, refused_line_);
      rest();
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
        tell_late(line.id, false);
      } else if (line.kind == BotLine::Kind::answer || line.kind == BotLine::Kind::ready ||
                 line.kind == BotLine::Kind::other) {
        co_await count_fault(Fault::garbage, "no question was open: " + printable(incoming->text));
      } else if (!tolerate(line)) {
        co_await lose(Fault::flood, "more than " + std::to_string(limits_.stray_lines) + " lines without an answer");
      }
    }
  }
}

void BotSeat::tell_auto(Fault why, std::span<const std::string> words) {
  encode::automatic(outbox_, id_, fault_name(why), words);
}

void BotSeat::end_game() {
  if (forfeited_) return;
  const std::size_t pushed = channel_->push(outbox_);
  count_sent(std::string_view(outbox_).substr(0, pushed));
  outbox_.erase(0, pushed);
  take_figures();
}

}  // namespace arena
