#include "arena/results/report/replay_data.h"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <map>
#include <set>

#include "arena/base/text/words.h"
#include "engine/variants/registry.h"
#include "tests/catch.h"
#include "tests/unit/game/table/laws_party.h"
#include "tests/unit/records/made_games.h"

namespace replay_data_test {

using namespace arena;
using namespace arena::test;
namespace json = boost::json;
using hearts::at;

namespace {

const RunKey kKey = RunKey::from_seed("replay data");

using Words = std::multiset<std::string>;

Words words_in(const json::value& text) {
  const std::string cards = json::value_to<std::string>(text);
  Words words;
  for (const std::string_view word : words_of(cards)) words.emplace(word);
  return words;
}

void move_card(const std::string& card, Words& from, Words& to) {
  INFO(card);
  REQUIRE(from.contains(card));
  from.erase(from.find(card));
  to.insert(card);
}

/// Plays the steps of a hand as the page does: it knows no rule, and moves cards.
class Table {
 public:
  explicit Table(const json::object& hand) : seats_(hand.at("before").as_array().size()) {
    for (const json::value& sub : hand.at("deal").as_array()) {
      for (const json::value& cards : sub.as_array()) dealt_.push_back(words_in(cards));
    }
    all_ = {};
    for (const Words& cards : dealt_) all_.insert(cards.begin(), cards.end());
    two_hands_ = dealt_.size() > seats_;
    first_.assign(seats_, 0);
    held_.assign(dealt_.begin(), dealt_.begin() + static_cast<std::ptrdiff_t>(seats_));
    taken_.resize(seats_);
  }

  void step(const json::object& step) {
    const auto seat = static_cast<std::size_t>(step.at("seat").as_int64());
    const std::string kind = json::value_to<std::string>(step.at("kind"));
    INFO(json::serialize(step));
    if (kind == "select") {
      first_[seat] = static_cast<std::size_t>(step.at("hand").as_int64());
      held_[seat] = dealt_[first_[seat] * seats_ + seat];
    } else if (kind == "pass") {
      passes_.push_back({seat, static_cast<std::size_t>(step.at("to").as_int64()), words_in(step.at("cards"))});
      if (passes_.size() == seats_) pass();
    } else if (kind == "play") {
      move_card(json::value_to<std::string>(step.at("card")), held_[seat], trick_);
    } else if (kind == "back") {
      move_card(json::value_to<std::string>(step.at("card")), trick_,
                held_[static_cast<std::size_t>(step.at("owner").as_int64())]);
    } else if (kind == "take") {
      CHECK(trick_.size() == seats_);
      taken_[seat].insert(trick_.begin(), trick_.end());
      trick_.clear();
      ++tricks;
      kitties += step.contains("kitty") ? 1 : 0;
    } else if (kind == "subhand") {
      REQUIRE(two_hands_);
      for (std::size_t one = 0; one < seats_; ++one) {
        CHECK(held_[one].empty());
        held_[one] = dealt_[(1 - first_[one]) * seats_ + one];
      }
      ++sub_hands;
    } else {
      REQUIRE(kind == "say");
      CHECK_FALSE(step.at("text").as_string().empty());
      moons += step.contains("moon") ? 1 : 0;
    }
  }

  /// Every card that was dealt is in one trick, or is held still.
  bool is_conserved() const {
    Words found = trick_;
    for (const auto& place : {held_, taken_}) {
      for (const Words& cards : place) found.insert(cards.begin(), cards.end());
    }
    return found == all_;
  }
  std::size_t held() const {
    std::size_t sum = trick_.size();
    for (const Words& cards : held_) sum += cards.size();
    return sum;
  }

  int tricks = 0;
  int kitties = 0;
  int sub_hands = 0;
  int moons = 0;

 private:
  struct Pass {
    std::size_t from;
    std::size_t to;
    Words cards;
  };

  void pass() {
    for (const Pass& pass : passes_) {
      for (const std::string& card : pass.cards) held_[pass.from].erase(held_[pass.from].find(card));
    }
    for (const Pass& pass : passes_) held_[pass.to].insert(pass.cards.begin(), pass.cards.end());
    passes_.clear();
  }

