#include "arena/game/table/bot_seat.h"

#include <algorithm>
#include <utility>

#include "arena/base/text/printable.h"
#include "arena/bots/protocol/encode.h"
#include "arena/bots/protocol/limit_keys.h"

namespace arena {
namespace {

namespace asio = boost::asio;

/// How long the launcher may take to report the end of a process whose pipe has closed.
constexpr Duration kReportWait = std::chrono::seconds(1);

}  // namespace

std::optional<FaultEvent> BotSeat::refuse_start() const {
  const auto spent = respawn_.describe_spent();
  if (!spent) return std::nullopt;
  FaultEvent event{fault_of(Evidence::restarts_used_up, limits_, *spent)};
  event.forfeits = true;
  return event;
}

asio::awaitable<std::optional<FaultEvent>> BotSeat::greet(std::unique_ptr<BotChannel> channel) {
  log_.begin_process();
  return start(std::move(channel));
}

asio::awaitable<std::optional<FaultEvent>> BotSeat::start(std::unique_ptr<BotChannel> channel) {
  channel_ = std::move(channel);
  respawn_.begin_process();
  ready_fields_.clear();
  live_events_ = false;
  wants_all_laws_ = false;
  timer_.begin_process(channel_->meters(), channel_->clock());
  std::optional<FoundFault> found = co_await receive_ready();
  if (!found || blame_of(found->fault) == Blame::bot)
    respawn_.charge_start(timer_.own_time().until(timer_.own_time().now()));
  if (!found) {
    timer_.end_start();
    co_return std::nullopt;
  }
  respawn_.end_process(blame_of(found->fault));
  FaultEvent event = log_.event(std::move(*found), dialogue_.last_lines(), timer_, channel_->meters());
  log_.add_end(event, co_await channel_->stop({}, Duration::zero()), channel_->meters());
  channel_.reset();
  co_return event;
}

/// Greets the process. Returns the fault if it does not answer with `ready`.
asio::awaitable<std::optional<FoundFault>> BotSeat::receive_ready() {
  TimePoint deadline = timer_.own_time().asked_at() + limits_.startup;
  const Sent sent = co_await channel_->send(dialogue_.begin_process(), deadline);
  // A bot that ends immediately may have ended before it is greeted: reading shows how.
  if (sent.kind == Sent::Kind::timeout) co_return fault_of(Evidence::hello_unread, limits_);
  std::optional<FoundFault> found;
  while (!found) {
    const Incoming incoming = co_await channel_->receive(deadline);
    if (incoming.kind == Incoming::Kind::timeout) {
      if (timer_.own_time().extend(deadline, incoming.at, limits_.startup)) continue;
      const std::string_view bytes = channel_->unfinished_line();
      if (const auto starved = timer_.own_time().describe_starved(incoming.at, limits_.startup)) {
        found = fault_of(Evidence::starved, limits_, *starved);
      } else {
        found = bytes.empty() ? fault_of(Evidence::not_ready, limits_) : fault_of_unfinished(bytes, 0, limits_);
      }
    } else if (incoming.kind == Incoming::Kind::flood) {
      found = fault_of(Evidence::long_line, limits_);
    } else if (incoming.kind == Incoming::Kind::closed) {
      found = fault_of_end(co_await channel_->ended(kReportWait), Evidence::gone_before_ready,
                           channel_->meters().resources());
    } else if (const auto ready = dialogue_.read_greeting(incoming.text, found)) {
      ready_fields_ = printable(*ready);
      live_events_ = limits_.live_events && field_of(*ready, "events") == "live";
      wants_all_laws_ = field_of(*ready, "laws") == "all";
      break;
    }
  }
  co_return found;
}

asio::awaitable<void> BotSeat::dismiss() {
  if (!channel_) co_return;
  encode::quit(outbox());
  const ProcessEnd end = co_await channel_->stop(outbox(), owes_answer() ? Duration::zero() : Duration(limits_.quit));
  respawn_.end_process(end.is_machine_fault() ? Blame::machine : Blame::bot);
  channel_.reset();
  dialogue_.begin_process();
}

void BotSeat::set_limits(const Limits& limits) {
  if (limits == limits_) return;
  for (const LimitKey& key : limit_keys()) {
    if (!key.of_process) key.set(limits_, key.of(limits));
  }
  dialogue_.set_limits(limits_);
  timer_.set_limits(limits_);
}

void BotSeat::begin_game(int seat, std::string_view game, int first_id) {
  forfeited_ = !alive();
  has_answered_ = false;
  game_ = game;
  replaced_ = std::exchange(replaced_before_, {});
  log_.begin_game(seat);
  if (alive()) channel_->begin_game(game);
  respawn_.raise_budget();
  dialogue_.begin_game(alive() ? respawn_.begin_game() : 0, first_id);
  timer_.begin_game(alive());
  // The timer has read the clocks of the process by now, so the time that it uses from here on counts for this game.
  come_back();
}

void BotSeat::push_events() {
  if (!live_events_ || forfeited_) return;
  dialogue_.note_pushed(channel_->push(outbox()), question() == 0);
}

/// Replaces a process that has ended and has not answered anything in this game by a fresh one. Returns false if that
/// is not allowed: the fault then counts in this game.
asio::awaitable<bool> BotSeat::start_again(int next_id) {
  if (!respawn_.allows(question(), dialogue_.tries_used())) co_return false;
  const ProcessEnd end = co_await channel_->ended(kReportWait);
  if (end.is_machine_fault()) co_return false;  // nobody pays for a sandbox that fails
  respawn_.end_process(Blame::bot);
  if (respawn_.describe_spent()) co_return false;
  replaced_ = how_ended(end);
  co_await channel_->stop({}, Duration::zero());
  dialogue_.keep_sent();
  auto failed = co_await start(respawn_.start());
  if (failed) {
    failed->clock.reset();
    forfeited_ = true;
    if (strict_) throw FirstFault(std::move(*failed), dialogue_.release_sent());
    faults().push_back(std::move(*failed));
    co_return true;
  }
  dialogue_.send_again(respawn_.begin_game(), next_id);
  channel_->begin_game(game_);
  channel_->mark(question());
  timer_.begin_game_again();
  co_return true;
}

/// Lines that came before the first question of a game belong to the game before, so they count against nobody now.
asio::awaitable<void> BotSeat::settle_past(std::optional<Incoming> incoming) {
  for (int lines = 0; incoming; ++lines, incoming = channel_->poll()) {
    if (incoming->kind == Incoming::Kind::line && lines < limits_.stray_lines) continue;
    co_await start_again(dialogue_.next_id());
    co_return;
  }
}

asio::awaitable<Answer> BotSeat::ask(const Question& question, const std::function<void()>& make_room) {
  log_.begin_question();
  dialogue_.begin_question();
  timer_.begin_question(question.of_law);
  const std::optional<Incoming> unasked = channel_->begin_question(log_.question());
  const bool past_is_open = log_.question() == 1 && respawn_.has_past();
  if (past_is_open) co_await settle_past(unasked);
  const Clock clock_before = timer_.clock();
  if (!forfeited_) {
    timer_.begin_turn(false);
    if (const auto busy = timer_.report_idle_cpu()) co_await record(fault_of(Evidence::busy, limits_, *busy));
  }
  if (unasked && !forfeited_ && !past_is_open) co_await read_strays(*unasked);
  while (!forfeited_) {
    const Tried tried = co_await try_once(question, make_room);
    if (tried.kind == Tried::Kind::answered) co_return accept_answer(tried.at);
    if (tried.kind == Tried::Kind::refused) {
      if (!may_try_again()) co_return co_await settle(tried, question.of_law);
    } else if (tried.lost_process() && co_await start_again(dialogue_.id())) {
      timer_.clock() = clock_before;
    } else {
      co_return co_await settle(tried, question.of_law);
    }
    if (forfeited_) break;
    if (const auto stray = channel_->poll()) co_await read_strays(*stray);
    if (!forfeited_) timer_.begin_turn(dialogue_.tries_used() > 0);
  }
  co_return Answer{Answer::Kind::forfeited, {}, {}, faults().back().fault};
}

/// Writes the question once and reads what the bot answers.
asio::awaitable<BotSeat::Tried> BotSeat::try_once(const Question& question, const std::function<void()>& make_room) {
  using Kind = Tried::Kind;
  OwnTime& own_time = timer_.own_time();
  const Duration allowance = timer_.clock().allowance();
  const bool first = log_.question() == 1 && dialogue_.tries_used() == 0;
  dialogue_.write_ask(question, timer_.clock());
  TimePoint deadline = own_time.asked_at() + allowance;
  const auto waits_on = [&](TimePoint at) {
    if (!own_time.extend(deadline, at, allowance)) return false;
    if (make_room) make_room();
    return true;
  };
  Sent sent = channel_->send_now(outbox());
  for (bool continues = sent.bytes < outbox().size(); continues;) {
    const std::size_t before = sent.bytes;
    sent = co_await channel_->send(std::string_view(outbox()).substr(before), deadline);
    sent.bytes += before;
    continues = sent.kind == Sent::Kind::timeout && waits_on(sent.at);
  }
  own_time.set_asked(sent.at);
  dialogue_.note_asked(sent, first);
  if (sent.kind == Sent::Kind::closed) co_return Tried{Kind::input_closed, sent.at};
  if (sent.kind == Sent::Kind::timeout) co_return give_up(Kind::unread, sent.at, allowance);
  while (true) {
    deadline = own_time.asked_at() + allowance;
    std::optional<Incoming> incoming = channel_->receive_now(deadline);
    while (!incoming || (incoming->kind == Incoming::Kind::timeout && waits_on(incoming->at)))
      incoming = co_await channel_->receive(deadline);
    if (incoming->kind == Incoming::Kind::timeout) co_return give_up(Kind::silent, incoming->at, allowance);
    const Duration used = std::min(own_time.until(incoming->at), allowance);
    Kind kind = Kind::long_line;
    if (incoming->kind == Incoming::Kind::line) {
      const Dialogue::Reading reading = dialogue_.read(question, incoming->text, next_ask(), log_);
      if (reading == Dialogue::Reading::again) continue;
      kind = reading == Dialogue::Reading::answered  ? Kind::answered
             : reading == Dialogue::Reading::refused ? Kind::refused
                                                     : Kind::many_lines;
    } else if (incoming->kind == Incoming::Kind::closed) {
      kind = Kind::output_closed;
    }
    timer_.charge(used);
    co_return Tried{kind, incoming->at};
  }
}

/// The bot's time is over, or it waited for a processor longer than a table can wait. Only now is it known how long it
/// has waited. A question without an answer costs the whole time.
BotSeat::Tried BotSeat::give_up(Tried::Kind kind, TimePoint at, Duration allowance) {
  Tried tried{kind, at, timer_.own_time().describe_starved(at, allowance)};
  timer_.charge(allowance);
  return tried;
}

bool BotSeat::may_try_again() const {
  return dialogue_.tries_used() < limits_.tries && timer_.clock().move_left() > Duration::zero() &&
         timer_.clock().bank_left() > Duration::zero();
}

Answer BotSeat::accept_answer(TimePoint at) {
  has_answered_ = true;
  timer_.settle(at, log_.question());
  dialogue_.end_question();
  freeze_if_wanted();
  return {Answer::Kind::given, dialogue_.picks(), dialogue_.then(), {}};
}

/// Settles a question that the bot has not answered.
asio::awaitable<Answer> BotSeat::settle(Tried tried, bool of_law) {
  using Kind = Tried::Kind;
  const std::size_t faults_before = faults().size();
  if (tried.kind != Kind::input_closed) timer_.settle(tried.at, log_.question());
  if (tried.lost_process()) {
    co_await lose_process(tried.kind == Kind::input_closed ? Evidence::input_closed : Evidence::output_closed);
  } else if (tried.kind == Kind::refused) {
    co_await record(dialogue_.refusal());
  } else if (tried.starved) {
    co_await record(fault_of(Evidence::starved, limits_, *tried.starved));
  } else if (tried.kind == Kind::unread || tried.kind == Kind::silent) {
    FoundFault found = tried.kind == Kind::unread ? fault_of(Evidence::unread, limits_) : name_silence();
    co_await give_up_answer(std::move(found), of_law);
  } else {
    co_await record(fault_of(tried.kind == Kind::many_lines ? Evidence::many_lines : Evidence::long_line, limits_));
  }
  freeze_if_wanted();
  const Fault why = faults().size() > faults_before ? faults().back().fault : Fault::timeout;
  co_return Answer{forfeited_ ? Answer::Kind::forfeited : Answer::Kind::automatic, {}, {}, why};
}

/// Names the fault of a bot that has not answered in time, by what is known about the cause.
FoundFault BotSeat::name_silence() const {
  const std::string_view bytes = channel_->unfinished_line();
  if (!bytes.empty()) return fault_of_unfinished(bytes, dialogue_.id(), limits_);
  const auto spent = timer_.describe_spent_bank();
  if (const std::string_view remark = dialogue_.remark_with_answer(); !remark.empty() && !spent)
    return fault_of_remark(remark, dialogue_.id(), limits_);
  if (!has_answered_)
    return fault_of(timer_.has_computed() ? Evidence::first_thought : Evidence::first_silence, limits_);
  return spent ? fault_of(Evidence::bank_spent, limits_, *spent) : fault_of(Evidence::silence, limits_);
}

/// Records the fault of a bot whose time is over. The cause may be that no process is left to ask. A bot that does not
/// answer a law's question lets things stand.
asio::awaitable<void> BotSeat::give_up_answer(FoundFault found, bool of_law) {
  dialogue_.give_up_answer();
  const bool stopped = channel_->meters().stopped();
  if (channel_->input_closed() && !stopped) {
    co_await lose_process(Evidence::input_closed);
  } else if (stopped || !of_law) {
    if (stopped) found = fault_of(Evidence::stopped, limits_);
    co_await record(std::move(found));
  }
}

/// Reads lines that came while no question was open: late answers, notes, garbage. `incoming` is the first.
asio::awaitable<void> BotSeat::read_strays(Incoming incoming) {
  std::optional<Incoming> next = incoming;
  while (next) {
    timer_.own_time().set_asked(next->at);
    if (next->kind == Incoming::Kind::closed) {
      co_await lose_process(Evidence::output_closed);
    } else if (next->kind == Incoming::Kind::flood) {
      co_await record(fault_of(Evidence::long_line, limits_));
    } else if (auto found = dialogue_.read_stray(next->text, next_ask(), log_)) {
      co_await record(std::move(*found));
    }
    if (forfeited_) co_return;
    next = channel_->poll();
  }
}

asio::awaitable<void> BotSeat::lose_process(Evidence evidence) {
  const ProcessEnd end = co_await channel_->ended(kReportWait);
  co_await record(fault_of_end(end, evidence, channel_->meters().resources()));
}

/// Records a fault. The game is lost if no process is left to ask, or if it was the last fault allowed.
asio::awaitable<void> BotSeat::record(FoundFault found) {
  if (ends_process(found.fault) || log_.count_fault() >= limits_.faults || strict_) {
    co_await lose(std::move(found));
  } else {
    faults().push_back(log_.event(std::move(found), dialogue_.last_lines(), timer_, channel_->meters()));
  }
}

/// Loses the game. Reports that to the bot if it still listens, and ends its process.
asio::awaitable<void> BotSeat::lose(FoundFault found) {
  const Fault fault = found.fault;
  respawn_.end_process(blame_of(fault));
  FaultEvent event = log_.event(std::move(found), dialogue_.last_lines(), timer_, channel_->meters());
  forfeited_ = true;
  timer_.read_meters();
  encode::forfeit(outbox(), fault_name(fault));
  encode::quit(outbox());
  const Duration grace = ends_process(fault) ? Duration::zero() : Duration(limits_.quit);
  log_.add_end(event, co_await channel_->stop(outbox(), grace), channel_->meters());
  channel_.reset();
  outbox().clear();
  if (strict_) throw FirstFault(std::move(event), dialogue_.release_sent());
  faults().push_back(std::move(event));
}

/// Ends the bot's turn.
void BotSeat::freeze_if_wanted() {
  if (limits_.freeze && !forfeited_) channel_->freeze();
}

std::string BotSeat::how_ended(const ProcessEnd& end) const {
  return fault_of_end(end, Evidence::output_closed, channel_->meters().resources()).detail;
}

void BotSeat::note_replaced(const ProcessEnd& end) { replaced_before_ = how_ended(end); }

void BotSeat::leave_table() {
  if (alive()) channel_->freeze();
}

void BotSeat::detach() {
  if (!alive()) return;
  channel_->detach();
  channel_->freeze();  // one that was only greeted may not have been known before
}

void BotSeat::attach(asio::io_context& context) {
  if (!alive()) return;
  channel_->attach(context);
  timer_.own_time().change_clock(channel_->clock());
}

void BotSeat::come_back() {
  if (alive() && !limits_.freeze) channel_->thaw();
}

void BotSeat::send_auto(Fault why, std::span<const std::string> words) {
  encode::automatic(outbox(), dialogue_.id(), fault_name(why), words);
}

void BotSeat::end_game() {
  if (forfeited_) return;
  // A bot that computes after it has read `end` would take the processor that the arena needs to stop it.
  leave_table();
  dialogue_.note_pushed(channel_->push(outbox()), false);
  timer_.read_meters();
}

void BotSeat::add_stderr(std::vector<Note>& texts) const {
  if (alive()) log_.add_stderr(texts, channel_->meters());
}

SeatTiming BotSeat::timing() const {
  SeatTiming timing = timer_.timing();
  timing.ready = ready_fields_;
  timing.replaced = replaced_;
  timing.input = dialogue_.input();
  return timing;
}

}  // namespace arena
