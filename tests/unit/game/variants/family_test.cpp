#include <map>
#include <string>
#include <vector>

#include "arena/game/variants/variant_file.h"
#include "engine/hand.h"
#include "engine/match.h"
#include "engine/score.h"
#include "tests/catch.h"

namespace family_test {

using namespace hearts;

namespace {

const VariantBook& family() {
  static const VariantBook book = arena::read_variants({HEARTS_SOURCE_DIR "/engine/variants/family"});
  return book;
}

/// By seat, the change of a hand in which the seats take these cards, seat 0 from seat 1 on. The last seat takes all
/// others.
std::vector<int> change_of(const std::string& id, const std::vector<std::vector<std::string>>& taken) {
  const GameRules game(family().resolve(id));
  PerSeat<CardSet> won{};
  CardSet rest = game.deck().cards();
  for (std::size_t seat = 0; seat < taken.size(); ++seat) {
    for (const std::string& name : taken[seat]) won[seat].insert(game.deck().find(name).value());
    rest -= won[seat];
  }
  won[static_cast<std::size_t>(game.seats()) - 1] |= rest;
  const Tally tally = tally_hand(game, game.fixed_point_lane(), won, {});
  MoonOption option = MoonOption::subtract_self;
  if (tally.shooter != kNobody) option = moon_options(game, tally, {}).list[0];
  const HandScore score = score_hand(game, tally, option);
  return {score.change.begin(), score.change.begin() + game.seats()};
}

std::vector<std::string> all_hearts_and(std::vector<std::string> more) {
  for (const char rank : std::string("23456789TJQKA")) more.push_back(std::string(1, rank) + "H");
  return more;
}

/// The cards that may be led to the first trick of a hand in which nobody passes, over many deals.
bool may_play_first(const std::string& id, const std::string& card) {
  const GameRules game(family().resolve(id + "+pass.count=0+pass.cycle=0"));
  const Card looked_for = game.deck().find(card).value();
  Random random({1, 2, 3, 4});
  for (int deal = 0; deal < 2000; ++deal) {
    Hand hand(game, Hand::Setup{1, 0, {}, deal_cards(game, 0, random)});
    while (hand.trick_number() == 1) {
      if (hand.legal().contains(looked_for) && hand.legal().size() > 1) return true;
      (void)hand.apply(hand.to_move(), random_move(hand, random));
    }
  }
  return false;
}

}  // namespace

TEST_CASE("the games of the family are played to their ends by their files, at each number of players") {
  std::map<std::string, int> sizes;
  for (const NamedVariant& variant : family().named()) {
    for (int seats = variant.seats_min; seats <= variant.seats_max; ++seats) {
      const GameRules game(family().resolve(variant.name + "@" + std::to_string(seats)));
      INFO(game.rules().id);
      CHECK_FALSE(variant.title.empty());
      CHECK_FALSE(variant.about.empty());
      Random random({5, 6, 7, 8});
      for (int number = 0; number < 20; ++number) {
        Match match(game, 0);
        while (!match.status().over) {
          Hand hand(game, match.next_hand(deal_cards(game, match.dealer(), random)));
          while (hand.phase() != Phase::done) REQUIRE_FALSE(hand.apply(hand.to_move(), random_move(hand, random)));
          match.finish_hand(hand);
        }
        CHECK_FALSE(match.status().cut);
      }
      ++sizes[variant.name];
    }
  }
  CHECK(sizes == std::map<std::string, int>{{"black-maria", 4},
                                            {"microsoft-hearts", 1},
                                            {"omnibus-jack-moon", 4},
                                            {"polignac", 1},
                                            {"rickety-kate", 4},
                                            {"spot-hearts", 4}});
}

TEST_CASE("hands of the family that were counted by hand") {
  // A heart, and the three high spades.
  CHECK(change_of("black-maria@3", {{"2H", "QS"}, {"KS", "AS", "3H"}}) == std::vector<int>{14, 18, 11});
  CHECK(change_of("black-maria@4", {all_hearts_and({"QS", "KS", "AS"})}) == std::vector<int>{43, 0, 0, 0});
  // 4 + 14 spots and the queen; the others have the rest of 129.
  CHECK(change_of("spot-hearts@4", {{"4H", "AH", "QS"}, {"KH"}}) == std::vector<int>{43, 13, 0, 73});
  CHECK(change_of("spot-hearts@4", {all_hearts_and({"QS"})}) == std::vector<int>{0, 129, 129, 129});
  CHECK(change_of("rickety-kate@5", {all_hearts_and({"QS"})}) == std::vector<int>{26, 0, 0, 0, 0});
  CHECK(change_of("polignac@4", {{"JS", "KH"}, {"JC", "JD"}, {"AH"}}) == std::vector<int>{2, 2, 0, 1});
  CHECK(change_of("polignac@4", {{"JS", "JC", "JD", "JH"}}) == std::vector<int>{5, 0, 0, 0});
  CHECK(change_of("omnibus-jack-moon@4", {all_hearts_and({"QS"})}) == std::vector<int>{26, 0, 0, -10});
  CHECK(change_of("omnibus-jack-moon@4", {all_hearts_and({"QS", "JD"})}) == std::vector<int>{-10, 26, 26, 26});
  CHECK(change_of("microsoft-hearts@4", {all_hearts_and({"QS"})}) == std::vector<int>{0, 26, 26, 26});
}

TEST_CASE("what may be played to the first trick in the family") {
  CHECK_FALSE(may_play_first("microsoft-hearts", "QS"));
  CHECK_FALSE(may_play_first("microsoft-hearts", "5H"));
  CHECK(may_play_first("rickety-kate", "QS"));
  CHECK(may_play_first("rickety-kate", "5H"));
  CHECK(may_play_first("black-maria", "AS"));
  CHECK(may_play_first("polignac", "JS"));
}

TEST_CASE("the ace of Polignac is below the jack") {
  const GameRules game(family().resolve("polignac"));
  const auto power = [&](const char* card) {
    const Card found = game.deck().find(card).value();
    return game.powers(found.lane(), false).of(found);
  };
  CHECK(power("TS") < power("AS"));
  CHECK(power("AS") < power("JS"));
  CHECK(power("QS") < power("KS"));
}

}  // namespace family_test
