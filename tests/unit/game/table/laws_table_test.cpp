// The laws at a table of scripted bots: what each act brings about, and what everybody receives. Where protocol.md
// shows it, it must be the same.

#include <fstream>
#include <iterator>

#include "engine/variants/registry.h"
#include "tests/catch.h"
#include "tests/unit/game/table/laws_party.h"

namespace laws_table_test {

using namespace arena;
using namespace arena::test;
using hearts::at;

namespace {

const std::string kSmall = "tournament-laws@4+table_laws+deck.ranks=J,Q,K,A";

const hearts::GameRules& small() {
  static const hearts::GameRules rules(hearts::resolve_variant(kSmall));
  return rules;
}

DealtHand small_deal() { return dealt(small(), {"JC KC QD JS", "QC KD AD JH", "AC JD QS KH", "KS AS QH AH"}); }

/// One hand has a card too many, and one a card too few.
DealtHand wrong_deal() { return dealt(small(), {"JC KC QD JS QC", "KD AD JH", "AC JD QS KH", "KS AS QH AH"}); }

/// The examples of the chapter on laws, each without its remarks.
std::vector<std::vector<std::string>> documented() {
  std::ifstream file(HEARTS_SOURCE_DIR "/protocol.md");
  std::vector<std::vector<std::string>> examples;
  bool in_chapter = false;
  bool in_example = false;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("## ")) in_chapter = line == "## The laws of the table";
    if (!in_chapter) continue;
    if (line == "```") {
      in_example = !in_example;
      if (in_example) examples.emplace_back();
      // A grammar is no example.
      if (!in_example && !examples.back().front().starts_with("A ")) examples.pop_back();
    } else if (in_example) {
      examples.back().push_back(line.substr(0, line.find("  ")));
    }
  }
  return examples;
}

/// Takes each line of the example from the talk, in order and one after the other but where it says "...".
void check_example(std::size_t number, const std::string& talk) {
  const std::vector<std::vector<std::string>> examples = documented();
  REQUIRE(examples.size() == 7);
  std::string pattern;  // the lines up to a gap
  std::size_t from = 0;
  const auto find = [&] {
    INFO(pattern << "in\n" << talk.substr(from));
    const std::size_t found = talk.find(pattern, from);
    CHECK(found != std::string::npos);
    from = found == std::string::npos ? from : found + pattern.size();
    pattern.clear();
  };
  for (const std::string& line : examples[number]) {
    if (line == "A ...") {
      find();
    } else {
      pattern += line + "\n";
    }
  }
  find();
}

}  // namespace

TEST_CASE("a misdeal is called and thrown in: the next dealer deals the hand of the same number") {
  LawsParty party(kSmall, {wrong_deal(), small_deal()}, {{}, {"call"}, {}, {}});
  const GameResult result = party.play();
  check_example(0, party.talk(1));
  REQUIRE(result.hands.size() == 2);
  CHECK(result.hands[0].thrown_in);
  CHECK(result.hands[0].plays == std::vector<hearts::Act>{{.kind = hearts::Act::Kind::call_misdeal, .seat = 1}});
  CHECK(result.hands[1].number == 1);
  CHECK(result.hands[1].dealer == 1);
  CHECK_FALSE(result.hands[1].thrown_in);
  CHECK(result.faults.empty());
  // Who was dealt the right number of cards cannot know, and is not asked.
  CHECK(party.talk(2).find(" misdeal 1 ") == std::string::npos);
  CHECK(party.talk(2).find("A misdeal 1\n") != std::string::npos);
}

TEST_CASE("a misdeal may be called until the first trick is complete and not after") {
  for (const int question : {1, 2, 3, 4}) {
    LawsParty::Answers answers(static_cast<std::size_t>(question) + (question > 2 ? 1 : 0));
    answers.back() = "call";
    LawsParty party(kSmall, {wrong_deal(), small_deal()}, {{}, answers, {}, {}});
    const GameResult result = party.play();
    REQUIRE(result.hands.size() == 2);
    CHECK(result.hands[0].plays.size() == static_cast<std::size_t>(question));
  }
  LawsParty party(kSmall, {wrong_deal()}, {{}, {}, {}, {}});
  CHECK(party.play().hands.size() == 1);
}

