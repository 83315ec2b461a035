// What a process did after its last game, or does before it has answered anything in this one, is not charged: but the
// time that it takes to start it again is.

#include <boost/asio/detached.hpp>

#include "arena/game/table/bot_seat.h"
#include "tests/catch.h"
#include "tests/unit/game/table/fake_channel.h"

namespace process_history_test {

namespace {

using namespace arena;
using namespace arena::test;
using std::chrono::milliseconds;

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

ProcessEnd exit_code(int code) {
  ProcessEnd end;
  end.kind = ProcessEnd::Kind::exited;
  end.number = code;
  return end;
}

/// A chair whose bot is started as often as need be; the n-th process follows the n-th script, the last one again.
struct Chair {
  explicit Chair(std::vector<FakeScript> behaviours) : scripts(std::move(behaviours)) {
    seat.restart_with([this] { return start(); });
    REQUIRE_FALSE(run(seat.greet(start())));
  }

  std::unique_ptr<BotChannel> start() {
    const std::size_t number = std::min(bots.size(), scripts.size() - 1);
    bots.push_back(std::make_unique<FakeBot>());
    return std::make_unique<FakeChannel>(clock, *bots.back(), scripts[number]);
  }
  /// The lines of a new game, then a question.
  Answer play(int first_id) {
    seat.begin_game(1, "b0g0", first_id);
    seat.begin_hand(1);
    seat.outbox() += "game 0000000" + std::to_string(first_id) + "\n";
    return ask();
  }
  Answer ask() { return run(seat.ask({"play", 1, words, nullptr})); }
  std::size_t processes() const { return bots.size(); }