  std::size_t seats_;
  std::vector<Words> dealt_;  ///< by sub-hand, then seat
  Words all_;
  bool two_hands_ = false;
  std::vector<std::size_t> first_;  ///< which of two hands each plays first
  std::vector<Words> held_;
  std::vector<Words> taken_;
  Words trick_;
  std::vector<Pass> passes_;
};

/// What all hands of a game had.
struct Seen {
  int hands = 0;
  int tricks = 0;
  int kitties = 0;
  int sub_hands = 0;
  int moons = 0;
  std::map<std::string, int> by;
  std::map<std::string, int> marks;  ///< revoke, early, back
};

/// Plays a game of the page to its end and holds it against the record.
Seen played(const json::object& replay, const GameRecord& record, const hearts::GameRules& rules) {
  Seen seen;
  const json::array& hands = replay.at("hands").as_array();
  REQUIRE(hands.size() == record.result.hands.size());
  for (std::size_t i = 0; i < hands.size(); ++i) {
    const json::object& hand = hands[i].as_object();
    const HandResult& recorded = record.result.hands[i];
    Table table(hand);
    for (const json::value& one : hand.at("steps").as_array()) {
      const json::object& step = one.as_object();
      table.step(step);
      if (step.contains("by")) ++seen.by[json::value_to<std::string>(step.at("by"))];
      for (const char* mark : {"revoke", "early"}) seen.marks[mark] += step.contains(mark) ? 1 : 0;
      seen.marks["back"] += step.at("kind") == "back" ? 1 : 0;
    }
    CHECK(table.is_conserved());
    CHECK(hand.at("thrownIn").as_bool() == recorded.thrown_in);
    CHECK(hand.at("change").as_array().size() == (recorded.thrown_in ? 0 : at(rules.seats())));
    for (hearts::Seat seat = 0; seat < rules.seats(); ++seat) {
      CHECK(hand.at("before").at(at(seat)) == recorded.totals[seat]);
      if (!recorded.thrown_in) CHECK(hand.at("change").at(at(seat)) == recorded.points[seat]);
      const bool is_last = i + 1 == hands.size();
      const int after = is_last ? record.result.totals[seat] : record.result.hands[i + 1].totals[seat];
      CHECK(hand.at("after").at(at(seat)) == after);
    }
    if (recorded.plays.size() == at(rules.seats() * rules.hand_size() * rules.rules().hands_per_seat))
      CHECK(table.held() == 0);
    ++seen.hands;
    seen.tricks += table.tricks;
    seen.kitties += table.kitties;
    seen.sub_hands += table.sub_hands;
    seen.moons += table.moons;
  }
  return seen;
}

struct Made {
  explicit Made(const std::string& variant, const Mishaps& mishaps = {}, GameLength length = {3, true},
                std::uint64_t seed = 1)
      : manifest(made_manifest(variant, kKey, hearts::resolve_variant(variant).seats,
                               hearts::resolve_variant(variant).seats, length)),
        record(made_game(manifest, kKey, 0, 0, mishaps, seed)) {}

  json::object replay(const GameDetails& details = {}) const {
    json::object object;
    CHECK_FALSE(write_replay(object, record, rules, details, manifest.limits));
    return object;
  }

