#include "tests/simulation/bots.h"

#include <algorithm>
#include <charconv>
#include <csignal>
#include <stdexcept>
#include <system_error>

#include "arena/base/text/words.h"
#include "arena/bots/process/incoming.h"
#include "tests/simulation/clock.h"
#include "tests/unit/simulation/simulated_league.h"

namespace simulation {

using arena::Fault;
using arena::ProcessEnd;
using arena::test::FakeBot;
using arena::test::FakeChannel;
using arena::test::FakeClock;
using std::chrono::milliseconds;

namespace {

/// More waits than a run of the simulation can have.
constexpr long kWaitsMax = 2'000'000;

constexpr int kLastSoundAct = static_cast<int>(Act::is_stopped);

struct BotOfChannel {
  FakeBot bot;
};

}  // namespace

/// One process of a bot. Its script lives in it.
class SimulatedBot : BotOfChannel, public FakeChannel {
 public:
  SimulatedBot(Bots& bots, FakeClock& clock, const arena::BotProcessId& process)
      : FakeChannel(clock, bot, [this](FakeBot&, std::string_view line) { read_line(line); }),
        bots_(bots),
        clock_(&clock),
        process_(process) {}

  void attach(boost::asio::io_context& context) override {
    clock_ = &bots_.clock_of(context);
    change_clock(*clock_);
  }

  void begin_game(std::string_view id) override {
    FakeChannel::begin_game(id);
    game_ = id;
    std::from_chars(id.data() + 1, id.data() + id.size(), block_);
    ++games_;
    question_ = 0;
    // Nobody is waited for: pauses that are over cannot matter any more.
    std::erase_if(clock_->pauses, [&](const FakeClock::Pause& one) { return one.from + one.length <= clock_->now; });
  }

  boost::asio::awaitable<arena::Incoming> receive(arena::TimePoint deadline) override {
    bots_.count_wait();
    if (bots_.plan_.bug == Bug::never_answers) {
      co_return arena::Incoming{arena::Incoming::Kind::timeout, {}, clock_->now};
    }
    co_return co_await FakeChannel::receive(deadline);
  }

 private:
  void read_line(std::string_view line) {
    if (line.starts_with("hello ")) return greet();
    if (line.starts_with("game ")) {
      const std::size_t you = line.find(" you=") + 5;
      std::from_chars(line.data() + you, line.data() + line.size(), seat_);
      bots_.begin_game(game_, seat_);
    }
    follow_hand(line);
    if (line.starts_with("bad ")) refused_ = true;
    if (line.starts_with("auto ")) refused_ = false;
    if (line.starts_with("end ") && draw("leaves").below(20) == 0) bot.end({.kind = ProcessEnd::Kind::exited});
    if (const auto ask = arena::test::parse_ask(line)) {
      if (!std::exchange(refused_, false)) open_question();
      of_law_ = ask->kind == "misdeal" || ask->kind == "demand" || ask->kind == "correct" || ask->kind == "claim" ||
                ask->kind == "early";
      may_revoke_ = line.find(" may=revoke") != std::string_view::npos;
      answer(*ask);
    }
  }

  /// Its own cards, where it passes none.
  void follow_hand(std::string_view line) {
    std::vector<std::string_view> words = arena::words_of(line);
    if (words.empty()) return;
    if (words[0] == "deal") held_.assign(words.begin() + 1, words.end());
    if (words.size() < 3 || words[1] != std::to_string(seat_)) return;
    if (words[0] == "play") std::erase(held_, words[2]);
    if (words[0] == "back") held_.emplace_back(words[2]);
  }

  void greet() {
    if (bots_.plan_.broken_bot == process_.bot) {
      bot.end({.kind = ProcessEnd::Kind::exited, .number = 3});
    } else {
      bot.say(bots_.plan_.live_events ? "ready events=live" : "ready", milliseconds(20));
    }
  }

  void open_question() {
    ++question_;
    tries_ = 0;
    bots_.count_question();
    hearts::Random random = draw("act");
    act_ = Act::answer;
    if (random.below(1'000'000) < bots_.plan_.mischief * 1'000'000)
      act_ = static_cast<Act>(1 + random.below(static_cast<std::uint32_t>(kLastSoundAct)));
    if (bots_.plan_.machine_fails && block_ < bots_.manifest_.blocks && random.below(400) == 0)
      act_ = random.below(2) == 0 ? Act::sandbox_fails : Act::machine_full;
    if (act_ == Act::sandbox_fails || act_ == Act::machine_full) bots_.note_machine_failed(game_);
  }

