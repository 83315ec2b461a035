#include "arena/bots/protocol/encode.h"

#include <sstream>
#include <string>
#include <vector>

#include "engine/rule_keys.h"
#include "tests/catch.h"
#include "tests/unit/bots/protocol/scribe.h"

namespace encode_test {

namespace {

using namespace arena;
using arena::test::rules_of;
using namespace std::chrono_literals;

template <class... Arguments, class... Given>
std::string line(void (*encode)(std::string&, Arguments...), Given&&... given) {
  std::string out = "before\n";
  encode(out, std::forward<Given>(given)...);
  REQUIRE(out.starts_with("before\n"));
  return out.substr(7);
}

std::string announcement_of(const hearts::GameRules& rules, int rule_keys = hearts::kRuleKeys) {
  return line(encode::announcement, rules, rule_keys);
}

std::vector<std::string> lines_of(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> lines;
  for (std::string one; std::getline(stream, one);) lines.push_back(one);
  return lines;
}

}  // namespace

TEST_CASE("the lines round a game are spelled as the protocol says") {
  CHECK(line(encode::hello, "") == "hello arena 1\n");
  CHECK(line(encode::hello, "5f0e") == "hello arena 1 receipt=5f0e\n");
  CHECK(line(encode::game, "205738d1", "black-lady@4+match.limit=16", 4, 1, 188027056U) ==
        "game 205738d1 variant=black-lady@4+match.limit=16 seats=4 you=1 botseed=188027056\n");
  CHECK(line(encode::game, "00000000", "royal-classic@2", 2, 0, 2147483647U) ==
        "game 00000000 variant=royal-classic@2 seats=2 you=0 botseed=2147483647\n");
  const std::vector<std::string> names = {"duck", "rules_cpp-2", "x", "y"};
  CHECK(line(encode::names, names) == "names duck rules_cpp-2 x y\n");
  CHECK(line(encode::time, Limits{}) == "time startup=10000 move=500 bank=30000 increment=0 grace=100\n");
  Limits odd;
  odd.startup = 1ms;
  odd.move = 86400000ms;
  odd.bank = 0ms;
  odd.increment = 20ms;
  odd.grace = 3ms;
  CHECK(line(encode::time, odd) == "time startup=1 move=86400000 bank=0 increment=20 grace=3\n");
  odd.freeze = true;
  CHECK(line(encode::time, odd) == "time startup=1 move=86400000 bank=0 increment=20 grace=3 freeze=on\n");
  odd.newgame = 700ms;
  CHECK(line(encode::time, odd) == "time startup=1 move=86400000 bank=0 increment=20 grace=3 freeze=on newgame=700\n");
  const hearts::PerSeat<int> scores{4, 1, 17, 4};
  const hearts::PerSeat<int> places{2, 1, 4, 2};
  CHECK(line(encode::end, "205738d1", 4, 1, scores, places) == "end 205738d1 place=1 scores=4,1,17,4 places=2,1,4,2\n");
  CHECK(line(encode::end, "205738d1", 3, 2, hearts::PerSeat<int>{-5, 0, 103}, places) ==
        "end 205738d1 place=4 scores=-5,0,103 places=2,1,4\n");
  CHECK(line(encode::quit) == "quit\n");
}

TEST_CASE("questions and what becomes of them are spelled as the protocol says") {
  const std::vector<std::string> words = {"4C", "QC", "KC"};
  CHECK(line(encode::ask, 2, "play", 1, 500ms, 29998ms, "", words) == "ask 2 play 1 500 29998 : 4C QC KC\n");
  CHECK(line(encode::ask, 2147483647, "pass", 3, 0ms, 0ms, " seat=3 card=QS", words) ==
        "ask 2147483647 pass 3 0 0 seat=3 card=QS : 4C QC KC\n");
  CHECK(line(encode::bad, 3, "4C: a card of the suit led must be played (R002-17)", 2) ==
        "bad 3 4C: a card of the suit led must be played (R002-17); tries left 2\n");
  CHECK(line(encode::automatic, 14, "timeout", words) == "auto 14 timeout 4C QC KC\n");
  CHECK(line(encode::late, 14) == "late 14\n");
  CHECK(line(encode::forfeit, "killed_by_signal") == "forfeit killed_by_signal\n");
}

TEST_CASE("the announcement of black-lady is the one in writing") {
  const std::vector<std::string> lines = lines_of(announcement_of(rules_of("black-lady@4")));
  REQUIRE(lines.size() == 77 + 4 + 1);
  std::size_t next = 0;
  for (const hearts::RuleKey& key : hearts::rule_keys()) {
    CHECK(lines[next++] == "rule " + std::string(key.name) + " " + key.get(rules_of("black-lady@4").rules()));
  }
  CHECK(lines[0] == "rule seats 4");
  const auto has = [&](const std::string& wanted) {
    return std::find(lines.begin(), lines.end(), wanted) != lines.end();
  };
  for (const char* wanted : {"rule pass.count 3", "rule pass.cycle 1,-1,2,0", "rule match.limit 100",
                             "rule points.cards QS=13", "rule deck.remove none", "rule leftover.visibility n/a",
                             "rule pass.blind true", "rule match.tie extra_hands", "rule score.floor none"}) {
    INFO(wanted);
    CHECK(has(wanted));
  }
  const std::vector<std::string> rest(lines.begin() + 77, lines.end());
  CHECK(rest == std::vector<std::string>{
                    "suit C 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC", "suit D 2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD AD",
                    "suit S 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS", "suit H 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH",
                    "points QS=13 2H=1 3H=1 4H=1 5H=1 6H=1 7H=1 8H=1 9H=1 TH=1 JH=1 QH=1 KH=1 AH=1"});
}

TEST_CASE("bots of an older run are sent the keys that there were then") {
  const std::string now = announcement_of(rules_of("black-lady@4"));
  const std::string then = announcement_of(rules_of("black-lady@4"), hearts::kRuleKeysAtFirst);
  CHECK(now.find("\nrule match.hands none\n") != std::string::npos);
  CHECK(now.find("\nrule match.hands_max 50\n") != std::string::npos);
  CHECK(then.find("match.hands") == std::string::npos);
  CHECK(lines_of(then).size() == lines_of(now).size() - 10);
}

TEST_CASE("every variant and table size announces 77 rules, the suits and the points") {
  for (const char* id : {"royal-classic@2", "royal-classic@3", "royal-classic@4", "royal-classic@5", "black-lady@3",
                         "black-lady@4", "black-lady@5", "black-lady@6", "black-lady@5+kitty_last+sinkhole"}) {
    INFO(id);
    const hearts::GameRules rules = rules_of(id);
    const std::vector<std::string> lines = lines_of(announcement_of(rules));
    REQUIRE(lines.size() == 77 + 4 + 1);
    std::size_t cards = 0;
    for (const std::string& one : lines) {
      CHECK(one.size() <= 4096);
      CHECK_FALSE(one.ends_with(' '));
      if (one.starts_with("suit ")) cards += (one.size() - 6) / 3;
    }
    CHECK(cards == static_cast<std::size_t>(rules.deck().cards().size()));
    CHECK(lines.back().starts_with("points QS=13 2H=1"));
  }
  CHECK(announcement_of(rules_of("royal-classic@5")).find("\nsuit D 3D ") != std::string::npos);
}

TEST_CASE("points name what counts in the pack's order, bonus cards too") {
  const auto last = [](const hearts::GameRules& rules) { return lines_of(announcement_of(rules)).back(); };
  CHECK(last(rules_of("black-lady@4", {{"points.cards", "QS=13,JD=-10"},
                                       {"deck.ranks", "J,Q,K"},
                                       {"pass.count", "1"},
                                       {"moon.bonus_cards_of_shooter", "separate"},
                                       {"moon.bonus_cards_of_others", "separate"}})) ==
        "points JD=-10 QS=13 JH=1 QH=1 KH=1");
  CHECK(last(rules_of("black-lady@4", {{"points.cards", "QS=13,QH=4"}, {"deck.ranks", "Q,K"}, {"pass.count", "1"}})) ==
        "points QS=13 QH=5 KH=1");
}

TEST_CASE("where the point suit is drawn it is not announced before the hand") {
  const hearts::GameRules rules = rules_of("black-lady@4", {{"deck.suits", "R,W,P,L,S"},
                                                            {"deck.ranks", "J,Q,K,A"},
                                                            {"point_suit.source", "drawn_per_hand"},
                                                            {"point_suit.value", "none"},
                                                            {"opening.suit", "mapped_from_point_suit"},
                                                            {"opening.suit_map", "L=W,P=R,R=L,S=P,W=S"},
                                                            {"points.cards", "QL=13"},
                                                            {"break.on", "none"},
                                                            {"lead.hold_until_broken", "none"},
                                                            {"trick.order", "suit_ring"},
                                                            {"trick.suit_ring", "R,W,P,L,S"}});
  const std::vector<std::string> lines = lines_of(announcement_of(rules));
  REQUIRE(lines.size() == 77 + 5);
  CHECK(lines[77] == "suit R JR QR KR AR");
  CHECK(lines[81] == "suit S JS QS KS AS");
}

}  // namespace encode_test
