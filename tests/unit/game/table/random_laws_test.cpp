// Random irregular hands at the table, judged again from their records by the naive model and by the replay.

#include <map>

#include "arena/records/replay.h"
#include "tests/catch.h"
#include "tests/unit/engine/key_tables.h"
#include "tests/unit/engine/laws_play.h"
#include "tests/unit/game/table/fake_channel.h"
#include "tests/unit/game/table/laws_party.h"
#include "tests/unit/game/table/recorded_model.h"

namespace random_laws_test {

using namespace arena;
using namespace arena::test;
using hearts::Act;

TEST_CASE("irregular games at the table are judged alike by the naive model and the replay") {
  RecordedModel::Seen seen;
  std::map<arena::LawFigure, int> figures;
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
        REQUIRE_NOTHROW(RecordedModel(rules, hand).judge(seen));
        ++hands;
        thrown_in += hand.thrown_in ? 1 : 0;
      }
      for (const LawFigures& one : record.result.laws) {
        for (const auto& [figure, times] : one.each()) figures[figure] += times;
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
    CHECK(seen.acts[{kind, kind == Act::Kind::play}] > 10);
  }
  CHECK(seen.plays_out_of_turn > 1000);
  CHECK(seen.covered_retractions > 100);
  // The table counts the same in its own way.
  CHECK(figures[LawFigure::plays_out_of_turn] == seen.plays_out_of_turn);
  CHECK(figures[LawFigure::covered_retractions] == seen.covered_retractions);
}

}  // namespace random_laws_test
