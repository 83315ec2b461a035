// Random irregular hands at the table, judged again from their records by the naive model and by the replay.

#include <map>
#include <stdexcept>

#include "arena/records/replay.h"
#include "tests/catch.h"
#include "tests/unit/engine/key_tables.h"
#include "tests/unit/engine/laws_play.h"
#include "tests/unit/engine/model_play.h"
#include "tests/unit/engine/naive_laws.h"
#include "tests/unit/engine/play.h"
#include "tests/unit/game/table/fake_channel.h"
#include "tests/unit/game/table/laws_party.h"

namespace random_laws_test {

using namespace arena;
using namespace arena::test;
using hearts::Act;
using hearts::at;

namespace {

void require(bool holds, const std::string& what) {
  if (!holds) throw std::runtime_error(what);
}

/// Does the acts of a record in the model, which must allow each.
class Model {
 public:
  Model(const hearts::GameRules& rules, const HandResult& hand)
      : rules_(rules),
        hand_(hand),
        model_(rules.rules(), hand.number, hand.dealer, {hand.totals.begin(), hand.totals.begin() + rules.seats()},
               hearts::test::model_deal(rules, hand.deal), hand.slip.faulty) {}

  /// Counts acts by their kind, those out of turn apart.
  void judge(std::map<std::pair<Act::Kind, bool>, int>& seen) {
    if (rules_.pass_offset(hand_.number) != 0 && model_.phase() == "pass") pass();
    for (const Act& act : hand_.plays) {
      std::string word;
      hearts::append_act(word, rules_.deck(), act);
      ++seen[{act.kind, act.out_of_turn}];
      require(done(act), "the model does not allow " + word);
    }
    require(hand_.thrown_in == (model_.phase() == "thrown in"), "thrown in, or not");
    if (hand_.thrown_in) return;
    if (model_.phase() == "choose") {
      require(hand_.choice.has_value(), "a choice is missing");
      require(model_.choose(model_.count().shooter, std::string(moon_option_name(*hand_.choice))), "the choice");
    }
    require(model_.phase() == "done", "the hand ends in phase " + model_.phase());
    const std::vector<int> change = model_.change();
    require(std::equal(change.begin(), change.end(), hand_.points.begin()), "the points are others");
  }

 private:
  /// Of a hand that is thrown in before the pass nobody has passed.
  void pass() {
    for (int seat = 0; seat < rules_.seats(); ++seat) {
      const hearts::CardSet cards = hand_.passed[0][seat];
      if (!cards.empty()) require(model_.pass(seat, hearts::test::names_of(rules_, cards)), "a pass");
    }
  }

  bool done(const Act& act) {
    const auto name = [&] { return naive::Card(rules_.deck().name(*act.card)); };
    const auto holder = [&] {
      for (int seat = 0; seat < rules_.seats(); ++seat) {
        if (naive::holds(model_.hand(seat), name())) return seat;
      }
      return -1;
    };
    const std::string phase = model_.phase();
    switch (act.kind) {
      case Act::Kind::play:
        if (!act.out_of_turn) return model_.play(model_.turn(), name());
        return holder() != model_.turn() && model_.play(holder(), name());
      case Act::Kind::demand:
        for (const naive::Played& played : model_.table()) {
          if (played.card == name()) return model_.demand(act.seat, played.seat);
        }
        return false;
      case Act::Kind::correct:
        return model_.correct(holder(), name());
      case Act::Kind::call_misdeal:
        return model_.call_misdeal();
      case Act::Kind::claim_revoke:
        (void)model_.claim_revoke(act.owner, act.trick);  // founded or not
        return phase == "claim";
      case Act::Kind::claim_hand:
        (void)model_.claim_hand(act.owner);
        return phase == "claim";
      default:
        break;
    }
    for (int seat = 0; seat < rules_.seats(); ++seat) (void)model_.agree(seat);
    return phase == "claim" && model_.phase() != "claim";
  }

  const hearts::GameRules& rules_;
  const HandResult& hand_;
  naive::LawsHand model_;
};

}  // namespace

TEST_CASE("irregular games at the table are judged alike by the naive model and the replay") {
  std::map<std::pair<Act::Kind, bool>, int> seen;
  std::uint64_t number = 0;
  int hands = 0;
  int thrown_in = 0;
  for (const std::string& id : hearts::test::law_configurations()) {
    const hearts::GameRules rules(with_hands(hearts::test::rules_of(id), 10));
    // A player that makes a mistake knows that a card of another suit does not win.
    if (!rules.rules().has_table_laws() || rules.rules().trick_order == hearts::TrickOrder::suit_ring) continue;
    for (int game = 0; game < 12; ++game) {
      ++number;
      INFO(id << ", game " << number);
      GameRecord record;
      record.result = play_irregular(rules, number).result;
      for (int seat = 0; seat < rules.seats(); ++seat) record.bots.push_back("bot" + std::to_string(seat));
      REQUIRE(record.result.faults.empty());
      for (const HandResult& hand : record.result.hands) {
        INFO("hand " << hand.number);
        REQUIRE_NOTHROW(Model(rules, hand).judge(seen));
        ++hands;
        thrown_in += hand.thrown_in ? 1 : 0;
      }
      ReplayWatcher nobody;
      CHECK(replay_game(record, rules, nobody) == std::nullopt);
    }
  }
  CHECK(hands > 1500);
  CHECK(thrown_in > 50);
  for (const Act::Kind kind : {Act::Kind::play, Act::Kind::demand, Act::Kind::correct, Act::Kind::call_misdeal,
                               Act::Kind::claim_revoke, Act::Kind::claim_hand}) {
    CAPTURE(static_cast<int>(kind));
    CHECK(seen[{kind, kind == Act::Kind::play}] > 10);
  }
}

}  // namespace random_laws_test