TEST_CASE("a slip of the dealer is announced to all and each of them may call") {
  const DealSlip slip{true, *hearts::parse_cards(small().deck(), "KS AH")};
  DealtHand faulty = small_deal();
  faulty.slip = slip;
  LawsParty party(kSmall, {faulty, small_deal()}, {{}, {}, {"", "", "call"}, {}});
  const GameResult result = party.play();
  for (int seat = 0; seat < 4; ++seat) {
    INFO(party.talk(seat));
    CHECK(party.talk(seat).find("A faulty KS AH\n") != std::string::npos);
    CHECK(party.talk(seat).find(" misdeal 1 500 3000 : stands call\n") != std::string::npos);
    CHECK(party.talk(seat).find("A misdeal 2\n") != std::string::npos);
  }
  REQUIRE(result.hands.size() == 2);
  CHECK(result.hands[0].slip == slip);
  CHECK(result.hands[1].slip == DealSlip{});
}

TEST_CASE("incorrect hands are played as far as all can and the cards left over are charged") {
  LawsParty party(kSmall, {wrong_deal()}, {{}, {}, {}, {}});
  const GameResult result = party.play();
  check_example(1, party.talk(0));
  check_example(1, party.talk(3));
  CHECK(result.hands[0].points == hearts::PerSeat<int>{1, 1, 3, 0});
}

TEST_CASE("a lead out of turn goes back where somebody demands it and stands where nobody does") {
  LawsParty demanded(kSmall, {small_deal()}, {{"", "retract"}, {}, {}, {"KS then AS"}});
  demanded.play();
  check_example(2, demanded.talk(0));
  CHECK(demanded.talk(1).find(" demand ") != std::string::npos);  // informed, not asked: seat 0 came first
  CHECK(demanded.talk(1).find(": let retract") == std::string::npos);
  CHECK(demanded.talk(3).find(": let retract") == std::string::npos);  // his own

  LawsParty stands(kSmall, {small_deal()}, {{}, {}, {}, {"KS then AS"}});
  const GameResult result = stands.play();
  for (int seat = 0; seat < 3; ++seat) CHECK(stands.talk(seat).find(": let retract") != std::string::npos);
  CHECK(stands.talk(0).find("A back") == std::string::npos);
  // Who led leads: the others follow clockwise from there.
  CHECK(stands.talk(2).find("A play 3 AS\nA ask 2 demand 1 500 3000 seat=3 card=AS : let retract\nB 2 let\n"
                            "A play 0 JS\nA play 1 JH\n") == std::string::npos);
  CHECK(stands.talk(3).find("A trick 2 lead=2\nA play 3 AS\nA play 0 JS\n") != std::string::npos);
  CHECK(result.faults.empty());
}

TEST_CASE("a lead out of turn is refused where there is none and a try is used up") {
  const auto refusal = [](const std::string& answer) {
    LawsParty party(kSmall, {small_deal()}, {{}, {}, {}, {answer}});
    party.play();
    const std::size_t bad = party.talk(3).find("A bad 1 ");
    return bad == std::string::npos ? "" : party.talk(3).substr(bad + 8, party.talk(3).find('\n', bad) - bad - 8);
  };
  CHECK(refusal("KS then AS") == "");
  CHECK(refusal("KS then QH") == "then QH: that card may not be led before it is broken (R001-12); tries left 2");
  CHECK(refusal("KS then KS") == "then KS: that card is not in your hand; tries left 2");
  CHECK(refusal("KS then JC") == "then JC: that card is not in your hand; tries left 2");
  CHECK(refusal("KS then ZZ") == "then ZZ: that is not a card of this pack; tries left 2");
  CHECK(refusal("KS then") == "one word is needed after then; tries left 2");
  CHECK(refusal("KS then AS QH") == "one word is needed after then; tries left 2");
  CHECK(refusal("KS AS") == "2 words where 1 is asked for; tries left 2");
  CHECK(refusal("then AS") == "then: that is not a card of this pack; tries left 2");

  // Seat 2 does not complete the trick, and seat 1 wins its own.
  LawsParty early(kSmall, {small_deal()}, {{}, {}, {"AC then QS"}, {}});
  early.play();
  CHECK(early.talk(2).find("A bad 1 then: that is not a card of this pack; tries left 2\n") != std::string::npos);
  LawsParty winner(kSmall, {small_deal()}, {{}, {"", "KD then AD"}, {}, {}});
  winner.play();
  CHECK(winner.talk(1).find("A bad 2 then AD: it is not your turn; tries left 2\n") != std::string::npos);
}

