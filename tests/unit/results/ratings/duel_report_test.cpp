#include "arena/results/ratings/duel_report.h"

#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <string>
#include <vector>

#include "arena/results/ratings/standings_data.h"
#include "tests/catch.h"

namespace duel_report_test {

using namespace arena;

namespace {

DuelReport report_of(DuelVerdict verdict, double low = 0, double high = 20) {
  DuelReport duel;
  duel.test = {SequentialTest::Measure::elo, low, high, 0.05, 0.05};
  duel.first = "camel2";
  duel.second = "camel";
  duel.variants = {"black-lady@4"};
  duel.is_over = true;
  duel.state.verdict = verdict;
  duel.state.llr = 2.5;
  duel.state.lower = -2;
  duel.state.upper = 2;
  duel.state.all = {128, 0.52, 13.2, 6.8};
  duel.state.by_variant = {duel.state.all};
  duel.state.sides = {DuelSeats{512, 0}, DuelSeats{512, 0}};
  return duel;
}

std::string verdict_of(const DuelReport& duel) { return duel_sentences(duel).front(); }

}  // namespace

TEST_CASE("the verdict of a duel says what was shown, whatever the hypotheses") {
  using enum DuelVerdict;
  CHECK(verdict_of(report_of(stronger)) ==
        "camel2 is stronger than camel: +13 ± 7 Elo (accepted H1: +20 or more, alpha 0.05).");
  CHECK(verdict_of(report_of(stronger, 5, 20)) ==
        "camel2 is stronger than camel by more than 5 Elo: +13 ± 7 Elo (accepted H1: +20 or more, alpha 0.05).");
  CHECK(verdict_of(report_of(stronger, -40, 0)) ==
        "camel2 is not weaker than camel by 40 Elo or more: +13 ± 7 Elo (accepted H1: 0 or more, alpha 0.05).");
  CHECK(verdict_of(report_of(not_stronger)) ==
        "camel2 is not shown to be stronger than camel: +13 ± 7 Elo (accepted H0: 0 or less, beta 0.05).");
  CHECK(verdict_of(report_of(not_stronger, -10, 0)) ==
        "camel2 is weaker than camel: +13 ± 7 Elo (accepted H0: -10 or less, beta 0.05).");
  CHECK(verdict_of(report_of(not_stronger, -10, 10)) ==
        "camel2 is not stronger than camel by 10 Elo or more: +13 ± 7 Elo (accepted H0: -10 or less, beta 0.05).");
  CHECK(verdict_of(report_of(not_stronger, -40, -20)) ==
        "camel2 is weaker than camel by more than 20 Elo: +13 ± 7 Elo (accepted H0: -40 or less, beta 0.05).");
  CHECK(
      verdict_of(report_of(undecided)) ==
      "After 128 blocks it is undecided whether camel2 is stronger than camel: +13 ± 7 Elo (accepted neither H0: 0 or "
      "less, nor H1: +20 or more).");
}

TEST_CASE("forfeits are in the sentences about a duel, and say whose they are if there is no result") {
  DuelReport duel = report_of(DuelVerdict::stronger);
  duel.state.sides[1].forfeits = 2;
  CHECK(duel_sentences(duel).back() == "camel forfeited in 2 of its 512 seats. A seat that forfeits is placed last.");
  duel.state.verdict = DuelVerdict::no_result;
  duel.state.sides[1].forfeits = 512;
  CHECK(
      verdict_of(duel) ==
      "No result: camel forfeited in 512 of its 512 seats, and above 5% the games do not show who is stronger. 'arena "
      "check BOT' shows what is wrong with a bot; with --forfeits-max 1 forfeits count as losses.");
  duel.state.sides[0].forfeits = 300;
  CHECK(verdict_of(duel).starts_with(
      "No result: camel2 forfeited in 300 of its 512 seats and camel forfeited in 512 of its 512 seats, and"));
}

TEST_CASE("a difference without a width has a dash, and a sentence says why") {
  DuelReport duel = report_of(DuelVerdict::undecided);
  CHECK(duel_sentences(duel).size() == 2);
  duel.state.all = {3, 0.52, 13.2, {}};
  duel.state.by_variant = {duel.state.all};
  CHECK_THAT(verdict_of(duel), Catch::Matchers::ContainsSubstring(": +13 ± - Elo ("));
  CHECK(duel_sentences(duel).back() == "± -: too few blocks to estimate it.");
  CHECK(duel_json(duel).at("difference_pm").is_null());
}

TEST_CASE("a duel says that it counts blocks that the ratings leave out") {
  DuelReport duel = report_of(DuelVerdict::stronger);
  duel.counts_left_out = true;
  CHECK(duel_sentences(duel).back() ==
        "This counts all blocks of the duel, also those that are left out of the ratings.");
}

TEST_CASE("bots that play identically are said to do so, without figures of false certainty") {
  DuelReport duel = report_of(DuelVerdict::not_stronger);
  duel.state.all = {64, 0.5, 0, {}, true};
  CHECK(verdict_of(duel) ==
        "camel2 is not shown to be stronger than camel: the two played identically: all 64 blocks were level (accepted "
        "H0: 0 or less, beta 0.05).");
  CHECK(duel_sentences(duel).at(1) == "64 blocks; camel2 won 50.0% of the points between the two.");
}

TEST_CASE("the progress of a duel says how far the test is") {
  DuelReport duel = report_of(DuelVerdict::undecided);
  duel.is_over = false;
  duel.state.llr = 1.3;
  CHECK(duel_progress(duel) == "65% of the way to 'stronger' (LLR 1.30 of 2.00), +13 ± 7 Elo");
  duel.state.llr = -0.5;
  CHECK(duel_progress(duel) == "25% of the way to 'not stronger' (LLR -0.50 of -2.00), +13 ± 7 Elo");
  duel.state.llr = 4.06;
  CHECK(duel_progress(duel) == "'stronger' at the next look if it stays so (LLR 4.06, bound 2.00), +13 ± 7 Elo");
  CHECK(verdict_of(duel) == "The duel of camel2 and camel is in progress: " + duel_progress(duel) + ".");
  duel.state.all.blocks = 12;
  CHECK(duel_progress(duel) == "12 of the 30 blocks that a verdict takes, +13 ± 7 Elo");
  duel.state.all = {};
  CHECK(duel_progress(duel).empty());
  CHECK(verdict_of(duel) == "The duel of camel2 and camel is in progress: no block is complete.");
}

TEST_CASE("the progress of a duel names the answers that its verdict can give") {
  const auto progress = [](double low, double high, double llr) {
    DuelReport duel = report_of(DuelVerdict::undecided, low, high);
    duel.is_over = false;
    duel.state.llr = llr;
    return duel_progress(duel);
  };
  CHECK(progress(-10, 0, 1.96) == "98% of the way to 'not weaker' (LLR 1.96 of 2.00), +13 ± 7 Elo");
  CHECK(progress(-10, 0, 2.5).starts_with("'not weaker' at the next look"));
  CHECK(progress(-10, 0, -1).starts_with("50% of the way to 'weaker' ("));
  CHECK(progress(-10, 10, 1).starts_with("50% of the way to 'not weaker' ("));
  CHECK(progress(-10, 10, -1).starts_with("50% of the way to 'not stronger' ("));
  CHECK(progress(5, 20, -1).starts_with("50% of the way to 'not stronger' ("));
}

TEST_CASE("the progress of a duel says that forfeits will leave no result") {
  DuelReport duel = report_of(DuelVerdict::undecided);
  duel.is_over = false;
  duel.state.sides = {DuelSeats{132, 6}, DuelSeats{132, 44}};
  CHECK(duel_progress(duel) ==
        "no result if it stays so, because camel forfeited in 44 of its 132 seats (the limit is 5%)");
  CHECK(verdict_of(duel) == "The duel of camel2 and camel is in progress: " + duel_progress(duel) + ".");
  CHECK(duel_sentences(duel).size() == 2);
  duel.state.all.blocks = 12;
  CHECK(duel_progress(duel).starts_with("no result if it stays so, because camel forfeited"));
  duel.state.sides[1].forfeits = 6;
  CHECK(duel_progress(duel).starts_with("12 of the 30 blocks"));
  CHECK(duel_sentences(duel).size() == 3);
  // These count as losses, as do those of the first version of the test.
  duel.state.sides[1].forfeits = 132;
  duel.test.forfeits_max = 1;
  CHECK(duel_progress(duel).starts_with("12 of the 30 blocks"));
  duel.test.forfeits_max = 0.05;
  duel.test.version = 1;
  CHECK(duel_progress(duel).starts_with("12 of the 30 blocks"));
}

TEST_CASE("the lines of variants of a finished duel are said to take no account of its end") {
  const std::string sentence =
      "The lines of the variants take no account of the moment at which the duel ended, so their differences are on "
      "average too far from 0.";
  DuelReport duel = report_of(DuelVerdict::stronger);
  CHECK(std::ranges::count(duel_sentences(duel), sentence) == 0);  // a single variant has no line
  duel.variants.emplace_back("royal-classic@3");
  duel.state.by_variant.push_back({63, 0.6, 101, 90});
  const std::vector<std::string> sentences = duel_sentences(duel);
  REQUIRE(sentences.size() == 5);
  CHECK(sentences[2] == sentence);
  CHECK(sentences[4] == "royal-classic@3: +101 ± 90 Elo; 63 blocks.");
  duel.is_over = false;
  CHECK(std::ranges::count(duel_sentences(duel), sentence) == 0);
}

TEST_CASE("a duel as JSON has its sentences, and each variant by its id") {
  DuelReport duel = report_of(DuelVerdict::stronger);
  duel.variants.emplace_back("royal-classic@3");
  duel.state.by_variant.emplace_back();
  const boost::json::object object = duel_json(duel);
  CHECK(object.at("verdict") == "stronger");
  CHECK(object.at("sentences").as_array().size() == 5);
  CHECK(object.at("seats") == boost::json::array{512, 512});
  CHECK(object.at("by_variant").at(1).at("variant") == "royal-classic@3");
  CHECK(duel_sentences(duel).back() == "royal-classic@3: no blocks.");
}

}  // namespace duel_report_test
