#include "arena/adjudicate/judgement.h"

#include <boost/json/object.hpp>
#include <span>
#include <utility>

#include "arena/text/words.h"
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

/// What a breach is called here, where nobody is spoken to.
std::string message_of(Breach breach) {
  return breach == Breach::not_in_hand ? "the seat does not hold that card" : std::string(describe(breach));
}

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
      if (!asked && hand_.pass_offset() == 0)
        object_to_pass(*pass, seat, "nobody passes in hand " + std::to_string(hand_.setup().number));
      const CardSet held = asked ? hand_.cards(seat) : second_hand(seat);
      const CardSet foreign = pass->cards - held;
      if (!foreign.empty()) {
        object_to_pass(*pass, seat, message_of(Breach::not_in_hand), game_.cited(Breach::not_in_hand),
                       game_.deck().name(foreign.first()));
      }
      if (pass->cards.size() != game_.pass_count()) {
        object_to_pass(
            *pass, seat,
            counted(game_.pass_count(), "card") + " must be passed, not " + std::to_string(pass->cards.size()),
            game_.cited(Breach::pass_count));
      }
    }
    ++passed_;
    pass_seat_ = 0;
  }

  /// The cards dealt to the seat for the sub-hand that has not begun.
  CardSet second_hand(Seat seat) const { return hand_.setup().deal.hands[at(1 - hand_.selected(seat))][seat]; }

  [[noreturn]] static void object_to_pass(const PlayedHand::Pass& pass, Seat seat, const std::string& message,
                                          std::string_view rule = {}, const std::string& card = {}) {
    throw Objection(message, {.field = "pass", .pass = pass.entry, .seat = seat, .card = card, .rule = rule});
  }

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
    judgement_.shooter = hand_.tally().shooter;
    judgement_.options = hand_.options();
    if (played_.choice) check_choice(*played_.choice);
    const MoonOption option = played_.choice.value_or(hand_.options().list[0]);
    judgement_.points = score_hand(game_, hand_.tally(), option).change;
    judgement_.totals = new_totals(game_, played_.setup.totals, judgement_.points);
    judgement_.status = match_status(game_, judgement_.totals, played_.extra);
  }

  void check_choice(MoonOption choice) const {
    if (judgement_.shooter == hearts::kNobody) object_to("choice", "nobody shot the moon");
    if (judgement_.options.offers(choice)) return;
    throw Objection(message_of(Breach::not_offered),
                    {.field = "choice", .seat = judgement_.shooter, .rule = game_.cited(Breach::not_offered)});
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
  return Judge(game, played, with_legal).run();
}

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
  object["complete"] = true;
}

}  // namespace arena
