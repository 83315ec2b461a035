#include "arena/adjudicate/judgement.h"

#include <utility>

#include "arena/adjudicate/objection.h"
#include "engine/counted_noun.h"
#include "engine/notation.h"

namespace arena {
namespace {

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

std::size_t at(Seat seat) { return static_cast<std::size_t>(seat); }

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
    select();
    pass();
    if (hand_.phase() == Phase::play) judgement_.leader = hand_.to_move();
    for (word_ = take_word(plays_); !word_.empty(); word_ = take_word(plays_)) {
      play();
      if (hand_.sub_hand() == passed_) pass();
    }
    if (passed_ < game_.rules().hands_per_seat) pass();
    settle();
    return std::move(judgement_);
  }

 private:
  void select() {
    if (!played_.selected) return;
    for (Seat seat = 0; seat < game_.seats(); ++seat) {
      if (const auto breach = hand_.apply(seat, Move::select((*played_.selected)[at(seat)])))
        object_to("select", message_of(breach->breach));
    }
  }

  /// Makes the passes of the next sub-hand. Those of one that has not begun wait for it: only their cards are checked.
  void pass() {
    const bool asked = hand_.phase() == Phase::pass && hand_.sub_hand() == passed_;
    for (Seat seat = 0; seat < game_.seats(); ++seat) {
      const std::optional<PlayedHand::Pass>& pass = played_.passes[static_cast<std::size_t>(passed_)][at(seat)];
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
      if (!asked) continue;
      if (const auto breach = hand_.apply(seat, Move::pass(pass->cards)))
        object_to_pass(*pass, seat, message_of(breach->breach), breach->rule);
    }
    ++passed_;
  }

  /// The cards dealt to the seat for the sub-hand that has not begun.
  CardSet second_hand(Seat seat) const {
    return hand_.setup().deal.hands[static_cast<std::size_t>(1 - hand_.selected(seat))][at(seat)];
  }

  [[noreturn]] static void object_to_pass(const PlayedHand::Pass& pass, Seat seat, const std::string& message,
                                          std::string_view rule = {}, const std::string& card = {}) {
    Objection objection(message);
    objection.field = "pass";
    objection.pass = pass.entry;
    objection.seat = seat;
    objection.card = card;
    objection.rule = rule;
    throw objection;
  }

  void play() {
    if (hand_.phase() == Phase::select) object_to_play("select must say which hand is played first");
    if (hand_.phase() == Phase::pass) object_to_play("the seat has not passed yet", hand_.to_move());
    if (hand_.phase() != Phase::play) object_to_play("all cards are played");
    const Seat seat = hand_.to_move();
    const std::optional<Card> card = game_.deck().find(word_);
    if (!card) object_to_play("this is no card of the pack", seat);
    const CardSet legal = hand_.legal();
    if (const auto breach = hand_.apply(seat, Move::play(*card)))
      object_to_play(message_of(breach->breach), seat, breach->rule);
    ++plays_made_;
    if (with_legal_) judgement_.legal.push_back(legal);
    if (!hand_.trick().started()) judgement_.winners.push_back(hand_.last_winner());
  }

  [[noreturn]] void object_to_play(const std::string& message, std::optional<Seat> seat = {},
                                   std::string_view rule = {}) const {
    Objection objection(message);
    objection.play = plays_made_ + 1;
    objection.seat = seat;
    objection.card = word_;
    objection.rule = rule;
    throw objection;
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
    Objection objection(message_of(Breach::not_offered));
    objection.field = "choice";
    objection.seat = judgement_.shooter;
    objection.rule = game_.cited(Breach::not_offered);
    throw objection;
  }

  const GameRules& game_;
  const PlayedHand& played_;
  bool with_legal_;
  Hand hand_;
  Judgement judgement_;
  std::string_view plays_;  // not yet read
  std::string_view word_;   // the last read
  int plays_made_ = 0;
  int passed_ = 0;  // sub-hands
};

std::string_view phase_name(Phase phase) {
  switch (phase) {
    case Phase::select:
      return "select";
    case Phase::pass:
      return "pass";
    case Phase::play:
      return "play";
    case Phase::choose:
      return "choose";
    case Phase::done:
      break;
  }
  return "done";
}

void append_seat(std::string& text, Seat seat) { text += seat == hearts::kNobody ? "null" : std::to_string(seat); }

/// Appends `, "key":[...]`; `append_item` appends the i-th of `count`.
template <class AppendItem>
void append_list(std::string& text, std::string_view key, std::size_t count, AppendItem append_item) {
  text += ",\"";
  text += key;
  text += "\":[";
  for (std::size_t i = 0; i < count; ++i) {
    if (i > 0) text += ',';
    append_item(i);
  }
  text += ']';
}

}  // namespace

Judgement judge(const GameRules& game, const PlayedHand& played, bool with_legal) {
  return Judge(game, played, with_legal).run();
}

void append_judgement(std::string& text, const GameRules& game, const Judgement& judgement, bool with_legal) {
  const std::size_t seats = at(game.seats());
  text += "{\"leader\":";
  append_seat(text, judgement.leader);
  if (with_legal) {
    append_list(text, "legal", judgement.legal.size(), [&](std::size_t i) {
      text += '"';
      append_cards(text, game.deck(), judgement.legal[i]);
      text += '"';
    });
  }
  append_list(text, "winners", judgement.winners.size(),
              [&](std::size_t i) { text += std::to_string(judgement.winners[i]); });
  if (!judgement.complete) {
    text += ",\"to_move\":";
    append_seat(text, judgement.to_move);
    text += ",\"to_do\":\"";
    text += phase_name(judgement.phase);
    text += "\",\"complete\":false}";
    return;
  }
  append_list(text, "points", seats, [&](std::size_t i) { text += std::to_string(judgement.points[i]); });
  text += ",\"shooter\":";
  append_seat(text, judgement.shooter);
  const hearts::MoonOptions& options = judgement.options;
  append_list(text, "options", static_cast<std::size_t>(options.count), [&](std::size_t i) {
    text += '"';
    text += moon_option_name(options.list[i]);
    text += '"';
  });
  append_list(text, "totals", seats, [&](std::size_t i) { text += std::to_string(judgement.totals[i]); });
  text += judgement.status.over ? ",\"over\":true" : ",\"over\":false";
  std::vector<std::size_t> winners;
  for (std::size_t seat = 0; seat < seats; ++seat) {
    if (judgement.status.winners[seat]) winners.push_back(seat);
  }
  append_list(text, "match_winners", winners.size(), [&](std::size_t i) { text += std::to_string(winners[i]); });
  text += ",\"complete\":true}";
}

}  // namespace arena
