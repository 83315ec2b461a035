// Whatever is wrong with a line, its answer is one error that names the place; other lines do not suffer.

#include <boost/json/parse.hpp>

#include "tests/catch.h"
#include "tests/unit/results/adjudicate/judged.h"

namespace objections_test {

using namespace arena::test;

namespace {

/// What the error says, its line left aside.
std::string error_of(const std::string& line) {
  const std::string answer = judged(line);
  const std::string start = R"({"error":{"line":1,)";
  INFO(line << "\n" << answer);
  REQUIRE(answer.starts_with(start));
  REQUIRE(answer.ends_with("}}"));
  REQUIRE_NOTHROW(boost::json::parse(answer));
  return answer.substr(start.size(), answer.size() - start.size() - 2);
}

std::string error_of(const Keys& keys) { return error_of(line_of(keys)); }

/// The error of the hand with one key changed or added.
std::string error_with(const std::string& key, const std::string& value) {
  return error_of(with(ace_moon(), {{key, value}}));
}

}  // namespace

TEST_CASE("a line that is no JSON is reported with the byte") {
  const std::string whole = line_of(ace_moon());
  CHECK(error_of(whole.substr(0, 30)) == R"("message":"not valid JSON at byte 31: incomplete JSON")");
  CHECK(error_of(whole + "}").ends_with("extra data\""));
  CHECK(error_of(whole + whole).ends_with("extra data\""));
  CHECK(error_of("2C 5D") == R"("message":"a line must be a JSON object: {\"variant\": ..., \"deal\": [...]}")");
  CHECK(error_of("nonsense") == R"("message":"not valid JSON at byte 1: syntax error")");
  CHECK(error_of("{\"variant\":\"\xFF\"}").starts_with(R"("message":"not valid JSON at byte 13: )"));
  CHECK(error_of("{\"variant\":\"a\x01\"}").starts_with(R"("message":"not valid JSON at byte 14: )"));
  CHECK(error_of(std::string("{\"\0\"}", 5)).starts_with(R"("message":"not valid JSON at byte 3: )"));
}

TEST_CASE("every beginning of a line is answered with one error") {
  const std::string whole = line_of(two_hands());
  for (std::size_t length = 1; length < whole.size(); ++length) {
    INFO(length);
    CHECK(error_of(whole.substr(0, length)).ends_with("incomplete JSON\""));
  }
}

TEST_CASE("JSON that is not an object is reported") {
  const std::string expected = R"("message":"a line must be a JSON object: {\"variant\": ..., \"deal\": [...]}")";
  for (const char* line : {"[]", "1", "-1.5", "18446744073709551615", "\"QS\"", "null", "true", "[{}]", "[[[[1]]]]"}) {
    CHECK(error_of(line) == expected);
  }
}

TEST_CASE("an unknown, missing or duplicate key is reported") {
  CHECK(
      error_with("deals", "[]") ==
      R"("message":"there is no key 'deals'; known: variant, hand, dealer, deal, leftover, point_suit, pass, select, )"
      R"(plays, choice, totals, extra, faulty, exposed")");
  CHECK(error_with("\\u0000\\\"", "[]").starts_with(R"("message":"there is no key '\\x00\"'; known: )"));
  CHECK(error_of(without(ace_moon(), "variant")) == R"("message":"\"variant\" is missing")");
  CHECK(error_of(without(ace_moon(), "deal")) == R"("message":"\"deal\" is missing")");
  CHECK(error_of(R"({"hand":1,"dealer":0,"hand":2})") == R"("field":"hand","message":"this is a duplicate key")");
  CHECK(error_of(R"({"hand":1,"\u0068and":1})") == R"("field":"hand","message":"this is a duplicate key")");
}

TEST_CASE("an id and keys of the author are ignored, but not if they are there twice") {
  const std::string whole = line_of(ace_moon());
  const std::string marked = R"({"id":"b0g0","x_note":{"pass":1},)" + whole.substr(1);
  CHECK(judged(marked) == judged(whole));
  CHECK(error_of(R"({"x_a":1,"x_a":2,"variant":"","deal":[]})") == R"("message":"the key 'x_a' is a duplicate key")");
}

TEST_CASE("an error shows the id of its line, and a judgement does not") {
  const std::string id = R"({"id":"b0g0",)";
  CHECK(error_of(id + line_of(with(ace_moon(), {{"deals", "[]"}})).substr(1))
            .starts_with(R"("id":"b0g0","message":"there is no key)"));
  CHECK(judged(id + line_of(ace_moon()).substr(1)).find("b0g0") == std::string::npos);
}

TEST_CASE("a line that is not in UTF-8 is reported with its encoding") {
  CHECK(error_of("\xEF\xBB\xBF{}").starts_with(R"("message":"a byte-order mark (EF BB BF); expected JSON in UTF-8)"));
  CHECK(error_of(std::string("\0{\0\"", 4)).starts_with(R"("message":"UTF-16; expected JSON in UTF-8)"));
}

TEST_CASE("a value of the wrong type is reported with the right one") {
  for (const char* value : {"true", "1", "[]", "{}", "[\"H\"]"}) {
    CHECK(error_with("variant", value) == R"("field":"variant","message":"must be a text")");
    CHECK(error_with("point_suit", value) == R"("field":"point_suit","message":"must be a text")");
  }
  for (const char* value : {"true", "\"1\"", "[1]", "{}", "1.0", "1e2", "9223372036854775808", "1e400"}) {
    CHECK(error_with("hand", value) == R"("field":"hand","message":"must be a whole number")");
  }
  for (const char* value : {"0", "\"true\"", "[true]"}) {
    CHECK(error_with("extra", value) == R"("field":"extra","message":"must be true or false")");
  }
  for (const char* value : {"1", "\"QS\"", "{}", "[1]", "[[]]", "[[\"QS\"]]", "[null]", "[{}]", "[[[[]]]]"}) {
    CHECK(error_with("deal", value) == R"("field":"deal","message":"must be a list of texts")");
  }
  for (const char* value : {"1", "\"1\"", "{}", "[\"1\"]", "[[]]", "[1.5]", "[true]"}) {
    CHECK(error_with("totals", value) == R"("field":"totals","message":"must be a list of whole numbers")");
  }
}

TEST_CASE("a value of null is as good as none") {
  Keys keys = ace_moon();
  const std::string answer = judged(line_of(keys));
  for (const char* key : {"leftover", "point_suit", "pass", "select", "choice", "totals", "extra", "dealer"}) {
    if (keys.contains(key)) continue;
    INFO(key);
    CHECK(judged(line_of(with(keys, {{key, "null"}}))) == answer);
  }
  CHECK(error_with("variant", "null").starts_with(R"("field":"variant",)"));
  CHECK(error_with("deal", "null") == R"("field":"deal","message":"must have 4 hands, but has 0")");
}

TEST_CASE("a variant that does not exist or contradicts itself is reported") {
  const auto with_variant = [](const std::string& variant) { return error_with("variant", "\"" + variant + "\""); };
  CHECK(with_variant("black-lady@7") == R"("field":"variant","message":"black-lady is for 3 to 6 players, not '7'")");
  CHECK(with_variant("whist").starts_with(
      R"("field":"variant","message":"there is no variant 'whist'; the variants are: royal)"));
  CHECK(
      with_variant("").starts_with(R"("field":"variant","message":"there is no variant ''; the variants are: royal)"));
  CHECK(with_variant("black-lady@3+kitty_first+kitty_last")
            .starts_with(R"("field":"variant","message":"kitty_first and kitty_last cannot be combined)"));
  CHECK(with_variant("black-lady+pass.cuont=3")
            .starts_with(R"("field":"variant","message":"there is no key 'pass.cuont'; the nearest is pass.count)"));
  CHECK(with_variant("black\\u0000lady") == R"("field":"variant","message":"there is no variant 'black\\x00lady'")");
  CHECK(with_variant(std::string(10000, 'a')).size() < 500);
}

TEST_CASE("a variant however long is refused with what is wrong with it") {
  const auto repeated = [](const std::string& start, const std::string& part) {
    std::string variant = start;
    for (int i = 0; i < 300; ++i) variant += part;
    return error_with("variant", "\"" + variant + "\"");
  };
  const auto says = [](const std::string& error, const std::string& what) {
    INFO(error);
    CHECK(error.find(what) != std::string::npos);
  };
  says(repeated("black-lady@4+deck.remove=2C", ",2C"), "deck.remove names 2C twice");
  says(repeated("black-lady@4+pass.cycle=1", ",1"), "pass.cycle has more than 12 entries");
  says(repeated("black-lady@4+trick.suit_ring=C", ",C"), " does not fit trick.order led_suit_only: there is no ring");
  says(repeated("black-lady@4+match.limit=1", "0"), "' is not a whole number from 1 to 9999");
  says(repeated("black-lady@4+moon.award=", "both"), " is not one of subtract_from_self | add_to_others");
  says(repeated("black-lady@4+", "sinkhole"), "; it has kitty_first, ");
  says(repeated("black-lady@4+", "sinkhole+"), "'sinkhole' appears twice in black-lady@4+sinkhole");
  says(repeated("royal+queens=", "S"), " must name some of S,H,C,D");
  says(repeated("lady", "lady"), "'; the variants are: royal-classic, ");
}

TEST_CASE("a number out of its range is reported with the range") {
  CHECK(error_with("hand", "0") == R"("field":"hand","message":"must be from 1 to 1000000")");
  CHECK(error_with("hand", "1000001") == R"("field":"hand","message":"must be from 1 to 1000000")");
  CHECK(error_with("dealer", "-1") == R"("field":"dealer","message":"must be from 0 to 3")");
  CHECK(error_with("dealer", "4") == R"("field":"dealer","message":"must be from 0 to 3")");
  CHECK(error_with("totals", "[0,0,0,9223372036854775807]") ==
        R"("field":"totals","message":"must be from -1000000 to 1000000")");
  CHECK(error_with("totals", "[0,0,0]") ==
        R"("field":"totals","message":"must have one number for each of 4 seats, not 3")");
  CHECK(error_with("totals", "[]") ==
        R"("field":"totals","message":"must have one number for each of 4 seats, not 0")");
}

TEST_CASE("a deal that is not the whole pack in equal hands is reported with the hand or the card") {
  CHECK(error_with("deal", R"(["JC JD JS JH","QC QD QS QH","KC KD KS KH"])") ==
        R"("field":"deal","message":"must have 4 hands, but has 3")");
  CHECK(error_with("deal", R"(["JC JD JS JH","QC QD QS QH","KC KD KS KH","AC AD AS AH","","",""])") ==
        R"("field":"deal","message":"must have 4 hands, but has 7")");
  CHECK(error_with("deal", R"(["JC JD JS JH","QC QD QS","KC KD KS KH","AC AD AS AH"])") ==
        R"("field":"deal","seat":1,"message":"hand 2 must have 4 cards, but has 3")");
  CHECK(error_with("deal", R"(["JC JD JS JH","QC QD QS QH","KC KD KS KH","AC AD AS JH"])") ==
        R"("field":"deal","seat":3,"card":"JH","message":"this is a duplicate card")");
  CHECK(error_with("deal", R"(["JC JD JS JH","QC QD QS QH","KC KD KS KH","AC AD AS 2H"])") ==
        R"("field":"deal","seat":3,"card":"2H","message":"this is not a card of the pack")");
  CHECK(error_with("deal", R"(["JC JD JS\tJH","QC QD QS QH","KC KD KS KH","AC AD AS AH"])") ==
        R"("field":"deal","seat":0,"card":"JS\\x09JH","message":"this is not a card of the pack")");
  CHECK(error_with("deal", "[\"" + std::string(5000, 'Q') + "\",\"\",\"\",\"\"]") ==
        R"("field":"deal","seat":0,"card":"QQQQQQQQQQQQQQQQQQQQ...","message":"this is not a card of the pack")");
  CHECK(error_of(with(two_hands(), {{"deal", R"(["JC QC JD QD","JS QS JH QH","KC AC KD AD","KS AS KH"])"}})) ==
        R"("field":"deal","seat":1,"message":"hand 4 must have 4 cards, but has 3")");
}

TEST_CASE("leftover cards must be those that were not dealt") {
  CHECK(error_with("leftover", R"("AH")") ==
        R"("field":"leftover","message":"these are not the cards that were not dealt")");
  CHECK(error_with("leftover", R"("2H")") ==
        R"("field":"leftover","card":"2H","message":"this is not a card of the pack")");
  const std::string kitty = R"({"variant":"black-lady@3+kitty_first+deck.ranks=J,Q,K,A","deal":)"
                            R"(["JC QC KC AC JD","QD KD AD JS QS","KS AS JH QH KH"],"leftover":)";
  CHECK(judged(kitty + R"("AH"})").starts_with(R"({"leader":null,)"));
  CHECK(error_of(kitty + R"("KH"})") ==
        R"("field":"leftover","message":"these are not the cards that were not dealt")");
  CHECK(error_of(kitty + R"(""})") == R"("field":"leftover","message":"these are not the cards that were not dealt")");
}

TEST_CASE("a point suit must be the variant's, and must be there where it is drawn") {
  CHECK(error_with("point_suit", R"("S")") == R"("field":"point_suit","message":"must be H")");
  CHECK(error_with("point_suit", R"("")") == R"("field":"point_suit","message":"must be H")");
  const std::string drawn = R"({"variant":"green-queen@4","deal":[])";
  CHECK(error_of(drawn + "}")
            .starts_with(
                R"("field":"point_suit","message":"is missing: it is drawn for each hand, and must be one of )"));
  CHECK(error_of(drawn + R"(,"point_suit":"H"})").starts_with(R"("field":"point_suit","message":"must be one of )"));
  CHECK(error_of(drawn + R"(,"point_suit":"RW"})").starts_with(R"("field":"point_suit","message":"must be one of )"));
}

TEST_CASE("a key that does not apply is reported") {
  CHECK(error_with("select", "[0,0,0,0]") ==
        R"("field":"select","message":"each seat has only one hand in this variant")");
  CHECK(error_with("pass", R"(["JC","","",""])") ==
        R"("field":"pass","pass":1,"seat":0,"message":"nobody passes in hand 4")");
  CHECK(error_of(with(two_hands(), {{"extra", "true"}})) ==
        R"("field":"extra","message":"this variant plays no further hands: a tie is shared")");
}

TEST_CASE("a choice must be one there is") {
  CHECK(error_with("choice", R"("both")") == R"("field":"choice","message":"must be subtract_self or add_others")");
  CHECK(error_with("choice", R"("subtract_self")") ==
        R"("field":"choice","seat":3,"rule":"R002-28","message":"that option is not offered")");
  const Keys no_moon = with(ace_moon(), {{"deal", R"(["JC JD JS JH","QC QD QS AH","KC KD KS KH","AC AD AS QH"])"},
                                         {"plays", R"("JC QC KC AC AD JD QD KD AS JS QS KS QH JH AH KH")"}});
  CHECK(judged(line_of(no_moon))
            .starts_with(R"({"leader":0,"winners":[3,3,3,1],"points":[0,4,0,13],"shooter":null,"options":[],)"));
  CHECK(error_of(with(no_moon, {{"choice", R"("add_others")"}})) ==
        R"("field":"choice","message":"nobody shot the moon")");
}

TEST_CASE("a pass that may not be is reported with its entry and seat") {
  const Keys passing = with(without(ace_moon(), "plays"), {{"hand", "1"}});
  const auto error = [&](const std::string& list) { return error_of(with(passing, {{"pass", list}})); };
  CHECK(error(R"(["JC","QC","KC","QD"])") ==
        R"("field":"pass","pass":4,"seat":3,"card":"QD","message":"the seat does not hold that card")");
  CHECK(error(R"(["JC","QC","KC","KC"])") ==
        R"("field":"pass","pass":4,"seat":3,"card":"KC","message":"this is a duplicate card")");
  CHECK(error(R"(["JC","QC QD","KC","AC"])") ==
        R"("field":"pass","pass":2,"seat":1,"message":"1 card must be passed, not 2")");
  const Keys three =
      with(passing, {{"variant", R"("black-lady@4+deck.ranks=J,Q,K,A")"}, {"pass", R"(["JC JD","","",""])"}});
  CHECK(error_of(three) ==
        R"("field":"pass","pass":1,"seat":0,"rule":"R002-10","message":"3 cards must be passed, not 2")");
  CHECK(error(R"(["JC","QC","9C","AC"])") ==
        R"("field":"pass","pass":3,"seat":2,"card":"9C","message":"this is not a card of the pack")");
  CHECK(error(R"(["JC","QC","KC"])") ==
        R"("field":"pass","message":"must have 4 entries, one for each hand of the deal, not 3")");
}

TEST_CASE("a pass of two hands that may not be is reported with its entry and seat") {
  const auto error = [&](const std::string& list) { return error_of(with(two_hands(), {{"pass", list}})); };
  // The second hand has not begun, yet what is passed from it is looked at.
  CHECK(error(R"(["JD","JS JH","KS","AC"])") ==
        R"("field":"pass","pass":2,"seat":0,"message":"1 card must be passed, not 2")");
  CHECK(error(R"(["JD","JS","KS","JC"])").starts_with(R"("field":"pass",)"));
  CHECK(error(R"(["JD","AC"])").starts_with(R"("field":"pass","pass":2,"seat":1,"card":"AC",)"));
  CHECK(error(R"(["JD","JS","KS"])") ==
        R"("field":"pass","message":"must have 4 entries, one for each hand of the deal, not 3")");
  CHECK(error_of(with(without(two_hands(), "select"), {{"pass", R"(["JD","AC"])"}})) ==
        R"("field":"pass","pass":1,"seat":0,"message":"select must say which hand is played first")");
}

TEST_CASE("a play that may not be is reported with its number, seat, card and rule") {
  const auto error = [&](const std::string& plays) { return error_with("plays", "\"" + plays + "\""); };
  CHECK(
      error("JD") ==
      R"("play":1,"seat":0,"card":"JD","rule":"R002-15","message":"the first trick must be opened as the rules say")");
  CHECK(error("JC QD") ==
        R"("play":2,"seat":1,"card":"QD","rule":"R002-17","message":"a card of the suit led must be played")");
  CHECK(error("JC QC KC AC AH") ==
        R"("play":5,"seat":3,"card":"AH","rule":"R002-21","message":"that card may not be led before it is broken")");
  CHECK(error("JC QC KC AC AD AS") == R"("play":6,"seat":0,"card":"AS","message":"the seat does not hold that card")");
  CHECK(error("JC JC") == R"("play":2,"seat":1,"card":"JC","message":"the seat does not hold that card")");
  CHECK(error("JC 2C") == R"("play":2,"seat":1,"card":"2C","message":"this is not a card of the pack")");
  CHECK(error("JC QC KC AC AD JD QD KD AS JS QS KS AH JH QH KH JC") ==
        R"("play":17,"card":"JC","message":"all cards are played")");
}

TEST_CASE("a play before its time is reported with who must move first") {
  const Keys early = with(ace_moon(), {{"hand", "1"}, {"pass", R"(["JD","QD","","AD"])"}});
  CHECK(error_of(early) == R"("play":1,"seat":2,"card":"JC","message":"the seat has not passed yet")");
  CHECK(error_of(with(without(two_hands(), "select"), {{"pass", "[]"}, {"plays", R"("JC")"}})) ==
        R"("play":1,"card":"JC","message":"select must say which hand is played first")");
  const Keys second = with(two_hands(), {{"pass", R"(["JD","KS"])"}, {"plays", R"("JC JD QC AS KS AH QD KH KC")"}});
  CHECK(error_of(second) == R"("play":9,"seat":0,"card":"KC","message":"the seat has not passed yet")");
}

TEST_CASE("a line that is too long is reported, with its number") {
  std::string answer;
  arena::Adjudicator(false).answer({7, {}, true}, answer);
  CHECK(answer == "{\"error\":{\"line\":7,\"message\":\"the line is longer than 65536 bytes\"}}\n");
}

TEST_CASE("lines after a bad one are judged as if it were not there") {
  arena::Adjudicator adjudicator(false);
  const std::string good = line_of(ace_moon());
  const std::string expected = judged(good) + "\n";
  std::uint64_t number = 0;
  for (const std::string& bad : {std::string("{"), std::string("[1"), good.substr(0, 100), error_with("hand", "0"),
                                 line_of(with(ace_moon(), {{"variant", "\"whist\""}}))}) {
    std::string answer;
    adjudicator.answer({++number, bad, false}, answer);
    CHECK(answer.starts_with("{\"error\":{\"line\":" + std::to_string(number) + ","));
    answer.clear();
    adjudicator.answer({++number, good, false}, answer);
    CHECK(answer == expected);
  }
}

}  // namespace objections_test
