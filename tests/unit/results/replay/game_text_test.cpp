#include "arena/results/replay/game_text.h"

#include <cctype>
#include <sstream>

#include "engine/variants/registry.h"
#include "tests/catch.h"
#include "tests/unit/records/made_games.h"

namespace game_text_test {

using namespace arena;
using namespace arena::test;
using hearts::Seat;

namespace {

const RunKey kKey = RunKey::from_seed("report");

struct Made {
  Made(const std::string& variant, int bots, GameLength length, const Mishaps& mishaps = {}, std::uint64_t seed = 1)
      : manifest(made_manifest(variant, kKey, bots, 8, length)),
        record(made_game(manifest, kKey, 0, 1, mishaps, seed)) {}
  std::string text(std::optional<std::string>* wrong = nullptr) const {
    std::ostringstream out;
    const auto problem = write_game_text(out, record, rules);
    if (wrong != nullptr)
      *wrong = problem;
    else
      CHECK_FALSE(problem);
    return out.str();
  }
  Manifest manifest;
  const hearts::GameRules& rules = *manifest.variants[0].rules;
  GameRecord record;
};

}  // namespace

TEST_CASE("a game is shown trick by trick, with what the arena played") {
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
       cyd    bob    dan    ann     points
     1>JC!    JD     AC*    QC
       cyd refused (illegal): 3 XX
       cyd fault: timeout: no answer in time
     2 QH     KS*   >QS     KD      14
     3 AD*   >QD!!   JH     KC      1
       bob fault: exited: code 3
       bob forfeits; the house player plays from here on
     4>AH*    AS!!   JS     KH      2
points +3     +14    +0     +0
 total 3      14     0      0

Hand 2: ann deals, pass right
  cyd  KD KS AS AH
  bob  JC JD AD JH
  dan  QD JS QH KH
  ann  QC KC AC QS
  cyd  passes KD to ann
  bob  passes AD!! to cyd
  dan  passes QD to bob
  ann  passes QC to dan
       cyd    bob    dan    ann     points
     1 AS    >JC!!   QC     AC*
     2 KS*    JD!!   JS    >QS      13
     3>AD*    QD!!   KH     KD      1
     4>AH*    JH!!   QH     KC      3
  cyd shoots the moon: add_others 26
points +0     +26    +26    +26
 total 3      40     26     26

End
  place 1  cyd  3 points
  place 2  dan  26 points
  place 2  ann  26 points
  place 4  bob  40 points, forfeited in hand 1 (exited)
  fault: dan in hand 1, question 1: timeout: no answer in time
  fault: cyd in hand 1, question 2: timeout: no answer in time
  fault: bob in hand 1, question 4: exited: code 3
)");
}

TEST_CASE("a game of two hands a seat and a moon is shown") {
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
       bob  ann   points
     1>QC*  KS
     2>QS*  QD    13
     3>QH*  AD    1
  second hand
  bob  passes KD to ann
  ann  passes KC to bob
     1>KC   AC*
     2 AS  >KD*
     3 AH* >KH    2
  bob shoots the moon: add_others 16
points +0   +16
 total 0    16

End
  place 1  bob  0 points
  place 2  ann  16 points
)");
    return;
  }
  FAIL("no made game had a moon");
}

TEST_CASE("a kitty, a point suit that is drawn and a bot in several seats are shown") {
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
       bob    ann:1  ann:2   points
     1 KR*   >QS     KS
  bob takes the cards left over
     2>QL     QR*    KP      13
     3 KL*   >KW     QW      2
points +2     +13    +0
 total 2      13     0

End
  place 1  ann:2  0 points
  place 2  bob  2 points
  place 3  ann:1  13 points
)");
}

TEST_CASE("on a narrow page the times are below the cards, and no line of tricks is wider") {
  for (int players = 3; players <= 6; ++players) {
    Made made("black-lady@" + std::to_string(players), players, {1, true});
    GameDetails details;
    for (Seat seat = 0; seat < players; ++seat)
      details.clocks[seat].asks.assign(20, std::chrono::microseconds(250'000));
    for (const std::size_t columns : {40U, 80U, 120U}) {
      GameView view;
      view.page = {columns, columns};
      std::ostringstream out;
      CHECK_FALSE(write_game_text(out, made.record, made.rules, details, {}, view));
      INFO(players << " players, " << columns << " columns\n" << out.str());
      std::istringstream lines(out.str());
      std::size_t tricks = 0;
      for (std::string line; std::getline(lines, line);) {
        const bool is_trick = line.size() > 6 && line.starts_with("    ") && std::isdigit(line[5]) != 0;
        tricks += is_trick;
        if (is_trick) CHECK(columns_of(line) <= columns);
        if (is_trick) CHECK((line.find("250ms~") != std::string::npos) == (columns >= 80));
      }
      CHECK(tricks > 0);
    }
  }
}

TEST_CASE("a record that is wrong is shown as far as it goes") {
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
