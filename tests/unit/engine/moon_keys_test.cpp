#include <string>
#include <vector>

#include "engine/explanation.h"
#include "engine/score.h"
#include "tests/catch.h"
#include "tests/unit/engine/play.h"

namespace moon_keys_test {

using namespace hearts;
using namespace hearts::test;

namespace {

/// What a hand in which seat 1 takes these cards, and seat 0 all others, changes.
struct Ended {
  Ended(const std::string& id, const std::vector<std::string>& cards) : game(rules_of(id)) {
    PerSeat<CardSet> won{};
    for (const std::string& name : cards) won[1].insert(game.deck().find(name).value());
    won[0] = game.deck().cards() - won[1];
    tally = tally_hand(game, game.fixed_point_lane(), won, {});
    if (tally.shooter == kNobody) {
      change = score_hand(game, tally, MoonOption::subtract_self).change;
    } else {
      options = moon_options(game, tally, {});
      change = score_hand(game, tally, options.list[0]).change;
    }
  }

  GameRules game;
  Tally tally;
  MoonOptions options;
  PerSeat<int> change{};
};

std::vector<std::string> hearts_and(const std::vector<std::string>& more) {
  std::vector<std::string> cards = more;
  for (const char rank : std::string("23456789TJQKA")) cards.push_back(std::string(1, rank) + "H");
  return cards;
}

std::string moon_sentences(const std::string& id) {
  std::string text;
  for (const ExplainedSection& section : explain(rules_of(id))) {
    if (section.title != "Moon") continue;
    for (const ExplainedRule& line : section.lines) text += line.text + ". ";
  }
  return text;
}

}  // namespace

TEST_CASE("with moon.award both, the shooter's total falls and the others' rise") {
  const Ended both("black-lady@4+moon.award=both", hearts_and({"QS"}));
  CHECK(both.tally.shooter == 1);
  CHECK(both.options.count == 1);
  CHECK(both.options.list[0] == MoonOption::both);
  CHECK(moon_option_name(both.options.list[0]) == "both");
  CHECK(both.change == PerSeat<int>{26, -26, 26, 26});
  CHECK(Ended("black-lady@4", hearts_and({"QS"})).change == PerSeat<int>{26, 0, 26, 26});
  // The amount, and bonus cards beside it, are those of other awards.
  CHECK(Ended("omnibus@4+moon.award=both+moon.amount=points_in_play", hearts_and({"QS", "JD"})).change ==
        PerSeat<int>{26, -36, 26, 26});
  CHECK(Ended("omnibus@4+moon.award=both", hearts_and({"QS"})).change == PerSeat<int>{16, -26, 26, 26});
  CHECK(moon_sentences("black-lady@4+moon.award=both")
            .find("The shooter's total falls by that, and each other total "
                  "rises by it.") != std::string::npos);
}

TEST_CASE("with moon.award none, all cards count for the player who took them") {
  const Ended none("black-lady@4+moon.award=none", hearts_and({"QS"}));
  CHECK(none.tally.shooter == kNobody);
  CHECK(none.change == PerSeat<int>{0, 26, 0, 0});
  CHECK(Ended("omnibus@4+moon.award=none", hearts_and({"QS", "JD"})).change == PerSeat<int>{0, 16, 0, 0});
  CHECK(moon_sentences("black-lady@4+moon.award=none") ==
        "There is no moon: the cards count for the player who took them. ");
  // Where nothing else is a moon's, the cards of moon.cards are none, either.
  CHECK(Ended("black-lady@4+moon.award=none+moon.cards=2C", hearts_and({"QS", "2C"})).tally.shooter == kNobody);
}

TEST_CASE("the cards of moon.cards are needed for a moon, in addition to the others") {
  const std::string jack_needed = "omnibus@4+moon.cards=JD";
  CHECK(Ended(jack_needed, hearts_and({"QS"})).tally.shooter == kNobody);
  CHECK(Ended(jack_needed, hearts_and({"QS"})).change == PerSeat<int>{-10, 26, 0, 0});
  CHECK(Ended(jack_needed, hearts_and({"QS", "JD"})).tally.shooter == 1);
  CHECK(Ended(jack_needed, hearts_and({"JD"})).tally.shooter == kNobody);
  CHECK(Ended("omnibus@4", hearts_and({"QS"})).tally.shooter == 1);
  CHECK(Ended("black-lady@4+moon.cards=QS,2C", hearts_and({"QS"})).tally.shooter == kNobody);
  CHECK(Ended("black-lady@4+moon.cards=QS,2C", hearts_and({"QS", "2C"})).tally.shooter == 1);
  CHECK(moon_sentences(jack_needed).find("by taking every heart, QS and JD.") != std::string::npos);
  CHECK_THROWS_WITH(rules_of("black-lady@3+moon.cards=2D"),
                    Catch::Matchers::Contains("moon.cards names 2D, which is not in the pack"));
  CHECK_THROWS_WITH(rules_of("black-lady@4+moon.cards=2D,2D"), Catch::Matchers::Contains("moon.cards names 2D twice"));
}

}  // namespace moon_keys_test
