#include "engine/match.h"

#include <algorithm>

#include "tests/catch.h"
#include "tests/unit/engine/key_tables.h"
#include "tests/unit/engine/play.h"

namespace match_test {

namespace {

using namespace hearts;
using namespace hearts::test;

/// Plays one random hand and books it.
Hand play_one(const GameRules& game, Match& match, Random& random) {
  Hand hand(game, match.next_hand(deal_cards(game, match.dealer(), random)));
  while (hand.phase() != Phase::done) must_apply(hand, hand.to_move(), random_move(hand, random));
  match.finish_hand(hand);
  return hand;
}

int hands_played(const std::string& id, std::uint64_t seed) {
  const GameRules game(rules_of(id));
  Random random(seed_of(seed));
  Match match(game, 0);
  int hands = 0;
  while (!match.status().over) {
    play_one(game, match, random);
    ++hands;
    REQUIRE(hands <= 1000);
  }
  return hands;
}

int winners_of(const MatchStatus& status) {
  return static_cast<int>(std::count(status.winners.begin(), status.winners.end(), true));
}

}  // namespace

TEST_CASE("a match starts at score.start, with hand 1 and the dealer given") {
  const GameRules game(rules_of("black-lady@4+score.start=7"));
  const Match match(game, 2);
  CHECK(match.hand_number() == 1);
  CHECK(match.dealer() == 2);
  CHECK_FALSE(match.status().over);
  for (Seat seat = 0; seat < 4; ++seat) CHECK(match.totals()[static_cast<std::size_t>(seat)] == 7);
}

TEST_CASE("hands count up, the deal goes round clockwise, totals accumulate") {
  const GameRules game(rules_of("black-lady@3"));
  Match match(game, 1);
  Random random(seed_of(30));
  for (int number = 1; number <= 4; ++number) {
    const PerSeat<int> before = match.totals();
    CHECK(match.hand_number() == number);
    CHECK(match.dealer() == number % 3);
    const Hand hand = play_one(game, match, random);
    CHECK(hand.setup().number == number);
    CHECK(hand.setup().totals == before);
    for (std::size_t seat = 0; seat < 3; ++seat)
      CHECK(match.totals()[seat] == before[seat] + hand.score().change[seat]);
    if (match.status().over) break;
  }
}

TEST_CASE("a total that is lifted to the floor falls into a sinkhole there") {
  const GameRules game(rules_of("black-lady@4+score.floor=-20+score.sinkhole=-20"));
  CHECK(new_totals(game, {-10, -10, -20, 0}, {-15, -9, 1, -20}) == PerSeat<int>{0, -19, -19, 0});
}

TEST_CASE("places that are not at the table count for nothing") {
  const GameRules game(rules_of("black-lady@3+shooter_protection"));
  CHECK_FALSE(limit_met(game, {50, 60, 70, 999, 999, 999}));
  const MatchStatus status = match_status(game, {100, 60, 70, -5, -5, -5}, 1, false);
  CHECK(status.over);
  CHECK(status.winners == PerSeat<bool>{false, true});
  Tally tally;
  tally.shooter = 0;
  tally.moon_amount = 26;
  CHECK(moon_options(game, tally, {10, 80, 70, -999, -999, -999}).count == 1);
}

TEST_CASE("a match ends when a total meets the limit") {
  const GameRules game(rules_of("royal-classic@4"));
  for (std::uint64_t seed = 31; seed < 51; ++seed) {
    Random random(seed_of(seed));
    Match match(game, 0);
    while (!match.status().over) {
      CHECK_FALSE(limit_met(game, match.totals()));
      play_one(game, match, random);
    }
    CHECK((limit_met(game, match.totals()) || match.hand_number() == 51));
    CHECK(winners_of(match.status()) >= 1);
  }
}

TEST_CASE("a match of a fixed number of hands has just so many, whatever the totals") {
  for (const int hands : {1, 2, 7, 60}) {
    CHECK(hands_played("royal-classic@4+match.limit=1+match.hands=" + std::to_string(hands), 60) == hands);
    CHECK(hands_played("black-lady@4+match.hands_max=5+match.hands=" + std::to_string(hands), 60) == hands);
  }
  const GameRules game(rules_of("black-lady@4+match.limit=1+match.hands=2"));
  CHECK_FALSE(match_status(game, {26, 0, 0, 0}, 1, false).over);
  const MatchStatus status = match_status(game, {26, 26, 0, 0}, 2, false);
  CHECK(status.over);
  CHECK_FALSE(status.cut);
  CHECK(status.winners == PerSeat<bool>{false, false, true, true});
}

TEST_CASE("a tie after a fixed number of hands is shared, because no further hands follow") {
  const GameRules game(rules_of("black-lady@4+match.hands=3"));
  CHECK(game.rules().match_tie == MatchTie::extra_hands);
  const MatchStatus status = match_status(game, {30, 20, 20, 40}, 3, false);
  CHECK(status.over);
  CHECK_FALSE(status.in_extra_hands);
  CHECK(status.winners == PerSeat<bool>{false, true, true});
  CHECK(rules_text(with_hands(rules_of("black-lady@4"), 3)) == rules_text(game.rules()));
}

TEST_CASE("keys that were added later leave the text that is hashed unchanged at the value that games had before") {
  const std::string text = rules_text(rules_of("black-lady@4"));
  CHECK(text.find("match.hands") == std::string::npos);
  CHECK(rules_text(rules_of("black-lady@4+match.hands=none+match.hands_max=50")) == text);
  CHECK(rules_text(rules_of("black-lady@4+match.hands_max=49")).find("match.hands_max 49\n") != std::string::npos);
}

TEST_CASE("a match that does not end is cut, and the lowest total wins") {
  CHECK(hands_played("black-lady@4+match.limit=9999+match.hands_max=3", 61) == 3);
  CHECK(hands_played("black-lady@4+match.limit=9999", 62) == 50);
  CHECK(hands_played("black-lady@4+match.limit=9999+match.hands_max=200", 62) == 200);
  const GameRules game(rules_of("black-lady@4+match.limit=9999+match.hands_max=2"));
  Random random(seed_of(63));
  Match match(game, 0);
  while (!match.status().over) {
    CHECK_FALSE(match.status().cut);
    play_one(game, match, random);
  }
  CHECK(match.status().cut);
  const int lowest = *std::min_element(match.totals().begin(), match.totals().begin() + 4);
  for (std::size_t seat = 0; seat < 4; ++seat) CHECK(match.status().winners[seat] == (match.totals()[seat] == lowest));
}

TEST_CASE("a tie that is cut off is shared") {
  // To a limit of 1 a tie for lowest at 0 is frequent.
  const GameRules game(rules_of("black-lady@6+match.limit=1+match.hands_max=1"));
  int shared = 0;
  int played_off = 0;
  for (std::uint64_t seed = 70; seed < 110; ++seed) {
    Random random(seed_of(seed));
    Match match(game, 0);
    play_one(game, match, random);
    REQUIRE(match.status().over);
    CHECK(match.status().cut == (winners_of(match.status()) > 1));
    if (winners_of(match.status()) > 1) ++shared;
    if (hands_played("black-lady@6+match.limit=1+match.hands_max=1000", seed) > 1) ++played_off;
  }
  CHECK(shared > 0);
  CHECK(played_off == shared);
}

TEST_CASE("further hands end as match.extra_hands_stop says") {
  const PerSeat<int> below_limit = {94, 60, 47, 45};
  const PerSeat<int> still_tied = {94, 60, 45, 45};
  const GameRules first_unique(rules_of("black-lady@4"));
  CHECK(match_status(first_unique, below_limit, 9, true).over);
  CHECK_FALSE(match_status(first_unique, still_tied, 9, true).over);
  CHECK(match_status(first_unique, still_tied, 9, true).in_extra_hands);
  const GameRules at_limit(rules_of("black-lady@4+match.extra_hands_stop=limit_met_and_lowest_unique"));
  CHECK_FALSE(match_status(at_limit, below_limit, 9, true).over);
  CHECK(match_status(at_limit, {100, 60, 47, 45}, 9, true).over);
}

}  // namespace match_test