TEST_CASE("a card out of turn within a trick goes back with the cards laid on it, where somebody demands it later") {
  LawsParty party(kSmall, {small_deal()}, {{}, {}, {"wait", "let", "wait", "retract", "wait"}, {"KS"}});
  party.want_all_laws(2);
  party.want_all_laws(3);
  const GameResult result = party.play();
  check_example(5, party.talk(3));
  check_example(6, party.talk(2));
  CHECK(result.faults.empty());
  CHECK(result.tries.empty());
  CHECK(result.wants_all_laws == hearts::PerSeat<bool>{false, false, true, true});
  CHECK(result.laws[3].of(LawFigure::plays_out_of_turn) == 1);
  CHECK(result.laws[3].of(LawFigure::retractions) == 1);
  CHECK(result.laws[3].of(LawFigure::covered_retractions) == 1);
  CHECK(result.laws[3].of(LawFigure::leads_out_of_turn) == 0);
  CHECK(result.laws[2].of(LawFigure::demands) == 1);
  // Seat 1 wants nothing of the kind: it is asked once about the card, and about no card of its own.
  CHECK(party.talk(1).find(" early ") == std::string::npos);
  CHECK(party.talk(1).find("card=KS : let retract") != std::string::npos);
  CHECK(party.talk(1).find("turn=") == std::string::npos);
  // What happened costs nothing.
  CHECK(result.hands[0].points == LawsParty(kSmall, {small_deal()}, {{}, {}, {}, {}}).play().hands[0].points);
}

TEST_CASE("a card out of turn within a trick that nobody demands stands, and a revoke out of turn can be corrected") {
  // Seat 2 follows to trick 1 early. Seat 1 is asked last and plays.
  LawsParty party(kSmall, {small_deal()}, {{}, {}, {"QS", "stands", "AC"}, {}});
  party.want_all_laws(2);
  const GameResult result = party.play();
  INFO(party.talk(2));
  CHECK(party.talk(2).find("A ask 1 early 1 500 3000 turn=1 may=revoke : wait AC\nB 1 QS\nA play 2 QS\n"
                           "A ask 2 correct 1 500 2999 : stands AC\nB 2 stands\nA play 1 QC\n"
                           "A ask 3 correct 1 500 2998 : stands AC\nB 3 AC\nA correct 2\nA back 1 QC\nA back 2 QS\n"
                           "A trick 1 lead=0\nA play 0 JC\nA play 2 AC\nA play 1 QC\n") != std::string::npos);
  CHECK(result.faults.empty());
  CHECK(result.laws[2].of(LawFigure::corrections) == 1);
  CHECK(result.laws[2].of(LawFigure::revokes) == 0);
}

TEST_CASE("a seat that wants all questions of the laws may lead whenever it is not its turn, but not to trick 1") {
  // Seat 2 wins trick 1. Seat 1 leads to trick 2, though it has not completed the first, and others let it stand.
  LawsParty party(kSmall, {small_deal()}, {{}, {"", "KD"}, {}, {}});
  party.want_all_laws(1);
  const GameResult result = party.play();
  INFO(party.talk(1));
  // Nothing was asked before the lead of trick 1.
  CHECK(party.talk(1).find("A trick 1 lead=0\nA play 0 JC\nA ask 1 play ") != std::string::npos);
  CHECK(party.talk(1).find("A trick 2 lead=2\nA ask 2 early 1 500 3000 turn=2 : wait KD AD\nB 2 KD\nA play 1 KD\n") !=
        std::string::npos);
  CHECK(result.laws[1].of(LawFigure::leads_out_of_turn) == 1);
  CHECK(result.laws[1].of(LawFigure::plays_out_of_turn) == 0);
  // It leads early by its answer to that question alone.
  CHECK(party.talk(1).find("then") == std::string::npos);
  // Without the laws nobody is asked.
  LawsParty plain("tournament-laws@4+reject_illegal+deck.ranks=J,Q,K,A", {small_deal()}, {{}, {}, {}, {}});
  plain.want_all_laws(1);
  CHECK(plain.play().wants_all_laws == hearts::PerSeat<bool>{});
  CHECK(plain.talk(1).find(" early ") == std::string::npos);
}

