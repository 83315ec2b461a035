#pragma once

#include <algorithm>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "arena/game/table/game_result.h"
#include "engine/game_rules.h"
#include "engine/laws/act.h"
#include "tests/unit/engine/model_play.h"
#include "tests/unit/engine/naive_laws.h"
#include "tests/unit/engine/play.h"

namespace arena::test {

/// Does the acts of a record in the model, which must allow each.
class RecordedModel {
 public:
  /// What happened in the hands that were judged.
  struct Seen {
    std::map<std::pair<hearts::Act::Kind, bool>, int> acts{};  ///< by their kind, those out of turn apart
    int plays_out_of_turn = 0;                                 ///< to a trick to which somebody had led
    int covered_retractions = 0;                               ///< of cards on which others lay
  };

  RecordedModel(const hearts::GameRules& rules, const HandResult& hand)
      : rules_(rules),
        hand_(hand),
        model_(rules.rules(), hand.number, hand.dealer, {hand.totals.begin(), hand.totals.begin() + rules.seats()},
               hearts::test::model_deal(rules, hand.deal), hand.slip.faulty) {}

  /// Throws std::runtime_error where the model does not allow an act, or counts other points.
  void judge(Seen& seen) {
    if (rules_.pass_offset(hand_.number) != 0 && model_.phase() == "pass") pass();
    for (const hearts::Act& act : hand_.plays) {
      std::string word;
      hearts::append_act(word, rules_.deck(), act);
      ++seen.acts[{act.kind, act.out_of_turn}];
      const std::vector<naive::Played> table = model_.table();
      if (act.out_of_turn && !table.empty()) ++seen.plays_out_of_turn;
      if (act.kind == hearts::Act::Kind::demand && table.back().card != naive::Card(rules_.deck().name(*act.card)))
        ++seen.covered_retractions;
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
  static void require(bool holds, const std::string& what) {
    if (!holds) throw std::runtime_error(what);
  }

  /// Of a hand that is thrown in before the pass nobody has passed.
  void pass() {
    for (int seat = 0; seat < rules_.seats(); ++seat) {
      const hearts::CardSet cards = hand_.passed[0][seat];
      if (!cards.empty()) require(model_.pass(seat, hearts::test::names_of(rules_, cards)), "a pass");
    }
  }

  bool done(const hearts::Act& act) {
    const auto name = [&] { return naive::Card(rules_.deck().name(*act.card)); };
    const auto holder = [&] {
      for (int seat = 0; seat < rules_.seats(); ++seat) {
        if (naive::holds(model_.hand(seat), name())) return seat;
      }
      return -1;
    };
    const std::string phase = model_.phase();
    switch (act.kind) {
      case hearts::Act::Kind::play:
        if (!act.out_of_turn) return model_.play(model_.turn(), name());
        return holder() != model_.turn() && model_.play(holder(), name());
      case hearts::Act::Kind::demand:
        for (const naive::Played& played : model_.table()) {
          if (played.card == name()) return model_.demand(act.seat, played.seat);
        }
        return false;
      case hearts::Act::Kind::correct:
        return model_.correct(holder(), name());
      case hearts::Act::Kind::call_misdeal:
        return model_.call_misdeal();
      case hearts::Act::Kind::claim_revoke:
        (void)model_.claim_revoke(act.owner, act.trick);  // founded or not
        return phase == "claim";
      case hearts::Act::Kind::claim_hand:
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

}  // namespace arena::test
