#include "arena/records/replay.h"

#include <boost/json/serialize.hpp>
#include <functional>

#include "engine/variants/registry.h"
#include "tests/catch.h"
#include "tests/unit/records/made_games.h"

namespace replay_test {

using namespace arena;
using namespace arena::test;
using Catch::Matchers::ContainsSubstring;

namespace {

const RunKey kKey = RunKey::from_seed("replay");

struct Made {
  explicit Made(const std::string& variant, const Mishaps& mishaps = {}, std::uint64_t seed = 1)
      : rules(hearts::resolve_variant(variant)),
        manifest(made_manifest(variant, kKey, rules.seats(), rules.seats())),
        record(made_game(manifest, kKey, 0, 1, mishaps, seed)) {}

  std::string problem() const { return problem(record); }
  std::string problem(const GameRecord& changed) const {
    ReplayWatcher nobody;
    return replay_game(changed, rules, nobody).value_or("");
  }
  /// What is said of the game after a change.
  std::string after(const std::function<void(GameResult&)>& change) const {
    GameRecord changed = record;
    change(changed.result);
    return problem(changed);
  }

  hearts::GameRules rules;
  Manifest manifest;
  GameRecord record;
};

/// Counts what it is shown.
struct Counter : ReplayWatcher {
  int hands = 0, selections = 0, passes = 0, plays = 0, moons = 0, scores = 0;
  std::map<Decider, int> by;
  void hand_dealt(const TableHand&) override { ++hands; }
  void hand_selected(const TableHand&, hearts::Seat, Decider decider) override { ++selections, ++by[decider]; }
  void cards_passed(const TableHand&, hearts::Seat, hearts::CardSet, Decider decider) override {
    ++passes, ++by[decider];
  }
  void card_played(const TableHand&, hearts::Seat, hearts::Card, std::optional<hearts::Card>,
                   Decider decider) override {
    ++plays, ++by[decider];
  }
  void moon_settled(const TableHand&, Decider) override { ++moons; }
  void hand_scored(const TableHand&, const hearts::PerSeat<int>&) override { ++scores; }
};

}  // namespace

TEST_CASE("games as they were played are right, in both variants and at all table sizes") {
  for (const char* variant :
       {"royal-classic@2", "royal-classic@3", "royal-classic@4", "royal-classic@5", "black-lady@3", "black-lady@4",
        "black-lady@5", "black-lady@6", "black-lady@3+kitty_first", "black-lady@5+kitty_last"}) {
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
      INFO(variant << ", seed " << seed);
      CHECK(Made(variant, {}, seed).problem() == "");
      CHECK(Made(variant, {{{0, 1}, {0, 9}, {1, 4}}, {{1, 20}}}, seed).problem() == "");
      CHECK(Made(variant, {{}, {{0, 0}, {1, 1}}}, seed).problem() == "");
    }
  }
}

TEST_CASE("a watcher sees every event and who made it") {
  const Made made("royal-classic@2", {{{0, 1}, {0, 2}}, {{1, 7}}});
  Counter counter;
  REQUIRE_FALSE(replay_game(made.record, made.rules, counter));
  const int hands = static_cast<int>(made.record.result.hands.size());
  CHECK(counter.hands == hands);
  CHECK(counter.scores == hands);
  CHECK(counter.selections == 2 * hands);
  CHECK(counter.passes == 4 * hands);
  CHECK(counter.plays == 52 * hands);
  CHECK(counter.by[Decider::arena] == 2);
  CHECK(counter.by[Decider::house] == 29 * hands - 6);
  CHECK(counter.by[Decider::bot] == 58 * hands - 2 - (29 * hands - 6));
}

TEST_CASE("a watcher learns before each decision whose it is and which question") {
  struct Listener : ReplayWatcher {
    std::map<hearts::Seat, std::vector<int>> questions;
    int before_play = 0;
    void deciding(const TableHand& hand, hearts::Seat seat, int question) override {
      questions[seat].push_back(question);
      CHECK(
          (hand.phase() == hearts::Phase::select || hand.phase() == hearts::Phase::pass || hand.next()->seat == seat));
      if (hand.phase() == hearts::Phase::play) ++before_play;
    }
    void card_played(const TableHand&, hearts::Seat, hearts::Card, std::optional<hearts::Card>, Decider) override {
      --before_play;
    }
  } listener;
  const Made made("black-lady@4", {{}, {{1, 7}, {2, 0}}});
  REQUIRE_FALSE(replay_game(made.record, made.rules, listener));
  CHECK(listener.before_play == 0);
  for (const auto& [seat, questions] : listener.questions) {
    for (std::size_t i = 0; i < questions.size(); ++i) {
      const int number = static_cast<int>(i) + 1;
      const bool asked = seat == 1 ? number <= 7 : seat != 2;
      CHECK(questions[i] == (asked ? number : 0));
    }
  }
}

