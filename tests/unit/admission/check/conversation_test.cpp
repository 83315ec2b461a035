#include "arena/admission/check/conversation.h"
#include "arena/game/trial/trial_game.h"

#include <set>

#include "tests/catch.h"
#include "tests/unit/game/table/fake_channel.h"

namespace conversation_test {

using namespace arena;

namespace {

/// What a partner answers to each of these.
std::vector<std::string> answers(std::uint64_t seed, const std::vector<std::string>& texts) {
  const auto partner = make_partner({seed, 1, 2, 3});
  std::vector<std::string> lines;
  for (const std::string& text : texts) {
    test::run(partner->send(text, {}));
    const Incoming incoming = test::run(partner->receive({}));
    lines.emplace_back(incoming.kind == Incoming::Kind::line ? incoming.text : "nothing");
  }
  return lines;
}

}  // namespace

TEST_CASE("a partner is ready immediately, and silent where nothing is asked") {
  CHECK(answers(1, {"hello arena 1\n", "play 0 2C\n"}) == std::vector<std::string>{"ready", "nothing"});
}

TEST_CASE("a partner gives as many different words of the list as asked for") {
  for (std::uint64_t seed = 1; seed < 50; ++seed) {
    const std::string answer = answers(seed, {"trick 1 lead=0\nask 17 pass 3 500 30000 : 2C 3C 4C 5C\n"}).front();
    INFO(answer);
    REQUIRE(answer.size() == 11);
    CHECK(answer.substr(0, 3) == "17 ");
    const std::set<std::string> words = {answer.substr(3, 2), answer.substr(6, 2), answer.substr(9, 2)};
    CHECK(words.size() == 3);
    for (const std::string& word : words)
      CHECK(std::string(" 2C 3C 4C 5C ").find(" " + word + " ") != std::string::npos);
  }
}

TEST_CASE("partners of one seed answer alike, those of others not") {
  const std::vector<std::string> asks(10, "ask 1 play 1 500 30000 : 2C 3C 4C 5C 6C 7C 8C 9C\n");
  CHECK(answers(1, asks) == answers(1, asks));
  CHECK(answers(1, asks) != answers(2, asks));
}

}  // namespace conversation_test
