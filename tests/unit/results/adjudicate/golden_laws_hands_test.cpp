// The golden cases of document 001 as whole hands for `arena adjudicate`: each is dealt and played so that it comes up.

#include <boost/json.hpp>
#include <map>
#include <set>
#include <sstream>

#include "tests/catch.h"
#include "tests/unit/engine/golden_cases.h"
#include "tests/unit/engine/golden_laws_hands.h"
#include "tests/unit/results/adjudicate/judged.h"

namespace golden_laws_hands_test {

using namespace arena::test;
using hearts::test::golden_laws_hand;
using hearts::test::GoldenCase;
using hearts::test::GoldenLawsHand;

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

/// What the case's hand is answered with.
json::object judged_hand(const std::string& id) {
  const GoldenLawsHand& hand = golden_laws_hand(id);
  Keys keys = hand_of(id, hand.deal, hand.plays);
  keys["dealer"] = std::to_string(hand.dealer);
  if (hand.faulty) keys["faulty"] = "true";
  return answer(keys);
}

/// What a whole hand comes to must be the case's "hand".
json::object check_hand(const std::string& id) {
  const json::object judged = judged_hand(id);
  INFO(id << " " << json::serialize(judged));
  REQUIRE(judged.contains("complete"));
  CHECK(judged.at("complete").as_bool());
  CHECK(numbers(judged, "points") == hearts::test::numbers_of(golden(id).expect.at("hand")));
  return judged;
}

}  // namespace

TEST_CASE("golden deals moons and ends of document 001 are adjudicated") {
  // Thirteen cards each, thirteen tricks, and no pass.
  const GoldenLawsHand& moon = golden_laws_hand("D001-1");
  const json::object whole = judged_hand("D001-1");
  CHECK(std::ssize(whole.at("winners").as_array()) == hearts::test::number_of(golden("D001-1").expect.at("tricks")));
  Keys passed = hand_of("H151", moon.deal, "");
  passed["pass"] = list({"2C 3C 4C", "", "", ""});
  CHECK(golden("H151").expect.at("receiver").is_null());
  CHECK(judged(line_of(passed)).find("nobody passes in hand 1") != std::string::npos);

  for (const std::string id : {"D001-2", "D001-3"}) {
    CAPTURE(id);
    const GoldenCase& one = golden(id);
    Keys keys = hand_of(id, golden_laws_hand(id).deal, golden_laws_hand(id).plays);
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
  Keys keys = hand_of("H47", golden_laws_hand("H47").deal, golden_laws_hand("H47").plays);
  keys["totals"] = "[100,10,30,40]";
  const json::object end = answer(keys);
  CHECK(numbers(end, "totals") == hearts::test::numbers_of(golden("H47").input.at("totals")));
  CHECK(end.at("over") == golden("H47").expect.at("over"));
  CHECK(numbers(end, "match_winners") ==
        std::vector<int>{hearts::test::seat_of(golden("H47").expect.at("winners").at(0))});
}

TEST_CASE("golden cards that may be played in document 001 are adjudicated") {
  for (const GoldenLawsHand& hand : hearts::test::golden_laws_hands()) {
    if (hand.asks != GoldenLawsHand::Asks::legal && hand.asks != GoldenLawsHand::Asks::breaks) continue;
    const json::object judged = judged_hand(hand.id);
    INFO(hand.id << " " << json::serialize(judged));
    REQUIRE(judged.contains("legal"));
    const std::string legal(judged.at("legal").as_array().back().as_string());
    const json::object& expect = golden(hand.id).expect;
    if (hand.asks == GoldenLawsHand::Asks::legal) {
      CHECK(words(legal) == words(hearts::test::text_of(expect.at("legal"))));
    } else {
      CHECK((legal.find('H') != std::string::npos) == expect.at("breaks").as_bool());
    }
  }
}

TEST_CASE("golden revokes are adjudicated") {
  for (const std::string id : {"H48", "H50"}) {
    const json::object judged = check_hand(id);
    for (const json::value& finding : judged.at("findings").as_array()) {
      if (finding.at("what") != "revoke") continue;
      CHECK(finding.at("seat") == hearts::test::seat_of(golden(id).input.at("offenders").at(0)));
      CHECK(finding.at("rule") == "R001-31");
    }
  }
  check_hand("H49");
  check_hand("H51");
}

TEST_CASE("golden incorrect hands are adjudicated") {
  const auto findings = [](const std::string& id) { return json::serialize(check_hand(id).at("findings")); };
  CHECK(
      findings("H52").find(R"("what":"incorrect_hand","seat":3,"cards":12,"found":true,"points":2,"rule":"R001-23")") !=
      std::string::npos);
  for (const char* hand : {R"("seat":0,"cards":14)", R"("seat":1,"cards":12)"}) {
    CHECK(findings("H53").find(std::string(hand) + R"(,"found":true,"points":2,"rule":"R001-24")") !=
          std::string::npos);
  }
}

TEST_CASE("golden misdeals and cards out of turn are adjudicated") {
  for (const std::string id : {"H54", "H55"}) {
    CAPTURE(id);
    const GoldenCase& one = golden(id);
    CHECK(golden_laws_hand(id).dealer == hearts::test::seat_of(one.input.at("dealer")));
    const json::object judged = judged_hand(id);
    CHECK(judged.contains("thrown_in") == one.expect.at("redeal").as_bool());
    if (one.expect.at("redeal").as_bool()) {
      CHECK(judged.at("next_dealer") == hearts::test::seat_of(one.expect.at("dealer")));
    } else {
      CHECK(judged.at("error").at("rule") == "R001-21");
    }
  }

  const auto demanded = [&](const std::string& plays, int by) {
    return answer(
        hand_of("H56", hearts::test::kUsualLawsDeal,
                std::string(hearts::test::kUsualFirstTrick) + " " + plays + " demand:" + std::to_string(by) + ":9C"));
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