TEST_CASE("a changed play is found wherever it is") {
  const Made made("black-lady@4");
  const HandResult& hand = made.record.result.hands[0];
  std::size_t tried = 0;
  for (std::size_t at = 0; at < hand.plays.size(); ++at) {
    for (const hearts::Card card : made.rules.deck().cards()) {
      if (card == hand.plays[at].card) continue;
      ++tried;
      const std::string problem =
          made.after([&](GameResult& result) { result.hands[0].plays[at] = hearts::Act::play(card); });
      if (problem.empty()) FAIL("play " << at << " as " << made.rules.deck().name(card));
      CHECK(problem.starts_with("hand 1: "));
    }
  }
  CHECK(tried == 52 * 51);
  CHECK_THAT(made.after([](GameResult& result) { std::swap(result.hands[0].plays[0], result.hands[0].plays[1]); }),
             ContainsSubstring("(play 1): "));
}

TEST_CASE("plays that are missing or too many are counted") {
  const Made made("black-lady@4");
  CHECK(made.after([](GameResult& result) { result.hands[0].plays.pop_back(); }) == "hand 1: it ends after 51 plays");
  CHECK(made.after([](GameResult& result) { result.hands[1].plays.push_back(result.hands[1].plays[0]); }) ==
        "hand 2: it has plays after the last trick");
  CHECK(made.after([](GameResult& result) { result.hands[0].plays.clear(); }) == "hand 1: it ends after 0 plays");
}

TEST_CASE("a changed pass is found for every seat") {
  const Made made("black-lady@4");
  for (std::size_t seat = 0; seat < 4; ++seat) {
    for (const hearts::Card card : made.record.result.hands[0].deal.hands[0][seat]) {
      const std::string problem = made.after([&](GameResult& result) {
        hearts::CardSet& passed = result.hands[0].passed[0][seat];
        if (!passed.contains(card))
          passed.erase(passed.first());
        else
          passed.erase(card);
      });
      CHECK_THAT(problem, ContainsSubstring("passes"));
    }
    const hearts::CardSet others = made.record.result.hands[0].deal.hands[0][(seat + 1) % 4];
    CHECK_THAT(made.after([&](GameResult& result) {
      hearts::CardSet& passed = result.hands[0].passed[0][seat];
      passed.erase(passed.first());
      passed.insert(others.first());
    }),
               ContainsSubstring("passes"));
  }
}

TEST_CASE("a changed deal is found") {
  const Made made("black-lady@4");
  CHECK(made.after([](GameResult& result) {
    result.hands[0].deal.hands[0][0].erase(result.hands[0].deal.hands[0][0].first());
  }) == "hand 1: the deal is not the whole pack in equal hands");
  CHECK(made.after([](GameResult& result) {
    std::swap(result.hands[0].deal.hands[0][1], result.hands[0].deal.hands[0][2]);
  }) != "");
  int found = 0;
  for (int k = 0; k < 13; ++k) {
    if (!made.after([&](GameResult& result) {
               auto& hands = result.hands[0].deal.hands[0];
               const hearts::Card a = hands[0].nth(k);
               const hearts::Card b = hands[1].nth(k);
               hands[0].erase(a), hands[0].insert(b);
               hands[1].erase(b), hands[1].insert(a);
             })
             .empty())
      ++found;
  }
  CHECK(found == 13);
  const Made kitty("black-lady@3+kitty_first");
  CHECK(kitty.after([](GameResult& result) { result.hands[0].deal.leftover = {}; }) != "");
}

TEST_CASE("changed figures of a hand are found for every seat") {
  const Made made("black-lady@4");
  for (std::size_t seat = 0; seat < 4; ++seat) {
    const std::string name = "seat " + std::to_string(seat) + " (" + made.record.bots[seat] + ")";
    CHECK(made.after([&](GameResult& result) { ++result.hands[0].points[seat]; })
              .starts_with("hand 1: the change of " + name + " must be "));
    CHECK(made.after([&](GameResult& result) { --result.hands[1].totals[seat]; })
              .starts_with("hand 2: the total before it of " + name));
    CHECK(made.after([&](GameResult& result) { ++result.totals[seat]; }).starts_with("the end: the total of " + name));
    CHECK(made.after([&](GameResult& result) { --result.scores[seat]; }).starts_with("the end: the score of " + name));
    CHECK(made.after([&](GameResult& result) { ++result.places[seat]; }).starts_with("the end: the place of " + name));
  }
}

