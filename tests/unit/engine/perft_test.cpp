#include <algorithm>
#include <cstdint>
#include <vector>

#include "engine/hand.h"
#include "engine/variants/registry.h"
#include "tests/catch.h"
#include "tests/unit/engine/model_play.h"
#include "tests/unit/engine/naive_model.h"
#include "tests/unit/engine/play.h"

namespace perft_test {

// All legal lines of small deals, counted to the end by the engine and by the naive model, and compared with numbers
// that are written down. Three deals each, of the first three hands of a match.

namespace {

using namespace hearts;

struct Lines {
  std::uint64_t count = 0;
  std::uint64_t moons = 0;
  std::int64_t points = 0;  ///< of seat 0, summed over the lines

  bool operator==(const Lines&) const = default;
  Lines& operator+=(const Lines& other) {
    count += other.count;
    moons += other.moons;
    points += other.points;
    return *this;
  }
};

/// Every way to choose `count` of the cards.
std::vector<CardSet> choices(CardSet from, int count) {
  if (count == 0) return {CardSet{}};
  std::vector<CardSet> found;
  while (!from.empty()) {
    const Card first = from.first();
    from.erase(first);
    for (CardSet rest : choices(from, count - 1)) {
      rest.insert(first);
      found.push_back(rest);
    }
  }
  return found;
}

std::vector<Move> moves_of(const Hand& hand) {
  std::vector<Move> moves;
  switch (hand.phase()) {
    case Phase::select:
      return {Move::select(0), Move::select(1)};
    case Phase::pass:
      for (const CardSet cards : choices(hand.cards(hand.to_move()), hand.game().pass_count()))
        moves.push_back(Move::pass(cards));
      break;
    case Phase::play:
      for (const Card card : hand.legal()) moves.push_back(Move::play(card));
      break;
    case Phase::choose:
      for (int i = 0; i < hand.options().count; ++i)
        moves.push_back(Move::choose(hand.options().list[static_cast<std::size_t>(i)]));
      break;
    case Phase::claim:
    case Phase::thrown_in:
    case Phase::done:
      break;
  }
  return moves;
}

Lines engine_lines(const Hand& hand) {
  if (hand.phase() == Phase::done) return {1, hand.tally().shooter == kNobody ? 0U : 1U, hand.score().change[0]};
  Lines lines;
  for (const Move& move : moves_of(hand)) {
    Hand next = hand;
    test::must_apply(next, hand.to_move(), move);
    lines += engine_lines(next);
  }
  return lines;
}

/// Every way to choose `count` of the cards from the place `from` on, added to `chosen`.
void add_choices(const naive::Cards& cards, std::size_t from, int count, const naive::Cards& chosen,
                 std::vector<naive::Cards>& found) {
  if (count == 0) {
    found.push_back(chosen);
    return;
  }
  for (std::size_t i = from; i < cards.size(); ++i) {
    naive::Cards more = chosen;
    more.push_back(cards[i]);
    add_choices(cards, i + 1, count - 1, more, found);
  }
}

Lines model_lines(const Rules& rules, const naive::Hand& hand) {
  if (hand.phase() == "done") return {1, hand.count().shooter < 0 ? 0U : 1U, hand.change()[0]};
  Lines lines;
  const auto follow = [&](auto move) {
    naive::Hand next = hand;
    move(next);
    lines += model_lines(rules, next);
  };
  if (hand.phase() == "select") {
    for (const int index : {0, 1}) follow([&](naive::Hand& next) { next.select(index); });
  } else if (hand.phase() == "pass") {
    std::vector<naive::Cards> passes;
    add_choices(hand.hands()[static_cast<std::size_t>(hand.to_move())], 0, rules.pass_count, {}, passes);
    for (const naive::Cards& cards : passes) follow([&](naive::Hand& next) { next.pass(cards); });
  } else if (hand.phase() == "play") {
    for (const naive::Card card : hand.legal()) follow([&](naive::Hand& next) { next.play(card); });
  } else {
    for (const std::string& option : hand.options()) follow([&](naive::Hand& next) { next.choose(option); });
  }
  return lines;
}

struct Case {
  const char* spec;
  std::uint64_t seed;
  Lines expected;
};

}  // namespace

TEST_CASE("all lines of small deals are as many as written, in the engine and in the naive model") {
  const std::vector<Case> cases = {
      {"black-lady@4+deck.ranks=Q,K,A+pass.count=0", 1, {60, 26, 723}},
      {"black-lady@4+deck.ranks=Q,K,A+pass.count=1", 2, {16654, 10666, 235116}},
      {"black-lady@4+deck.ranks=J,Q,K,A+no_blood+pass.count=0", 3, {816, 716, 8632}},
      {"black-lady@4+deck.ranks=Q,K,A+follow.required=false+pass.count=0", 4, {1216, 762, 20892}},
      {"black-lady@5+deck.ranks=2,3,4,5,6+deck.remove=none+pass.count=0+points.cards=none", 5, {25320, 9928, 100044}},
      {"black-lady@6+deck.ranks=Q,K,A+deck.remove=none+pass.count=1", 6, {2560, 1640, 41484}},
      {"omnibus@3+kitty_first+deck.ranks=J,Q,K,A+pass.count=0", 7, {3952, 800, 16464}},
      {"black-lady@5+kitty_last+deck.ranks=Q,K,A+pass.count=1", 8, {640, 453, 10460}},
      {"royal@2+deck.ranks=Q,K,A+pass.count=0", 9, {498, 208, 1192}},
      {"royal@2+deck.ranks=Q,K,A+pass.count=1", 10, {75980, 49024, 49744}},
      {"royal@3+deck.ranks=Q,K,A+deck.remove=none+pass.count=0", 11, {1336, 1128, 2946}},
      {"royal-classic@4+deck.ranks=J,Q,A+pass.count=1", 12, {30423, 23506, 177391}},
      {"tournament-laws@4+deck.ranks=J,Q,K,A", 13, {3497, 1898, 26552}},
      {"deluxe@4+deck.ranks=J,Q,K,A+pass.count=0", 14, {2684, 1437, 2179}},
      {"deluxe@4+rotate_lead+deck.ranks=J,Q,A+pass.count=1", 15, {18122, 12894, -83013}},
      {"green-queen@4+deck.ranks=Q,K,A+pass.count=1", 16, {19508, 1049, 58531}},
      {"green-queen@5+deck.ranks=Q,K,A+pass.count=0", 17, {1200, 22, 3306}},
      {"green-queen-jokers@3+deck.ranks=Q,A+pass.count=0+leftover.fate=none+leftover.visibility=n/a+moon.leftover=n/a",
       18,
       {77524, 8172, 283592}},
      {"green-queen-jokers@4+deck.ranks=Q,A+pass.count=1", 19, {32102, 5186, 55656}},
      {"royal-classic@2+deck.suits=R,W,P,L,S+deck.jokers=one_per_suit+deck.ranks=Q,A+deck.remove=XR,XL,XS+point_suit."
       "value=P+opening.suit=W+points.cards=XP=5,QL=13+break.on=heart_discarded+pass.count=0",
       20,
       {1194, 1108, -4614}},
  };
  for (const Case& expected : cases) {
    INFO(expected.spec << ", seed " << expected.seed);
    const GameRules game(resolve_variant(expected.spec));
    Random random(test::seed_of(expected.seed));
    Lines lines;
    Lines in_model;
    for (const int number : {1, 2, 3}) {
      const Hand::Setup setup = test::random_setup(game, number, random);
      lines += engine_lines(Hand(game, setup));
      in_model += model_lines(game.rules(), naive::Hand(game.rules(), number, setup.dealer,
                                                        {setup.totals.begin(), setup.totals.begin() + game.seats()},
                                                        test::model_deal(game, setup.deal)));
    }
    INFO("{" << lines.count << ", " << lines.moons << ", " << lines.points << "}");
    CHECK(lines == in_model);
    CHECK(lines == expected.expected);
  }
}

}  // namespace perft_test
