#include "arena/results/adjudicate/judgement.h"

#include <array>
#include <boost/json/object.hpp>
#include <span>
#include <utility>

#include "arena/base/text/words.h"
#include "engine/deck.h"
#include "engine/hand.h"
#include "engine/typed_text.h"

namespace arena {
namespace {

namespace json = boost::json;
using hearts::at;
using hearts::CardSet;
using hearts::GameRules;
using hearts::Phase;
using hearts::Seat;

/// What is to be done in a deal played in part.
std::string_view deed_name(Phase phase) {
  if (phase == Phase::claim) return "claim";
  return phase == Phase::select ? "select" : phase == Phase::pass ? "pass" : "play";
}

void put_numbers(json::object& object, json::string_view key, std::span<const int> numbers) {
  json::array& list = object[key].emplace_array();
  for (const int number : numbers) list.emplace_back(number);
}

void put_seat(json::object& object, json::string_view key, Seat seat) {
  object[key] = seat == hearts::kNobody ? json::value() : json::value(seat);
}

/// One finding, with the keys that its kind has.
json::object finding_json(const LawFinding& finding, const GameRules& game, bool scored) {
  using What = LawFinding::What;
  static constexpr auto kNames = std::to_array<std::string_view>(
      {"revoke", "corrected", "out_of_turn", "misdeal", "claim", "incorrect_hand", "excess"});
  json::object object = {{"what", kNames[static_cast<std::size_t>(finding.what)]}, {"seat", finding.seat}};
  if (finding.what == What::excess) {
    object["cards"] = cards_text(game.deck(), finding.cards);
    return object;
  }
  if (finding.what == What::claim) {
    object[finding.trick > 0 ? "revoke_of" : "hand_of"] = finding.other;
    if (finding.trick > 0) object["trick"] = finding.trick;
    object["founded"] = finding.found;
  }
  if (finding.card) {
    object["trick"] = finding.trick;
    object["card"] = game.deck().name(*finding.card);
  }
  if (finding.what == What::out_of_turn) put_seat(object, "retracted_by", finding.other);
  if (finding.what == What::incorrect_hand) object["cards"] = finding.count;
  if (scored && (finding.what == What::revoke || finding.what == What::incorrect_hand)) {
    object["found"] = finding.found;
    object["points"] = finding.points;
  }
  object["rule"] = finding.rule;
  return object;
}

}  // namespace

void put_judgement(json::object& object, const GameRules& game, const Judgement& judgement, bool with_legal) {
  const std::size_t seats = at(game.seats());
  put_seat(object, "leader", judgement.leader);
  if (with_legal) {
    json::array& legal = object["legal"].emplace_array();
    for (const CardSet cards : judgement.legal) legal.emplace_back(cards_text(game.deck(), cards));
  }
  put_numbers(object, "winners", judgement.winners);
  if (game.rules().has_table_laws()) {
    json::array& findings = object["findings"].emplace_array();
    for (const LawFinding& finding : judgement.findings)
      findings.emplace_back(finding_json(finding, game, judgement.complete && !judgement.thrown_in));
  }
  if (!judgement.complete) {
    put_seat(object, "to_move", judgement.to_move);
    object["to_do"] = deed_name(judgement.phase);
    object["complete"] = false;
    return;
  }
  put_numbers(object, "points", std::span(judgement.points).first(seats));
  put_seat(object, "shooter", judgement.shooter);
  json::array& options = object["options"].emplace_array();
  for (int i = 0; i < judgement.options.count; ++i)
    options.emplace_back(moon_option_name(judgement.options.list[at(i)]));
  put_numbers(object, "totals", std::span(judgement.totals).first(seats));
  object["over"] = judgement.status.over;
  json::array& winners = object["match_winners"].emplace_array();
  for (Seat seat = 0; seat < game.seats(); ++seat) {
    if (judgement.status.winners[seat]) winners.emplace_back(seat);
  }
  if (judgement.thrown_in) {
    object["thrown_in"] = true;
    object["next_dealer"] = judgement.next_dealer;
  }
  object["complete"] = true;
}

}  // namespace arena
