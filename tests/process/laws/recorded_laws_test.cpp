// Each law at a table of processes: its result is in the record, and replays show it from there.

#include "tests/catch.h"
#include "tests/process/laws/scripted_game.h"

namespace recorded_laws_test {

using namespace laws_process_test;
using arena::Fault;
using Catch::Matchers::ContainsSubstring;

namespace {

constexpr const char* kSmall = "tournament-laws@4+deck.ranks=J,Q,K,A";
constexpr const char* kByClaim = "tournament-laws@4+deck.ranks=J,Q,K,A+laws.revoke_discovery=by_claim";
const std::string kWhole = R"("deal":["JC KC QD JS","QC KD AD JH","AC JD QS KH","KS AS QH AH"])";
const std::string kWrong = R"("deal":["JC KC QD JS QC","KD AD JH","AC JD QS KH","KS AS QH AH"])";

/// A question of a law, and what must happen before it.
struct Question {
  std::string kind;
  std::string variant;
  std::string deal;
  std::string acts;
  int seat;  ///< who is asked next
};

std::vector<Question> questions() {
  return {{"misdeal", kSmall, kWrong, "", 1},
          {"demand", kSmall, kWhole, "JC QC AC KS out:AS", 0},
          {"correct", kSmall, kWhole, "JC KD", 1},
          {"claim", kByClaim, kWhole, "JC QC AC KS JD AH KC KD AD QS AS QD JH KH QH JS", 2}};
}

}  // namespace

TEST_CASE("a misdeal is recorded, replayed and judged from its record", "[memory]") {
  const ScriptedGame game(kSmall, kWrong, 0, "JC misdeal:1");
  CHECK(game.acts() == "JC misdeal:1");
  const std::string text = game.run_command("replay", {"b0g0"});
  INFO(text);
  CHECK_THAT(text, ContainsSubstring("calls a misdeal"));
  CHECK(game.record().result.laws[1].of(arena::LawFigure::misdeals) == 1);
}

TEST_CASE("incorrect hands are recorded and what they cost is reported") {
  const ScriptedGame game(kSmall, kWrong, 0, "JC KD AC KS JD AS QD AD JH KH QH QC");
  const arena::HandResult& hand = game.record().result.hands.at(0);
  CHECK(hand.points == hearts::PerSeat<int>{1, 1, 3, 0});
  const std::string text = game.run_command("replay", {"b0g0"});
  INFO(text);
  CHECK_THAT(text, ContainsSubstring("R001-24"));
}

TEST_CASE("a lead out of turn and its retraction are recorded and reported") {
  const ScriptedGame game(kSmall, kWhole, 0, "JC QC AC KS out:AS demand:0:AS");
  CHECK(game.acts().starts_with("JC QC AC KS out:AS demand:0:AS "));
  const std::string text = game.run_command("replay", {"b0g0"});
  INFO(text);
  CHECK_THAT(text, ContainsSubstring("leads out of turn: AS"));
  CHECK_THAT(text, ContainsSubstring("take AS back"));
}

TEST_CASE("a correction is recorded and reported, and costs nothing") {
  const ScriptedGame game(kSmall, kWhole, 0, "JC KD AC correct:QC AC KS");
  CHECK(game.acts().starts_with("JC KD AC correct:QC AC KS "));
  CHECK(game.record().result.laws[1].of(arena::LawFigure::corrections) == 1);
  CHECK(game.record().result.laws[1].of(arena::LawFigure::charge) == 0);
  const std::string text = game.run_command("replay", {"b0g0"});
  INFO(text);
  CHECK_THAT(text, ContainsSubstring("does not follow suit: KD"));
  CHECK_THAT(text, ContainsSubstring("replaces its card with QC"));
}

TEST_CASE("a revoke that the table finds is recorded and charged") {
  const ScriptedGame game(kSmall, kWhole, 0, "JC KD AC KS");
  CHECK(game.record().result.laws[1].of(arena::LawFigure::revokes) == 1);
  CHECK(game.record().result.laws[1].of(arena::LawFigure::charge) == 4);
  const std::string text = game.run_command("replay", {"b0g0"});
  INFO(text);
  CHECK_THAT(text, ContainsSubstring("R001-31"));
  CHECK(game.record().result.faults.empty());
}

TEST_CASE("claims are recorded in order, founded or not", "[memory]") {
  const ScriptedGame game(
      kByClaim, kWhole, 0,
      "JC QC AC KS JD AH KC KD AD QS AS QD JH KH QH JS claim:2:revoke:3:2 claim:2:revoke:0:2 agree");
  CHECK(game.acts().ends_with("claim:2:revoke:3:2 claim:2:revoke:0:2 agree"));
  CHECK(game.record().result.laws[2].of(arena::LawFigure::claims) == 1);
  CHECK(game.record().result.laws[2].of(arena::LawFigure::unfounded_claims) == 1);
  const std::string text = game.run_command("replay", {"b0g0"});
  INFO(text);
  CHECK_THAT(text, ContainsSubstring("claim"));
}

TEST_CASE("a bot that dies at a law's question forfeits, and the game continues") {
  for (const Question& one : questions()) {
    INFO(one.kind);
    const ScriptedGame game(one.variant, one.deal, 0, one.acts, one.seat, "!exit");
    const arena::GameResult& result = game.record().result;
    INFO(game.sent_to(one.seat));
    REQUIRE(result.forfeits.size() == 1);
    CHECK(result.forfeits[0].seat == one.seat);
    CHECK(result.forfeits[0].fault == Fault::exited);
    const std::string sent = game.sent_to(one.seat);
    CHECK_THAT(sent.substr(sent.rfind("\nask ")), ContainsSubstring(" " + one.kind + " 1 "));
    CHECK(result.places[static_cast<std::size_t>(one.seat)] == 4);
  }
}

TEST_CASE("silence at a law's question is no fault, and ends the questions of laws to that seat") {
  for (const Question& one : questions()) {
    INFO(one.kind);
    const ScriptedGame game(one.variant, one.deal, 0, one.acts, one.seat, "!silent");
    const arena::GameResult& result = game.record().result;
    CHECK(result.faults.empty());
    CHECK(result.forfeits.empty());
    const std::string sent = game.sent_to(one.seat);
    INFO(sent);
    REQUIRE(result.automatic.size() == 1);
    CHECK(result.automatic[0].why == Fault::timeout);
    CHECK(result.automatic[0].seat == one.seat);
    const std::size_t asked = sent.find(" " + one.kind + " 1 ");
    REQUIRE(asked != std::string::npos);
    for (const char* kind : {" misdeal 1 ", " demand 1 ", " correct 1 ", " claim 1 "})
      CHECK(sent.find(kind, asked + 1) == std::string::npos);
  }
}

}  // namespace recorded_laws_test
