#include "arena/admission/check/altered_channel.h"

#include "arena/admission/check/conversation.h"
#include "tests/catch.h"
#include "tests/unit/game/table/fake_channel.h"

namespace altered_channel_test {

using namespace arena;
using namespace std::chrono_literals;

namespace {

/// A scripted bot behind an altered channel.
struct Altered {
  explicit Altered(test::FakeScript script, Alteration alteration = {})
      : channel(make_altered_channel(std::make_unique<test::FakeChannel>(clock, bot, std::move(script)),
                                     std::move(alteration), overheard)) {}

  test::FakeClock clock;
  test::FakeBot bot;
  Overheard overheard;
  std::unique_ptr<BotChannel> channel;

  Sent send(std::string_view text) { return test::run(channel->send(text, clock.now + 1s)); }
  Incoming receive() { return test::run(channel->receive(clock.now + 1s)); }
};

constexpr const char* kAsk = "ask 7 play 1 500 30000 : 2C 3C\n";

}  // namespace

TEST_CASE("what is sent is altered on its way, and the seat counts its own bytes") {
  Altered altered(test::honest_script(), {alter::end_in_crlf, false});
  CHECK(altered.send("play 0 2C\n").bytes == 10);
  CHECK(altered.bot.sent() == "play 0 2C\r\n");
}

TEST_CASE("the answer to the first choice comes when its time is over, and later ones in time") {
  Altered altered(test::honest_script(), {{}, true});
  altered.send("ask 6 play 1 500 30000 : 2C\n");
  CHECK(altered.receive().kind == Incoming::Kind::line);
  CHECK(altered.channel->meters().counts_all());
  altered.send(kAsk);
  CHECK(altered.receive().kind == Incoming::Kind::timeout);
  CHECK(altered.receive().kind == Incoming::Kind::timeout);
  CHECK(altered.overheard.kept_one);
  // That time did not pass: no part of it may be taken for a wait for a processor.
  CHECK_FALSE(altered.channel->meters().counts_all());
  const std::optional<Incoming> late = altered.channel->poll();
  REQUIRE(late);
  CHECK(late->text == "7 2C");
  CHECK(altered.channel->meters().counts_all());
  altered.send("ask 8 play 1 500 30000 : 2C 3C\n");
  CHECK(altered.receive().text == "8 2C");
}

TEST_CASE("answers are kept with their words in order, those of one game") {
  Altered altered([](test::FakeBot& bot, std::string_view) { bot.say("7  3C 2C "); });
  altered.send(kAsk);
  altered.receive();
  CHECK(altered.overheard.answers == std::vector<std::string>{"7 2C 3C"});
  altered.channel->begin_game("next");
  CHECK(altered.overheard.answers.empty());
}

TEST_CASE("an answer that comes while the input is still open is late, not held back") {
  Altered altered([](test::FakeBot& bot, std::string_view) { bot.say("7 2C", 1400ms); });
  altered.send(kAsk);
  CHECK(altered.receive().kind == Incoming::Kind::timeout);
  test::run(altered.channel->stop({}, 0ms));
  CHECK(altered.overheard.arrival == Arrival::late);
}

TEST_CASE("a bot that never says a word is neither late nor held back") {
  Altered altered([](test::FakeBot&, std::string_view) {});
  altered.send(kAsk);
  CHECK(altered.receive().kind == Incoming::Kind::timeout);
  test::run(altered.channel->stop({}, 0ms));
  CHECK(altered.overheard.arrival == Arrival::never);
}

TEST_CASE("what the end of the input brings is distinguished from what comes later, by the bot's own time") {
  const auto overheard_when = [](std::chrono::milliseconds after, std::chrono::milliseconds waited) {
    Altered altered([](test::FakeBot&, std::string_view) {});
    altered.bot.cpu = [](TimePoint) { return 5s; };  // used before
    altered.bot.at_end_of_input = [=, &altered](test::FakeBot& bot) {
      bot.waited = [=, closed = altered.clock.now](TimePoint now) -> Duration { return now > closed ? waited : 0ms; };
      bot.say("7 2C", after);
      bot.end({.kind = ProcessEnd::Kind::exited}, after);
    };
    altered.send(kAsk);
    CHECK(altered.receive().kind == Incoming::Kind::timeout);
    test::run(altered.channel->stop({}, 0ms));
    return altered.overheard.arrival;
  };
  CHECK(overheard_when(400ms, 0ms) == Arrival::at_close);
  CHECK(overheard_when(700ms, 0ms) == Arrival::late);
  CHECK(overheard_when(1400ms, 0ms) == Arrival::never);
  CHECK(overheard_when(1400ms, 1000ms) == Arrival::at_close);  // it waited for a processor
}

/// In a game the bot has let the time for its answer go by, and is given up. How long that took.
Duration give_up(Altered& altered) {
  altered.channel->begin_game("game");
  altered.send(kAsk);
  CHECK(altered.receive().kind == Incoming::Kind::timeout);
  const TimePoint began = altered.clock.now;
  test::run(altered.channel->stop({}, 500ms));
  return altered.clock.now - began;
}

TEST_CASE("a bot that computes is given up after a second of thought, one that waits for a processor is not") {
  Altered loops([](test::FakeBot&, std::string_view) {});
  loops.bot.cpu = [](TimePoint now) { return now.time_since_epoch(); };
  loops.bot.stop_reading(1000);
  CHECK(give_up(loops) < 1300ms);
  CHECK(loops.overheard.computes);
  CHECK(loops.overheard.arrival == Arrival::never);
  CHECK(loops.overheard.own_cpu == loops.overheard.took);

  Altered starves([](test::FakeBot& bot, std::string_view) { bot.say("7 2C", 4s); });
  starves.bot.wants_processor = [](TimePoint) { return true; };
  starves.bot.cpu = [](TimePoint now) { return now.time_since_epoch() / 10; };
  give_up(starves);
  CHECK(starves.overheard.arrival == Arrival::late);
}

TEST_CASE("a bot that neither computes nor reads on is given up immediately") {
  Altered sleeps([](test::FakeBot& bot, std::string_view) { bot.stop_reading(1000); });
  CHECK(give_up(sleeps) < 700ms);
  CHECK(sleeps.overheard.reads_no_more);
  CHECK_FALSE(sleeps.overheard.computes);
}

TEST_CASE("an answer that comes while another line is unread is not caused by that line") {
  Altered wakes([](test::FakeBot& bot, std::string_view) {
    bot.stop_reading(1000);
    bot.say("7 2C", 1600ms);
  });
  give_up(wakes);
  CHECK(wakes.overheard.arrival == Arrival::late);

  Altered reads_ahead([](test::FakeBot& bot, std::string_view line) {
    if (line.empty()) bot.say("7 2C");
  });
  give_up(reads_ahead);
  CHECK(reads_ahead.overheard.arrival == Arrival::with_next_line);
}

/// The bot has let the time to start go by, ten seconds. How long it was heard out after that.
Duration give_up_start(Altered& altered) {
  altered.send("hello arena 1 seed\n");
  CHECK(test::run(altered.channel->receive(altered.clock.now + 10s)).kind == Incoming::Kind::timeout);
  const TimePoint began = altered.clock.now;
  test::run(altered.channel->stop({}, 0ms));
  return altered.clock.now - began;
}

TEST_CASE("a bot that has begun to load when it had read its greeting is heard out") {
  Altered loads([](test::FakeBot& bot, std::string_view) {
    bot.stop_reading(1000);
    bot.say("ready", 25s);
  });
  give_up_start(loads);
  CHECK(loads.overheard.arrival == Arrival::late);
  CHECK(loads.overheard.late_by == 15s);

  Altered sleeps([](test::FakeBot& bot, std::string_view) { bot.stop_reading(1000); });
  CHECK(give_up_start(sleeps) > 30s);
  CHECK(sleeps.overheard.reads_no_more);

  Altered ignores([](test::FakeBot&, std::string_view) {});
  CHECK(give_up_start(ignores) < 4s);
  CHECK_FALSE(ignores.overheard.reads_no_more);
}

TEST_CASE("progress is what grows by more than the kernel's own doing") {
  CHECK(makes_no_progress(1000, 1000));
  CHECK(makes_no_progress(1000, 2000));
  CHECK_FALSE(makes_no_progress(1000, 1000 + kNoProgress));
  CHECK_FALSE(makes_no_progress(1000, 0));  // it has gone
  CHECK_FALSE(makes_no_progress(0, 0));     // it is not known
}

TEST_CASE("a bot that only computes before it is ready is heard out for a while, one that loads for longer") {
  const auto start = [](auto progress, int share = 1) {
    Altered bot([](test::FakeBot&, std::string_view) {});
    bot.bot.cpu = [=](TimePoint now) { return now.time_since_epoch() / share; };
    bot.bot.waited = [=](TimePoint now) { return now.time_since_epoch() - now.time_since_epoch() / share; };
    bot.bot.progress = progress;
    const Duration patience = give_up_start(bot);
    CHECK(bot.overheard.computes);
    return std::pair(patience, bot.overheard.computes_only);
  };
  using Patience = std::pair<Duration, bool>;
  CHECK(start([](TimePoint) { return 1'000'000; }) < Patience(5s, true));
  CHECK(start([](TimePoint) { return 1'000'000; }, 2) > Patience(13s, true));  // it had half of a processor
  CHECK(start([](TimePoint now) { return now.time_since_epoch() / 1us; }) >= Patience(30s, false));
  CHECK(start([](TimePoint) { return 0; }) >= Patience(30s, false));  // it is not known
}

TEST_CASE("a bot that waits for its own locks before it is ready is not heard out") {
  Altered locked([](test::FakeBot&, std::string_view) {});
  locked.bot.stop_reading(1000);
  locked.bot.waits_for = WaitsFor::itself;
  CHECK(give_up_start(locked) < 4s);
  CHECK(locked.overheard.waits_for == WaitsFor::itself);
}

TEST_CASE("of a silent bot in a brief conversation nothing is asked") {
  Alteration brief;
  brief.is_brief = true;
  Altered silent([](test::FakeBot&, std::string_view) {}, std::move(brief));
  CHECK(give_up(silent) == 0ms);
  CHECK(silent.bot.sent() == kAsk);
}

}  // namespace altered_channel_test
