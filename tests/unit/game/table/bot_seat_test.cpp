#include "arena/game/table/bot_seat.h"

#include "tests/catch.h"
#include "tests/unit/game/table/fake_channel.h"

namespace bot_seat_test {

namespace {

using namespace arena;
using namespace arena::test;
using std::chrono::milliseconds;

/// One bot in a chair, asked for one of three cards.
struct Chair {
  explicit Chair(FakeScript script, Limits limits = {}) : seat(limits) {
    greeting = run(seat.greet(std::make_unique<FakeChannel>(clock, bot, std::move(script))));
    seat.begin_game(2, "b0g0");
    seat.begin_hand(1);
  }

  Answer ask() {
    const Answer answer = run(seat.ask({"play", 1, words, &explain}));
    picks.assign(answer.picks.begin(), answer.picks.end());
    return answer;
  }
  const FaultEvent& fault() { return seat.faults().back(); }

  FakeClock clock;
  FakeBot bot;
  BotSeat seat;
  std::optional<FaultEvent> greeting;
  std::vector<std::string> words = {"4C", "7D", "QS"};
  std::function<std::string(std::string_view)> explain = [](std::string_view) {
    return std::string("that breaks a rule (R002-17)");
  };
  std::vector<int> picks;
};

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST_CASE("an answer is taken by its words, and its time is charged") {
  Chair chair(answering_script(
      [](FakeBot& bot, const Ask& ask, int) { bot.say(std::to_string(ask.id) + " QS", milliseconds(120)); }));
  REQUIRE_FALSE(chair.greeting);
  CHECK(chair.ask().kind == Answer::Kind::given);
  CHECK(chair.picks == std::vector<int>{2});
  CHECK(chair.seat.timing().total == milliseconds(120));
  chair.ask();
  CHECK(contains(chair.bot.sent(), "ask 1 play 1 500 30000 : 4C 7D QS\n"));
  CHECK(contains(chair.bot.sent(), "ask 2 play 1 500 29880 : 4C 7D QS\n"));
}

TEST_CASE("an illegal answer is explained and asked again with the time that is left") {
  Chair chair(answering_script([](FakeBot& bot, const Ask& ask, int number) {
    bot.say(std::to_string(ask.id) + (number == 1 ? " KH" : " 7D"), milliseconds(100));
  }));
  CHECK(chair.ask().kind == Answer::Kind::given);
  CHECK(chair.picks == std::vector<int>{1});
  CHECK(contains(chair.bot.sent(),
                 "bad 1 KH: that breaks a rule (R002-17); tries left 2\nask 2 play 1 400 29900 : 4C 7D QS\n"));
  CHECK(chair.seat.faults().empty());
  REQUIRE(chair.seat.tries().size() == 1);
  CHECK(chair.seat.tries()[0].why == Fault::illegal);
  CHECK(chair.seat.timing().total == milliseconds(200));
}

TEST_CASE("three refused answers to a question are one fault, and the arena answers") {
  Chair chair(answering_script([](FakeBot& bot, const Ask& ask, int) { bot.say(std::to_string(ask.id) + " KH"); }));
  const Answer answer = chair.ask();
  CHECK(answer.kind == Answer::Kind::automatic);
  CHECK(answer.why == Fault::illegal);
  REQUIRE(chair.seat.faults().size() == 1);
  CHECK(chair.fault().fault == Fault::illegal);
  CHECK_FALSE(chair.fault().forfeits);
  CHECK(contains(chair.fault().detail, "KH"));
}

TEST_CASE("of a bot that writes much and ends, the first lines since its last answer are kept, and the last") {
  const auto received = [](int lines) {
    Chair chair(answering_script([&](FakeBot& bot, const Ask& ask, int number) {
      if (number == 1) return bot.say(std::to_string(ask.id) + " QS");
      for (int line = 1; line <= lines; ++line) bot.say("# " + std::to_string(line));
      bot.end({.kind = ProcessEnd::Kind::signaled, .number = 6}, milliseconds(1));
    }));
    CHECK(chair.ask().kind == Answer::Kind::given);
    chair.ask();
    return chair.fault().received;
  };
  using Lines = std::vector<std::string>;
  CHECK(received(0) == Lines{"ready", "1 QS"});
  CHECK(received(2) == Lines{"ready", "1 QS", "# 1", "# 2"});
  CHECK(received(5) == Lines{"# 1", "# 2", "# 3", "# 4", "# 5"});
  CHECK(received(6) == Lines{"# 1", "# 2", "# 3", "# 4", "# 5", "# 6"});
  CHECK(received(10) == Lines{"# 1", "# 2", "# 3", "# 4", "# 5", "# 6", "# 7", "# 8", "# 9", "# 10"});
  CHECK(received(30) ==
        Lines{"# 1", "# 2", "# 3", "# 4", "# 5", "... 20 lines left out ...", "# 26", "# 27", "# 28", "# 29", "# 30"});
}

TEST_CASE("the third fault of a game forfeits it, and the bot is told to go") {
  Chair chair(answering_script([](FakeBot&, const Ask&, int) {}));
  CHECK(chair.ask().kind == Answer::Kind::automatic);
  CHECK(chair.ask().kind == Answer::Kind::automatic);
  CHECK(chair.ask().kind == Answer::Kind::forfeited);
  CHECK(chair.seat.forfeited());
  CHECK_FALSE(chair.seat.alive());
  CHECK(chair.seat.faults().size() == 3);
  CHECK(chair.fault().forfeits);
  CHECK(contains(chair.bot.sent(), "forfeit timeout\nquit\n"));
}

TEST_CASE("silence is a timeout after move and grace, whatever was said in between") {
  Chair chair(answering_script([](FakeBot& bot, const Ask&, int) {
    for (int i = 1; i <= 12; ++i) bot.say("info thinking=" + std::to_string(i), milliseconds(50 * i));
  }));
  const TimePoint start = chair.clock.now;
  CHECK(chair.ask().why == Fault::timeout);
  CHECK(chair.clock.now - start == milliseconds(600));
  CHECK(chair.seat.timing().total == milliseconds(600));
  CHECK(chair.seat.notes().size() == 12);
}

TEST_CASE("a late answer is dropped, reported, and never taken for the next question") {
  Chair chair(answering_script([](FakeBot& bot, const Ask& ask, int number) {
    if (number == 1) {
      bot.say("1 QS", milliseconds(650));
    } else {
      bot.say(std::to_string(ask.id) + " 4C", milliseconds(200));
    }
  }));
  CHECK(chair.ask().why == Fault::timeout);
  chair.seat.send_auto(Fault::timeout, std::vector<std::string>{"4C"});
  CHECK(chair.ask().kind == Answer::Kind::given);
  CHECK(chair.picks == std::vector<int>{0});
  chair.ask();
  CHECK(contains(chair.bot.sent(), "auto 1 timeout 4C\nask 2 "));
  CHECK(contains(chair.bot.sent(), "late 1\nask 3 "));
  CHECK(chair.seat.faults().size() == 1);
}

TEST_CASE("a line before an answer costs one try, whether that answer is there immediately or comes later") {
  const auto wait = GENERATE(milliseconds(0), milliseconds(50));
  Chair chair(answering_script([wait](FakeBot& bot, const Ask& ask, int number) {
    if (number == 1) bot.say("let me see");
    bot.say(std::to_string(ask.id) + " QS", number == 1 ? wait : milliseconds(100));
  }));
  CHECK(chair.ask().kind == Answer::Kind::given);
  CHECK(chair.seat.tries().size() == 1);
  CHECK(chair.ask().kind == Answer::Kind::given);
  CHECK(chair.seat.tries().size() == 1);
  CHECK(chair.seat.faults().empty());
  CHECK(contains(chair.bot.sent(), "bad 1 "));
  CHECK(contains(chair.bot.sent(), "late 1\nask "));
}

TEST_CASE("an answer that was refused is not awaited once more") {
  Chair chair(answering_script([](FakeBot& bot, const Ask& ask, int number) {
    bot.say(std::to_string(ask.id) + (number == 1 ? " 9Z" : " QS"));
    if (number == 1) bot.say("1 QS");
  }));
  CHECK(chair.ask().kind == Answer::Kind::given);
  CHECK(chair.fault().fault == Fault::garbage);
}

TEST_CASE("an answer that was there before the question is not an answer to it") {
  Chair chair(answering_script([](FakeBot& bot, const Ask& ask, int number) {
    bot.say(std::to_string(ask.id) + " 4C");
    if (number == 1) bot.say("2 7D");
  }));
  CHECK(chair.ask().kind == Answer::Kind::given);
  CHECK(chair.ask().kind == Answer::Kind::given);
  CHECK(chair.picks == std::vector<int>{0});
  REQUIRE(chair.seat.faults().size() == 1);
  CHECK(chair.fault().fault == Fault::garbage);
  CHECK(contains(chair.fault().detail, "2 7D"));
}

TEST_CASE("a line that is not an answer costs a try and is in the record") {
  Chair chair(answering_script([](FakeBot& bot, const Ask& ask, int number) {
    bot.say(number == 1 ? "I play the queen" : std::to_string(ask.id) + " QS");
  }));
  CHECK(chair.ask().kind == Answer::Kind::given);
  REQUIRE(chair.seat.tries().size() == 1);
  CHECK(chair.seat.tries()[0].why == Fault::garbage);
  CHECK(chair.seat.tries()[0].answer == "I play the queen");
}

TEST_CASE("an answer that the bank leaves no time for is distinguished from others that are late") {
  Limits limits;
  limits.bank = milliseconds(1000);
  Chair chair(answering_script([](FakeBot& bot, const Ask& ask, int) {
                bot.say(std::to_string(ask.id) + " 4C", milliseconds(450));
              }),
              limits);
  CHECK(chair.ask().kind == Answer::Kind::given);
  CHECK(chair.ask().kind == Answer::Kind::given);
  CHECK(chair.ask().kind == Answer::Kind::automatic);
  CHECK(chair.fault().detail == "no answer in time: its bank is used up (2 questions, 450 ms each)");
  CHECK(chair.fault().evidence == Evidence::bank_spent);
  Chair slow(answering_script([](FakeBot& bot, const Ask& ask, int number) {
    bot.say(std::to_string(ask.id) + " 4C", milliseconds(number == 2 ? 700 : 10));
  }));
  slow.ask();
  CHECK(slow.ask().kind == Answer::Kind::automatic);
  CHECK(slow.fault().detail == "no answer in time");
}

TEST_CASE("an answer inside a remark is shown, and the fault says where it belongs") {
  for (const std::string remark : {"info thinking play QS", "info depth=91 QS", "# QS"}) {
    Chair chair(answering_script([&](FakeBot& bot, const Ask&, int) { bot.say(remark); }));
    CHECK(chair.ask().kind == Answer::Kind::automatic);
    CHECK(chair.fault().detail == "no answer in time: its line '" + remark + "' is a remark, since it begins with " +
                                      (remark[0] == '#' ? "#" : "info") +
                                      "; write the answer on a line of its own that begins with 1");
    CHECK(chair.fault().evidence == Evidence::answer_in_remark);
  }
  Chair plain(answering_script(
      [](FakeBot& bot, const Ask&, int number) { bot.say(number == 1 ? "info thinking play QS" : "info depth=9"); }));
  plain.ask();
  plain.ask();
  CHECK(plain.fault().detail == "no answer in time; does the bot flush its output?");
}

TEST_CASE("a line with letters of any alphabet is refused as it is, and what is sent to the bot is ASCII") {
  Chair chair(answering_script(
      [](FakeBot& bot, const Ask& ask, int) { bot.say(std::to_string(ask.id) + " caf\u00e9\u202e"); }));
  chair.ask();
  CHECK(contains(chair.fault().detail, "'caf\u00e9\\xe2\\x80\\xae' is not ASCII"));
  CHECK(contains(chair.bot.sent(), "'caf\\xc3\\xa9\\xe2\\x80\\xae' is not ASCII"));
}

TEST_CASE("a bot that does not answer its first question is asked whether it flushes, unless it was computing") {
  Chair waits(answering_script([](FakeBot&, const Ask&, int) {}));
  waits.ask();
  CHECK(waits.fault().detail == "no answer in time; does the bot flush its output?");
  Chair computes(answering_script(
      [](FakeBot& bot, const Ask&, int) { bot.cpu = [](TimePoint now) { return now.time_since_epoch(); }; }));
  computes.ask();
  CHECK(computes.fault().detail == "no answer in time: it was still computing; let it think for less time");
}

TEST_CASE("words with commas between them are reported as that") {
  Chair chair(answering_script([](FakeBot& bot, const Ask& ask, int number) {
    bot.say(std::to_string(ask.id) + (number < 3 ? " 4C,7D" : " 4C,KH"));
  }));
  chair.ask();
  CHECK(contains(chair.bot.sent(), "bad 2 words are separated by spaces, not commas; tries left 1"));
  CHECK(contains(chair.fault().detail, "that breaks a rule"));
}

TEST_CASE("too many words, too few and one twice are refused") {
  Chair chair(answering_script([](FakeBot& bot, const Ask& ask, int number) {
    static const char* const kWords[] = {" 4C 7D", "", " 4C"};
    bot.say(std::to_string(ask.id) + kWords[number - 1]);
  }));
  CHECK(chair.ask().kind == Answer::Kind::given);
  CHECK(contains(chair.bot.sent(), "bad 1 2 words where 1 is asked for; tries left 2"));
  CHECK(contains(chair.bot.sent(), "bad 2 0 words where 1 is asked for; tries left 1"));
}

TEST_CASE("the 201st line beside the answers is a flood") {
  const auto chatter = [](int lines) {
    return answering_script([lines](FakeBot& bot, const Ask& ask, int) {
      for (int i = 0; i < lines; ++i) bot.say("# " + std::to_string(i));
      bot.say(std::to_string(ask.id) + " 4C");
    });
  };
  Chair chair(chatter(200));
  CHECK(chair.ask().kind == Answer::Kind::given);
  CHECK(chair.ask().kind == Answer::Kind::given);
  Chair flood(chatter(201));
  CHECK(flood.ask().kind == Answer::Kind::forfeited);
  CHECK(flood.fault().fault == Fault::flood);
}

TEST_CASE("a fault keeps what stderr said since its question, a forfeit all of it") {
  Chair chair(answering_script(
      [](FakeBot& bot, const Ask&, int number) { bot.complain(std::string(5000, static_cast<char>('0' + number))); }));
  chair.ask();
  chair.ask();
  chair.ask();
  const auto& faults = chair.seat.faults();
  REQUIRE(faults.size() == 3);
  REQUIRE(faults[1].stderr_tail.size() == 1);
  CHECK(faults[1].stderr_tail[0].question == 2);
  CHECK(faults[1].stderr_tail[0].text == std::string(4096, '2'));
  REQUIRE(faults[2].stderr_tail.size() == 3);
  CHECK(faults[2].stderr_tail[2].text == std::string(5000, '3'));
}

TEST_CASE("an overlong line is a flood and ends the process") {
  Chair chair(answering_script([](FakeBot& bot, const Ask&, int) { bot.say(std::string(kLineBytesMax + 1, 'x')); }));
  CHECK(chair.ask().kind == Answer::Kind::forfeited);
  CHECK(chair.fault().fault == Fault::flood);
  CHECK_FALSE(chair.seat.alive());
}

TEST_CASE("how a process ends is the fault's name") {
  struct Case {
    ProcessEnd end;
    Fault fault;
    const char* detail;
  };
  const Case cases[] = {{{ProcessEnd::Kind::exited, 3}, Fault::exited, "exit code 3"},
                        {{ProcessEnd::Kind::signaled, 11}, Fault::killed_by_signal, "signal 11 (SIGSEGV)"},
                        {{ProcessEnd::Kind::running, 0}, Fault::closed_output, "closed its standard output"},
                        {{ProcessEnd::Kind::sandbox_failed, 0}, Fault::sandbox, "the sandbox ended without a report"},
                        {{ProcessEnd::Kind::killed, 9}, Fault::sandbox, "killed by something outside the arena"}};
  for (const Case& expected : cases) {
    Chair chair(answering_script([&](FakeBot& bot, const Ask&, int) { bot.end(expected.end, milliseconds(5)); }));
    CHECK(chair.ask().kind == Answer::Kind::forfeited);
    CHECK(chair.fault().fault == expected.fault);
    CHECK(chair.fault().detail == expected.detail);
  }
}

TEST_CASE("a bot that stops itself is named stopped, not slow") {
  Chair chair(answering_script([](FakeBot& bot, const Ask&, int) { bot.stop_process(); }));
  CHECK(chair.ask().kind == Answer::Kind::forfeited);
  CHECK(chair.fault().fault == Fault::stopped);
  CHECK_FALSE(chair.seat.alive());
}

TEST_CASE("a bot that does not read times out, and the rest of its lines waits") {
  Chair chair([](FakeBot& bot, std::string_view line) {
    if (line.starts_with("hello ")) bot.say("ready");
    bot.stop_reading(10);
  });
  const TimePoint start = chair.clock.now;
  const Answer answer = chair.ask();
  CHECK(answer.why == Fault::timeout);
  CHECK(chair.clock.now - start == milliseconds(600));
  CHECK(chair.fault().detail == "does not read its input");
  CHECK(chair.bot.sent() == "hello arena 1\nask 1 play");
}

TEST_CASE("a closed stdin is named closed_input while the process lives") {
  Chair chair(answering_script([](FakeBot& bot, const Ask& ask, int) {
    bot.say(first_words(ask));
    bot.close_input();
  }));
  CHECK(chair.ask().kind == Answer::Kind::given);
  CHECK(chair.ask().kind == Answer::Kind::forfeited);
  CHECK(chair.fault().fault == Fault::closed_input);
}

TEST_CASE("a bot that closes its stdin and says no more is named closed_input, not slow") {
  Chair chair(answering_script([](FakeBot& bot, const Ask&, int) { bot.close_input(); }));
  CHECK(chair.ask().kind == Answer::Kind::forfeited);
  CHECK(chair.fault().fault == Fault::closed_input);
}

TEST_CASE("what refused tries add to a record is bounded, and a legal answer still counts") {
  Chair chair(answering_script([](FakeBot& bot, const Ask& ask, int number) {
    bot.say(number % 3 == 0 ? first_words(ask) : std::to_string(ask.id) + " " + std::string(200, 'x'));
  }));
  for (int i = 0; i < 200; ++i) REQUIRE(chair.ask().kind == Answer::Kind::given);
  std::size_t bytes = 0;
  for (const Interference& attempt : chair.seat.tries()) bytes += attempt.answer.size();
  CHECK(chair.seat.tries().size() == 400);
  CHECK(bytes < 20000);
}

TEST_CASE("a bot that does not get ready is named by what it did") {
  const auto greet = [](FakeScript script) { return Chair(std::move(script)).greeting.value().fault; };
  CHECK(greet([](FakeBot&, std::string_view) {}) == Fault::start_timeout);
  CHECK(greet([](FakeBot& bot, std::string_view) { bot.say("Hello!"); }) == Fault::garbage);
  CHECK(greet([](FakeBot& bot, std::string_view) { bot.end({ProcessEnd::Kind::exited, 1}); }) == Fault::start_failed);
  CHECK(greet([](FakeBot& bot, std::string_view) { bot.end({ProcessEnd::Kind::not_started, 2}); }) ==
        Fault::start_failed);
  CHECK(greet([](FakeBot& bot, std::string_view) { bot.end({ProcessEnd::Kind::sandbox_failed, 0}); }) ==
        Fault::sandbox);
  CHECK(greet([](FakeBot& bot, std::string_view) {
          for (int i = 0; i < 201; ++i) bot.say("# loading");
        }) == Fault::flood);
}

TEST_CASE("the start-up clock is not the first move's") {
  Chair chair([](FakeBot& bot, std::string_view line) {
    if (line.starts_with("hello ")) bot.say("ready name=Slow", milliseconds(9999));
    if (const auto ask = parse_ask(line)) bot.say(first_words(*ask), milliseconds(400));
  });
  REQUIRE_FALSE(chair.greeting);
  CHECK(chair.seat.timing().ready == "name=Slow");
  CHECK(chair.ask().kind == Answer::Kind::given);
  CHECK(chair.seat.timing().total == milliseconds(400));
}

TEST_CASE("limits change from game to game, but not those of the process") {
  Chair chair(answering_script([](FakeBot& bot, const Ask& ask, int number) {
    if (number != 2) bot.say(first_words(ask), milliseconds(40));
  }));
  CHECK(chair.ask().kind == Answer::Kind::given);
  Limits quick;
  quick.move = milliseconds(60);
  quick.bank = milliseconds(5000);
  quick.grace = milliseconds(10);
  quick.faults = 1;
  quick.startup = milliseconds(1);
  chair.seat.set_limits(quick);
  chair.seat.begin_game(0, "b0g1");
  const TimePoint before = chair.clock.now;
  CHECK(chair.ask().kind == Answer::Kind::forfeited);
  CHECK(chair.clock.now - before >= milliseconds(70));
  CHECK(chair.clock.now - before < milliseconds(200));
  CHECK(chair.fault().fault == Fault::timeout);
  CHECK(contains(chair.bot.sent(), "ask 2 play 1 60 5000 : "));
  // A fresh process has the time to start that the first one had.
  CHECK_FALSE(run(chair.seat.greet(std::make_unique<FakeChannel>(chair.clock, chair.bot, honest_script()))));
  chair.seat.set_limits(Limits{});
  chair.seat.begin_game(0, "b0g2");
  chair.ask();
  CHECK(contains(chair.bot.sent(), " play 1 500 30000 : "));
}

TEST_CASE("question numbers continue from game to game, so an old answer is never a new one") {
  Chair chair(answering_script([](FakeBot& bot, const Ask& ask, int number) {
    if (number == 1) {
      bot.say("1 QS", milliseconds(700));
    } else {
      bot.say(first_words(ask), milliseconds(300));
    }
  }));
  chair.ask();
  chair.seat.begin_game(0, "b0g1");
  CHECK(chair.ask().kind == Answer::Kind::given);
  CHECK(chair.picks == std::vector<int>{0});
  CHECK(chair.seat.faults().empty());
  CHECK(chair.seat.question() == 1);
}

TEST_CASE("events go out live only to a bot that asks where the limits allow it") {
  for (const bool allowed : {false, true}) {
    Limits limits;
    limits.live_events = allowed;
    Chair chair(
        [](FakeBot& bot, std::string_view line) {
          if (line.starts_with("hello ")) bot.say("ready events=live");
        },
        limits);
    chair.seat.outbox() += "play 1 2C\n";
    chair.seat.push_events();
    CHECK(contains(chair.bot.sent(), "play 1 2C\n") == allowed);
    CHECK(chair.seat.outbox().empty() == allowed);
  }
}

}  // namespace

}  // namespace bot_seat_test
