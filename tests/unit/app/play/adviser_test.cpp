#include "arena/app/play/adviser.h"

#include <fmt/format.h>

#include <cerrno>
#include <deque>
#include <system_error>

#include "tests/catch.h"
#include "tests/unit/game/table/fake_channel.h"

namespace adviser_test {

using namespace arena;
using namespace arena::test;
using Catch::Matchers::ContainsSubstring;
using Words = std::vector<std::string>;

namespace {

const std::string kLines =
    "hello arena 1\ngame 0 variant=black-lady@4 seats=4 you=1 botseed=7\nask 7 pass 3 500 30000 : 2C 3C 4C 5C\n";

/// Asks a scripted bot what it would answer to the last of the lines.
struct AskedBot {
  FakeClock clock;
  FakeBot bot;

  Proposal propose(FakeScript script) {
    const Adviser adviser{
        .name = "sage",
        .open = [&](boost::asio::io_context&) { return std::make_unique<FakeChannel>(clock, bot, std::move(script)); },
        .missing = {}};
    return run(ask_adviser(adviser, kLines));
  }
};

/// Why a bot that does this at the question proposes nothing.
std::string error_of(const std::function<void(FakeBot&)>& at_ask) {
  AskedBot asked;
  const Proposal proposal = asked.propose([&](FakeBot& bot, std::string_view line) {
    if (line.starts_with("hello")) bot.say("ready");
    if (line.starts_with("ask")) at_ask(bot);
  });
  CHECK(proposal.words.empty());
  return proposal.error.value_or("no error");
}

ProcessEnd exit_of(int code) {
  ProcessEnd end;
  end.kind = ProcessEnd::Kind::exited;
  end.number = code;
  return end;
}

}  // namespace

TEST_CASE("an adviser reads the lines as they are, and its answer comes with its last notes") {
  AskedBot asked;
  const Proposal proposal = asked.propose([](FakeBot& bot, std::string_view line) {
    if (line.starts_with("hello")) bot.say("ready name=sage");
    if (!line.starts_with("ask")) return;
    for (const char* note : {"info one", "# two", "info  three\x1b", "  #four"}) bot.say(note);
    bot.say("6 2C 3C 4C");  // an older question
    bot.say("7 4C 2C 3C", std::chrono::seconds(9));
    bot.say("info too late", std::chrono::seconds(9));
  });
  CHECK_FALSE(proposal.error);
  CHECK(proposal.words == Words{"4C", "2C", "3C"});
  CHECK(proposal.notes == Words{"two", "three\\x1b", "four"});
  CHECK(asked.bot.sent() == kLines + "quit\n");
}

TEST_CASE("whatever an adviser does, it is reported after ten seconds at most") {
  CHECK(error_of([](FakeBot&) {}) == "sage gives no answer within 10 s");
  CHECK(error_of([](FakeBot& bot) { bot.say("7 2C 3C 4C", std::chrono::seconds(11)); }) ==
        "sage gives no answer within 10 s");
  CHECK(error_of([](FakeBot& bot) { bot.say("I would pass 2C"); }) ==
        "sage gives no answer within 10 s, but wrote 'I would pass 2C'");
  CHECK(error_of([](FakeBot& bot) { bot.end(exit_of(3)); }) == "sage ends without an answer: exit code 3");
  CHECK(error_of([](FakeBot& bot) { bot.say("7 2C 3C"); }) == "sage answers '2C 3C', which is not possible now");
  CHECK(error_of([](FakeBot& bot) { bot.say("7 2C 2C 3C"); }) == "sage answers '2C 2C 3C', which is not possible now");
  CHECK_THAT(error_of([](FakeBot& bot) { bot.say("7 2C 3C QS\x1b[2J"); }), !ContainsSubstring("\x1b"));
  CHECK(error_of([](FakeBot& bot) {
          for (int i = 0; i < 300; ++i) bot.say("info thinking");
        }) == "sage writes 200 lines and no answer");
  CHECK(error_of([](FakeBot& bot) { bot.say(std::string(5000, 'x')); }) ==
        "sage writes a line of more than 4096 bytes");
  AskedBot silent;
  silent.bot.stop_reading(10);
  CHECK(silent.propose([](FakeBot&, std::string_view) {}).error == "sage gives no answer within 10 s");
  CHECK(silent.clock.now - TimePoint{} == Duration(kHintTime));
  AskedBot dead;
  const Proposal none = dead.propose([](FakeBot& bot, std::string_view line) {
    if (line.starts_with("hello")) bot.end(exit_of(127));
  });
  CHECK(none.error == "sage ends without an answer: exit code 127 before 'ready'");
}

TEST_CASE("an adviser that is not there, or cannot be started, is reported") {
  CHECK(run(ask_adviser({.name = "sage", .open = {}, .missing = "it is not installed"}, kLines)).error ==
        "it is not installed");
  const Adviser unstartable{.name = "sage",
                            .open = [](boost::asio::io_context&) -> std::unique_ptr<BotChannel> {
                              throw std::system_error(EMFILE, std::generic_category(), "pipe");
                            },
                            .missing = {}};
  CHECK(run(ask_adviser(unstartable, kLines)).error == "sage cannot be started: pipe: Too many open files");
}

}  // namespace adviser_test
