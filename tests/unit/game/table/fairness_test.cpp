#include "arena/game/table/bot_seat.h"
#include "tests/catch.h"
#include "tests/unit/game/table/fake_channel.h"

namespace fairness_test {

// A bot pays for its own time only, and for what it does while others are to move.

namespace {

using namespace arena;
using namespace arena::test;
using Catch::Matchers::ContainsSubstring;
using std::chrono::milliseconds;
using Pause = FakeClock::Pause::Kind;

/// A bot that has 500 ms a move and 100 ms of grace, and answers after a time.
struct Chair {
  explicit Chair(milliseconds answers_after, Limits limits = {})
      : Chair(answering_script([answers_after](FakeBot& one, const arena::test::Ask& ask, int) {
                one.say(first_words(ask), answers_after);
              }),
              limits) {}
  explicit Chair(FakeScript script, Limits limits = {}) : seat(limits) {
    greeting = run(seat.greet(std::make_unique<FakeChannel>(clock, bot, std::move(script))));
    seat.begin_game(2, "b0g0");
    seat.begin_hand(1);
  }

  Answer ask() { return run(seat.ask({"play", 1, words, nullptr})); }
  milliseconds used() const { return std::chrono::duration_cast<milliseconds>(seat.timing().total); }
  /// Others move for that long, while this bot uses so much processor time.
  void wait(milliseconds time, milliseconds cpu) {
    const Duration before = bot.cpu(clock.now);
    clock.now += time;
    bot.cpu = [sum = before + cpu](TimePoint) { return sum; };
  }