TEST_CASE("a changed dealer, hand number or mark of an extra hand is found") {
  const Made made("black-lady@4");
  const std::size_t hands = made.record.result.hands.size();
  REQUIRE(hands > 2);
  for (std::size_t i = 0; i < hands; ++i) {
    CHECK(made.after([&](GameResult& result) { result.hands[i].dealer = (result.hands[i].dealer + 1) % 4; }) != "");
    CHECK(made.after([&](GameResult& result) { ++result.hands[i].number; }) != "");
    CHECK(made.after([&](GameResult& result) { result.hands[i].extra = !result.hands[i].extra; })
              .ends_with("it is wrong about whether a tie is being played off"));
  }
}

TEST_CASE("a hand that is dropped, doubled or moved is found") {
  const Made made("black-lady@4");
  const std::size_t hands = made.record.result.hands.size();
  for (std::size_t i = 0; i < hands; ++i) {
    const auto at = static_cast<std::ptrdiff_t>(i);
    CHECK(made.after([&](GameResult& result) { result.hands.erase(result.hands.begin() + at); }) != "");
    CHECK(made.after([&](GameResult& result) { result.hands.insert(result.hands.begin() + at, result.hands[i]); }) !=
          "");
  }
  CHECK(made.after([](GameResult& result) { result.hands.pop_back(); }) ==
        "the match was not over after " + std::to_string(hands - 1) + " hands");
  CHECK(made.after([](GameResult& result) { result.hands.push_back(result.hands.back()); })
            .starts_with("the match was over before hand "));
  CHECK(made.after([](GameResult& result) { result.hands.clear(); }) == "the match was not over after 0 hands");
}

TEST_CASE("a choice that was not made, was another or was nobody's is found") {
  for (std::uint64_t seed = 1; seed < 200; ++seed) {
    const Made made("royal-classic@4+deck.ranks=Q,K,A+match.limit=30", {}, seed);
    for (std::size_t i = 0; i < made.record.result.hands.size(); ++i) {
      if (!made.record.result.hands[i].choice) {
        CHECK_THAT(made.after([&](GameResult& result) { result.hands[i].choice = hearts::MoonOption::add_others; }),
                   ContainsSubstring("nobody had a choice to make"));
        continue;
      }
      CHECK_THAT(made.after([&](GameResult& result) { result.hands[i].choice.reset(); }),
                 ContainsSubstring("the shooter's choice is missing"));
      CHECK(made.after([&](GameResult& result) {
        using hearts::MoonOption;
        auto& choice = result.hands[i].choice;
        choice = *choice == MoonOption::add_others ? MoonOption::subtract_self : MoonOption::add_others;
      }) != "");
      return;
    }
  }
  FAIL("no made game had a moon with a choice");
}

TEST_CASE("in a game of two hands a seat another first hand is found") {
  const Made made("royal-classic@2");
  for (std::size_t seat = 0; seat < 2; ++seat) {
    CHECK(made.after([&](GameResult& result) { result.hands[0].selected[seat] ^= 1; }) != "");
    CHECK(made.after([&](GameResult& result) { result.hands[0].selected[seat] = 2; }) != "");
  }
}

TEST_CASE("what the arena played must be what the arena plays") {
  const Made made("black-lady@4", {{{0, 1}, {1, 3}}, {}});
  REQUIRE(made.problem() == "");
  // A bot's own card is given out as the arena's.
  int found = 0;
  for (int question = 4; question < 14; ++question) {
    const std::string problem = made.after([&](GameResult& result) {
      result.automatic.push_back({2, 1, question, Fault::timeout, {}});
      FaultEvent fault = result.faults[0];
      fault.seat = 2, fault.question = question;
      result.faults.push_back(fault);
    });
    if (problem.ends_with("the arena does not play that")) ++found;
  }
  CHECK(found > 3);
  CHECK_THAT(made.after([](GameResult& result) { result.automatic[0].question = 2; }), !Catch::Matchers::Equals(""));
  CHECK_THAT(made.after([](GameResult& result) { result.automatic[0].seat = 3; }), !Catch::Matchers::Equals(""));
  CHECK_THAT(made.after([](GameResult& result) { result.automatic[0].hand = 2; }), ContainsSubstring("was not asked"));
  CHECK_THAT(made.after([](GameResult& result) { result.automatic[0].why = Fault::illegal; }),
             ContainsSubstring("without such a fault"));
  CHECK_THAT(made.after([](GameResult& result) { result.automatic.pop_back(); }),
             ContainsSubstring("nobody answered question 3 of seat 1"));
  CHECK_THAT(made.after([](GameResult& result) { result.automatic.push_back(result.automatic[0]); }),
             ContainsSubstring("twice"));
  CHECK_THAT(made.after([](GameResult& result) { result.faults.pop_back(); }),
             ContainsSubstring("without such a fault"));
}