TEST_CASE("silence at the question whether to play out of turn is no fault and ends all questions of the laws") {
  LawsParty party(kSmall, {small_deal()}, {{}, {}, {}, {}});
  party.limits().laws = std::chrono::milliseconds(300);
  std::string heard;
  party.set_script(3, [&](FakeBot& bot, std::string_view line) {
    heard.append(line).append("\n");
    if (line.starts_with("hello ")) bot.say("ready laws=all");
    const auto ask = parse_ask(line);
    if (ask && ask->kind != "early") bot.say(first_words(*ask));
  });
  const GameResult result = party.play();
  INFO(heard);
  CHECK(result.faults.empty());
  REQUIRE(result.automatic.size() == 1);
  CHECK(result.automatic[0].why == Fault::timeout);
  CHECK(heard.find("auto 1 timeout wait\n") != std::string::npos);
  CHECK(heard.find(" early ", heard.find("auto 1")) == std::string::npos);
}

TEST_CASE("a revoke is corrected until the trick is complete and the cards laid on it go back") {
  LawsParty party(kSmall, {small_deal()}, {{}, {"KD", "", "QC"}, {}, {}});
  const GameResult result = party.play();
  check_example(3, party.talk(1));
  CHECK(result.hands[0].points == LawsParty(kSmall, {small_deal()}, {{}, {}, {}, {}}).play().hands[0].points);
  // The owner of the card laid on it plays again.
  CHECK(party.talk(2).find("A back 2 AC\nA back 1 KD\nA trick 1 lead=0\nA play 0 JC\nA play 1 QC\n"
                           "A ask 2 play 1 500 30000 may=revoke : AC\n") != std::string::npos);
}

TEST_CASE("what the rules forbid otherwise is refused as ever") {
  LawsParty party(kSmall, {small_deal()}, {{}, {"JH"}, {}, {"QH"}});
  const GameResult result = party.play();
  CHECK(party.talk(1).find("A bad 1 JH: that card may not be played to the first trick (R001-14); tries left 2\n") !=
        std::string::npos);
  CHECK(party.talk(3).find("A bad 1 QH: that card may not be played to the first trick (R001-14); tries left 2\n") !=
        std::string::npos);
  CHECK(result.tries.size() == 2);
}

TEST_CASE("a revoke is found by the table or must be claimed") {
  const std::vector<LawsParty::Answers> revoking = {{"", "KC"}, {"", "KD"}, {}, {"", "AH"}};
  LawsParty found(kSmall, {small_deal()}, revoking);
  CHECK(found.play().hands[0].points == hearts::PerSeat<int>{4, 0, 0, 0});
  CHECK(found.talk(2).find("A revoke 0 2\nA charge 0 4 R001-31\n") != std::string::npos);

  const std::string by_claim = kSmall + "+laws.revoke_discovery=by_claim";
  LawsParty unclaimed(by_claim, {small_deal()}, revoking);
  const GameResult nothing = unclaimed.play();
  CHECK(nothing.hands[0].points == hearts::PerSeat<int>{0, 14, 3, 0});
  CHECK(nothing.hands[0].plays.back() == hearts::Act{.kind = hearts::Act::Kind::agree});
  CHECK(unclaimed.talk(2).find("charge") == std::string::npos);

  std::vector<LawsParty::Answers> claiming = revoking;
  claiming[2] = {"", "", "", "", "revoke:3:2", "revoke:0:2"};
  LawsParty claimed(by_claim, {small_deal()}, claiming);
  const GameResult result = claimed.play();
  check_example(4, claimed.talk(2));
  CHECK(result.hands[0].points == hearts::PerSeat<int>{4, 0, 0, 0});
  CHECK(claimed.talk(0).find("A claim 2 revoke:3:2 unfounded\nA claim 2 revoke:0:2 founded\n") != std::string::npos);
}

