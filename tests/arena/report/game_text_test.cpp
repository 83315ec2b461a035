#include "arena/report/game_text.h"

#include <sstream>

#include "engine/variants/registry.h"
#include "tests/arena/records/made_games.h"
#include "tests/catch.h"

using namespace arena;
using namespace arena::test;

namespace {

const RunKey kKey = RunKey::from_seed("report");

struct Made {
  Made(const std::string& variant, int bots, hearts::MatchLength length, const Mishaps& mishaps = {},
       std::uint64_t seed = 1)
      : rules(hearts::resolve_variant(variant)),
        manifest(made_manifest(variant, kKey, bots, 8, length)),
        record(made_game(manifest, rules, kKey, 0, 1, mishaps, seed)) {}
  std::string text(std::optional<std::string>* wrong = nullptr) const {
    std::ostringstream out;
    const auto problem = write_game_text(out, record, rules, manifest.length);
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
  seat 0  bob
  seat 1  cyd
  seat 2  dan
  seat 3  ann

Hand 1: bob deals, pass left
  bob  QC AC QD KS
  cyd  JC JS JH QH
  dan  JD AD AS AH
  ann  KC KD QS KH
  bob  passes QC to cyd
  cyd  passes JC to dan
  dan  passes AD! to ann
  ann  passes KC to bob
   1   dan JC      ann KD      bob KC*!    cyd QC
   2   bob KS      cyd JS      dan AS*     ann QS  (13 points)
   3   dan JD      ann AD*     bob QD      cyd JH!!  (1 point)
   4   ann KH      bob AC      cyd QH!!    dan AH*  (3 points)
  points   bob +0 = 0   cyd +0 = 0   dan +16 = 16   ann +1 = 1

Hand 2: cyd deals, pass right
  bob  QC JS JH QH
  cyd  JC KC AD KS
  dan  AC JD QD KH
  ann  KD QS AS AH
  bob  passes QC to ann
  cyd  passes AD!! to bob
  dan  passes AC to cyd
  ann  passes KD to dan
   1   cyd JC!!    dan KD      ann QC*     bob JH  (1 point)
   2   ann AH*     bob QH      cyd KC!!    dan KH  (3 points)
   3   ann QS      bob JS      cyd KS*!!   dan QD  (13 points)
   4   cyd AC*!!   dan JD      ann AS      bob AD
  points   bob +0 = 0   cyd +13 = 13   dan +0 = 16   ann +4 = 5

End
  place 1  bob  0 points
  place 4  cyd  16 points, forfeited in hand 1 (exited)
  place 3  dan  16 points
  place 2  ann  5 points
  fault: dan in hand 1, question 1: timeout: no answer in time
  fault: bob in hand 1, question 2: timeout: no answer in time
  fault: cyd in hand 1, question 4: exited: code 3
  refused: bob in hand 1, question 2: 3 XX
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
  bob  KD QS QH
  ann  QD AS KH
  bob  QC KC AH
  ann  AC AD KS
  bob plays the first hand first
  ann plays the first hand first
  bob  passes KD to ann
  ann  passes QD to bob
   1   ann KD*     bob QD
   2   ann AS*     bob QS  (13 points)
   3   ann KH*     bob QH  (2 points)
  second hand
  bob  passes KC to ann
  ann  passes AD to bob
   1   bob QC      ann KC*
   2   ann AC*     bob AD
   3   ann KS*     bob AH  (1 point)
  ann shoots the moon: add_others 16
  points   bob +16 = 16   ann +0 = 0

End
  place 2  bob  16 points
  place 1  ann  0 points
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

Hand 1: ann:2 deals, no pass, point suit S
  bob    KR KW QP
  ann:1  KL QS KS
  ann:2  QR QW QL
  left over: KP
   1   bob   QP      ann:1 KL*     ann:2 QR
   2   ann:1 QS      ann:2 QL      bob   KR*  (14 points)
   3   bob   KW*     ann:1 KS      ann:2 QW  (1 point)
  bob shoots the moon: add_others 26
  points   bob +0 = 0   ann:1 +26 = 26   ann:2 +26 = 26

End
  place 1  bob  0 points
  place 2  ann:1  26 points
  place 2  ann:2  26 points
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