  FakeClock clock;
  FakeBot bot;
  BotSeat seat;
  std::optional<FaultEvent> greeting;
  std::vector<std::string> words = {"4C", "7D", "QS"};
};

constexpr milliseconds kNever{1'000'000};

TEST_CASE("time in which the arena waits for a processor is not the bot's") {
  Chair chair(milliseconds(50));
  chair.clock.pause(Pause::starved, milliseconds(40), milliseconds(300));
  CHECK(chair.ask().kind == Answer::Kind::given);
  CHECK(chair.used() == milliseconds(40));
}

TEST_CASE("an answer that is there when a starved arena comes late to its deadline is taken") {
  Chair chair(milliseconds(300));
  chair.clock.pause(Pause::starved, milliseconds(200), milliseconds(5000));
  CHECK(chair.ask().kind == Answer::Kind::given);
  CHECK(chair.used() == milliseconds(200));
  CHECK(chair.seat.faults().empty());
}

TEST_CASE("a silent bot has its whole time beside a pause of the arena, and no more") {
  Chair chair(kNever);
  chair.clock.pause(Pause::starved, milliseconds(100), milliseconds(900));
  const TimePoint start = chair.clock.now;
  CHECK(chair.ask().why == Fault::timeout);
  CHECK(chair.clock.now - start == milliseconds(1500));
  CHECK(chair.used() == milliseconds(600));
}

TEST_CASE("a bot that starves the arena itself gains no time by it") {
  Chair chair(milliseconds(550));
  chair.bot.cpu = [](TimePoint now) { return now.time_since_epoch(); };
  chair.clock.pause(Pause::starved, milliseconds(10), milliseconds(900));
  CHECK(chair.ask().why == Fault::timeout);
  CHECK(chair.used() == milliseconds(600));
}

TEST_CASE("time in which a bot waits for a processor that others use is not its own") {
  const auto waits = [](milliseconds answers_after, milliseconds waited, milliseconds cpu, int processes = 1) {
    Chair chair(answering_script([=](FakeBot& bot, const arena::test::Ask& ask, int) {
      bot.say(first_words(ask), answers_after);
      bot.run_delay += waited;
      bot.cpu = [=](TimePoint) { return cpu; };
    }));
    chair.bot.resources.processes = processes;
    const bool given = chair.ask().kind == Answer::Kind::given;
    return given ? chair.used() : milliseconds(-1);
  };
  CHECK(waits(milliseconds(400), milliseconds(300), milliseconds(0)) == milliseconds(100));
  CHECK(waits(milliseconds(900), milliseconds(400), milliseconds(0)) == milliseconds(500));
  CHECK(waits(milliseconds(1100), milliseconds(400), milliseconds(0)) == milliseconds(-1));
  // Its own threads may be what its first one waits for.
  CHECK(waits(milliseconds(400), milliseconds(300), milliseconds(400)) == milliseconds(400));
  CHECK(waits(milliseconds(400), milliseconds(300), milliseconds(0), 2) == milliseconds(400));
}

TEST_CASE("a bot that waits for a processor at its deadline is heard when it has had one") {
  // Ready from the start, it runs from 900 ms on and answers at 950: its wait is reported when it is over.
  const auto answers = [](milliseconds cpu_while_waiting) {
    Chair chair(answering_script(
        [=](FakeBot& bot, const arena::test::Ask& ask, int) { bot.say(first_words(ask), milliseconds(950)); }));
    const TimePoint start = chair.clock.now;
    chair.bot.wants_processor = [](TimePoint) { return true; };
    chair.bot.waited = [=](TimePoint now) { return now - start < milliseconds(900) ? Duration() : milliseconds(900); };
    chair.bot.cpu = [=](TimePoint now) { return std::min<Duration>(now - start, cpu_while_waiting); };
    return chair.ask().kind == Answer::Kind::given ? chair.used() : milliseconds(-1);
  };
  CHECK(answers(milliseconds(0)) == milliseconds(50));
  // One that has had a processor all the time has been slow.
  CHECK(answers(kNever) == milliseconds(-1));
}

TEST_CASE("a question without an answer costs all of its time, also where a wait is reported too late") {
  Chair chair(kNever);
  const TimePoint start = chair.clock.now;
  chair.bot.waited = [start, looks = 0](TimePoint now) mutable {
    return now - start >= milliseconds(600) && ++looks > 1 ? milliseconds(300) : milliseconds(0);
  };
  CHECK(chair.ask().why == Fault::timeout);
  CHECK(chair.used() == milliseconds(600));
}

/// Wants a processor from its question on, and has used so much of one.
void starve(Chair& chair, milliseconds cpu = {}) {
  chair.bot.wants_processor = [](TimePoint) { return true; };
  chair.bot.cpu = [cpu](TimePoint) { return cpu; };
}

TEST_CASE("a bot that never gets a processor is not waited for without end and the machine is to blame") {
  Chair chair(kNever);
  starve(chair);
  const TimePoint start = chair.clock.now;
  CHECK(chair.ask().kind == Answer::Kind::forfeited);
  CHECK(chair.clock.now - start > milliseconds(6000));
  CHECK(chair.clock.now - start < milliseconds(6100));
  REQUIRE(chair.seat.faults().size() == 1);
  const FaultEvent& fault = chair.seat.faults().front();
  CHECK(fault.fault == Fault::sandbox);
  CHECK(blame_of(fault.fault) == Blame::machine);
  CHECK_THAT(fault.detail, ContainsSubstring("got 0 ms of processor time in 6"));
}

TEST_CASE("a bot that gets a processor at last is heard or pays by what was forgiven in time") {
  // Its wait is over after so long; then it is silent.
  const auto fault_after = [](milliseconds waited) {
    Chair chair(kNever);
    const TimePoint start = chair.clock.now;
    chair.bot.wants_processor = [=](TimePoint now) { return now - start < waited; };
    chair.bot.waited = [=](TimePoint now) { return now - start < waited ? Duration() : Duration(waited); };
    chair.ask();
    return chair.seat.faults().front().fault;
  };
  CHECK(fault_after(milliseconds(5900)) == Fault::timeout);
  CHECK(fault_after(milliseconds(7000)) == Fault::sandbox);
}

TEST_CASE("a bot that is awake whenever it is looked at has not been short of a processor") {
  Chair chair(kNever);
  const TimePoint start = chair.clock.now;
  starve(chair);
  chair.bot.cpu = [start](TimePoint now) { return (now - start) / 20; };
  CHECK(chair.ask().why == Fault::timeout);
}

TEST_CASE("a bot that has used up its time itself is slow however long it waits for more") {
  Chair chair(kNever);
  starve(chair, milliseconds(600));
  CHECK(chair.ask().why == Fault::timeout);
}

TEST_CASE("a bot with processes that nobody counts pays for a processor that it does not get") {
  Chair chair(kNever);
  starve(chair);
  chair.bot.resources.processes = 2;
  CHECK(chair.ask().why == Fault::timeout);
}

TEST_CASE("a bot that cannot start for want of a processor is not to blame") {
  Limits limits;
  Chair chair([](FakeBot& bot, std::string_view) { bot.wants_processor = [](TimePoint) { return true; }; }, limits);
  REQUIRE(chair.greeting.has_value());
  CHECK(chair.greeting->fault == Fault::sandbox);
  Chair slow([](FakeBot&, std::string_view) {}, limits);
  REQUIRE(slow.greeting.has_value());
  CHECK(slow.greeting->fault == Fault::start_timeout);
}

TEST_CASE("room is made for a bot that waits for a processor at its deadline and for no other") {
  const auto made = [](milliseconds answers_after, bool waits) {
    Chair chair(answers_after);
    chair.bot.wants_processor = [waits](TimePoint) { return waits; };
    int times = 0;
    const std::function<void()> make_room = [&] { ++times; };
    run(chair.seat.ask({"play", 1, chair.words, nullptr}, make_room));
    return times > 0;
  };
  CHECK_FALSE(made(milliseconds(500), true));
  CHECK(made(milliseconds(900), true));
  CHECK_FALSE(made(milliseconds(900), false));
}

TEST_CASE("a bot that may have other processes gains no time by what they may have done to the arena") {
  Chair chair(milliseconds(550));
  chair.bot.resources.processes = 2;
  chair.clock.pause(Pause::starved, milliseconds(10), milliseconds(300));
  CHECK(chair.ask().kind == Answer::Kind::given);
  CHECK(chair.used() == milliseconds(550));
}

TEST_CASE("a pause before the question is not taken off its time") {
  Chair chair(milliseconds(100));
  chair.clock.pause(Pause::starved, milliseconds(0), milliseconds(400));
  chair.clock.pause(Pause::stopped, milliseconds(400), milliseconds(400));
  chair.clock.advance(chair.clock.now);
  CHECK(chair.ask().kind == Answer::Kind::given);
  CHECK(chair.used() == milliseconds(100));
}

TEST_CASE("an arena that was stopped charges from when it continues") {
  Chair chair(milliseconds(50));
  chair.clock.pause(Pause::stopped, milliseconds(20), milliseconds(2000));
  CHECK(chair.ask().kind == Answer::Kind::given);
  CHECK(chair.used() == milliseconds(0));
  Chair silent(kNever);
  silent.clock.pause(Pause::stopped, milliseconds(20), milliseconds(2000));
  const TimePoint start = silent.clock.now;
  CHECK(silent.ask().why == Fault::timeout);
  CHECK(silent.clock.now - start == milliseconds(2020 + 600));
}

TEST_CASE("a deadline that rings late for no known reason still finds the answer that is there") {
  Chair chair(milliseconds(620));
  chair.clock.pause(Pause::unknown, milliseconds(590), milliseconds(1000));
  CHECK(chair.ask().kind == Answer::Kind::given);
  CHECK(chair.used() == milliseconds(600));
  Chair silent(kNever);
  silent.clock.pause(Pause::unknown, milliseconds(590), milliseconds(1000));
  CHECK(silent.ask().why == Fault::timeout);
  CHECK(silent.used() == milliseconds(600));
}

TEST_CASE("a bot that takes its question late because the arena paused has not been slow to read") {
  Chair chair([](FakeBot& bot, std::string_view line) {
    if (line.starts_with("hello ")) bot.say("ready");
    bot.stop_reading(10);
  });
  chair.clock.pause(Pause::starved, milliseconds(100), milliseconds(900));
  const TimePoint start = chair.clock.now;
  CHECK(chair.ask().why == Fault::timeout);
  CHECK(chair.clock.now - start == milliseconds(1500));
  CHECK(chair.used() == milliseconds(600));
}

TEST_CASE("an arena that was stopped gives a bot its whole time to start") {
  FakeClock clock;
  FakeBot bot;
  clock.pause(Pause::stopped, milliseconds(100), milliseconds(20000));
  BotSeat seat{Limits{}};
  const auto late = [](FakeBot& one, std::string_view) { one.say("ready", milliseconds(25000)); };
  CHECK_FALSE(run(seat.greet(std::make_unique<FakeChannel>(clock, bot, late))).has_value());
}

TEST_CASE("processor time out of turn is reported, and time in turn is not") {
  Chair chair(answering_script([](FakeBot& bot, const arena::test::Ask& ask, int) {
    bot.say(first_words(ask), milliseconds(300));
    bot.cpu = [](TimePoint now) { return 2 * now.time_since_epoch(); };  // two processors, as long as it lives
  }));
  chair.ask();
  chair.seat.end_game();
  CHECK(chair.seat.timing().cpu == milliseconds(600));
  CHECK(chair.seat.timing().idle_cpu == milliseconds(0));

  Chair busy(milliseconds(0));
  busy.ask();
  busy.wait(milliseconds(900), milliseconds(700));
  busy.ask();
  busy.seat.end_game();
  CHECK(busy.seat.timing().cpu == milliseconds(700));
  CHECK(busy.seat.timing().idle_cpu == milliseconds(700));
}

TEST_CASE("what a bot does between two games is of neither") {
  Chair chair(milliseconds(0));
  chair.ask();
  chair.seat.end_game();
  chair.wait(milliseconds(9000), milliseconds(8000));
  chair.seat.begin_game(0, "b0g1");
  CHECK(chair.ask().kind == Answer::Kind::given);
  chair.seat.end_game();
  CHECK(chair.seat.faults().empty());
  CHECK(chair.seat.timing().idle_cpu == milliseconds(0));
  CHECK(chair.seat.timing().between_games_cpu == milliseconds(8000));
}

TEST_CASE("too much processor time out of turn is a fault each time it passes its bound, the third forfeits") {
  Chair chair(milliseconds(0));
  chair.ask();
  chair.wait(milliseconds(6000), milliseconds(5000));
  CHECK(chair.ask().kind == Answer::Kind::given);
  CHECK(chair.seat.faults().empty());
  chair.wait(milliseconds(100), milliseconds(1));
  CHECK(chair.ask().kind == Answer::Kind::given);
  REQUIRE(chair.seat.faults().size() == 1);
  const FaultEvent& fault = chair.seat.faults().front();
  CHECK(fault.fault == Fault::cpu);
  CHECK(fault.question == 3);
  CHECK_FALSE(fault.forfeits);
  CHECK(fault.detail == "5001 ms of processor time while it was not its turn; 5000 ms are allowed");
  chair.wait(milliseconds(6000), milliseconds(5000));
  CHECK(chair.ask().kind == Answer::Kind::given);
  chair.wait(milliseconds(6000), milliseconds(5000));
  CHECK(chair.ask().kind == Answer::Kind::given);
  CHECK(chair.seat.faults().size() == 2);
  chair.wait(milliseconds(6000), milliseconds(5001));
  CHECK(chair.ask().kind == Answer::Kind::forfeited);
  CHECK(chair.seat.faults().back().fault == Fault::cpu);
  CHECK_THAT(chair.bot.sent(), ContainsSubstring("forfeit cpu\nquit\n"));
}

TEST_CASE("a bound of 0 on processor time out of turn is none") {
  Chair chair(milliseconds(0));
  chair.bot.resources.idle_cpu_ms = 0;
  chair.ask();
  chair.wait(milliseconds(60000), milliseconds(50000));
  CHECK(chair.ask().kind == Answer::Kind::given);
  CHECK(chair.seat.faults().empty());
}

TEST_CASE("a league that freezes has a bot run only from its question to its answer") {
  Limits limits;
  limits.freeze = true;
  Chair chair(milliseconds(10), limits);
  CHECK_FALSE(chair.bot.frozen());
  chair.ask();
  CHECK(chair.bot.frozen());
  CHECK(chair.ask().kind == Answer::Kind::given);
  CHECK(chair.bot.times_frozen() == 2);
  run([](BotSeat& seat) -> boost::asio::awaitable<int> {
    co_await seat.dismiss();
    co_return 0;
  }(chair.seat));
  CHECK_FALSE(chair.bot.frozen());

  Chair free(milliseconds(10));
  free.ask();
  CHECK_FALSE(free.bot.frozen());
}

TEST_CASE("a bot that leaves the table is frozen until its next game, or its next question where all are") {
  Chair chair(milliseconds(10));
  chair.ask();
  CHECK_FALSE(chair.bot.frozen());
  chair.seat.leave_table();
  CHECK(chair.bot.frozen());
  chair.seat.end_game();
  chair.seat.begin_game(0, "b0g1", 1);
  CHECK_FALSE(chair.bot.frozen());
  CHECK(chair.ask().kind == Answer::Kind::given);

  Limits limits;
  limits.freeze = true;
  Chair strict(milliseconds(10), limits);
  strict.ask();
  strict.seat.end_game();
  strict.seat.leave_table();
  strict.seat.begin_game(0, "b0g1", 1);
  CHECK(strict.bot.frozen());
  strict.ask();
}

TEST_CASE("a bot is stopped before it reads that its game is over, and what it does then belongs to its next game") {
  bool stopped = false;
  Chair chair([&](FakeBot& bot, std::string_view line) {
    honest_script()(bot, line);
    if (line == "end") stopped = bot.frozen();
  });
  chair.ask();
  chair.seat.outbox() = "end\n";
  chair.seat.end_game();
  CHECK(stopped);
  CHECK(chair.bot.frozen());
  chair.bot.cpu = [&](TimePoint) { return chair.bot.frozen() ? Duration::zero() : milliseconds(80); };
  chair.seat.begin_game(0, "b0g1", 1);
  CHECK_FALSE(chair.bot.frozen());
  chair.ask();
  chair.seat.end_game();
  CHECK(chair.seat.timing().between_games_cpu.count() == 0);
}

TEST_CASE("a bot is frozen too when the arena has answered for it") {
  Limits limits;
  limits.freeze = true;
  Chair silent(kNever, limits);
  CHECK(silent.ask().why == Fault::timeout);
  CHECK(silent.bot.frozen());
  Chair wrong(
      answering_script([](FakeBot& bot, const arena::test::Ask& ask, int) { bot.say(std::to_string(ask.id) + " KH"); }),
      limits);
  CHECK(wrong.ask().why == Fault::illegal);
  CHECK(wrong.bot.frozen());
}

TEST_CASE("the ledger has clock, processor time and memory of a bot that lives") {
  Chair chair(answering_script([](FakeBot& bot, const arena::test::Ask& ask, int number) {
    if (number < 3) bot.say(first_words(ask), milliseconds(100));
  }));
  chair.bot.peak_kb = 4321;
  chair.bot.cpu = [](TimePoint) { return milliseconds(77); };
  chair.ask();
  chair.ask();
  CHECK(chair.ask().why == Fault::timeout);
  const FaultEvent& fault = chair.seat.faults().front();
  REQUIRE(fault.clock.has_value());
  CHECK(fault.clock->move == milliseconds(0));
  CHECK(fault.clock->bank == milliseconds(30000 - 200 - 600));
  CHECK(fault.cpu == milliseconds(77));
  CHECK(fault.peak_kb == 4321);
  CHECK_FALSE(fault.end.has_value());
}

TEST_CASE("a bot that ends near its limit of memory is said to have been there, under its own fault") {
  const auto fault_of = [](ProcessEnd end) {
    Chair chair(answering_script([end](FakeBot& bot, const arena::test::Ask&, int) { bot.end(end); }));
    chair.ask();
    return chair.seat.faults().front();
  };
  ProcessEnd end{ProcessEnd::Kind::exited, 1};
  end.peak_kb = 1010L << 10;
  CHECK(fault_of(end).fault == Fault::exited);
  CHECK(fault_of(end).detail == "exit code 1; its memory peaked at 1010 of 1024 MB");
  CHECK(fault_of(end).peak_kb == 1010L << 10);
  end.peak_kb = 900L << 10;
  CHECK(fault_of(end).detail == "exit code 1");
  end.kind = ProcessEnd::Kind::out_of_memory;
  CHECK(fault_of(end).fault == Fault::memory);
  CHECK(fault_of(end).detail == "killed: it exceeded its limit of 1024 MB of memory");
}

TEST_CASE("a bot that is killed since the machine has no memory left is not to blame") {
  ProcessEnd end{ProcessEnd::Kind::machine_full, 9};
  const FoundFault found = fault_of_end(end, Evidence::output_closed, Resources{});
  CHECK(found.fault == Fault::sandbox);
  CHECK(blame_of(found.fault) == Blame::machine);
  CHECK(found.detail == "killed: the machine ran out of memory, and the bot was within its limit of 1024 MB");
  CHECK(fault_of_end(end, Evidence::gone_before_ready, Resources{}).fault == Fault::sandbox);
  CHECK(end.is_machine_fault());
}

}  // namespace

}  // namespace fairness_test
