#include "arena/game/table/table.h"

#include <algorithm>
#include <numeric>
#include <set>

#include "engine/variants/registry.h"
#include "tests/catch.h"
#include "tests/unit/game/table/fake_channel.h"

namespace table_test {

namespace {

using namespace arena;
using namespace arena::test;
using std::chrono::milliseconds;

/// A table of scripted bots.
struct Party {
  /// Without a number of hands the totals end the game.
  Party(const std::string& variant, std::vector<FakeScript> scripts, std::optional<int> hands = {})
      : rules(hands ? with_hands(hearts::resolve_variant(variant), *hands) : hearts::resolve_variant(variant)),
        bots(scripts.size()) {
    setup.rules = &rules;
    setup.deal = shuffled(rules, [](int hand) { return hearts::Seed{7, static_cast<std::uint64_t>(hand), 1, 1}; });
    for (std::size_t i = 0; i < scripts.size(); ++i) {
      seats.push_back(std::make_unique<BotSeat>(setup.limits.all));
      absences.emplace_back();
      if (const auto fault =
              run(seats.back()->greet(std::make_unique<FakeChannel>(clock, bots[i], std::move(scripts[i]))))) {
        absences.back() = *fault;
      }
      setup.tokens.push_back("token" + std::to_string(i));
      setup.bot_seeds.push_back(static_cast<std::uint32_t>(i));
    }
  }

  GameResult play() {
    std::vector<BotSeat*> players;
    for (const auto& seat : seats) players.push_back(seat.get());
    return run(play_game(setup, players, absences));
  }

