#include "sample_bots/monte_carlo_cpp/bot.h"

#include <memory>
#include <sstream>
#include <vector>

#include "arena/bots/protocol/encode.h"
#include "tests/catch.h"
#include "tests/unit/engine/key_tables.h"
#include "tests/unit/monte_carlo/line_table.h"

namespace bot_test {

// The Monte Carlo bot as the arena meets it.

namespace {

using namespace hearts;
using namespace hearts::test;
using monte::Bot;
using monte::test::LineBot;
using monte::test::LineGame;
using monte::test::LineResult;

constexpr int kPlayouts = 60;

/// A table full of bots, all that they said, and what it cost.
class BotTable {
 public:
  BotTable(const std::string& id, int playouts) : game_(rules_of(id)) {
    for (Seat seat = 0; seat < game_.seats(); ++seat)
      bots_.push_back(std::make_unique<Bot>(monte::Budget{.playouts = playouts}));
  }

  LineResult play(std::uint64_t seed, int hands) {
    std::vector<LineBot> seats;
    for (const auto& bot : bots_) {
      seats.emplace_back([&bot = *bot, this](std::string_view line) {
        std::string answer = bot.respond(line);
        if (!answer.empty()) said_ += answer + "\n";
        return answer;
      });
    }
    said_.clear();
    const GameRules game(with_hands(game_.rules(), hands));
    return monte::test::play_lines({game, seed, seats});
  }

  const std::string& said() const { return said_; }
  long playouts() const {
    long sum = 0;
    for (const auto& bot : bots_) sum += bot->playouts();
    return sum;
  }

