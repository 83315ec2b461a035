#include "arena/replay/game_text.h"

#include <sstream>

#include "engine/variants/registry.h"
#include "tests/catch.h"
#include "tests/unit/records/made_games.h"

namespace game_text_test {

using namespace arena;
using namespace arena::test;

namespace {

const RunKey kKey = RunKey::from_seed("report");

struct Made {
  Made(const std::string& variant, int bots, hearts::MatchLength length, const Mishaps& mishaps = {},
       std::uint64_t seed = 1)
      : rules(hearts::resolve_variant(variant)),
        manifest(made_manifest(variant, kKey, bots, 8, length)),
        record(made_game(manifest, kKey, 0, 1, mishaps, seed)) {}
  std::string text(std::optional<std::string>* wrong = nullptr) const {
    std::ostringstream out;
    const auto problem = write_game_text(out, record, rules, manifest.variants[0].length);
    if (wrong != nullptr)
      *wrong = problem;
    else
      CHECK_FALSE(problem);
    return out.str();
  }
  hearts::GameRules rules;
  Manifest manifest;
  GameRecord record;
};

}  // namespace

TEST_CASE("a game is told trick by trick, with what the arena played") {
  Made made("black-lady@4+deck.ranks=J,Q,K,A+pass.count=1", 4, {2, true}, {{{0, 2}, {2, 1}}, {{1, 4}}});
  made.record.result.tries.push_back({0, 1, 2, Fault::illegal, "3 XX"});
  CHECK(made.text() == R"(Game b0g1  black-lady@4+deck.ranks=J,Q,K,A+pass.count=1  (block 0, game 1)
  seat 0  cyd
  seat 1  bob
  seat 2  dan
  seat 3  ann

Hand 1: dan deals, pass left
  cyd  JD AD QH AH
  bob  AC QD KS AS
  dan  QC JS QS JH
  ann  JC KC KD KH
  cyd  passes JD to bob
  bob  passes AC to dan
  dan  passes QC! to ann
       dan fault: timeout: no answer in time
  ann  passes JC to cyd
   1   cyd JC!     bob JD      dan AC*     ann QC
       cyd refused (illegal): 3 XX
       cyd fault: timeout: no answer in time
   2   dan QS      ann KD      cyd QH      bob KS*  (14 points)
   3   bob QD!!    dan JH      ann KC      cyd AD*  (1 point)
       bob fault: exited: code 3
       bob forfeits; from here on the house player plays
   4   cyd AH*     bob AS!!    dan JS      ann KH  (2 points)
  points   cyd +3 = 3   bob +14 = 14   dan +0 = 0   ann +0 = 0

Hand 2: ann deals, pass right
  cyd  KD KS AS AH
  bob  JC JD AD JH
  dan  QD JS QH KH
  ann  QC KC AC QS
  cyd  passes KD to ann
  bob  passes AD!! to cyd
  dan  passes QD to bob
  ann  passes QC to dan
   1   bob JC!!    dan QC      ann AC*     cyd AS
   2   ann QS      cyd KS*     bob JD!!    dan JS  (13 points)
   3   cyd AD*     bob QD!!    dan KH      ann KD  (1 point)
   4   cyd AH*     bob JH!!    dan QH      ann KC  (3 points)
  cyd shoots the moon: add_others 26
  points   cyd +0 = 3   bob +26 = 40   dan +26 = 26   ann +26 = 26

End
  place 1  cyd  3 points
  place 4  bob  40 points, forfeited in hand 1 (exited)
  place 2  dan  26 points
  place 2  ann  26 points
  fault: dan in hand 1, question 1: timeout: no answer in time
  fault: cyd in hand 1, question 2: timeout: no answer in time
  fault: bob in hand 1, question 4: exited: code 3
)");
}

TEST_CASE("a game of two hands a seat and a moon is told") {
  for (std::uint64_t seed = 1; seed < 300; ++seed) {
    const Made made("royal-classic@2+deck.ranks=Q,K,A+pass.count=1", 2, {1, true}, {}, seed);
    if (!made.record.result.hands[0].choice) continue;
    CHECK(made.text() == R"(Game b0g1  royal-classic@2+deck.ranks=Q,K,A+pass.count=1  (block 0, game 1)
  seat 0  bob
  seat 1  ann

Hand 1: bob deals, pass across
  bob  AD QS QH
  ann  QC QD KS
  bob  KD AS AH
  ann  KC AC KH
  bob plays the first hand first
  ann plays the first hand first
  bob  passes AD to ann
  ann  passes QC to bob
   1   bob QC*     ann KS
   2   bob QS*     ann QD  (13 points)
   3   bob QH*     ann AD  (1 point)
  second hand
  bob  passes KD to ann
  ann  passes KC to bob
   1   bob KC      ann AC*
   2   ann KD*     bob AS
   3   ann KH      bob AH*  (2 points)
  bob shoots the moon: add_others 16
  points   bob +0 = 0   ann +16 = 16

End
  place 1  bob  0 points
  place 2  ann  16 points
)");
    return;
  }
  FAIL("no made game had a moon");
}

TEST_CASE("a kitty, a point suit that is drawn and a bot in several seats are told") {
  const Made made(
      "black-lady@3+deck.suits=R,W,P,L,S+deck.ranks=Q,K+deck.remove=none+pass.count=1+pass.cycle=0+leftover.fate=kitty_"
      "first_trick+"
      "leftover.visibility=hidden+point_suit.source=drawn_per_hand+point_suit.value=none+"
      "opening.suit=mapped_from_point_suit+opening.suit_map=L=W,P=R,R=L,S=P,W=S+lead.hold_until_broken=none+"
      "break.on=none+trick.order=suit_ring+trick.suit_ring=R,W,P,L,S+points.cards=QL=13",
      2, {1, true});
  const std::string text = made.text();
  CHECK(text.substr(text.find('\n')) == R"(
  seat 0  bob
  seat 1  ann
  seat 2  ann

Hand 1: ann:2 deals, no pass, point suit W
  bob    KR QL KL
  ann:1  QR KW QS
  ann:2  QW KP KS
  left over: QP
   1   ann:1 QS      ann:2 KS      bob   KR*
  bob takes the cards left over
   2   bob   QL      ann:1 QR*     ann:2 KP  (13 points)
   3   ann:1 KW      ann:2 QW      bob   KL*  (2 points)
  points   bob +2 = 2   ann:1 +13 = 13   ann:2 +0 = 0

End
  place 2  bob  2 points
  place 3  ann:1  13 points
  place 1  ann:2  0 points
)");
}

TEST_CASE("a record that is wrong is told as far as it goes") {
  Made made("black-lady@4+deck.ranks=J,Q,K,A+pass.count=1", 4, {2, true});
  made.record.result.hands[1].plays.pop_back();
  std::optional<std::string> wrong;
  const std::string text = made.text(&wrong);
  CHECK(wrong == "hand 2: it ends after 15 plays");
  CHECK(text.find("\nHand 2: ") != std::string::npos);
  CHECK(text.find("\nEnd\n") != std::string::npos);
}

TEST_CASE("directions are words at every table size") {
  const auto has = [](const std::string& variant, int hands, const std::string& words) {
    const Made made(variant, 1, {hands, true});
    INFO(variant << " " << words);
    CHECK(made.text().find(" deals, " + words + "\n") != std::string::npos);
  };
  for (const char* words : {"pass left", "pass right", "pass across", "no pass"}) has("black-lady@4", 4, words);
  for (const char* words : {"pass left", "pass right", "pass 2 to the left", "pass 2 to the right", "no pass"})
    has("black-lady@5", 5, words);
  has("black-lady@6", 6, "pass across");
  has("royal-classic@2", 1, "pass across");
}

}  // namespace game_text_test