  FakeClock clock;
  std::vector<FakeScript> scripts;
  std::vector<std::unique_ptr<FakeBot>> bots;
  BotSeat seat{Limits{}};
  std::vector<std::string> words = {"4C", "7D"};
};

/// Answers until its number-th question, at which it exits.
FakeScript exits_at(int last) {
  return answering_script([last](FakeBot& bot, const Ask& ask, int number) {
    if (number == last) {
      bot.end(exit_code(0));
    } else {
      bot.say(first_words(ask), milliseconds(10));
    }
  });
}

TEST_CASE("a process that goes away after its game is replaced, and the new one is told the game") {
  Chair chair({exits_at(2), honest_script()});
  CHECK(chair.play(1).kind == Answer::Kind::given);
  CHECK(chair.play(5).kind == Answer::Kind::given);
  CHECK(chair.seat.faults().empty());
  REQUIRE(chair.processes() == 2);
  CHECK(contains(chair.bots[1]->sent(), "\ngame 00000005\nask 5 play 1 500 30000 : 4C 7D\n"));
  CHECK_FALSE(contains(chair.bots[1]->sent(), "game 00000001"));
  CHECK(chair.seat.question() == 1);
  CHECK(chair.seat.timing().questions == 1);
  CHECK(chair.ask().kind == Answer::Kind::given);
  CHECK(contains(chair.bots[1]->sent(), "ask 6 play 1 500 30000"));
}

TEST_CASE("a replaced process's exit status is reported for that game alone, also when the seat waits in it") {
  Chair chair({exits_at(2), honest_script()});
  chair.play(1);
  CHECK(chair.seat.timing().replaced.empty());
  chair.play(5);
  chair.seat.leave_table();  // another bot at the table waits for a processor
  CHECK(chair.seat.timing().replaced == "exit code 0");
  chair.play(9);
  CHECK(chair.seat.timing().replaced.empty());
  chair.seat.leave_table();
  chair.seat.note_replaced(exit_code(7));
  chair.play(13);
  CHECK(chair.seat.timing().replaced == "exit code 7");
}

TEST_CASE("a bot that goes away at the first question of its first game pays for it") {
  Chair chair({exits_at(1), honest_script()});
  CHECK(chair.play(1).kind == Answer::Kind::forfeited);
  CHECK(chair.seat.faults().back().fault == Fault::exited);
  CHECK(chair.processes() == 1);
}

TEST_CASE("a fresh process that goes away at the first question, too, has lost the game") {
  Chair chair({exits_at(2), exits_at(1)});
  chair.play(1);
  CHECK(chair.play(5).kind == Answer::Kind::forfeited);
  CHECK(chair.seat.faults().size() == 1);
  CHECK(chair.seat.faults().back().fault == Fault::exited);
  CHECK(chair.seat.faults().back().question == 1);
  CHECK(chair.processes() == 2);
}

TEST_CASE("a process that goes away after an answer in this game is not replaced") {
  Chair chair({exits_at(3), honest_script()});
  chair.play(1);
  CHECK(chair.play(5).kind == Answer::Kind::given);
  CHECK(chair.ask().kind == Answer::Kind::forfeited);
  CHECK(chair.processes() == 1);
}

TEST_CASE("a bot that cannot be started again forfeits for that") {
  Chair chair({exits_at(2), [](FakeBot& bot, std::string_view) { bot.end(exit_code(4)); }});
  chair.play(1);
  CHECK(chair.play(5).kind == Answer::Kind::forfeited);
  REQUIRE(chair.seat.faults().size() == 1);
  const FaultEvent& fault = chair.seat.faults().front();
  CHECK(fault.fault == Fault::start_failed);
  CHECK(fault.seat == 1);
  CHECK(fault.forfeits);
}

TEST_CASE("what a bot says after the end of a game is not charged to the next one") {
  Chair chair({answering_script([](FakeBot& bot, const Ask& ask, int number) {
    bot.say(first_words(ask), milliseconds(10));
    if (number == 1) bot.say("good game", milliseconds(10));
  })});
  chair.play(1);
  CHECK(chair.play(5).kind == Answer::Kind::given);
  CHECK(chair.seat.faults().empty());
  CHECK(chair.seat.tries().empty());
  CHECK(chair.processes() == 1);
}

TEST_CASE("a process that owes an answer at the end of a game says so, and no longer once it is dismissed") {
  Chair chair({answering_script([](FakeBot&, const Ask&, int) {})});
  CHECK(chair.play(1).kind == Answer::Kind::automatic);
  CHECK(chair.seat.owes_answer());
  boost::asio::io_context context;
  boost::asio::co_spawn(context, chair.seat.dismiss(), [](std::exception_ptr) {});
  context.run();
  CHECK_FALSE(chair.seat.owes_answer());
  CHECK_FALSE(chair.seat.alive());
}

/// Says ready after that time, and leaves its second game with the first question if `leaves`.
FakeScript starts_in(milliseconds time, bool leaves) {
  return [time, leaves, questions = 0](FakeBot& bot, std::string_view line) mutable {
    if (line.starts_with("hello ")) bot.say("ready", time);
    const auto ask = parse_ask(line);
    if (!ask) return;
    if (leaves && ++questions == 2) {
      bot.end(exit_code(0));
    } else {
      bot.say(first_words(*ask));
    }
  };
}

/// As the pool does between two games: the process has gone and is started again, if that may be. The refusal.
std::optional<FaultEvent> return_to(Chair& chair, ProcessEnd end) {
  if (chair.seat.alive()) {
    chair.bots.back()->end(end);
    while (chair.seat.channel()->poll()->kind != Incoming::Kind::closed) continue;
    boost::asio::io_context context;
    boost::asio::co_spawn(context, chair.seat.dismiss(), boost::asio::detached);
    context.run();
  }
  if (auto refused = chair.seat.refuse_start()) return refused;
  REQUIRE_FALSE(run(chair.seat.greet(chair.start())));
  return std::nullopt;
}

TEST_CASE("a bot that starts fast and leaves after each game is always started again") {
  Chair chair({starts_in(milliseconds(1000), false)});
  for (int game = 1; game <= 100; ++game) {
    CHECK(chair.play(game).kind == Answer::Kind::given);
    CHECK_FALSE(return_to(chair, exit_code(0)).has_value());
  }
  CHECK(chair.processes() == 101);
}

TEST_CASE("a bot that starts slowly and leaves after each game is started again as often as its budget allows") {
  Chair chair({starts_in(milliseconds(9300), false)});
  std::string started;
  std::vector<std::string> details;
  for (int game = 1; game <= 22; ++game) {
    CHECK((chair.seat.alive() ? chair.play(game).kind == Answer::Kind::given : !details.empty()));
    if (!chair.seat.alive()) chair.seat.begin_game(1, "b0g0");
    const std::optional<FaultEvent> refused = return_to(chair, exit_code(0));
    started += refused ? '-' : '+';
    if (!refused) continue;
    CHECK(refused->fault == Fault::start_failed);
    CHECK(refused->forfeits);
    details.push_back(refused->detail);
  }
  // Two starts take 18.6 s, which nine games allow; three take 27.9 s, which eighteen do.
  CHECK(started == "++------+--------+----");
  REQUIRE_FALSE(details.empty());
  CHECK(details.front() ==
        "not started again: its starts after the first took 18600 ms in 3 games; 13000 ms are allowed");
}

TEST_CASE("starts that the machine made necessary are free") {
  Chair chair({starts_in(milliseconds(9300), false)});
  ProcessEnd killed;
  killed.kind = ProcessEnd::Kind::killed;
  for (int game = 1; game <= 20; ++game) {
    CHECK(chair.play(game).kind == Answer::Kind::given);
    CHECK_FALSE(return_to(chair, killed).has_value());
  }
  CHECK_FALSE(return_to(chair, exit_code(0)).has_value());
  CHECK(chair.processes() == 22);
}

TEST_CASE("starts after a game that the bot has lost by a fault of its own draw on its budget") {
  Chair chair({[script = starts_in(milliseconds(9300), false)](FakeBot& bot, std::string_view line) {
    if (parse_ask(line)) return bot.end(exit_code(3));
    script(bot, line);
  }});
  for (int game = 1; game <= 2; ++game) {
    CHECK(chair.play(game).kind == Answer::Kind::forfeited);
    CHECK_FALSE(return_to(chair, exit_code(3)).has_value());
  }
  CHECK(chair.play(3).kind == Answer::Kind::forfeited);
  CHECK(return_to(chair, exit_code(3)).has_value());
}

TEST_CASE("a start at the first question of a game counts and a bot without a budget for it pays for its exit") {
  Chair chair({starts_in(milliseconds(9300), true)});
  for (int game = 1; game <= 3; ++game) CHECK(chair.play(game).kind == Answer::Kind::given);
  CHECK(chair.processes() == 3);
  CHECK(chair.play(4).kind == Answer::Kind::forfeited);
  REQUIRE(chair.seat.faults().size() == 1);
  CHECK(chair.seat.faults().front().fault == Fault::exited);
  CHECK(chair.processes() == 3);
  CHECK(return_to(chair, exit_code(0)).has_value());
}

TEST_CASE("time for which the arena was starved is no part of a start") {
  Chair chair({starts_in(milliseconds(1000), false)});
  for (int game = 1; game <= 20; ++game) {
    CHECK(chair.play(game).kind == Answer::Kind::given);
    chair.clock.pause(FakeClock::Pause::Kind::starved, milliseconds(500), milliseconds(5000));
    CHECK_FALSE(return_to(chair, exit_code(0)).has_value());
  }
}

}  // namespace

}  // namespace process_history_test
