#include "engine/deal.h"

#include <cstdlib>
#include <map>
#include <vector>

#include "engine/deck.h"
#include "tests/catch.h"
#include "tests/unit/engine/key_tables.h"
#include "tests/unit/engine/play.h"

namespace deal_test {

namespace {

using namespace hearts;
using namespace hearts::test;

constexpr Seed kKnownSeed = {1, 2, 3, 4};

struct KnownDeal {
  std::string id;
  Seat dealer;
  std::vector<std::string> hands;
  std::string leftover;
  char point_suit;
};

}  // namespace

TEST_CASE("the generator gives the numbers of its authors") {
  Random random(kKnownSeed);
  for (const std::uint64_t number : {11520ULL, 0ULL, 1509978240ULL, 1215971899390074240ULL})
    CHECK(random.next() == number);
}

TEST_CASE("the state of all zeros is left") {
  Random random(Seed{});
  std::uint64_t bits = 0;
  for (int i = 0; i < 20; ++i) bits |= random.next();
  CHECK(bits != 0);
}

TEST_CASE("a known seed gives a known deal with each deck") {
  // Found with another program, written from the description in deal.h.
  const std::vector<KnownDeal> known = {
      {"royal-classic@4",
       0,
       {"TC QC 4D 7D QD AD QS KS 5H 7H 8H TH QH", "3C 4C 5C JC KC AC TD 2S 3S 6S 3H 6H 9H",
        "6C 7C 8C 9C 3D 5D 8D 7S 8S 9S AS 2H 4H", "2C 2D 6D 9D JD KD 4S 5S TS JS JH KH AH"},
       "",
       'H'},
      {"royal-classic@2",
       1,
       {"3C 4C 5C JC KC AC TD 2S 3S 6S 3H 6H 9H", "6C 7C 8C 9C 3D 5D 8D 7S 8S 9S AS 2H 4H",
        "2C 2D 6D 9D JD KD 4S 5S TS JS JH KH AH", "TC QC 4D 7D QD AD QS KS 5H 7H 8H TH QH"},
       "",
       'H'},
      {"green-queen-jokers@4",
       2,
       {"XR 3R 4R 2W 3W 5W 7W JW QW AW TP 3L 8L TS QS KS AS", "TR JR XW 8W 4P 8P QP 2L QL AL XS 2S 4S 6S 7S 8S JS",
        "9R QR KR 9W 2P 3P 6P 7P 9P XL 4L 5L 6L 9L KL 5S 9S", "2R 5R 6R 7R AR 4W 6W TW KW XP JP KP AP 7L TL JL 3S"},
       "8R 5P",
       'R'}};
  for (const KnownDeal& expected : known) {
    INFO(expected.id);
    const GameRules game(rules_of(expected.id));
    Random random(kKnownSeed);
    const Deal deal = deal_cards(game, expected.dealer, random);
    std::vector<std::string> hands;
    for (int h = 0; h < game.rules().hands_per_seat; ++h) {
      for (Seat seat = 0; seat < game.seats(); ++seat) {
        hands.push_back(
            cards_text(game.deck(), deal.hands[static_cast<std::size_t>(h)][static_cast<std::size_t>(seat)]));
      }
    }
    CHECK(hands == expected.hands);
    CHECK(cards_text(game.deck(), deal.leftover) == expected.leftover);
    CHECK(game.deck().suit_letter(deal.point_lane) == expected.point_suit);
  }
}

TEST_CASE("the same seed gives the same deal, another seed another") {
  const GameRules game(rules_of("black-lady@4"));
  const auto dealt = [&](std::uint64_t seed) {
    Random random(seed_of(seed));
    return deal_cards(game, 1, random).hands[0];
  };
  CHECK(dealt(1) == dealt(1));
  CHECK(dealt(1) != dealt(2));
}

TEST_CASE("every deal of every configuration is whole") {
  for (const std::string& id : KeyTables::get().ids()) {
    INFO(id);
    const GameRules game(rules_of(id));
    Random random(seed_of(20));
    for (int i = 0; i < 50; ++i) {
      Deal deal = deal_cards(game, i % game.seats(), random);
      REQUIRE(is_whole(game, deal));
      deal.hands[0][0].erase(deal.hands[0][0].first());
      CHECK_FALSE(is_whole(game, deal));
    }
  }
}

TEST_CASE("a duplicate card makes a deal incomplete") {
  const GameRules game(rules_of("black-lady@4"));
  Random random(seed_of(21));
  Deal deal = deal_cards(game, 0, random);
  deal.hands[0][0].erase(deal.hands[0][0].first());
  deal.hands[0][0].insert(deal.hands[0][1].first());
  CHECK_FALSE(is_whole(game, deal));
}

TEST_CASE("each card goes to each seat equally often") {
  for (const std::string id : {"black-lady@4", "black-lady@3", "green-queen-jokers@5", "royal-classic@2"}) {
    INFO(id);
    const GameRules game(rules_of(id));
    constexpr int kDeals = 4000;
    Random random(seed_of(22));
    std::map<std::pair<int, Seat>, int> count;
    for (int i = 0; i < kDeals; ++i) {
      const Deal deal = deal_cards(game, i % game.seats(), random);
      for (Seat seat = 0; seat < game.seats(); ++seat) {
        for (Card card : deal.hands[0][static_cast<std::size_t>(seat)]) ++count[{card.code(), seat}];
      }
    }
    const double share = static_cast<double>(game.hand_size()) / game.deck().cards().size();
    const double expected = kDeals * share;
    double chi_square = 0;
    for (Card card : game.deck().cards()) {
      for (Seat seat = 0; seat < game.seats(); ++seat) {
        const double off = count[{card.code(), seat}] - expected;
        chi_square += off * off / (expected * (1 - share));
      }
    }
    const double cells = game.deck().cards().size() * game.seats();
    CHECK(chi_square > cells * 0.6);
    CHECK(chi_square < cells * 1.4);
  }
}

TEST_CASE("each suit is drawn equally often, and apart from the deal") {
  const GameRules game(rules_of("green-queen-jokers@5"));
  Random random(seed_of(23));
  std::map<int, int> drawn;
  int first_card_of_suit = 0;
  constexpr int kDeals = 10000;
  for (int i = 0; i < kDeals; ++i) {
    const Deal deal = deal_cards(game, 0, random);
    ++drawn[deal.point_lane];
    if (deal.hands[0][1].contains(Card(deal.point_lane, 1))) ++first_card_of_suit;
  }
  for (int lane = 0; lane < 5; ++lane) CHECK(std::abs(drawn[lane] - kDeals / 5) < 200);
  CHECK(std::abs(first_card_of_suit - kDeals / 5) < 200);
}

TEST_CASE("a number below a bound has no favourites") {
  Random random(seed_of(24));
  for (std::uint32_t bound = 1; bound <= 80; ++bound) {
    std::vector<int> count(bound);
    const int draws = static_cast<int>(bound) * 400;
    for (int i = 0; i < draws; ++i) ++count.at(random.below(bound));
    for (int times : count) CHECK(std::abs(times - 400) < 120);
  }
  // Without the second draw every third number would come twice as often.
  constexpr std::uint32_t kThreeQuarters = 3U << 30;
  std::vector<int> thirds(3);
  for (int i = 0; i < 30000; ++i) {
    const std::uint32_t number = random.below(kThreeQuarters);
    REQUIRE(number < kThreeQuarters);
    ++thirds[number % 3];
  }
  for (int times : thirds) CHECK(std::abs(times - 10000) < 500);
}

}  // namespace deal_test
