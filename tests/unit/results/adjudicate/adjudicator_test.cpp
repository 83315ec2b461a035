#include "arena/results/adjudicate/adjudicator.h"

#include "tests/catch.h"
#include "tests/unit/results/adjudicate/judged.h"

namespace adjudicator_test {

using namespace arena::test;

TEST_CASE("a whole hand is answered with tricks, points, totals and where the match stands") {
  CHECK(judged(line_of(ace_moon())) ==
        R"({"leader":0,"winners":[3,3,3,3],"points":[26,26,26,0],"shooter":3,"options":["add_others"],)"
        R"("totals":[26,26,26,0],"over":false,"match_winners":[],"complete":true})");
}

TEST_CASE("the legal cards before each play are listed if asked for") {
  CHECK(
      judged(line_of(with(ace_moon(), {{"plays", R"("JC QC KC AC AD")"}})), true) ==
      R"({"leader":0,"legal":["JC","QC","KC","AC","AD AS"],"winners":[3],"to_move":0,"to_do":"play","complete":false})");
}

TEST_CASE("totals before the hand count, and a match may end") {
  CHECK(judged(line_of(with(ace_moon(), {{"totals", "[10,80,0,-5]"}}))) ==
        R"({"leader":0,"winners":[3,3,3,3],"points":[26,26,26,0],"shooter":3,"options":["add_others"],)"
        R"("totals":[36,106,26,-5],"over":true,"match_winners":[3],"complete":true})");
}

TEST_CASE("a tie at the limit is played off, and extra says that it is being") {
  const Keys tied = with(ace_moon(), {{"totals", "[64,80,74,90]"}});
  CHECK(
      judged(line_of(tied)).ends_with(R"("totals":[90,106,100,90],"over":false,"match_winners":[],"complete":true})"));
  const Keys low = with(ace_moon(), {{"totals", "[1,2,3,4]"}, {"extra", "true"}});
  CHECK(judged(line_of(low)).ends_with(R"("over":true,"match_winners":[3],"complete":true})"));
}

TEST_CASE("points are before floor and sinkhole, totals after") {
  const Keys keys = with(ace_moon(), {{"variant", R"("black-lady@4+deck.ranks=J,Q,K,A+pass.count=1+sinkhole")"},
                                      {"totals", "[73,0,0,0]"}});
  CHECK(judged(line_of(keys)) ==
        R"({"leader":0,"winners":[3,3,3,3],"points":[26,26,26,0],"shooter":3,"options":["add_others"],)"
        R"("totals":[0,26,26,0],"over":false,"match_winners":[],"complete":true})");
}

TEST_CASE("where the shooter may choose, a missing choice gives the options and the points of the first") {
  const Keys chosen = with(ace_moon(), {{"variant", R"("royal-classic@4+deck.ranks=J,Q,K,A+pass.count=0")"}});
  const std::string first =
      R"({"leader":0,"winners":[3,3,3,3],"points":[0,0,0,-17],"shooter":3,"options":["subtract_self","add_others"],)"
      R"("totals":[0,0,0,0],"over":false,"match_winners":[],"complete":true})";
  CHECK(judged(line_of(chosen)) == first);
  CHECK(judged(line_of(with(chosen, {{"choice", R"("subtract_self")"}}))) == first);
  CHECK(judged(line_of(with(chosen, {{"choice", R"("add_others")"}}))) ==
        R"({"leader":0,"winners":[3,3,3,3],"points":[17,17,17,0],"shooter":3,"options":["subtract_self","add_others"],)"
        R"("totals":[17,17,17,0],"over":false,"match_winners":[],"complete":true})");
}

TEST_CASE("a choice that is the only option may be given") {
  CHECK(judged(line_of(with(ace_moon(), {{"choice", R"("add_others")"}}))) == judged(line_of(ace_moon())));
}

TEST_CASE("a deal played in part is answered as far as it goes") {
  const Keys passing = with(without(ace_moon(), "plays"), {{"hand", "1"}});
  CHECK(judged(line_of(passing)) == R"({"leader":null,"winners":[],"to_move":0,"to_do":"pass","complete":false})");
  CHECK(judged(line_of(with(passing, {{"pass", R"(["JD","","KD","AD"])"}}))) ==
        R"({"leader":null,"winners":[],"to_move":1,"to_do":"pass","complete":false})");
  CHECK(judged(line_of(with(passing, {{"pass", R"(["JC","QD","KD","AD"])"}}))) ==
        R"({"leader":1,"winners":[],"to_move":1,"to_do":"play","complete":false})");
  CHECK(judged(line_of(without(ace_moon(), "plays"))) ==
        R"({"leader":0,"winners":[],"to_move":0,"to_do":"play","complete":false})");
  // A whole line cut short keeps its choice.
  CHECK(judged(line_of(with(ace_moon(), {{"plays", "\"\""}, {"choice", R"("add_others")"}}))) ==
        R"({"leader":0,"winners":[],"to_move":0,"to_do":"play","complete":false})");
}

TEST_CASE("two hands a seat are selected, passed and played one after the other") {
  Keys keys = without(without(two_hands(), "pass"), "select");
  CHECK(judged(line_of(keys)) == R"({"leader":null,"winners":[],"to_move":0,"to_do":"select","complete":false})");
  keys["select"] = "[0,1]";
  CHECK(judged(line_of(keys)) == R"({"leader":null,"winners":[],"to_move":0,"to_do":"pass","complete":false})");
  keys["pass"] = R"(["JD","KS"])";
  CHECK(judged(line_of(keys)) == R"({"leader":0,"winners":[],"to_move":0,"to_do":"play","complete":false})");
  // Seat 0 now has JC QC QD KS, seat 1 JD AS KH AH.
  keys["plays"] = R"("JC JD QC AS KS AH QD KH")";
  CHECK(judged(line_of(keys)) == R"({"leader":0,"winners":[0,0,0,0],"to_move":0,"to_do":"pass","complete":false})");
  keys["pass"] = R"(["JD","","","KS"])";
  CHECK(judged(line_of(keys)) == R"({"leader":0,"winners":[0,0,0,0],"to_move":0,"to_do":"pass","complete":false})");
}

TEST_CASE("the passes of a second hand may come before it begins") {
  Keys keys = with(two_hands(), {{"pass", R"(["JD","JS","AC","KS"])"}, {"plays", R"("JC JD QC AS")"}});
  CHECK(judged(line_of(keys)) == R"({"leader":0,"winners":[0,0],"to_move":0,"to_do":"play","complete":false})");
  keys["plays"] = R"("JC JD QC AS KS AH QD KH")";
  CHECK(judged(line_of(keys)).starts_with(R"({"leader":0,"winners":[0,0,0,0],"to_move":1,"to_do":"play",)"));
}

TEST_CASE("the passes of two hands may be in order of the hands' numbers or in order of playing") {
  // Seat 1 plays its second hand first: it passes KS, later AC.
  const Keys played = with(two_hands(), {{"plays", R"("JC JD QC AS KS AH QD KH KC AC QS JS JH KD QH AD")"}});
  const std::string expected =
      R"({"leader":0,"winners":[0,0,0,0,0,0,0,0],"points":[-17,0],"shooter":0,"options":["subtract_self","add_others"],)"
      R"("totals":[0,0],"over":false,"match_winners":[],"complete":true})";
  CHECK(judged(line_of(with(played, {{"pass", R"(["JD","JS","AC","KS"])"}}))) == expected);
  CHECK(judged(line_of(with(played, {{"pass", R"(["JD","JS","KS","AC"])"}}))) == expected);
}

TEST_CASE("what is as without the key may be given") {
  const Keys spelled = with(ace_moon(), {{"dealer", "0"},
                                         {"leftover", R"("")"},
                                         {"point_suit", R"("H")"},
                                         {"pass", "[]"},
                                         {"select", "[]"},
                                         {"totals", "[0,0,0,0]"},
                                         {"extra", "false"}});
  CHECK(judged(line_of(spelled)) == judged(line_of(ace_moon())));
  CHECK(judged(line_of(with(spelled, {{"pass", R"(["","","",""])"}}))) == judged(line_of(ace_moon())));
}

TEST_CASE("cards are split by any number of spaces, JSON by any white space") {
  Keys keys = ace_moon();
  keys["plays"] = R"("  JC  QC KC AC AD JD QD KD AS JS QS KS AH JH QH KH ")";
  CHECK(judged("\t " + line_of(keys) + " \r") == judged(line_of(ace_moon())));
}

TEST_CASE("without irregularities the laws of the table change nothing but that there are no findings") {
  const Keys tables = with(ace_moon(), {{"variant", R"("tournament-laws@4+deck.ranks=J,Q,K,A")"}});
  const Keys refused = with(ace_moon(), {{"variant", R"("tournament-laws@4+deck.ranks=J,Q,K,A+reject_illegal")"}});
  std::string under_laws = judged(line_of(tables), true);
  const std::string none = R"("findings":[],)";
  REQUIRE(under_laws.find(none) != std::string::npos);
  CHECK(under_laws.erase(under_laws.find(none), none.size()) == judged(line_of(refused), true));
}

TEST_CASE("claims have an end") {
  std::string plays = "JC QC KC AC";
  const auto judge = [&](int claims) {
    std::string all = plays;
    for (int i = 0; i < claims; ++i) all += " claim:0:hand:1";
    const std::string variant = R"("tournament-laws@4+deck.ranks=J,Q,K,A+laws.revoke_discovery=by_claim")";
    return judged(line_of(with(ace_moon(), {{"variant", variant}, {"plays", "\"" + all + "\""}})));
  };
  CHECK(judge(996).find("error") == std::string::npos);
  CHECK(judge(997) == R"({"error":{"line":1,"play":1001,"card":"claim:0:hand:1",)"
                      R"("message":"a hand has at most 1000 acts"}})");
}

TEST_CASE("acts of the laws are errors where no laws are in force") {
  const Keys refused = with(ace_moon(), {{"variant", R"("tournament-laws@4+deck.ranks=J,Q,K,A+reject_illegal")"}});
  CHECK(judged(line_of(with(refused, {{"faulty", "true"}}))) ==
        R"({"error":{"line":1,"field":"faulty","message":"this variant has no laws of the table"}})");
  CHECK(judged(line_of(with(refused, {{"exposed", "\"JC\""}}))) ==
        R"({"error":{"line":1,"field":"exposed","message":"this variant has no laws of the table"}})");
  CHECK(judged(line_of(with(refused, {{"plays", "\"JC out:KS\""}}))).find("not a card of the pack") !=
        std::string::npos);
}

TEST_CASE("deals that no table could play are errors under the laws too") {
  const Keys laws = with(ace_moon(), {{"variant", R"("tournament-laws@4+deck.ranks=J,Q,K,A+table_laws")"}});
  const auto error = [&](const std::string& key, const std::string& value) {
    return judged(line_of(with(laws, {{key, value}, {"plays", "\"\""}})));
  };
  CHECK(error("deal", R"(["JC JD JS JH","QC QD QS QH","","AC AD AS AH"])") ==
        R"({"error":{"line":1,"field":"deal","seat":2,"message":"hand 3 must have at least 1 card, but has 0"}})");
  CHECK(error("deal", R"(["JC JD JS JH","QC QD QS QH","KC JC","AC AD AS AH"])").find("duplicate card") !=
        std::string::npos);
  CHECK(error("deal", R"(["JC JD JS JH","QC QD QS QH","KC KD KS KH AC","AD AS AH"])").starts_with(R"({"leader":0,)"));
  CHECK(error("deal", R"(["JC JD JS JH","QC QD QS","KC KD KS KH","AC AD AS AH"])").starts_with(R"({"leader":0,)"));
  CHECK(error("exposed", "\"2C\"").find("not a card of the pack") != std::string::npos);
}

TEST_CASE("a blank line gets no answer") {
  for (const char* line : {"", " ", "\r", " \t \r"}) CHECK(judged(line).empty());
}

}  // namespace adjudicator_test
