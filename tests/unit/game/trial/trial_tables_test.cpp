#include "arena/game/trial/trial_tables.h"

#include <set>

#include "engine/hand.h"
#include "engine/variants/registry.h"
#include "tests/catch.h"

namespace trial_tables_test {

using namespace arena;

namespace {

BotEntry bot_that_plays(std::vector<std::string> plays) {
  BotEntry bot;
  bot.name = "bot";
  bot.plays = std::move(plays);
  return bot;
}

const RunKey kKey = RunKey::from_seed("tables");

}  // namespace

TEST_CASE("fuzzed tables are of every variant at every size, with and without each option") {
  std::set<std::string> ids;
  for (const TrialTable& table : fuzzed_tables(bot_that_plays({}), kKey)) {
    INFO(table.variant);
    CHECK(ids.insert(table.variant).second);
    const hearts::Rules rules = hearts::resolve_variant(table.variant);
    CHECK(rules.id == table.variant);
    CHECK(rules.illegal_action == hearts::IllegalAction::reject);
    CHECK(rules.seats == table.seats);
    CHECK((table.seat >= 0 && table.seat < table.seats));
  }
  for (const hearts::Variant* variant : hearts::variants()) {
    for (int seats = variant->seats_min; seats <= variant->seats_max; ++seats) {
      const std::string id = std::string(variant->id) + "@" + std::to_string(seats);
      INFO(id);
      CHECK((ids.contains(id) || ids.contains(id + "+reject_illegal")));
    }
  }
  for (const char* id : {"black-lady@6+kitty_first", "deluxe@4+no_queen", "royal@4+queens=HD"}) {
    INFO(id);
    CHECK(ids.contains(hearts::resolve_variant(id).id));
  }
}

TEST_CASE("tables have only what the bot's manifest plays") {
  for (const TrialTable& table : fuzzed_tables(bot_that_plays({"omnibus", "*@3"}), kKey)) {
    INFO(table.variant);
    CHECK((table.variant.starts_with("omnibus@") || table.seats == 3));
  }
  CHECK(fuzzed_tables(bot_that_plays({"bridge"}), kKey).empty());
  CHECK(choice_tables(bot_that_plays({"black-lady"}), kKey).empty());
}

TEST_CASE("another seed draws other tables, the same seed the same") {
  const auto ids = [](const RunKey& key) {
    std::vector<std::string> list;
    for (const TrialTable& table : fuzzed_tables(bot_that_plays({}), key)) list.push_back(table.variant);
    return list;
  };
  CHECK(ids(kKey) == ids(kKey));
  CHECK(ids(kKey) != ids(RunKey::from_seed("others")));
}

TEST_CASE("who sits where a moon is sure takes every trick, whatever he plays") {
  int moons = 0;
  for (const TrialTable& table : choice_tables(bot_that_plays({}), kKey)) {
    const hearts::GameRules game(hearts::resolve_variant(table.variant));
    if (table.deals.empty()) {
      CHECK(game.rules().hand_select != hearts::HandSelect::none);
      continue;
    }
    INFO(table.variant);
    ++moons;
    const int dealer = kKey.block_seed(table.variant, table.number).first_dealer(game.seats());
    for (std::uint64_t play = 0; play < 30; ++play) {
      hearts::Random chance(table.deals.front());
      hearts::Hand hand(game, hearts::Hand::Setup{1, dealer, {}, hearts::deal_cards(game, dealer, chance)});
      hearts::Random random({play, 1, 2, 3});
      while (hand.phase() == hearts::Phase::play) {
        auto skip = random.below(static_cast<std::uint32_t>(hand.legal().size()));
        for (const hearts::Card card : hand.legal()) {
          if (skip-- > 0) continue;
          REQUIRE_FALSE(hand.apply(hand.to_move(), hearts::Move::play(card)));
          break;
        }
      }
      REQUIRE(hand.phase() == hearts::Phase::choose);
      CHECK(hand.tally().shooter == table.seat);
    }
  }
  CHECK(moons >= 4);
}

TEST_CASE("tables under the laws have each seat and good and faulty deals") {
  const std::vector<TrialTable> tables = law_tables(bot_that_plays({}));
  std::set<int> seats;
  std::set<bool> faulty;
  std::set<std::string> ids;
  for (const TrialTable& table : tables) {
    CHECK(hearts::resolve_variant(table.variant).has_table_laws());
    seats.insert(table.seat);
    faulty.insert(table.faulty_deals);
    ids.insert(table.variant);
  }
  CHECK(seats == std::set<int>{0, 1, 2, 3});
  CHECK(faulty.size() == 2);
  CHECK(ids.size() == 3);
  CHECK(law_tables(bot_that_plays({"black-lady*"})).empty());
}

}  // namespace trial_tables_test
