#include <algorithm>
#include <set>
#include <sstream>

#include "engine/match.h"
#include "engine/variants/registry.h"
#include "tests/catch.h"
#include "tests/unit/engine/play.h"
#include "tests/unit/engine/rule_ids.h"

namespace readings_test {

// Where a document can be read in several ways, engine/RULES.md names the key that changes the reading.

namespace {

using namespace hearts;
using namespace hearts::test;

struct Reading {
  const char* id;
  const char* base;
  const char* keys;  ///< the other reading, as it is set
};

const std::vector<Reading> kReadings = {
    {"A000-1", "royal@4", "match.ends_when=more_than"},
    {"A000-5", "royal-classic@5", "deck.remove=2D,2C"},
    {"A000-6", "royal@4", "break.on=heart_discarded,queen_of_spades_played"},
    {"A000-7", "royal-classic@3", "pass.cycle=left,right,hold"},
    {"A000-7", "royal-classic@5", "pass.cycle=left,two_left,two_right,right"},
    {"A001-1", "tournament-laws@4", "pass.count=3+pass.cycle=left,right,across,hold"},
    {"A001-2", "tournament-laws@4", "opening.lead=any_of_opening_suit"},
    {"A001-2", "tournament-laws@4", "opening.lead=any_legal"},
    {"A001-3", "tournament-laws@4", "first_trick.forbid=none"},
    {"A001-3", "tournament-laws@4", "first_trick.forbid=point_suit,queen_of_spades"},
    {"A001-4", "tournament-laws@4", "moon.award=subtract_from_self"},
    {"A001-4", "tournament-laws@4", "moon.award=add_to_others"},
    {"A001-5", "tournament-laws@4", "score.floor=0"},
    {"A001-5", "tournament-laws@4", "match.tie=extra_hands+match.extra_hands_stop=lowest_unique"},
    {"A001-6", "tournament-laws@4", "laws.penalty_scope=all_penalty_cards"},
    {"A001-9", "tournament-laws@4", "laws.revoke_discovery=by_claim"},
    {"A001-10", "tournament-laws@4", "break.on=heart_discarded,heart_led_by_necessity"},
    {"A001-12", "tournament-laws@4", "laws.illegal_action=reject"},
    {"A002-1", "black-lady@5", "pass.count=2"},
    {"A002-3", "black-lady@5", "break.on=heart_discarded,heart_led_by_necessity"},
    {"A002-4", "black-lady@5", "match.extra_hands_stop=limit_met_and_lowest_unique"},
    {"A002-7", "omnibus@4", "moon.bonus_cards_of_shooter=in_amount"},
    {"A002-11", "omnibus@5+kitty_first", "leftover.visibility=public"},
    {"A002-11", "omnibus@5+kitty_first", "leftover.visibility=taker"},
    {"A002-3", "omnibus@5+kitty_first", "break.on=heart_discarded,heart_led_by_necessity"},
    {"A003-1", "deluxe@4", "match.limit=250"},
    {"A003-2", "deluxe@4", "match.ends_when=at_least"},
    {"A003-3", "deluxe@4", "moon.bonus_cards_of_shooter=in_amount"},
    {"A003-4", "deluxe@4+no_trick", "bonus.no_points_on_moon=suppressed"},
    {"A003-5", "deluxe@4+no_queen", "moon.requires=all_point_suit_and_positive_cards"},
    {"A003-5", "deluxe@4+no_queen", "first_trick.forbid=point_suit"},
    {"A003-5", "deluxe@4+no_queen", "lead.hold_until_broken=point_suit"},
    {"A003-5", "deluxe@4+no_queen", "break.on=heart_discarded,heart_led_by_necessity"},
    {"A003-12", "deluxe@4", "match.tie=extra_hands+match.extra_hands_stop=lowest_unique"},
    {"A003-12", "deluxe@4", "score.floor=0"},
    {"A004-3", "green-queen-jokers@4", "opening.suit_map=P=R,R=S,S=L,L=W,W=P"},
    {"A004-4", "green-queen-jokers@4", "trick.suit_ring=R,P,S,L,W"},
    {"A004-6", "green-queen-jokers@4", "leftover.visibility=public"},
    {"A004-8", "green-queen-jokers@4", "moon.leftover=exempt"},
    {"A004-11", "green-queen-jokers@4", "lead.hold_until_broken=point_suit"},
    {"A004-11", "green-queen-jokers@4", "break.on=heart_discarded,heart_led_by_necessity"},
    {"A004-11", "green-queen-jokers@4", "first_trick.forbid=point_suit"},
    {"A004-15", "green-queen-jokers@4", "match.tie=extra_hands+match.extra_hands_stop=lowest_unique"},
};

Rules with(const std::string& base, const std::string& keys) { return resolve_variant(base + "+" + keys); }

/// Keys set, without their values.
std::set<std::string> keys_of(const std::string& changes) {
  std::set<std::string> keys;
  std::istringstream stream(changes);
  for (std::string change; std::getline(stream, change, '+');) keys.insert(change.substr(0, change.find('=')));
  return keys;
}

void play_a_hand(const Rules& rules, std::uint64_t seed) {
  INFO("seed " << seed);
  const GameRules game(rules);
  Random random(seed_of(seed));
  Hand hand(game, random_setup(game, 1, random));
  while (hand.phase() != Phase::done) must_apply(hand, hand.to_move(), random_move(hand, random));
  CHECK(hand.phase() == Phase::done);
}

}  // namespace

TEST_CASE("every other reading is set by its key, and can be played") {
  std::uint64_t seed = 100;
  for (const Reading& reading : kReadings) {
    INFO(reading.id << " " << reading.base << "+" << reading.keys);
    CHECK(explained_rules().contains(reading.id));
    const Rules rules = with(reading.base, reading.keys);
    const Rules base = resolve_variant(reading.base);
    for (const std::string& key : keys_of(reading.keys)) {
      INFO(key);
      CHECK(rules.source(key) == kSetByHand);
      CHECK(base.source(key) != kSetByHand);
    }
    play_a_hand(rules, ++seed);
  }
}

TEST_CASE("any two readings of a variant that set different keys go together") {
  int pairs = 0;
  std::uint64_t seed = 1000;
  for (const Reading& one : kReadings) {
    for (const Reading& other : kReadings) {
      if (&one >= &other || std::string(one.base) != other.base) continue;
      const std::set<std::string> keys = keys_of(one.keys);
      const std::set<std::string> more = keys_of(other.keys);
      if (std::any_of(keys.begin(), keys.end(), [&](const std::string& key) { return more.contains(key); })) continue;
      INFO(one.base << "+" << one.keys << "+" << other.keys);
      play_a_hand(with(one.base, std::string(one.keys) + "+" + other.keys), ++seed);
      ++pairs;
    }
  }
  CHECK(pairs > 80);
}

TEST_CASE("without 2C five players open with 3C") {
  const GameRules game(with("royal-classic@5", "deck.remove=2D,2C"));
  Random random(seed_of(7));
  for (int number = 1; number <= 20; ++number) {
    Hand hand(game, random_setup(game, number, random));
    while (hand.phase() != Phase::play) must_apply(hand, hand.to_move(), random_move(hand, random));
    CHECK(hand.legal() == cards_of(game, "3C"));
  }
}

}  // namespace readings_test
