// Whole hands of small packs as one seat receives them, line by line.

#include <string>

#include "tests/catch.h"
#include "tests/unit/bots/protocol/scribe.h"

namespace transcript_test {

namespace {

using namespace arena::test;
using hearts::Hand;
using hearts::Seat;

int first_word(Seat, const std::vector<std::string>&) { return 0; }
int last_word(Seat, const std::vector<std::string>& words) { return static_cast<int>(words.size()) - 1; }

}  // namespace

TEST_CASE("a hand of black-lady from the pass to the score") {
  const hearts::GameRules rules = rules_of("black-lady@4", {{"deck.ranks", "J,Q,K,A"}, {"pass.count", "1"}});
  const Hand::Setup setup{
      1, 3, {10, 0, 25, 7}, deal_of(rules, {"JC KC QS AH", "QC AC JD QH", "KD AD JS KS", "QD AS JH KH"})};
  CHECK(transcript(rules, setup, 1, first_word) == R"(hand 1 dealer=3 pass=1 totals=10,0,25,7
deal QC AC JD QH
got AH
trick 1 lead=0
play 0 JC
play 1 QC
play 2 AC
play 3 JH
broken
took 2 1
trick 2 lead=2
play 2 JS
play 3 QD
play 0 QS
play 1 JD
took 0 13
trick 3 lead=0
play 0 KC
play 1 QH
play 2 KD
play 3 KH
took 0 2
trick 4 lead=0
play 0 AS
play 1 AH
play 2 KS
play 3 AD
took 0 1
score penalty 16 0 1 0
score bonus 0 0 0 0
score hand 16 0 1 0
score total 26 0 26 7
)");
  // The seat that is told sees its own cards and no others.
  CHECK(transcript(rules, setup, 0, first_word) == R"(hand 1 dealer=3 pass=1 totals=10,0,25,7
deal JC KC QS AH
got AS
trick 1 lead=0
play 0 JC
play 1 QC
play 2 AC
play 3 JH
broken
took 2 1
trick 2 lead=2
play 2 JS
play 3 QD
play 0 QS
play 1 JD
took 0 13
trick 3 lead=0
play 0 KC
play 1 QH
play 2 KD
play 3 KH
took 0 2
trick 4 lead=0
play 0 AS
play 1 AH
play 2 KS
play 3 AD
took 0 1
score penalty 16 0 1 0
score bonus 0 0 0 0
score hand 16 0 1 0
score total 26 0 26 7
)");
}

TEST_CASE("a moon in royal-classic, taken off the shooter's total") {
  const hearts::GameRules rules = rules_of("royal-classic@4", {{"deck.ranks", "Q,K,A"}, {"pass.cycle", "0"}});
  const Hand::Setup setup{4, 0, {12, 31, 26, 40}, deal_of(rules, {"QD KD AD", "QS KS AS", "QC KC AC", "QH KH AH"})};
  CHECK(transcript(rules, setup, 2, first_word) == R"(hand 4 dealer=0 pass=0 totals=12,31,26,40
deal QC KC AC
trick 1 lead=2
play 2 QC
play 3 QH
broken
play 0 QD
play 1 QS
took 2 14
trick 2 lead=2
play 2 KC
play 3 KH
play 0 KD
play 1 KS
took 2 1
trick 3 lead=2
play 2 AC
play 3 AH
play 0 AD
play 1 AS
took 2 1
moon shooter=2 amount=16 totals=12,31,26,40
chose 2 subtract_self
score penalty 0 0 16 0
score bonus 0 0 0 0
score moon 0 0 -16 0
score hand 0 0 -16 0
score total 12 31 10 40
)");
}

TEST_CASE("a moon in royal-classic, added to the others' totals") {
  const hearts::GameRules rules = rules_of("royal-classic@4", {{"deck.ranks", "Q,K,A"}, {"pass.cycle", "0"}});
  const Hand::Setup setup{4, 0, {12, 31, 10, 40}, deal_of(rules, {"QD KD AD", "QS KS AS", "QC KC AC", "QH KH AH"})};
  CHECK(transcript(rules, setup, 0, last_word) == R"(hand 4 dealer=0 pass=0 totals=12,31,10,40
deal QD KD AD
trick 1 lead=2
play 2 QC
play 3 QH
broken
play 0 QD
play 1 QS
took 2 14
trick 2 lead=2
play 2 KC
play 3 KH
play 0 KD
play 1 KS
took 2 1
trick 3 lead=2
play 2 AC
play 3 AH
play 0 AD
play 1 AS
took 2 1
moon shooter=2 amount=16 totals=12,31,10,40
chose 2 add_others
score penalty 0 0 16 0
score bonus 0 0 0 0
score moon 16 16 0 16
score hand 16 16 0 16
score total 28 47 10 56
)");
}

TEST_CASE("two players play two hands a deal, and see the second when it starts") {
  const hearts::GameRules rules = rules_of("royal-classic@2", {{"deck.ranks", "Q,K,A"}, {"pass.count", "1"}});
  const Hand::Setup setup{1, 0, {0, 0}, deal_of(rules, {"QC KD QH", "KC AS KH", "AC QD QS", "AD KS AH"})};
  CHECK(transcript(rules, setup, 0, last_word) == R"(hand 1 dealer=0 pass=1 totals=0,0
subhand 1 of 2
deal KC AS KH
got AD
trick 1 lead=0
play 0 KC
play 1 KS
took 0 0
trick 2 lead=0
play 0 AD
play 1 AS
took 0 0
trick 3 lead=0
play 0 KH
broken
play 1 AH
took 1 2
subhand 2 of 2
deal QC KD QH
got AC
trick 1 lead=0
play 0 QC
play 1 QD
took 0 0
trick 2 lead=0
play 0 AC
play 1 QS
broken
took 0 13
trick 3 lead=0
play 0 QH
play 1 KD
took 0 1
score penalty 14 2
score bonus 0 0
score hand 14 2
score total 14 2
)");
}

TEST_CASE("who takes the kitty sees it, where the taker may") {
  const hearts::GameRules rules = rules_of(
      "black-lady@3+kitty_first", {{"deck.ranks", "J,Q,K,A"}, {"pass.count", "1"}, {"leftover.visibility", "taker"}});
  const Hand::Setup setup{3, 2, {0, 0, 0}, deal_of(rules, {"JC KC AC JD JS", "QC QD KD QS KH", "AD KS AS JH QH"})};
  CHECK(transcript(rules, setup, 0, first_word) == R"(hand 3 dealer=2 pass=0 totals=0,0,0
deal JC KC AC JD JS
trick 1 lead=0
play 0 JC
play 1 QC
play 2 JH
broken
took 1 1
kitty taker=1
trick 2 lead=1
play 1 QD
play 2 AD
play 0 JD
took 2 0
trick 3 lead=2
play 2 QH
play 0 JS
play 1 KH
took 1 2
trick 4 lead=1
play 1 QS
play 2 KS
play 0 KC
took 2 13
trick 5 lead=2
play 2 AS
play 0 AC
play 1 KD
took 2 0
leftover AH
score penalty 0 4 13
score bonus 0 0 0
score hand 0 4 13
score total 0 4 13
)");
  CHECK(transcript(rules, setup, 1, first_word) == R"(hand 3 dealer=2 pass=0 totals=0,0,0
deal QC QD KD QS KH
trick 1 lead=0
play 0 JC
play 1 QC
play 2 JH
broken
took 1 1
kitty taker=1
leftover AH
trick 2 lead=1
play 1 QD
play 2 AD
play 0 JD
took 2 0
trick 3 lead=2
play 2 QH
play 0 JS
play 1 KH
took 1 2
trick 4 lead=1
play 1 QS
play 2 KS
play 0 KC
took 2 13
trick 5 lead=2
play 2 AS
play 0 AC
play 1 KD
took 2 0
leftover AH
score penalty 0 4 13
score bonus 0 0 0
score hand 0 4 13
score total 0 4 13
)");
}

TEST_CASE("cards set aside are shown with the hand, where everybody may see them") {
  const hearts::GameRules rules = rules_of("black-lady@3", {{"deck.ranks", "K,A"},
                                                            {"deck.remove", "none"},
                                                            {"points.cards", "KS=5"},
                                                            {"pass.cycle", "0"},
                                                            {"pass.count", "1"},
                                                            {"leftover.fate", "set_aside"},
                                                            {"leftover.visibility", "public"},
                                                            {"moon.leftover", "exempt"}});
  const Hand::Setup setup{1, 0, {0, 0, 0}, deal_of(rules, {"KC KD", "AC KS", "AD AS"})};
  CHECK(transcript(rules, setup, 1, first_word) == R"(hand 1 dealer=0 pass=0 totals=0,0,0
leftover KH AH
deal AC KS
trick 1 lead=0
play 0 KC
play 1 AC
play 2 AD
took 1 0
trick 2 lead=1
play 1 KS
play 2 AS
play 0 KD
took 2 5
moon shooter=2 amount=26 totals=0,0,0
score penalty 0 0 5
score bonus 0 0 0
score moon 26 26 0
score hand 26 26 0
score total 26 26 0
)");
}

TEST_CASE("a point suit that is drawn comes with the hand, and its points after it") {
  const hearts::GameRules rules = rules_of("black-lady@4", {{"deck.suits", "R,W,P,L,S"},
                                                            {"deck.ranks", "J,Q"},
                                                            {"deck.remove", "JS,QS"},
                                                            {"pass.cycle", "1"},
                                                            {"pass.count", "1"},
                                                            {"point_suit.source", "drawn_per_hand"},
                                                            {"point_suit.value", "none"},
                                                            {"opening.suit", "mapped_from_point_suit"},
                                                            {"opening.suit_map", "L=W,P=R,R=L,S=P,W=R"},
                                                            {"points.cards", "QL=13"},
                                                            {"break.on", "none"},
                                                            {"lead.hold_until_broken", "none"},
                                                            {"trick.order", "suit_ring"},
                                                            {"trick.suit_ring", "R,W,P,L,S"}});
  hearts::Deal deal = deal_of(rules, {"JR QW", "JW QP", "JP QL", "JL QR"});
  deal.point_lane = 2;
  CHECK(transcript(rules, {1, 0, {-3, 0, 5, 99}, deal}, 3, first_word) ==
        R"(hand 1 dealer=0 pass=1 totals=-3,0,5,99 point_suit=P
points JP=1 QP=1 QL=13
deal QR JL
got QL
trick 1 lead=0
play 0 JR
play 1 JW
play 2 JP
play 3 JL
took 2 1
trick 2 lead=2
play 2 QP
play 3 QL
play 0 QR
play 1 QW
took 3 14
score penalty 0 0 1 14
score bonus 0 0 0 0
score hand 0 0 1 14
score total -3 0 6 113
)");
}

}  // namespace transcript_test