 private:
  GameRules game_;
  std::vector<std::unique_ptr<Bot>> bots_;
  std::string said_;
};

/// What the bot says to the last of the lines.
std::string answer_to(Bot& bot, const std::vector<std::string>& lines) {
  std::string answer;
  for (const std::string& line : lines) answer = bot.respond(line);
  return answer;
}

/// The answer of seat 1 to the question how to take its moon, at these totals before the hand.
std::string moon_answer(const std::string& totals) {
  const GameRules game(rules_of("royal-classic@4+deck.ranks=J,Q,K,A"));
  Bot bot(monte::Budget{.playouts = kPlayouts});
  (void)bot.respond("game t variant=x seats=4 you=1 botseed=7");
  std::string announced;
  arena::encode::announcement(announced, game);
  std::istringstream lines(announced);
  for (std::string line; std::getline(lines, line);) (void)bot.respond(line);
  (void)answer_to(bot, {"hand 4 dealer=0 pass=0 totals=" + totals, "deal AC AD AS AH"});
  const char* suits = "CDSH";
  for (int trick = 0; trick < 4; ++trick) {
    const std::string suit(1, suits[trick]);
    (void)answer_to(bot, {"trick " + std::to_string(trick + 1) + " lead=1", "play 1 A" + suit, "play 2 K" + suit,
                          "play 3 Q" + suit, "play 0 J" + suit, "took 1 0"});
  }
  return answer_to(
      bot, {"moon shooter=1 amount=26 totals=" + totals, "ask 14 choose 1 500 21870 : subtract_self add_others"});
}

}  // namespace

TEST_CASE("the bot takes a moon off its own total where the others' points would end a match it would lose") {
  CHECK(moon_answer("20,70,90,30") == "14 subtract_self");
  CHECK(moon_answer("5,0,5,5") == "14 add_others");
}

TEST_CASE("the bot plays every configuration, and every option, without a refused answer") {
  std::uint64_t seed = 0;
  for (const std::string& id : configurations_with_options()) {
    INFO(id);
    BotTable table(id, kPlayouts);
    CHECK(table.play(++seed, 1).hands == 1);
  }
}

TEST_CASE("the same lines bring the same answers, after other games too") {
  for (const char* id : {"black-lady@4", "royal@2", "green-queen-jokers@3", "omnibus@5+kitty_last"}) {
    INFO(id);
    BotTable table(id, kPlayouts);
    (void)table.play(3, 2);
    const std::string first = table.said();
    (void)table.play(4, 1);
    CHECK(table.said() != first);
    (void)table.play(3, 2);
    CHECK(table.said() == first);
    BotTable fresh(id, kPlayouts);
    (void)fresh.play(3, 2);
    CHECK(fresh.said() == first);
  }
}

TEST_CASE("a question costs no more playouts than it may, but for one of each answer") {
  for (const std::string& id : KeyTables::get().ids()) {
    INFO(id);
    const GameRules game(rules_of(id));
    BotTable table(id, 100);
    const LineResult result = table.play(9, 1);
    // A pass may cost twice as much; two plans for each card of a hand are the most answers there are.
    const int most = 2 * 100 + 2 * game.hand_size();
    CHECK(table.playouts() <= static_cast<long>(result.questions) * most);
  }
}

TEST_CASE("words that make no sense and rules of a later day are passed over") {
  Bot bot(monte::Budget{.playouts = kPlayouts});
  CHECK(answer_to(bot, {"", " ", "hello", "hello arena 1"}) == "ready name=monte_carlo_cpp");
  CHECK(answer_to(bot, {"game t variant=x seats=4 you=1 botseed=7",
                        "rule trick.colour blue",
                        "rule seats",
                        "rule seats 99",
                        "rule moon.award never",
                        "weather fine",
                        "play",
                        "play 9 ZZ",
                        "play -1 QS",
                        "took 77",
                        "trick",
                        "hand",
                        "hand x dealer=9",
                        "deal QS ZZ",
                        "got 2C",
                        "score total 1",
                        "auto 1 timeout",
                        "kitty",
                        "kitty taker=9",
                        "late 3",
                        "bad 3 no; tries left 1",
                        "forfeit timeout"})
            .empty());
}

TEST_CASE("a question that cannot be understood is answered with the first words") {
  Bot bot(monte::Budget{.playouts = kPlayouts});
  CHECK(answer_to(bot, {"ask 5 dance 2 500 30000 : tango waltz polka"}) == "5 tango waltz");
  CHECK(answer_to(bot, {"ask 6 play 1 500 30000 new=field : 2C 3C"}) == "6 2C");
  CHECK(answer_to(bot, {"game t variant=x seats=4 you=1 botseed=7", "hand 1 dealer=0 pass=1 totals=0,0,0,0",
                        "deal 2C 3C", "ask 7 play 1 500 30000 : 2C 3C"}) == "7 2C");
  CHECK(answer_to(bot, {"ask 8 choose 1 500 30000 : second first"}) == "8 second");
  CHECK(answer_to(bot, {"ask 9 play 1 500 30000 2C 3C"}).empty());
  CHECK(answer_to(bot, {"ask 10 play 3 500 30000 : 2C 3C"}).empty());
}

TEST_CASE("a bot that missed a line still answers") {
  Bot bot(monte::Budget{.playouts = kPlayouts});
  const std::vector<std::string> received = {"game t variant=black-lady@4 seats=4 you=1 botseed=7",
                                             "hand 4 dealer=0 pass=0 totals=0,0,0,0",
                                             "deal 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC",
                                             "trick 1 lead=1",
                                             "play 1 2C",
                                             "play 2 2D",
                                             "play 3 3D",
                                             "play 0 4D",
                                             "took 1 0",
                                             "trick 2 lead=1"};
  const std::string question = "ask 2 play 1 500 30000 : 3C 4C 5C";
  for (std::size_t missed = 1; missed < received.size(); ++missed) {
    INFO(received[missed]);
    std::vector<std::string> lines = received;
    lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(missed));
    lines.push_back(question);
    CHECK(answer_to(bot, lines).starts_with("2 "));
  }
}

TEST_CASE("the bot continues with the cards that the arena passed for it") {
  Bot bot(monte::Budget{.playouts = kPlayouts});
  const std::string passed =
      answer_to(bot, {"game t variant=black-lady@4 seats=4 you=1 botseed=7", "hand 1 dealer=0 pass=1 totals=0,0,0,0",
                      "deal 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC",
                      "ask 1 pass 3 500 30000 : 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC"});
  REQUIRE(passed.starts_with("1 "));
  (void)answer_to(bot, {"auto 1 timeout 2C 3C 4C", "got 2D 3D 4D", "trick 1 lead=1"});
  CHECK(answer_to(bot, {"ask 2 play 1 500 30000 : 2D 3D 4D 5C 6C"}) != "");
  CHECK(bot.playouts() > 0);
}

}  // namespace bot_test