TEST_CASE("a changed forfeit is found") {
  const Made made("black-lady@4", {{}, {{2, 20}, {3, 0}}});
  REQUIRE(made.problem() == "");
  REQUIRE(made.record.result.forfeits.size() == 2);
  for (std::size_t i = 0; i < 2; ++i) {
    CHECK(made.after([&](GameResult& result) {
      result.forfeits.erase(result.forfeits.begin() + static_cast<std::ptrdiff_t>(i));
    }) != "");
    CHECK(made.after([&](GameResult& result) { result.forfeits[i].seat = 0; }) != "");
    CHECK(made.after([&](GameResult& result) { ++result.forfeits[i].hand; }) != "");
    CHECK(made.after([&](GameResult& result) { ++result.forfeits[i].question; }) != "");
    CHECK(made.after([&](GameResult& result) { result.forfeits[i].fault = Fault::stopped; }) != "");
    CHECK(made.after([&](GameResult& result) { result.forfeits.push_back(result.forfeits[i]); }) != "");
    CHECK(made.after([&](GameResult& result) { ++result.faults[i].question; }) != "");
    CHECK(made.after([&](GameResult& result) { ++result.faults[i].hand; }) != "");
    CHECK(made.after([&](GameResult& result) { result.faults[i].seat = 1; }) != "");
    CHECK(made.after([&](GameResult& result) { result.faults[i].fault = Fault::flood; }) != "");
    CHECK(made.after([&](GameResult& result) {
      result.faults.erase(result.faults.begin() + static_cast<std::ptrdiff_t>(i));
    }) != "");
  }
  CHECK(made.after([](GameResult& result) { result.forfeits.push_back({0, 1, 3, Fault::timeout}); }) != "");
  // The ranks of a forfeiter follow from the forfeit.
  CHECK(made.after([](GameResult& result) { result.places[2] = 1; }) != "");
}

TEST_CASE("a refused try must belong to a question that was asked") {
  const Made made("black-lady@4");
  CHECK(made.after([](GameResult& result) { result.tries.push_back({1, 1, 4, Fault::illegal, "4 XX"}); }) == "");
  CHECK(made.after([](GameResult& result) { result.tries.push_back({1, 2, 4, Fault::illegal, "4 XX"}); }) ==
        "the end: a refused try is at question 4 of seat 1 in hand 2, which was not asked");
  CHECK(made.after([](GameResult& result) { result.tries.push_back({1, 1, 99999, Fault::illegal, "4 XX"}); }) != "");
}

TEST_CASE("a try is refused for what it says only") {
  const Made made("black-lady@4");
  CHECK(made.after([](GameResult& result) { result.tries.push_back({1, 1, 4, Fault::garbage, "XX"}); }) == "");
  CHECK(made.after([](GameResult& result) { result.tries.push_back({1, 1, 4, Fault::timeout, "4 XX"}); }) ==
        "the end: a try of seat 1 is refused for timeout");
}

TEST_CASE("a question fails once, but for what came before it") {
  const Made made("black-lady@4", {{{1, 4}}, {}});
  const auto with = [&](Fault fault) {
    return made.after([&](GameResult& result) {
      result.faults.insert(result.faults.begin(), result.faults[0]);
      result.faults[0].fault = fault;
    });
  };
  CHECK(with(Fault::garbage) == "");
  CHECK(with(Fault::cpu) == "");
  CHECK(with(Fault::timeout) == "the end: question 4 of seat 1 failed twice");
  CHECK(with(Fault::illegal) == "the end: question 4 of seat 1 failed twice");
}

TEST_CASE("games of a fixed number of hands end there") {
  Made made("black-lady@4");
  const auto problem_with = [&](int hands) {
    made.rules = hearts::GameRules(with_hands(hearts::resolve_variant("black-lady@4"), hands));
    return made.problem();
  };
  made.record = made_game(made_manifest("black-lady@4", kKey, 4, 4, {2, true}), kKey, 0, 0);
  CHECK(made.record.result.hands.size() == 2);
  CHECK(problem_with(2) == "");
  CHECK(problem_with(3) == "the match was not over after 2 hands");
  CHECK(problem_with(1) == "the match was over before hand 2");
}

TEST_CASE("a game that the largest number of hands ends is cut, unless its totals end it there") {
  Made made("black-lady@4+match.hands_max=2");
  CHECK(made.record.result.hands.size() == 2);
  CHECK(made.problem() == "");
  CHECK(was_cut(made.record, made.rules));
  const Made whole("black-lady@4");
  CHECK_FALSE(was_cut(whole.record, whole.rules));
  const Made short_one("black-lady@4+match.hands_max=1+match.limit=1");
  CHECK(short_one.record.result.hands.size() == 1);
  CHECK_FALSE(was_cut(short_one.record, short_one.rules));
  const Made fixed("black-lady@4+match.hands=1");
  CHECK_FALSE(was_cut(fixed.record, fixed.rules));
}

}  // namespace replay_test
