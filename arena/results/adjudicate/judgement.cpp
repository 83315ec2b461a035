#include "arena/results/adjudicate/judgement.h"

#include <array>
#include <boost/json/object.hpp>
#include <span>
#include <utility>

#include "arena/base/text/words.h"
#include "arena/results/adjudicate/judging.h"
#include "arena/results/adjudicate/laws_judgement.h"
#include "engine/deck.h"
#include "engine/hand.h"
#include "engine/typed_text.h"

namespace arena {
namespace {

namespace json = boost::json;
using hearts::at;
using hearts::Breach;
using hearts::Card;
using hearts::CardSet;
using hearts::counted;
using hearts::GameRules;
using hearts::Hand;
using hearts::MoonOption;
using hearts::Move;
using hearts::Phase;
using hearts::Seat;
using hearts::SeatMove;

/// Feeds a Hand with what a line says, in the order in which the Hand asks.
class Judge {
 public:
  Judge(const GameRules& game, const PlayedHand& played, bool with_legal)
      : game_(game), played_(played), with_legal_(with_legal), hand_(game, played.setup), plays_(played.plays) {}

  Judgement run() {
    const auto next = [this](const Hand&) { return next_move(); };
    const auto moved = [this](const Hand&, const SeatMove& made) { note(made); };
    if (const auto refused = walk_hand(hand_, next, moved)) refuse(*refused);
    if (hand_.phase() == Phase::select) check_passes();
    if (word_.empty()) word_ = cut_word(plays_);
    if (!word_.empty()) refuse_early_play();
    while (passed_ < game_.rules().hands_per_seat) check_passes();
    settle();
    return std::move(judgement_);
  }

 private:
  std::optional<SeatMove> next_move() {
    if (hand_.phase() == Phase::select) {
      if (!played_.selected) return std::nullopt;
      return {{hand_.to_move(), Move::select((*played_.selected)[hand_.to_move()])}};
    }
    if (passed_ == hand_.sub_hand()) check_passes();
    if (hand_.phase() == Phase::pass) {
      while (pass_seat_ < game_.seats()) {
        const Seat seat = pass_seat_++;
        if (const auto& pass = played_.passes[at(hand_.sub_hand())][seat]) return {{seat, Move::pass(pass->cards)}};
      }
      return std::nullopt;
    }
    if (hand_.phase() != Phase::play) return std::nullopt;
    legal_ = hand_.legal();
    if (plays_made(hand_) == 0) judgement_.leader = hand_.to_move();
    word_ = cut_word(plays_);
    if (word_.empty()) return std::nullopt;
    const std::optional<Card> card = game_.deck().find(word_);
    if (!card) object_to_play("this is not a card of the pack", hand_.to_move());
    return {{hand_.to_move(), Move::play(*card)}};
  }

  void note(const SeatMove& made) {
    if (made.move.kind != Move::Kind::play) return;
    word_ = {};
    if (with_legal_) judgement_.legal.push_back(legal_);
    if (!hand_.trick().started()) judgement_.winners.push_back(hand_.last_winner());
  }

  [[noreturn]] void refuse(const hearts::RefusedMove& refused) const {
    const std::string message = message_of(refused.breach.breach);
    if (refused.made.move.kind == Move::Kind::select) object_to("select", message);
    object_to_play(message, refused.made.seat, refused.breach.rule);
  }

  [[noreturn]] void refuse_early_play() const {
    if (hand_.phase() == Phase::select) object_to_play("select must say which hand is played first");
    if (hand_.phase() == Phase::pass) object_to_play("the seat has not passed yet", hand_.to_move());
    object_to_play("all cards are played");
  }

  /// Checks the passes of the next sub-hand, so that none will be refused. Those of one that has not begun wait for it.
  void check_passes() {
    const bool asked = hand_.phase() == Phase::pass && hand_.sub_hand() == passed_;
    for (Seat seat = 0; seat < game_.seats(); ++seat) {
      const std::optional<PlayedHand::Pass>& pass = played_.passes[at(passed_)][seat];
      if (!pass) continue;
      if (!asked && hand_.phase() == Phase::select)
        object_to_pass(*pass, seat, "select must say which hand is played first");
      if (!asked && hand_.pass_offset() == 0) object_to_pass_in(hand_.setup().number, *pass, seat);
      const CardSet held = asked ? hand_.cards(seat) : second_hand(seat);
      check_pass(game_, *pass, seat, held);
    }
    ++passed_;
    pass_seat_ = 0;
  }

  /// The cards dealt to the seat for the sub-hand that has not begun.
  CardSet second_hand(Seat seat) const { return hand_.setup().deal.hands[at(1 - hand_.selected(seat))][seat]; }

  [[noreturn]] void object_to_play(const std::string& message, std::optional<Seat> seat = {},
                                   std::string_view rule = {}) const {
    throw Objection(message, {.play = plays_made(hand_) + 1, .seat = seat, .card = std::string(word_), .rule = rule});
  }

  void settle() {
    judgement_.complete = hand_.phase() == Phase::choose || hand_.phase() == Phase::done;
    if (!judgement_.complete) {
      judgement_.to_move = hand_.to_move();
      judgement_.phase = hand_.phase();
      return;
    }
    score_deal(judgement_, game_, played_, hand_.tally(), hand_.options());
  }

  const GameRules& game_;
  const PlayedHand& played_;
  bool with_legal_;
  Hand hand_;
  Judgement judgement_;
  std::string_view plays_;  // not yet read
  std::string_view word_;   // read and not yet played
  CardSet legal_;           // before the play under way
  int passed_ = 0;          // sub-hands whose passes are checked
  Seat pass_seat_ = 0;      // the next to pass
};

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

}  // namespace

Judgement judge(const GameRules& game, const PlayedHand& played, bool with_legal) {
  return game.rules().has_table_laws() ? judge_under_laws(game, played, with_legal)
                                       : Judge(game, played, with_legal).run();
}

namespace {

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
    std::string text;
    for (const CardSet cards : judgement.legal) {
      text.clear();
      append_cards(text, game.deck(), cards);
      legal.emplace_back(text);
    }
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
