#include "arena/game/deals/dealing.h"

#include <map>
#include <string>

#include "arena/game/table/table_hand.h"
#include "engine/deal.h"
#include "engine/variants/registry.h"
#include "tests/catch.h"
#include "tests/unit/engine/play.h"

namespace dealing_test {

using namespace arena;
using hearts::CardSet;
using hearts::GameRules;

namespace {

hearts::Seed seed_of_hand(int hand) { return hearts::test::seed_of(static_cast<std::uint64_t>(1000 + hand)); }

/// In which way a deal is faulty.
std::string way_of(const GameRules& rules, const DealtHand& dealt) {
  CardSet seen;
  int wrong_sizes = 0;
  for (hearts::Seat seat = 0; seat < rules.seats(); ++seat) {
    const CardSet hand = dealt.deal.hands[0][seat];
    CHECK_FALSE(seen.intersects(hand));
    seen |= hand;
    wrong_sizes += hand.size() != rules.hand_size();
  }
  const int lost = (rules.deck().cards() - seen - dealt.deal.leftover).size();
  if (dealt.slip.faulty) {
    CHECK(wrong_sizes == 0);
    CHECK(lost == 0);
    CHECK(seen.contains(dealt.slip.exposed));
    return dealt.slip.exposed.empty() ? "departs" : "exposes";
  }
  CHECK(dealt.slip.exposed.empty());
  if (wrong_sizes == 2 && lost == 0) return "misplaces";
  if (wrong_sizes == 1 && lost == 1) return "loses";
  return "none";
}

const BlockSeed kBlockSeed = RunKey::from_seed("deals").block_seed("tournament-laws@4", 0);

}  // namespace

TEST_CASE("a shuffled deal is that of the hand's seed and one dealt again has another") {
  const GameRules rules(hearts::resolve_variant("black-lady@4"));
  const Dealing deal = shuffled(rules, seed_of_hand);
  hearts::Random third(seed_of_hand(3));
  CHECK(deal(3, false, 1).deal == hearts::deal_cards(rules, 1, third));
  hearts::Random again(seed_of_hand(-3));
  CHECK(deal(3, true, 1).deal == hearts::deal_cards(rules, 1, again));
  CHECK(deal(3, false, 1).slip == DealSlip{});
}

TEST_CASE("each way to deal wrongly comes up about equally often and can be played") {
  const GameRules rules(hearts::resolve_variant("tournament-laws@4"));
  const Dealing deal = shuffled(rules, kBlockSeed, {}, {.every = 2});
  std::map<std::string, int> ways;
  for (int hand = 1; hand <= 800; ++hand) {
    const DealtHand dealt = deal(hand, false, 0);
    CHECK(dealt == deal(hand, false, 0));
    CHECK(TableHand::can_play(rules, dealt.deal, dealt.slip));
    const std::string way = way_of(rules, dealt);
    CHECK((way == "none") == (hand % 2 == 1));
    ++ways[way];
    CHECK(way_of(rules, deal(hand, true, 0)) == "none");
  }
  for (const char* way : {"departs", "exposes", "misplaces", "loses"}) {
    INFO(way);
    CHECK(ways[way] > 60);
    CHECK(ways[way] < 140);
  }
}

TEST_CASE("hands that are passed whole lose no card") {
  const GameRules rules(hearts::resolve_variant("tournament-laws@4+deck.ranks=Q,K,A+pass.count=3"));
  REQUIRE(rules.hand_size() == rules.pass_count());
  const Dealing deal = shuffled(rules, kBlockSeed, {}, {.every = 1});
  for (int hand = 1; hand <= 200; ++hand) {
    const DealtHand dealt = deal(hand, false, 0);
    CHECK(TableHand::can_play(rules, dealt.deal, dealt.slip));
    CHECK(dealt.slip.faulty);
  }
}

}  // namespace dealing_test
