#include "arena/records/game_deals.h"

#include "arena/base/seeds/run_key.h"
#include "arena/base/text/input_error.h"
#include "arena/game/deals/given_deals.h"
#include "arena/game/schedule/schedule.h"
#include "engine/variants/registry.h"
#include "tests/catch.h"
#include "tests/unit/records/made_games.h"

namespace game_deals_test {

using namespace arena;
using namespace arena::test;
using hearts::Deal;

namespace {

const RunKey kKey = RunKey::from_seed("deals");

/// Deals of hands by the rules of a run's first variant.
class Dealer {
 public:
  explicit Dealer(Manifest& manifest) : manifest_(manifest) {}

  DealtHand dealt(int block, int game, int hand, bool again = false) const {
    const ManifestVariant& variant = manifest_.variants.front();
    return deals_of(manifest_, variant, kKey.block_seed(variant.id, block), made_block(manifest_, block), game)(
        hand, again, 0);
  }
  Deal deal(int block, int game, int hand) const { return dealt(block, game, hand).deal; }

 private:
  const Manifest& manifest_;
};

}  // namespace

TEST_CASE("the games of a block have the same deals, or each its own") {
  Manifest manifest = made_manifest("black-lady@4", kKey, 4, 4);
  const Dealer dealer(manifest);
  CHECK(dealer.deal(0, 0, 1) == dealer.deal(0, 1, 1));
  CHECK(dealer.deal(0, 0, 1) != dealer.deal(0, 0, 2));
  manifest.duplicate_deals = false;
  CHECK(dealer.deal(0, 0, 1) != dealer.deal(0, 1, 1));
  CHECK(dealer.deal(0, 0, 1) != dealer.deal(0, 0, 2));
  hearts::Random random(kKey.block_seed("black-lady@4", 0).deal_seed(1, 2));
  CHECK(dealer.deal(0, 1, 2) == hearts::deal_cards(*manifest.variants.front().rules, 0, random));
}

TEST_CASE("given deals are dealt in their order, round and round") {
  Manifest manifest = made_league({"black-lady@4", "omnibus@4"}, kKey, 4, 8);
  give_deals(manifest, 3);
  const auto given = manifest.deals->of("black-lady@4");
  const Dealer dealer(manifest);
  const Deal later = given[1].deal;
  CHECK(dealer.dealt(0, 0, 1) == given[0]);
  CHECK(dealer.dealt(0, 3, 2) == given[1]);
  CHECK(dealer.dealt(0, 0, 4) == given[0]);
  // Blocks 2 and 4 are the second and third of their variant.
  CHECK(dealer.deal(2, 0, 1) == later);
  CHECK(dealer.dealt(4, 0, 1) == given[2]);
  CHECK(dealer.dealt(0, 0, 1, true).deal != given[0].deal);
  manifest.variants.front().length = {2, true};
  CHECK(dealer.dealt(2, 0, 1) == given[2]);
  CHECK(dealer.dealt(2, 0, 2) == given[0]);
  manifest.duplicate_deals = false;
  CHECK(dealer.dealt(0, 1, 1) == given[2]);
  CHECK(dealer.dealt(2, 0, 1) == given[2]);
}

TEST_CASE("a variant without given deals is dealt by the shuffle") {
  Manifest manifest = made_league({"black-lady@4", "omnibus@4"}, kKey, 4, 8);
  give_deals(manifest, 3);
  const ManifestVariant& other = manifest.variants[1];
  const BlockSeed seed = kKey.block_seed(other.id, 1);
  const Dealing deal = deals_of(manifest, other, seed, made_block(manifest, 1), 0);
  hearts::Random random(seed.deal_seed(1));
  CHECK(deal(1, false, 2).deal == hearts::deal_cards(*other.rules, 2, random));
}

TEST_CASE("nothing is dealt while given deals are not there") {
  Manifest manifest = made_manifest("black-lady@4", kKey, 4, 4);
  manifest.given_deals = 1;
  const Dealer dealer(manifest);
  CHECK_THROWS_AS(dealer.dealt(0, 0, 1), std::logic_error);
}

TEST_CASE("every n-th deal is faulty, counted over games of a fixed length") {
  Manifest manifest = made_manifest("tournament-laws@4", kKey, 4, 40, {4, true});
  manifest.faulty_deals = 3;
  const Dealer dealer(manifest);
  const hearts::GameRules& rules = *manifest.variants.front().rules;
  int number = 0;
  for (int block = 0; block < 10; ++block) {
    for (int hand = 1; hand <= 4; ++hand) {
      const DealtHand dealt = dealer.dealt(block, 0, hand);
      const bool is_faulty = dealt.slip.faulty || !hearts::is_whole(rules, dealt.deal);
      CHECK(is_faulty == (++number % 3 == 0));
      CHECK(dealer.dealt(block, 2, hand) == dealt);
      const DealtHand again = dealer.dealt(block, 0, hand, true);
      CHECK(again.slip == DealSlip{});
      CHECK(hearts::is_whole(rules, again.deal));
    }
  }
}

TEST_CASE("deals are not made faulty where no laws of the table hold") {
  Manifest manifest = made_manifest("black-lady@4", kKey, 4, 4);
  manifest.faulty_deals = 1;
  const Dealer dealer(manifest);
  for (int hand = 1; hand <= 8; ++hand) {
    CHECK(dealer.dealt(0, 0, hand).slip == DealSlip{});
    CHECK(hearts::is_whole(*manifest.variants.front().rules, dealer.deal(0, 0, hand)));
  }
}

TEST_CASE("a record deals its own hands, and no more") {
  const Manifest manifest = made_manifest("black-lady@4", kKey, 4, 4, {2, true});
  const GameRecord record = made_game(manifest, kKey, 0, 0);
  const Dealing deal = recorded_deals(record);
  CHECK(deal(1, false, 0).deal == record.result.hands[0].deal);
  CHECK(deal(2, false, 1).deal == record.result.hands[1].deal);
  CHECK_THROWS_WITH(deal(3, false, 2), "game b0g0: it has only 2 hands");
}

}  // namespace game_deals_test
