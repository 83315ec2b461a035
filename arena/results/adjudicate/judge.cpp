#include "arena/results/adjudicate/judge.h"

#include <array>
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

using hearts::at;
using hearts::Card;
using hearts::CardSet;
using hearts::GameRules;
using hearts::Hand;
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

}  // namespace

Judgement judge(const GameRules& game, const PlayedHand& played, bool with_legal) {
  return game.rules().has_table_laws() ? judge_under_laws(game, played, with_legal)
                                       : Judge(game, played, with_legal).run();
}

}  // namespace arena