  hearts::GameRules rules;
  GameSetup setup;
  FakeClock clock;
  std::deque<FakeBot> bots;
  std::vector<std::unique_ptr<BotSeat>> seats;
  std::vector<FaultEvent> absences;
};

std::vector<FakeScript> honest_table(std::size_t seats) { return std::vector<FakeScript>(seats, honest_script()); }

/// How the game continues after the third seat has gone silent from its first question.
FakeScript silent_script() {
  return answering_script([](FakeBot&, const Ask&, int) {});
}

TEST_CASE("a game is played to the variant's end at every table size") {
  for (const char* variant :
       {"royal-classic@2", "royal-classic@3", "royal-classic@4", "royal-classic@5", "black-lady@3", "black-lady@4",
        "black-lady@5", "black-lady@6", "black-lady@5+kitty_first", "black-lady@3+kitty_last"}) {
    CAPTURE(variant);
    const hearts::GameRules rules(hearts::resolve_variant(variant));
    Party party(variant, honest_table(static_cast<std::size_t>(rules.seats())));
    const GameResult result = party.play();
    CHECK(result.faults.empty());
    CHECK(hearts::limit_met(party.rules, result.totals));
    CHECK(result.scores == result.totals);
    for (const HandResult& hand : result.hands) {
      CHECK(hand.plays.size() == static_cast<std::size_t>(rules.seats() * rules.rules().tricks()));
    }
    for (const FakeBot& bot : party.bots) CHECK(bot.sent().find("\nend token") != std::string::npos);
  }
}

TEST_CASE("who waits at a table is stopped while the bot to move lacks a processor") {
  std::vector<FakeScript> scripts = honest_table(4);
  std::vector<int> frozen;  // at the table, when the third bot answers
  Party* table = nullptr;
  scripts[2] = answering_script([&](FakeBot& bot, const Ask& ask, int number) {
    // Its answer to the fourth question comes after its deadline, since it has had no processor until then.
    bot.say(first_words(ask), number == 4 ? milliseconds(900) : milliseconds(10));
    const TimePoint asked = table->clock.now;
    bot.wants_processor = [&, asked](TimePoint now) {
      frozen.push_back(static_cast<int>(std::ranges::count_if(table->bots, &FakeBot::frozen)));
      return now - asked < milliseconds(890);
    };
    bot.waited = [asked, before = bot.waited(asked)](TimePoint now) {
      return before + (now - asked < milliseconds(890) ? Duration() : Duration(milliseconds(890)));
    };
  });
  std::ptrdiff_t still_frozen = -1;  // when the fourth bot is asked next
  scripts[3] = answering_script([&](FakeBot& bot, const Ask& ask, int) {
    bot.say(first_words(ask), milliseconds(10));
    if (still_frozen < 0 && !frozen.empty()) still_frozen = std::ranges::count_if(table->bots, &FakeBot::frozen);
  });
  Party party("black-lady@4", std::move(scripts), 1);
  table = &party;
  const GameResult result = party.play();
  CHECK(result.faults.empty());
  REQUIRE(frozen.size() > 2);
  CHECK(frozen.front() == 0);
  CHECK(frozen.back() == 3);
  CHECK(still_frozen == 0);
  CHECK(std::ranges::all_of(party.bots, &FakeBot::frozen));  // the game is over
}

TEST_CASE("each seat plays by its own limits and is sent them") {
  std::vector<FakeScript> scripts(
      2, answering_script([](FakeBot& bot, const Ask& ask, int) { bot.say(first_words(ask), milliseconds(700)); }));
  Party party("royal-classic@2", std::move(scripts), 1);
  party.setup.limits.all.faults = 1000;
  party.setup.limits.own.resize(2, party.setup.limits.all);
  party.setup.limits.own[1].move = milliseconds(800);
  const GameResult result = party.play();
  CHECK(party.bots[0].sent().find("time startup=10000 move=500 ") != std::string::npos);
  CHECK(party.bots[1].sent().find("time startup=10000 move=800 ") != std::string::npos);
  CHECK(party.bots[1].sent().find(" move=500 ") == std::string::npos);
  REQUIRE_FALSE(result.faults.empty());
  for (const FaultEvent& fault : result.faults) CHECK(fault.seat == 0);
}

TEST_CASE("a bot that sets up each game in the time for that has its whole clock for the first question") {
  const auto script = answering_script([](FakeBot& bot, const Ask& ask, int number) {
    bot.say(first_words(ask), milliseconds(number == 1 ? 1190 : 10));
  });
  const auto play_with = [&](Party& party, int newgame) {
    party.setup.limits.all.newgame = milliseconds(newgame);
    return party.play();
  };
  Party without("royal-classic@2", {script, honest_script()}, 1);
  CHECK(play_with(without, 0).faults.size() == 1);
  Party party("royal-classic@2", {script, honest_script()}, 1);
  const GameResult result = play_with(party, 700);
  CHECK(result.faults.empty());
  CHECK(result.timing[0].asks.front() == milliseconds(1190));
  CHECK(result.timing[0].slowest.front().time == milliseconds(490));
  CHECK(party.bots[0].sent().find(" newgame=700\n") != std::string::npos);
}

TEST_CASE("a fixed number of hands is played whatever the totals") {
  Party party("black-lady@4", honest_table(4), 3);
  CHECK(party.play().hands.size() == 3);
}

TEST_CASE("each seat's questions are numbered from the number that it is given") {
  std::vector<std::vector<int>> asked(4);
  std::vector<FakeScript> scripts;
  for (std::vector<int>& ids : asked) {
    scripts.push_back(answering_script([&ids](FakeBot& bot, const Ask& ask, int) {
      ids.push_back(ask.id);
      bot.say(first_words(ask));
    }));
  }
  Party party("black-lady@4", scripts, 1);
  const auto numbers = [](int first) {
    std::vector<int> ids(14);  // a pass and thirteen cards
    std::iota(ids.begin(), ids.end(), first);
    return ids;
  };
  for (const int first : {5001, 999'999'001, 1}) {
    INFO(first);
    for (std::vector<int>& ids : asked) ids.clear();
    party.setup.first_questions = {first, first + 1, first + 2, 77'001};
    CHECK(party.play().faults.empty());
    CHECK(asked ==
          std::vector<std::vector<int>>{numbers(first), numbers(first + 1), numbers(first + 2), numbers(77'001)});
  }
  for (std::vector<int>& ids : asked) ids.clear();
  party.setup.first_questions.clear();
  CHECK(party.play().faults.empty());
  CHECK(asked[0] == numbers(1 + 14));
  CHECK(asked[3] == numbers(77'001 + 14));
}

TEST_CASE("a bot that never answers forfeits, is placed last, and harms nobody") {
  auto scripts = honest_table(4);
  scripts[2] = silent_script();
  Party party("black-lady@4", scripts);
  const GameResult result = party.play();
  REQUIRE(result.forfeits.size() == 1);
  CHECK(result.forfeits[0].seat == 2);
  CHECK(result.forfeits[0].question == 3);
  CHECK(result.faults.size() == 3);
  CHECK(result.automatic.size() == 2);
  CHECK(result.places[2] == 4);
  CHECK(result.scores[2] == *std::max_element(result.totals.begin(), result.totals.begin() + 4));
  for (std::size_t seat : {0U, 1U, 3U}) {
    CHECK(result.timing[seat].total == milliseconds(0));
    CHECK(result.places[seat] <= 3);
    CHECK(result.scores[seat] == result.totals[seat]);
  }
  // The house plays the rest without asking: the clock stands still after the third silence.
  CHECK(party.clock.now.time_since_epoch() == milliseconds(3 * 600));
}

TEST_CASE("the same game is played whether a seat fails immediately or was never there") {
  auto scripts = honest_table(4);
  scripts[1] = [](FakeBot& bot, std::string_view line) {
    if (line.starts_with("hello ")) bot.say("ready");
    if (parse_ask(line)) bot.end({ProcessEnd::Kind::exited, 0});
  };
  Party dies("black-lady@4", scripts);
  scripts[1] = [](FakeBot& bot, std::string_view) { bot.end({ProcessEnd::Kind::exited, 0}); };
  Party absent("black-lady@4", scripts);
  const GameResult first = dies.play();
  const GameResult second = absent.play();
  CHECK(first.totals == second.totals);
  CHECK(first.scores == second.scores);
  CHECK(first.places == second.places);
  CHECK(first.faults[0].fault == Fault::exited);
  CHECK(second.faults[0].fault == Fault::start_failed);
  CHECK(second.forfeits[0].question == 0);
}

TEST_CASE("several forfeiters share the last place") {
  auto scripts = honest_table(4);
  scripts[0] = scripts[3] = silent_script();
  Party party("black-lady@4", scripts);
  const GameResult result = party.play();
  CHECK(result.places[0] == 3);
  CHECK(result.places[3] == 3);
}

TEST_CASE("a game ends though all bots are gone") {
  Party party("royal-classic@4", std::vector<FakeScript>(4, silent_script()));
  const GameResult result = party.play();
  CHECK(result.forfeits.size() == 4);
  CHECK(hearts::limit_met(party.rules, result.totals));
}

TEST_CASE("a refused card is explained with the rule's id") {
  auto scripts = honest_table(4);
  std::string refused;
  for (auto& script : scripts) {
    script = answering_script([&refused](FakeBot& bot, const Ask& ask, int) {
      // A card of another suit than the one led is tried first, once in the game.
      if (refused.empty() && ask.kind == "play" && ask.words.size() == 1 && ask.words[0] == "2C") {
        refused = std::to_string(ask.id) + " 3D";
        bot.say(refused);
      } else {
        bot.say(first_words(ask));
      }
    });
  }
  Party party("black-lady@4", scripts);
  const GameResult result = party.play();
  REQUIRE(result.tries.size() == 1);
  std::string sent;
  for (const FakeBot& bot : party.bots) sent += bot.sent();
  const std::size_t bad = sent.find("bad ");
  REQUIRE(bad != std::string::npos);
  const std::string line = sent.substr(bad, sent.find('\n', bad) - bad);
  INFO(line);
  CHECK((line.find("not in your hand") != std::string::npos || line.find("(R002-15)") != std::string::npos));
}

TEST_CASE("a moon is shown to all, and the shooter's choice is asked for and announced") {
  // Deals are searched for one in which bots that play their first words shoot the moon.
  for (std::uint64_t seed = 1; seed < 20000; ++seed) {
    Party party("royal-classic@4", honest_table(4), 1);
    party.setup.deal =
        shuffled(party.rules, [seed](int hand) { return hearts::Seed{seed, static_cast<std::uint64_t>(hand), 1, 1}; });
    const GameResult result = party.play();
    if (!result.hands[0].choice) continue;
    CHECK(*result.hands[0].choice == hearts::MoonOption::subtract_self);
    int asked = 0;
    for (const FakeBot& bot : party.bots) {
      CHECK(bot.sent().find("\nmoon shooter=") != std::string::npos);
      CHECK(bot.sent().find("\nchose ") != std::string::npos);
      CHECK(bot.sent().find("\nscore moon ") != std::string::npos);
      if (bot.sent().find(" : subtract_self add_others\n") != std::string::npos) ++asked;
    }
    CHECK(asked == 1);
    return;
  }
  FAIL("no moon in 20000 hands");
}

TEST_CASE("bots get names only where they are revealed") {
  for (const bool reveal : {false, true}) {
    Party party("black-lady@4", honest_table(4), 1);
    if (reveal) party.setup.names = {"Owl", "Rand", "Duck", "Fox"};
    party.play();
    for (const FakeBot& bot : party.bots)
      CHECK((bot.sent().find("\nnames Owl Rand Duck Fox\n") != std::string::npos) == reveal);
  }
}

TEST_CASE("what happened since the last turn comes in one piece that ends in the question") {
  std::vector<std::string> pieces;
  class Counting final : public BotChannel {
   public:
    Counting(std::unique_ptr<BotChannel> inner, std::vector<std::string>& pieces)
        : inner_(std::move(inner)), pieces_(pieces) {}
    boost::asio::awaitable<Sent> send(std::string_view text, TimePoint deadline) override {
      pieces_.emplace_back(text);
      co_return co_await inner_->send(text, deadline);
    }
    boost::asio::awaitable<Incoming> receive(TimePoint deadline) override {
      co_return co_await inner_->receive(deadline);
    }
    std::optional<Incoming> poll() override { return inner_->poll(); }
    std::size_t push(std::string_view text) override { return inner_->push(text); }
    void close_input() override { inner_->close_input(); }
    boost::asio::awaitable<ProcessEnd> ended(Duration wait) override { co_return co_await inner_->ended(wait); }
    boost::asio::awaitable<ProcessEnd> stop(std::string_view farewell, Duration grace) override {
      co_return co_await inner_->stop(farewell, grace);
    }
    bool input_closed() const override { return inner_->input_closed(); }
    void begin_game(std::string_view id) override { inner_->begin_game(id); }
    void mark(int question) override { inner_->mark(question); }
    void freeze() override { inner_->freeze(); }
    void thaw() override { inner_->thaw(); }
    ProcessMeters& meters() override { return inner_->meters(); }
    WaitClock& clock() override { return inner_->clock(); }

   private:
    std::unique_ptr<BotChannel> inner_;
    std::vector<std::string>& pieces_;
  };
  Party party("black-lady@4", honest_table(4), 1);
  FakeBot bot;
  auto seat = std::make_unique<BotSeat>(party.setup.limits.all);
  run(seat->greet(
      std::make_unique<Counting>(std::make_unique<FakeChannel>(party.clock, bot, honest_script()), pieces)));
  party.seats[0] = std::move(seat);
  party.play();
  REQUIRE(pieces.size() == 1 + 14);  // the greeting, the pass and 13 tricks
  for (std::size_t i = 1; i < pieces.size(); ++i) {
    const std::size_t last_line = pieces[i].rfind('\n', pieces[i].size() - 2);
    CHECK(pieces[i].substr(last_line + 1).starts_with("ask "));
  }
}

}  // namespace

}  // namespace table_test
