#include "arena/results/export/played_hands.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

#include "engine/variants/registry.h"
#include "tests/catch.h"
#include "tests/unit/game/table/laws_party.h"
#include "tests/unit/records/made_games.h"

namespace played_hands_test {

using namespace arena;
using namespace arena::test;
using hearts::at;

namespace {

const RunKey kKey = RunKey::from_seed("played hands");

/// How often something was in the cards of a hand.
struct Seen {
  int taken_back = 0;
  int free = 0;  ///< played without a set of legal cards
  int arena = 0;
  int house = 0;
};

/// Checks what must hold of each hand, and returns what was in it.
Seen seen_in(const PlayedHand& hand, const HandResult& recorded, const hearts::GameRules& rules) {
  Seen seen;
  std::set<std::pair<int, int>> in_trick;  // trick and seat
  hearts::PerSeat<int> points{};
  for (const PlayedTrick& trick : hand.tricks) points[trick.winner] += trick.points;
  for (const PlayedCard& card : hand.cards) {
    seen.taken_back += card.taken_back ? 1 : 0;
    seen.free += card.choices ? 0 : 1;
    seen.arena += card.decider == Decider::arena ? 1 : 0;
    seen.house += card.decider == Decider::house ? 1 : 0;
    if (card.question == 0) CHECK(card.decider == Decider::house);
    if (card.choices) CHECK((*card.choices >= 1 && *card.choices <= rules.hand_size()));
    if (!card.taken_back) CHECK(in_trick.emplace(card.trick, card.seat).second);
    CHECK((card.trick >= 1 && card.trick <= std::ssize(hand.tricks) + 1));
  }
  for (std::size_t trick = 0; trick < hand.tricks.size(); ++trick) {
    for (hearts::Seat seat = 0; seat < rules.seats(); ++seat)
      CHECK(in_trick.contains({static_cast<int>(trick) + 1, seat}));
    const auto first = std::ranges::find_if(hand.cards, [&](const PlayedCard& card) {
      return card.trick == static_cast<int>(trick) + 1 && !card.taken_back;
    });
    CHECK(first->seat == hand.tricks[trick].leader);
  }
  CHECK(hand.figures.is_scored == !recorded.thrown_in);
  return seen;
}

}  // namespace

TEST_CASE("the cards of a hand are those of the record, and the winner of a trick leads the next") {
  for (const char* variant :
       {"black-lady@4", "black-lady@6", "omnibus@5", "royal@3", "royal-classic@2", "deluxe", "green-queen-jokers"}) {
    INFO(variant);
    const hearts::GameRules rules(hearts::resolve_variant(variant));
    const Manifest manifest = made_manifest(variant, kKey, rules.seats(), rules.seats(), {3, true});
    const GameRecord record = made_game(manifest, kKey, 0, 0);
    const auto hands = played_hands(record, *manifest.variants[0].rules, "here");
    REQUIRE(hands.size() == 3);
    for (std::size_t i = 0; i < hands.size(); ++i) {
      const HandResult& recorded = record.result.hands[i];
      const PlayedHand& hand = hands[i];
      const Seen seen = seen_in(hand, recorded, rules);
      CHECK(seen.taken_back + seen.free + seen.arena + seen.house == 0);
      REQUIRE(hand.cards.size() == recorded.plays.size());
      for (std::size_t card = 0; card < hand.cards.size(); ++card)
        CHECK(hand.cards[card].card == recorded.plays[card].card);
      const auto a_hand = at(rules.hand_size());
      REQUIRE(hand.tricks.size() == a_hand * at(rules.rules().hands_per_seat));
      int points = 0;
      for (std::size_t trick = 0; trick < hand.tricks.size(); ++trick) {
        points += hand.tricks[trick].points;
        if (trick % a_hand > 0) CHECK(hand.tricks[trick].leader == hand.tricks[trick - 1].winner);
      }
      int counted = 0;
      for (hearts::Seat seat = 0; seat < rules.seats(); ++seat)
        counted += hand.figures.penalty[seat] + hand.figures.bonus[seat];
      // Elsewhere a kitty counts, too, or special queens change what others are worth.
      if (std::string_view(variant) == "black-lady@4") CHECK(points == counted);
    }
  }
}

TEST_CASE("a card says who chose it: the bot, the arena or the house player") {
  const Manifest manifest = made_manifest("black-lady@4", kKey, 4, 4, {3, true});
  const hearts::GameRules& rules = *manifest.variants[0].rules;
  const GameRecord record = made_game(manifest, kKey, 0, 0, {{{0, 2}, {2, 3}}, {{1, 4}}});
  Seen sum;
  const auto hands = played_hands(record, rules, "here");
  for (std::size_t i = 0; i < hands.size(); ++i) {
    const Seen seen = seen_in(hands[i], record.result.hands[i], rules);
    sum.arena += seen.arena;
    sum.house += seen.house;
  }
  CHECK(sum.arena == 2);
  CHECK(sum.house > 30);
}

TEST_CASE("cards that the laws returned are marked, and no trick has them") {
  const hearts::GameRules rules(with_hands(hearts::resolve_variant("tournament-laws+table_laws"), 3));
  Seen sum;
  for (std::uint64_t number = 1; number <= 20; ++number) {
    GameRecord record;
    record.bots = {"ann", "bob", "cyd", "dan"};
    record.result = play_irregular(rules, number).result;
    const auto hands = played_hands(record, rules, "here");
    REQUIRE(hands.size() == record.result.hands.size());
    for (std::size_t i = 0; i < hands.size(); ++i) {
      const Seen seen = seen_in(hands[i], record.result.hands[i], rules);
      sum.taken_back += seen.taken_back;
      sum.free += seen.free;
    }
  }
  CHECK(sum.taken_back > 0);
  CHECK(sum.free > 0);
}

TEST_CASE("a record that no table wrote is named") {
  const Manifest manifest = made_manifest("black-lady@4", kKey, 4, 4, {3, true});
  const hearts::GameRules& rules = *manifest.variants[0].rules;
  GameRecord record = made_game(manifest, kKey, 0, 0);
  record.result.hands[1].plays.resize(20);
  CHECK_THROWS_WITH(played_hands(record, rules, "games.jsonl:7"), "games.jsonl:7: hand 2: it ends after 20 plays");
}

}  // namespace played_hands_test