  Manifest manifest;
  const hearts::GameRules& rules = *manifest.variants[0].rules;
  GameRecord record;
};

}  // namespace

TEST_CASE("a page that moves the cards of each step ends where the record does, in every rule system") {
  for (const char* variant :
       {"black-lady@4", "black-lady@6", "tournament-laws", "royal@3", "royal-classic@2", "deluxe", "green-queen-jokers",
        "green-queen@5", "black-lady@3+deck.remove=none+leftover.fate=kitty_first_trick+leftover.visibility=hidden"}) {
    INFO(variant);
    const Made made(variant);
    const Seen seen = played(made.replay(), made.record, made.rules);
    CHECK(seen.hands == 3);
    CHECK(seen.tricks == 3 * made.rules.hand_size() * made.rules.rules().hands_per_seat);
    CHECK(seen.sub_hands == 3 * (made.rules.rules().hands_per_seat - 1));
    const bool has_kitty = made.rules.rules().leftover_fate == hearts::LeftoverFate::kitty_first_trick ||
                           made.rules.rules().leftover_fate == hearts::LeftoverFate::kitty_last_trick;
    CHECK(seen.kitties == (has_kitty ? 3 : 0));
  }
}

TEST_CASE("a moon is a step of its shooter") {
  const std::string variant = "black-lady@4+deck.ranks=J,Q,K,A+pass.count=1";
  int moons = 0;
  for (std::uint64_t seed = 1; seed < 60 && moons == 0; ++seed) {
    const Made made(variant, {}, {2, true}, seed);
    moons += played(made.replay(), made.record, made.rules).moons;
  }
  CHECK(moons > 0);
}

TEST_CASE("what the arena and the house player decide is marked, and faults are at their questions") {
  const Made made("black-lady@4", {{{0, 2}, {2, 1}}, {{1, 4}}});
  GameDetails details;
  details.faults = made.record.result.faults;
  details.faults.back().sent = {"ask 4 play 1 : QS"};
  details.faults.back().received = {"4 </script>"};
  const json::object replay = made.replay(details);
  const Seen seen = played(replay, made.record, made.rules);
  CHECK(seen.by.at("arena") == 2);
  CHECK(seen.by.at("house") > 30);
  std::map<std::string, int> kinds;
  for (const json::value& note : replay.at("notes").as_array()) {
    ++kinds[json::value_to<std::string>(note.at("kind"))];
    if (note.at("kind") == "sent") {
      CHECK(note.at("seat") == 1);
      CHECK(note.at("question") == 4);
    }
  }
  CHECK(kinds["fault"] == 4);  // three, and that one forfeits
  CHECK(kinds["sent"] == 1);
  CHECK(kinds["received"] == 1);
}

TEST_CASE("acts of the laws move cards there and back") {
  const hearts::GameRules rules(with_hands(hearts::resolve_variant("tournament-laws+table_laws"), 3));
  Seen sum;
  int thrown_in = 0;
  for (std::uint64_t number = 1; number <= 20; ++number) {
    GameRecord record;
    record.id = "b0g0";
    record.bots = {"ann", "bob", "cyd", "ann"};
    record.result = play_irregular(rules, number).result;
    for (const HandResult& hand : record.result.hands) thrown_in += hand.thrown_in ? 1 : 0;
    json::object replay;
    CHECK_FALSE(write_replay(replay, record, rules, {}, {}));
    const Seen seen = played(replay, record, rules);
    for (const auto& [mark, times] : seen.marks) sum.marks[mark] += times;
    CHECK(replay.at("names").at(3) == "ann:3");
  }
  CHECK(sum.marks["revoke"] > 0);
  CHECK(sum.marks["early"] > 0);
  CHECK(sum.marks["back"] > 0);
  CHECK(thrown_in > 0);
}

TEST_CASE("each question has its time and what is left of the bank") {
  const Made made("black-lady@4", {}, {1, true});
  GameDetails details;
  details.clocks[2].asks.assign(14, std::chrono::microseconds(1000));
  const json::object replay = made.replay(details);
  CHECK(replay.at("times").at(2).as_array().size() == 14);
  CHECK(replay.at("times").at(2).at(13) == 1000);
  CHECK(replay.at("banks").at(2).at(13) == 30'000'000 - 14'000);
  CHECK(replay.at("times").at(0).at(0) == 0);
  CHECK(replay.at("banks").at(0).at(0) == -1);
  CHECK(replay.at("move") == boost::json::value({500'000, 500'000, 500'000, 500'000}));
}

TEST_CASE("the texts of a chatty bot are bounded, its faults are not lost") {
  Made made("black-lady@4", {{}, {{1, 4}}}, {1, true});
  GameDetails details;
  for (int note = 0; note < 10'000; ++note) details.notes.push_back({3, 2, "info " + std::string(200, 'x')});
  const json::object replay = made.replay(details);
  CHECK(json::serialize(replay.at("notes")).size() < 2 * kNoteBytesMax);
  const std::string text = json::serialize(replay.at("notes"));
  CHECK(text.find("exited: code 3") != std::string::npos);
  CHECK(text.find(" notes of this game are left out)") != std::string::npos);
}

TEST_CASE("the page shows a wrong record up to its first mistake") {
  Made made("black-lady@4");
  made.record.result.hands[1].plays.resize(20);
  json::object replay;
  const auto wrong = write_replay(replay, made.record, made.rules, {}, {});
  CHECK(wrong == "hand 2: it ends after 20 plays");
  const json::array& hands = replay.at("hands").as_array();
  REQUIRE(hands.size() == 2);
  CHECK(hands[1].at("steps").as_array().size() > 20);
  CHECK(hands[1].at("change").as_array().empty());
}

}  // namespace replay_data_test