  void answer(const arena::test::Ask& ask) {
    const bool again = tries_++ > 0;
    const std::string words = chosen(ask);
    const auto ends = [&](ProcessEnd::Kind kind, int number, Fault fault) {
      // A process that goes away at its first question of a game may be replaced if it has played another.
      expect(fault, question_ > 1 || games_ == 1);
      bot.end({.kind = kind, .number = number}, milliseconds(3));
    };
    switch (act_) {
      case Act::answer:
        return bot.say(words, milliseconds(bots_.plan_.bug == Bug::clock_runs && question_ == 2 ? 900 : 1));
      case Act::thinks:
        return bot.say(words, milliseconds(draw("thinks").below(500)));
      case Act::remarks:
        bot.say("info thinking");
        bot.say("# a comment");
        return bot.say(words, milliseconds(2));
      case Act::paused: {
        const auto kind =
            draw("pause").below(2) == 0 ? FakeClock::Pause::Kind::starved : FakeClock::Pause::Kind::stopped;
        clock_->pause(kind, milliseconds(20), milliseconds(100 + draw("length").below(3000)));
        return bot.say(words, milliseconds(30 + draw("thinks").below(400)));  // during the pause, or after it
      }
      case Act::tries_again:
        if (bots_.manifest_.limits.tries == 1) expect(Fault::illegal);
        return bot.say(again ? words : std::to_string(ask.id) + " nothing");
      case Act::late:
        if (!again && !of_law_) expect(Fault::timeout);
        return bot.say(words, milliseconds(1000 + draw("late").below(20'000)));
      case Act::silent:
        if (!of_law_) expect(Fault::timeout);
        return;
      case Act::garbage:
        if (!again) expect(Fault::garbage);
        return bot.say("I would rather not");
      case Act::illegal:
        if (!again) expect(Fault::illegal);
        return bot.say(std::to_string(ask.id) + " ZZ");
      case Act::twice:
        expect(Fault::garbage, false);
        bot.say(words);
        return bot.say(words);
      case Act::long_line:
        expect(Fault::flood);
        return bot.say(std::string(arena::kLineBytesMax + 1, 'x'));
      case Act::many_lines:
        expect(Fault::flood);
        for (int i = 0; i <= bots_.manifest_.limits.stray_lines; ++i) bot.say("info more");
        return;
      case Act::exits:
        return ends(ProcessEnd::Kind::exited, 1, Fault::exited);
      case Act::dies:
        return ends(ProcessEnd::Kind::signaled, SIGSEGV, Fault::killed_by_signal);
      case Act::out_of_memory:
        return ends(ProcessEnd::Kind::out_of_memory, 0, Fault::memory);
      case Act::closes_output:
        return ends(ProcessEnd::Kind::running, 0, Fault::closed_output);
      case Act::closes_input:
        expect(Fault::closed_input);
        return bot.close_input();
      case Act::is_stopped:
        expect(Fault::stopped);
        return bot.stop_process();
      case Act::sandbox_fails:
      case Act::machine_full: {
        if (bots_.plan_.bug == Bug::blames_bot) return bot.end({.kind = ProcessEnd::Kind::exited});
        const bool full = act_ == Act::machine_full;
        return bot.end({.kind = full ? ProcessEnd::Kind::machine_full : ProcessEnd::Kind::sandbox_failed});
      }
    }
  }

  /// As many different words as are asked for.
  std::string chosen(const arena::test::Ask& ask) {
    hearts::Random random = draw("words");
    if (bots_.plan_.bug == Bug::remembers) {
      for (int game = 0; game < games_; ++game) random.next();
    }
    std::vector<std::string> words = ask.words;
    std::string answer = std::to_string(ask.id);
    if (may_revoke_ && random.below(4) == 0) {
      // Hearts and the queen of spades may be forbidden otherwise.
      const auto harmless = [](const std::string& card) { return card[1] != 'H' && card != "QS"; };
      const auto card = std::ranges::find_if(held_, harmless);
      if (card != held_.end()) return answer + " " + *card;
    }
    for (int i = 0; i < ask.count; ++i) {
      const std::size_t pick = random.below(static_cast<std::uint32_t>(words.size()));
      answer += " " + words[pick];
      words.erase(words.begin() + static_cast<std::ptrdiff_t>(pick));
    }
    return answer;
  }

  void expect(Fault fault, bool certain = true) { bots_.expect(game_, {seat_, fault, certain}); }

  hearts::Random draw(std::string_view what) const {
    return bots_.random({what, game_, std::to_string(process_.bot), std::to_string(seat_), std::to_string(question_)});
  }

  Bots& bots_;
  FakeClock* clock_;
  const arena::BotProcessId process_;
  std::string game_;
  int block_ = 0;
  int games_ = 0;  ///< of this process
  int seat_ = 0;
  int question_ = 0;  ///< of the game
  int tries_ = 0;
  bool refused_ = false;
  bool of_law_ = false;      ///< of the question: silence is no fault
  bool may_revoke_ = false;  ///< the question's law lets the seat revoke
  std::vector<std::string> held_;
  Act act_ = Act::answer;
};

Bots::Bots(const arena::Manifest& manifest, BotPlan plan) : manifest_(manifest), plan_(std::move(plan)) {}

Bots::~Bots() { set_clock_of_thread(nullptr); }

arena::ChannelSource Bots::source() {
  return [this](boost::asio::io_context& context,
                const arena::BotProcessId& process) -> std::unique_ptr<arena::BotChannel> {
    FakeClock& clock = clock_of(context);
    {
      const std::lock_guard lock(mutex_);
      if (starts_++ == failing_start_) {
        throw std::system_error(std::make_error_code(std::errc::resource_unavailable_try_again), "fork");
      }
    }
    return std::make_unique<SimulatedBot>(*this, clock, process);
  };
}

FakeClock& Bots::clock_of(const boost::asio::io_context& context) {
  const std::lock_guard lock(mutex_);
  FakeClock& clock = clocks_[&context];
  set_clock_of_thread(&clock);
  return clock;
}

void Bots::begin_start() {
  const std::lock_guard lock(mutex_);
  games_.clear();
  was_interrupted_ = false;
}

bool Bots::was_interrupted() const {
  const std::lock_guard lock(mutex_);
  return was_interrupted_;
}

void Bots::fail_start(int after) {
  const std::lock_guard lock(mutex_);
  failing_start_ = starts_ + after;
}

void Bots::interrupt(int after) {
  const std::lock_guard lock(mutex_);
  interrupted_at_ = questions_ + after;
}

std::vector<ExpectedFault> Bots::expected(const std::string& game) const {
  const std::lock_guard lock(mutex_);
  std::vector<ExpectedFault> all;
  const auto found = games_.find(game);
  if (found == games_.end()) return all;
  for (const auto& [seat, faults] : found->second.faults) all.insert(all.end(), faults.begin(), faults.end());
  return all;
}

bool Bots::machine_failed(const std::string& game) const {
  const std::lock_guard lock(mutex_);
  const auto found = games_.find(game);
  return found != games_.end() && found->second.machine_failed;
}

hearts::Random Bots::random(std::initializer_list<std::string_view> words) const {
  // FNV-1a (Fowler, Noll and Vo): a hash that costs little.
  std::uint64_t hash = 0xCBF29CE484222325U;
  const auto feed = [&](std::string_view text) {
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3U;
    hash = (hash ^ 0xFFU) * 0x100000001B3U;
  };
  feed(plan_.seed);
  for (const std::string_view word : words) feed(word);
  hearts::Random random({hash, hash ^ 0x9E3779B97F4A7C15U, ~hash, hash * 3});
  for (int i = 0; i < 8; ++i) random.next();
  return random;
}

/// What the seat's bot did in an earlier try of the game, or a process before this one, does not count.
void Bots::begin_game(const std::string& game, int seat) {
  const std::lock_guard lock(mutex_);
  games_[game].faults[seat].clear();
}

void Bots::expect(const std::string& game, ExpectedFault fault) {
  const int seat = fault.seat;
  if (plan_.bug == Bug::wrong_seat) fault.seat ^= 1;
  const std::lock_guard lock(mutex_);
  games_[game].faults[seat].push_back(fault);
}

void Bots::note_machine_failed(const std::string& game) {
  const std::lock_guard lock(mutex_);
  games_[game].machine_failed = true;
}

void Bots::count_question() {
  const std::lock_guard lock(mutex_);
  if (questions_++ != interrupted_at_) return;
  was_interrupted_ = true;
  ::raise(SIGINT);
}

void Bots::count_wait() {
  const std::lock_guard lock(mutex_);
  if (++waits_ > kWaitsMax) throw std::logic_error("hang: more waits than a run can have");
}

}  // namespace simulation
