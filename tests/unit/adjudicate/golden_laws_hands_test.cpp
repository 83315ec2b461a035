// The golden cases of document 001 as whole hands for `arena adjudicate`: each is dealt and played so that it comes up.

#include <boost/json.hpp>
#include <map>
#include <set>
#include <sstream>

#include "tests/catch.h"
#include "tests/unit/adjudicate/judged.h"
#include "tests/unit/engine/golden_cases.h"

namespace golden_laws_hands_test {

using namespace arena::test;
using hearts::test::GoldenCase;

namespace {

namespace json = boost::json;

const GoldenCase& golden(const std::string& id) {
  static const std::vector<GoldenCase> cases = hearts::test::read_golden_cases();
  for (const GoldenCase& one : cases) {
    if (one.id == id) return one;
  }
  throw std::runtime_error("no golden case " + id);
}

std::string text(const std::string& words) { return "\"" + words + "\""; }

std::string list(const std::vector<std::string>& hands) {
  std::string all;
  for (const std::string& hand : hands) all += (all.empty() ? "" : ",") + text(hand);
  return "[" + all + "]";
}

Keys hand_of(const std::string& id, const std::vector<std::string>& hands, const std::string& plays) {
  return {{"variant", text(golden(id).variant)}, {"deal", list(hands)}, {"plays", text(plays)}};
}

json::object answer(const Keys& keys) { return json::parse(judged(line_of(keys), true)).as_object(); }

std::vector<int> numbers(const json::object& object, const char* key) {
  return hearts::test::numbers_of(object.at(key));
}

std::set<std::string> words(const std::string& cards) {
  std::istringstream stream(cards);
  return {std::istream_iterator<std::string>(stream), {}};
}

/// The hands of which these tricks were played, in the order of the seats; a trick has a card a seat, in that order.
std::vector<std::string> dealt(const std::vector<std::string>& tricks, std::vector<std::string> left_over = {}) {
  left_over.resize(4);
  std::vector<std::string> hands = left_over;
  for (const std::string& trick : tricks) {
    std::istringstream cards(trick);
    std::string card;
    for (std::string& hand : hands) {
      cards >> card;
      hand += (hand.empty() ? "" : " ") + card;
    }
  }
  return hands;
}

/// The plays of these tricks, each of which has its leader before it, as in "A 2C 2D 2S 3S".
std::string played(const std::vector<std::string>& leaders, const std::vector<std::string>& tricks) {
  std::string plays;
  for (std::size_t i = 0; i < tricks.size(); ++i) {
    std::istringstream stream(tricks[i]);
    const std::vector<std::string> cards{std::istream_iterator<std::string>(stream), {}};
    const auto leader = static_cast<std::size_t>(leaders[i][0] - 'A');
    for (std::size_t offset = 0; offset < 4; ++offset) plays += " " + cards[(leader + offset) % 4];
  }
  return plays.substr(1);
}

/// What a hand of these tricks comes to must be the case's "hand".
json::object check_hand(const std::string& id, const std::string& leaders, const std::vector<std::string>& tricks,
                        const std::vector<std::string>& left_over = {}) {
  std::vector<std::string> by_trick;
  for (const char leader : leaders) by_trick.emplace_back(1, leader);
  const json::object judged = answer(hand_of(id, dealt(tricks, left_over), played(by_trick, tricks)));
  INFO(id << " " << json::serialize(judged));
  REQUIRE(judged.contains("complete"));
  CHECK(judged.at("complete").as_bool());
  CHECK(numbers(judged, "points") == hearts::test::numbers_of(golden(id).expect.at("hand")));
  return judged;
}

/// What was legal before the last card must be the case's "legal".
void check_legal(const std::string& id, const std::vector<std::string>& hands, const std::string& plays) {
  const json::object judged = answer(hand_of(id, hands, plays));
  INFO(id << " " << json::serialize(judged));
  REQUIRE(judged.contains("legal"));
  CHECK(words(std::string(judged.at("legal").as_array().back().as_string())) ==
        words(hearts::test::text_of(golden(id).expect.at("legal"))));
}

/// Before the last card, a lead, hearts may be led if the case says that they are broken.
void check_break(const std::string& id, const std::vector<std::string>& hands, const std::string& plays) {
  const json::object judged = answer(hand_of(id, hands, plays));
  INFO(id << " " << json::serialize(judged));
  REQUIRE(judged.contains("legal"));
  const std::string legal(judged.at("legal").as_array().back().as_string());
  CHECK((legal.find('H') != std::string::npos) == golden(id).expect.at("breaks").as_bool());
}

/// B leads 2C, and A takes the first trick.
const std::vector<std::string> kUsual = {
    "4C QC AC 2D 7D KD 3S 8S QS 2H 6H TH AH", "2C 3C 7C KC 3D 4D 8D 4S 9S KS 3H 7H JH",
    "5C 8C 9C 5D 9D AD 2S 5S TS AS 4H 8H QH", "6C TC JC 6D TD JD QD 6S 7S JS 5H 9H KH"};
const std::string kFirstTrick = "2C 5C 6C AC";

/// A has all clubs: he takes every trick.
const std::vector<std::string> kMoon = {
    "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC", "2D 3D 4D 5D 2S 3S 4S 5S 2H 3H 4H 5H 6H",
    "6D 7D 8D 9D 6S 7S 8S 9S TS 7H 8H 9H TH", "TD JD QD KD AD JS QS KS AS JH QH KH AH"};
const std::string kMoonPlays =
    "2C 2D 6D TD 3C 3D 7D JD 4C 4D 8D QD 5C 5D 9D KD 6C 2S 6S AD 7C 3S 7S JS 8C 4S 8S QS 9C 5S 9S KS TC 2H TS AS "
    "JC 3H 7H JH QC 4H 8H QH KC 5H 9H KH AC 6H TH AH";

}  // namespace

TEST_CASE("golden deals moons and ends of document 001 are adjudicated") {
  // Thirteen cards each, thirteen tricks, and no pass.
  const json::object whole = answer(hand_of("D001-1", kMoon, kMoonPlays));
  CHECK(std::ssize(whole.at("winners").as_array()) == hearts::test::number_of(golden("D001-1").expect.at("tricks")));
  Keys passed = hand_of("H151", kMoon, "");
  passed["pass"] = list({"2C 3C 4C", "", "", ""});
  CHECK(golden("H151").expect.at("receiver").is_null());
  CHECK(judged(line_of(passed)).find("nobody passes in hand 1") != std::string::npos);

  for (const std::string id : {"D001-2", "D001-3"}) {
    CAPTURE(id);
    const GoldenCase& one = golden(id);
    Keys keys = hand_of(id, kMoon, kMoonPlays);
    keys["totals"] = json::serialize(one.input.at("totals_before"));
    keys["choice"] = text(hearts::test::text_of(one.input.at("moon_choice")));
    const json::object judged = answer(keys);
    CHECK(numbers(judged, "points") == hearts::test::numbers_of(one.expect.at("hand")));
    CHECK(numbers(judged, "totals") == hearts::test::numbers_of(one.expect.at("totals_after")));
    CHECK(judged.at("shooter") == 0);
    if (one.expect.contains("moon_options"))
      CHECK(hearts::test::texts_of(judged.at("options")) == hearts::test::texts_of(one.expect.at("moon_options")));
  }

  // B shoots: his total falls from 10 to -16.
  Keys keys = hand_of("H47", {kMoon[3], kMoon[0], kMoon[1], kMoon[2]}, kMoonPlays);
  keys["totals"] = "[100,10,30,40]";
  const json::object end = answer(keys);
  CHECK(numbers(end, "totals") == hearts::test::numbers_of(golden("H47").input.at("totals")));
  CHECK(end.at("over") == golden("H47").expect.at("over"));
  CHECK(numbers(end, "match_winners") ==
        std::vector<int>{hearts::test::seat_of(golden("H47").expect.at("winners").at(0))});
}

TEST_CASE("golden cards that may be played in document 001 are adjudicated") {
  check_legal("D001-4", {"AC 4H KH", "2C 2D 3D", "3C 2S 3S", "4C 4S 5S"}, "2C 3C 4C AC 4H");
  check_legal("H41", {"2C 3D 4D", "QS 5D 9H", "3C 2S 3S", "4C 4S 5S"}, "2C QS");
  check_legal("H42", {"2C 3D 4D", "QS 5H 9H", "3C 2S 3S", "4C 4S 5S"}, "2C QS");
  check_legal("H43", {"2C 3D 4D", "2H 5H 9H", "3C 2S 3S", "4C 4S 5S"}, "2C 2H");
  check_break("H44", {"2C 3C 4D 5H 6S", "2S 3S QS 4S 5S", "7S 8S 9S TS JS", "KS AS 2D 3D 9H"},
              "2C 2S 7S KS 3C 3S 8S AS 4D QS 9S 2D 6S");
  check_break("H45", {"2C 5S 6H", "5H 7H 8H", "2D 3D 4D", "2S 3S 4S"}, "2C 5H 2D 2S 5S");
  check_break(
      "H46",
      {"2C 3C 4C 5C 6C 7C 5H 4H", "2D 3D 4D 5D 6D 7D 8H 9H 9S", "2S 3S 4S 5S 6S 7S 8S TS", "8D 9D TD JD QD KD AD JS"},
      "2C 2D 2S 8D 3C 3D 3S 9D 4C 4D 4S TD 5C 5D 5S JD 6C 6D 6S QD 7C 7D 7S KD 5H 8H 8S AD 9S");
}

TEST_CASE("golden revokes are adjudicated") {
  // C keeps the 3 of clubs till the end.
  const std::vector<std::string> by_c = {"2C 2D 2S 3S", "4C QS 2H 3H", "5C 3D 4H 4S", "4D AD 5S 6S", "7S KD 5H 6H",
                                         "7H QD 8H 9H", "TH JD JH QH", "KH TD AH 8S", "9S 9D 3C TS"};
  for (const std::string id : {"H48", "H50"}) {
    const json::object judged = check_hand(id, "AAAABBBBB", by_c);
    for (const json::value& finding : judged.at("findings").as_array()) {
      if (finding.at("what") != "revoke") continue;
      CHECK(finding.at("seat") == hearts::test::seat_of(golden(id).input.at("offenders").at(0)));
      CHECK(finding.at("rule") == "R001-31");
    }
  }
  // A keeps the 5 of diamonds.
  std::vector<std::string> by_a = by_c;
  by_a.back() = "5D 9D 9S TS";
  check_hand("H49", "AAAABBBBB", by_a);
  // B keeps the 3 of clubs, and A takes all.
  check_hand("H51", "AAAAAAA",
             {"2C 2D 2S 3S", "4C QS 2H 3H", "5C 4H 5H 6H", "6C 7H 8H 9H", "7C TH JH QH", "8C KH AH 4S", "9C 3C 5S 6S"});
}

TEST_CASE("golden incorrect hands are adjudicated") {
  const std::vector<std::string> tricks = {"5C 2C 3C 4C", "6C 2H 3H 4H", "7C 5H QH KH", "8C AH 3S 2D",
                                           "3D AD TS 4D", "6H KD QS 5D", "2S 4S AS 5S", "7H 8H KS 6S",
                                           "9C 9H JS 6D", "TC QD 9S 7D", "JC JD 8S 8D", "QC TD 7S 9D"};
  const json::object one = check_hand("H52", "BAAAABBCCCCC", tricks, {"AC", "TH", "JH", ""});
  CHECK(json::serialize(one).find(
            R"("what":"incorrect_hand","seat":3,"cards":12,"found":true,"points":2,"rule":"R001-23")") !=
        std::string::npos);
  std::vector<std::string> several = tricks;
  several[3] = "8C AH 3S QD";
  several[7] = "9C 8H KS 6S";
  several[8] = "TC 9H JS 6D";
  several[9] = "JC 7H 9S 7D";
  several[10] = "QC JD 8S 8D";
  several[11] = "KC TD 7S 9D";
  const json::object two = check_hand("H53", "BAAAABBCCCCC", several, {"AC TH", "", "JH", "2D"});
  CHECK(json::serialize(two).find(R"("seat":0,"cards":14,"found":true,"points":2,"rule":"R001-24")") !=
        std::string::npos);
  CHECK(json::serialize(two).find(R"("seat":1,"cards":12,"found":true,"points":2,"rule":"R001-24")") !=
        std::string::npos);
}

TEST_CASE("golden misdeals and cards out of turn are adjudicated") {
  for (const std::string id : {"H54", "H55"}) {
    CAPTURE(id);
    const GoldenCase& one = golden(id);
    const bool three = hearts::test::number_of(one.input.at("cards_played")) == 3;
    Keys keys = hand_of(id, kUsual, (three ? "2C 5C 6C" : kFirstTrick) + " misdeal:0");
    keys["dealer"] = std::to_string(hearts::test::seat_of(one.input.at("dealer")));
    keys["faulty"] = "true";
    const json::object judged = answer(keys);
    CHECK(judged.contains("thrown_in") == one.expect.at("redeal").as_bool());
    if (three) CHECK(judged.at("next_dealer") == hearts::test::seat_of(one.expect.at("dealer")));
    if (!three) CHECK(judged.at("error").at("rule") == "R001-21");
  }

  const auto demanded = [&](const std::string& plays, int by) {
    return answer(hand_of("H56", kUsual, kFirstTrick + " " + plays + " demand:" + std::to_string(by) + ":9C"));
  };
  std::vector<std::string> may;
  for (int seat = 0; seat < 4; ++seat) {
    const json::object judged = demanded("4C out:9C", seat);
    if (!judged.contains("error")) may.emplace_back(1, static_cast<char>('A' + seat));
    if (seat == 2) CHECK(judged.contains("error") != golden("H56").expect.at("offender_may_retract").as_bool());
  }
  CHECK(may == hearts::test::texts_of(golden("H56").expect.at("may_demand")));

  const json::object back = demanded("4C out:9C out:TC", hearts::test::seat_of(golden("H57").input.at("by")));
  CHECK(back.at("to_move") == hearts::test::seat_of(golden("H57").expect.at("turn")));
  std::vector<std::string> returned;
  for (const json::value& finding : back.at("findings").as_array()) {
    CHECK(finding.at("retracted_by") == 1);
    returned.push_back(std::string(1, static_cast<char>('A' + finding.at("seat").as_int64())) + ":" +
                       std::string(finding.at("card").as_string()));
  }
  CHECK(returned == hearts::test::texts_of(golden("H57").expect.at("returned")));
  CHECK(demanded("4C out:9C out:TC", hearts::test::seat_of(golden("H58").input.at("by"))).contains("error"));
  CHECK(golden("H58").expect.at("returned").as_array().empty());
}

}  // namespace golden_laws_hands_test