TEST_CASE("questions of the laws have a budget of their own and silence is no fault") {
  // Seat 1 revokes, and is asked twice whether it corrects: it says nothing once, and is not asked again in this game.
  LawsParty party(kSmall, {small_deal()}, {{}, {}, {}, {}});
  party.limits().laws = std::chrono::milliseconds(300);
  std::vector<std::string> asked;
  party.set_script(1, [&](FakeBot& bot, std::string_view line) {
    if (line.starts_with("hello ")) bot.say("ready");
    if (line.starts_with("auto ") || line.starts_with("late ")) asked.emplace_back(line);
    const auto ask = parse_ask(line);
    if (!ask) return;
    asked.emplace_back(line);
    if (ask->kind == "correct") return;
    bot.say(ask->id == 1 ? "1 KD" : first_words(*ask), std::chrono::milliseconds(20));
  });
  const GameResult result = party.play(2);
  CHECK(result.faults.empty());
  REQUIRE(result.automatic.size() == 1);
  CHECK(result.automatic[0].seat == 1);
  CHECK(result.automatic[0].question == 2);
  CHECK(result.automatic[0].why == Fault::timeout);
  REQUIRE(asked.size() > 3);
  CHECK(asked[0] == "ask 1 play 1 500 30000 may=revoke : QC");
  CHECK(asked[1] == "ask 2 correct 1 500 300 : stands QC");
  CHECK(asked[2] == "auto 2 timeout stands");
  CHECK(asked[3].starts_with("ask 3 play 1 500 29980 "));  // the bank has paid for question 1 alone
  CHECK(result.hands[0].points[1] == 4);
  CHECK(party.bot(1).sent().find("correct 1 ", party.bot(1).sent().find("auto 2")) == std::string::npos);
}

TEST_CASE("a bot that is gone when a law asks has lost the game and the house lets things stand") {
  const std::string by_claim = kSmall + "+laws.revoke_discovery=by_claim";
  struct Case {
    std::string kind;
    std::string variant;
    DealtHand dealt;
    int seat;
    std::vector<LawsParty::Answers> answers;
  };
  const std::vector<Case> cases = {{"misdeal", kSmall, wrong_deal(), 1, {{}, {}, {}, {}}},
                                   {"demand", kSmall, small_deal(), 0, {{}, {}, {}, {"KS then AS"}}},
                                   {"correct", kSmall, small_deal(), 1, {{}, {"KD"}, {}, {}}},
                                   {"claim", by_claim, small_deal(), 2, {{}, {}, {}, {}}}};
  for (const Case& one : cases) {
    CAPTURE(one.kind);
    LawsParty party(one.variant, {one.dealt}, one.answers);
    const LawsParty::Answers& answers = one.answers[static_cast<std::size_t>(one.seat)];
    int question = 0;
    party.set_script(one.seat, [&](FakeBot& bot, std::string_view line) {
      if (line.starts_with("hello ")) bot.say("ready");
      const auto ask = parse_ask(line);
      if (!ask) return;
      const std::string words = at(question) < answers.size() ? answers[at(question)] : "";
      ++question;
      ProcessEnd end;
      end.kind = ProcessEnd::Kind::exited;
      end.number = 3;
      if (ask->kind == one.kind) return bot.end(end);
      bot.say(words.empty() ? first_words(*ask) : std::to_string(ask->id) + " " + words);
    });
    const GameResult result = party.play();
    REQUIRE(result.forfeits.size() == 1);
    CHECK(result.forfeits[0].seat == one.seat);
    CHECK(result.forfeits[0].fault == Fault::exited);
    CHECK(result.forfeits[0].question == question);
    CHECK(result.automatic.empty());
    REQUIRE(result.hands.size() == 1);
    CHECK(result.hands[0].plays.back().kind != hearts::Act::Kind::call_misdeal);
  }
}

TEST_CASE("a seat demands and corrects and claims so often in a hand and no oftener") {
  // Seat 2 claims what is not so, as often as it is let.
  LawsParty party(kSmall + "+laws.revoke_discovery=by_claim", {small_deal()}, {{}, {}, {}, {}});
  int claims = 0;
  party.set_script(2, answering_script([&](FakeBot& bot, const Ask& ask, int) {
                     if (ask.kind == "claim") ++claims;
                     bot.say(ask.kind == "claim" ? std::to_string(ask.id) + " " + ask.words.back() : first_words(ask));
                   }));
  const GameResult result = party.play();
  CHECK(claims == kLawActsMax);
  CHECK(result.faults.empty());
}

}  // namespace laws_table_test
