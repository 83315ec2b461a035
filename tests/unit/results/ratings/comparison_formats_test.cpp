#include "arena/results/ratings/comparison_formats.h"

#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <sstream>

#include "arena/base/text/text_layout.h"
#include "tests/catch.h"

namespace comparison_formats_test {

using namespace arena;
using Catch::Matchers::ContainsSubstring;
namespace json = boost::json;

namespace {

ComparedCell cell(Figure pooled, std::optional<Figure> excess, std::optional<double> p) {
  return {12, {pooled.value + 10, 30.5}, pooled, excess, p, p && *p < 0.05};
}

/// Three bots in two variants with all that can befall. The figures are made up.
VariantComparison made_comparison() {
  VariantComparison made;
  made.field = {{"ann", "bob", "cyd", "dan"}, {"black-lady@4", "v|1"}, std::nullopt};
  made.blocks = 40;
  made.games = 160;
  made.bots = {{1, {1580.4, 21.25}, {cell({1612.6, 18}, Figure{44.5, 20.1}, 0.0004), cell({1540, 22}, {}, {})}},
               {0, {1420, 15}, {cell({1410, 18}, Figure{-30, 12}, 0.4), std::nullopt}},
               {2, {1500, std::nullopt}, {std::nullopt, cell({1500, std::nullopt}, {}, {})}}};
  made.untold = {3};
  made.scales = {VariantScale{1.125, 1.25}, VariantScale{0.9, std::nullopt}};
  made.joined = {{0, 1}, {2}};
  made.tau = 17.5;
  made.tests = 5;
  made.finding = {40, 30};
  made.specialists = {{0, 0}};
  return made;
}

std::string keys(const json::object& object) {
  std::string text;
  for (const auto& member : object) text += std::string(member.key()) + " ";
  return text;
}

}  // namespace

TEST_CASE("a comparison in the terminal is one matrix and what stands out") {
  CHECK(comparison_text(made_comparison(), {{"demo", 60}}, false) ==
        R"(4 bots: ann, bob, cyd, dan; 2 variants: black-lady@4, v|1; 40 of 60 blocks, 160 games; run demo

#  bot    level   ±  black-lady@4      v|1
1  bob     1580  21      1613±18*  1540±22
2  ann     1420  15       1410±18        -
3  cyd     1500   -             -   1500±-
   scale                     1.13     0.90

bob plays black-lady@4 better than its other variants predict: +45 ± 20 Elo (p = 0.0004 after Holm's correction for 5
tests).
No games connect {bob, ann} and {cyd}, so nothing is known about their difference. Compare levels only within one group.
No estimate for dan: too few blocks, or nearly all points won or lost.
±: half of the 95% interval, computed over blocks. Each cell: the bot's Elo in the variant ± that. It combines the games
of the variant with the bot's level in all variants, as far as the variants agree. level: Elo over all variants; its
mean is 1500. scale: how widely the variant spreads the same bots in Elo. *: a specialist. -: fewer than three blocks
count, or nearly all points were won or lost.
)");
}

TEST_CASE("a comparison names its anchors, in words and in JSON") {
  VariantComparison made = made_comparison();
  made.anchored = {1};
  made.field.anchors = {{0, 1600}};
  CHECK_THAT(comparison_text(made, {}, false, {900, 900}),
             ContainsSubstring("level: Elo over all variants; ann is 1600. "));
  CHECK(comparison_json(made, {}).at("anchored") == json::parse(R"(["ann"])"));
  CHECK(comparison_json(made, {}).at("reference").is_null());
  made.anchored = {0, 1};
  made.field.anchors = {{0, 1600}, {1, 1700}};
  CHECK_THAT(comparison_markdown(made, {}), ContainsSubstring("the mean of bob and ann is 1650."));
  made.field.anchors.clear();
  made.field.reference = 1;
  made.anchored = {0};
  CHECK_THAT(comparison_text(made, {}, false, {900, 900}), ContainsSubstring("bob is 1500."));
  CHECK(comparison_json(made, {}).at("reference") == json::value("bob"));
}

TEST_CASE("a comparison that is too short to find a specialist, or has two variants, says so") {
  VariantComparison made = made_comparison();
  made.specialists.clear();
  made.finding = {30, 90};
  const std::string text = comparison_text(made, {}, false, {900, 900});
  CHECK_THAT(text,
             ContainsSubstring("a bot that is 100 Elo better in one variant is found with a probability of 0.8 from "
                               "about 90 blocks in each variant, and each has 30 on average."));
  CHECK_THAT(text, ContainsSubstring("No bot is shown to be a specialist"));
  CHECK(comparison_json(made, {}).at("finding") ==
        json::parse(R"({"excess": 100.0, "power": 0.8, "blocks": 30, "blocks_needed": 90})"));
  made.finding.needed.reset();
  CHECK_THAT(comparison_markdown(made, {}),
             ContainsSubstring("- No specialist can be found, because only two variants are compared"));
  CHECK_THAT(comparison_markdown(made, {}), !ContainsSubstring("No bot is shown to be a specialist"));
  CHECK(comparison_json(made, {}).at("finding").at("blocks_needed").is_null());
}

TEST_CASE("a comparison of three variants with too few blocks says how many it takes, not that a variant lacks") {
  VariantComparison made = made_comparison();
  made.specialists.clear();
  made.field.variants.push_back("royal-classic@2");
  made.scales.emplace_back();
  for (ComparedBot& bot : made.bots) bot.cells.emplace_back();
  made.finding = {4, std::nullopt};
  const std::string text = comparison_text(made, {}, false, {900, 900});
  CHECK_THAT(text, ContainsSubstring("Specialists cannot be found yet, because no bot has enough blocks in three "
                                     "variants. In each of them it needs at least 3 blocks, and at least 10 points "
                                     "won and as many lost. No bot has that in royal-classic@2.\n"));
  CHECK_THAT(text, !ContainsSubstring("Add a third variant"));
}

TEST_CASE("cells are coloured where their excess is certain") {
  const std::string text = comparison_text(made_comparison(), {}, true);
  CHECK_THAT(text, ContainsSubstring("\x1b[94m1613±18*\x1b[0m"));
  CHECK_THAT(text, ContainsSubstring("\x1b[33m1410±18\x1b[0m"));
  CHECK_THAT(text, ContainsSubstring("  1540±22\n"));
  CHECK(comparison_text(made_comparison(), {}, false).find('\x1b') == std::string::npos);
}

TEST_CASE("a level is reported once where the matrix comes in parts of forty columns") {
  VariantComparison made = made_comparison();
  made.field.variants = {"black-lady@4", "royal-classic@4"};
  std::istringstream lines(comparison_text(made, {}, false, {40, 40}));
  int heads = 0;
  int levels = 0;
  for (std::string line; std::getline(lines, line);) {
    CHECK(columns_of(line) <= 40);
    heads += line.starts_with("#  bot") ? 1 : 0;
    levels += line.starts_with("#  bot") && line.find("level") != std::string::npos ? 1 : 0;
  }
  CHECK(heads == 2);
  CHECK(levels == 1);
}

TEST_CASE("a matrix that is too wide comes in parts, each with the bots") {
  VariantComparison made = made_comparison();
  made.field.variants.clear();
  for (int v = 0; v < 20; ++v) made.field.variants.push_back("variant-number-" + std::to_string(v));
  made.scales.assign(20, VariantScale{});
  for (ComparedBot& bot : made.bots) bot.cells.assign(20, std::nullopt);
  made.specialists.clear();
  std::istringstream lines(comparison_text(made, {}, false));
  int parts = 0;
  for (std::string line; std::getline(lines, line);) {
    CHECK(columns_of(line) <= 120);
    parts += line.starts_with("1  bob") ? 1 : 0;
  }
  CHECK(parts == 4);
}

TEST_CASE("a comparison says when there is nothing yet") {
  VariantComparison made;
  made.field = {{"ann"}, {"a", "b"}, std::nullopt};
  made.untold = {0};
  made.scales.resize(2);
  CHECK_THAT(comparison_text(made, {}, false),
             ContainsSubstring("\nnothing can be compared yet\n\nNo specialist can be found"));
  CHECK_THAT(comparison_markdown(made, {}), ContainsSubstring("\n\nNothing can be compared yet.\n\n- No specialist"));
  CHECK(comparison_csv(made) ==
        "bot,level,level_pm,variant,scale,elo,elo_pm,excess,excess_pm,p,alone,alone_pm,blocks,specialist,intervals\n");
}

TEST_CASE("a comparison in Markdown is a table and a list") {
  const std::string text = comparison_markdown(made_comparison(), {{"demo", 60}});
  CHECK_THAT(text, ContainsSubstring("| # | bot | level | ± | black-lady@4 | v\\|1 |\n|---:|---|---:|---:|---:|---:|\n"
                                     "| 1 | bob | 1580 | 21 | 1613±18\\* | 1540±22 |\n"));
  CHECK_THAT(text, ContainsSubstring("\n\n- bob plays black-lady@4 better"));
}

TEST_CASE("a comparison as CSV has a row for each cell") {
  CHECK(comparison_csv(made_comparison()) ==
        "bot,level,level_pm,variant,scale,elo,elo_pm,excess,excess_pm,p,alone,alone_pm,blocks,specialist,intervals\n"
        "bob,1580.4000,21.2500,black-lady@4,1.1250,1612.6000,18.0000,44.5000,20.1000,0.0004,1622.6000,30.5000,12,1,"
        "plain\n"
        "bob,1580.4000,21.2500,v|1,0.9000,1540.0000,22.0000,,,,1550.0000,30.5000,12,0,plain\n"
        "ann,1420.0000,15.0000,black-lady@4,1.1250,1410.0000,18.0000,-30.0000,12.0000,0.4000,1420.0000,30.5000,12,0,"
        "plain\n"
        "cyd,1500.0000,,v|1,0.9000,1500.0000,,,,,1510.0000,30.5000,12,0,plain\n");
}

TEST_CASE("a comparison in JSON has all its figures, in the documented order") {
  const json::object object = comparison_json(made_comparison(), {{"demo", 60}});
  CHECK(keys(object) ==
        "v runs bots blocks games intervals reference anchored tau variants levels cells tests finding specialists "
        "joined untold ");
  CHECK(object.at("variants") == json::parse(R"([
    {"variant": "black-lady@4", "scale": 1.125, "scale_times": 1.25},
    {"variant": "v|1", "scale": 0.9, "scale_times": null}])"));
  CHECK(object.at("levels").as_array().at(2) == json::parse(R"({"bot": "cyd", "level": 1500.0, "level_pm": null})"));
  CHECK(object.at("cells").as_array().at(0) == json::parse(R"({
    "bot": "bob", "variant": "black-lady@4", "elo": 1612.6, "elo_pm": 18.0, "excess": 44.5, "excess_pm": 20.1,
    "p": 0.0004, "alone": 1622.6, "alone_pm": 30.5, "blocks": 12, "specialist": true})"));
  CHECK(object.at("cells").as_array().size() == 4);
  CHECK(object.at("specialists") == json::parse(R"([
    {"bot": "bob", "variant": "black-lady@4", "excess": 44.5, "excess_pm": 20.1, "p": 0.0004}])"));
  CHECK(object.at("joined") == json::parse(R"([["bob", "ann"], ["cyd"]])"));
  CHECK(object.at("untold") == json::parse(R"(["dan"])"));
  CHECK(object.at("tau") == json::value(17.5));
}

}  // namespace comparison_formats_test
