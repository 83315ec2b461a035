#include "arena/results/adjudicate/judge.h"

#include <algorithm>
#include <set>
#include <utility>
#include <variant>

#include "arena/base/text/words.h"
#include "engine/deck.h"
#include "engine/hand.h"
#include "engine/laws/act.h"
#include "engine/laws/laws_hand.h"
#include "engine/match.h"
#include "engine/typed_text.h"

namespace arena {
namespace {

using hearts::Act;
using hearts::at;
using hearts::Breach;
using hearts::Card;
using hearts::CardSet;
using hearts::DoneAct;
using hearts::GameRules;
using hearts::Hand;
using hearts::LaidCard;
using hearts::LawsHand;
using hearts::LawsTrick;
using hearts::Move;
using hearts::Phase;
using hearts::RefusedAct;
using hearts::Seat;

/// The message for a breach. It differs from describe() where that speaks to the player.
std::string message_of(Breach breach) {
  return breach == Breach::not_in_hand ? "the seat does not hold that card" : std::string(describe(breach));
}

[[noreturn]] void refuse_pass(const PlayedHand::Pass& pass, Seat seat, const std::string& message,
                              std::string_view rule = {}, const std::string& card = {}) {
  throw Objection(message, {.field = "pass", .pass = pass.entry, .seat = seat, .card = card, .rule = rule});
}

/// Refuses a pass in a hand that has none.
[[noreturn]] void refuse_pass_in(int hand, const PlayedHand::Pass& pass, Seat seat) {
  refuse_pass(pass, seat, "nobody passes in hand " + std::to_string(hand));
}

/// Throws Objection unless the pass has the right number of cards and all of them are in `held`.
void check_pass(const GameRules& game, const PlayedHand::Pass& pass, Seat seat, CardSet held) {
  const CardSet foreign = pass.cards - held;
  if (!foreign.empty()) {
    refuse_pass(pass, seat, message_of(Breach::not_in_hand), game.cited(Breach::not_in_hand),
                game.deck().name(foreign.first()));
  }
  if (pass.cards.size() == game.pass_count()) return;
  refuse_pass(pass, seat,
              hearts::counted(game.pass_count(), "card") + " must be passed, not " + std::to_string(pass.cards.size()),
              game.cited(Breach::pass_count));
}

/// Fills in who must move in an unfinished deal, or the result of a complete one. Throws Objection for a choice that
/// the shooter does not have.
template <class AnyHand>
void settle(Judgement& judgement, const GameRules& game, const PlayedHand& played, const AnyHand& hand) {
  judgement.phase = hand.phase();
  judgement.complete = judgement.phase == Phase::choose || judgement.phase == Phase::done;
  if (!judgement.complete) {
    judgement.to_move = hand.to_move();
    return;
  }
  const hearts::Tally& tally = hand.tally();
  const hearts::MoonOptions& options = hand.options();
  judgement.shooter = tally.shooter;
  judgement.options = options;
  if (played.choice) {
    if (tally.shooter == hearts::kNobody) refuse_field("choice", "nobody shot the moon");
    if (!options.offers(*played.choice)) {
      throw Objection(message_of(Breach::not_offered),
                      {.field = "choice", .seat = tally.shooter, .rule = game.cited(Breach::not_offered)});
    }
  }
  judgement.points = score_hand(game, tally, played.choice.value_or(options.list[0])).change;
  judgement.totals = new_totals(game, played.setup.totals, judgement.points);
  judgement.status = match_status(game, judgement.totals, played.setup.number, played.extra);
}

/// Plays the moves of a line with a Hand, in the order in which the Hand needs them.
class Judge {
 public:
  Judge(const GameRules& game, const PlayedHand& played, bool with_legal)
      : game_(game), played_(played), with_legal_(with_legal), hand_(game, played.setup), plays_(played.plays) {}

  Judgement run() {
    while (hand_.phase() != Phase::done) {
      const std::optional<SeatMove> made = next_move();
      if (!made) break;
      if (const auto breach = hand_.apply(made->seat, made->move)) refuse(*made, *breach);
      note(*made);
    }
    if (hand_.phase() == Phase::select) check_passes();
    if (word_.empty()) word_ = cut_word(plays_);
    if (!word_.empty()) refuse_early_play();
    while (passed_ < game_.rules().hands_per_seat) check_passes();
    settle(judgement_, game_, played_, hand_);
    return std::move(judgement_);
  }

 private:
  struct SeatMove {
    Seat seat;
    Move move;
  };

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
    if (!card) refuse_play("this is not a card of the pack", hand_.to_move());
    return {{hand_.to_move(), Move::play(*card)}};
  }

  void note(const SeatMove& made) {
    if (made.move.kind != Move::Kind::play) return;
    word_ = {};
    if (with_legal_) judgement_.legal.push_back(legal_);
    if (!hand_.trick().started()) judgement_.winners.push_back(hand_.last_winner());
  }

  [[noreturn]] void refuse(const SeatMove& made, const hearts::RuleBreach& refusal) const {
    const std::string message = message_of(refusal.breach);
    if (made.move.kind == Move::Kind::select) refuse_field("select", message);
    refuse_play(message, made.seat, refusal.rule);
  }

  [[noreturn]] void refuse_early_play() const {
    if (hand_.phase() == Phase::select) refuse_play("select must say which hand is played first");
    if (hand_.phase() == Phase::pass) refuse_play("the seat has not passed yet", hand_.to_move());
    refuse_play("all cards are played");
  }

  /// Checks the passes of the next sub-hand, so that none will be refused. If that sub-hand has not begun, its passes
  /// are played later.
  void check_passes() {
    const bool asked = hand_.phase() == Phase::pass && hand_.sub_hand() == passed_;
    for (Seat seat = 0; seat < game_.seats(); ++seat) {
      const std::optional<PlayedHand::Pass>& pass = played_.passes[at(passed_)][seat];
      if (!pass) continue;
      if (!asked && hand_.phase() == Phase::select)
        refuse_pass(*pass, seat, "select must say which hand is played first");
      if (!asked && hand_.pass_offset() == 0) refuse_pass_in(hand_.setup().number, *pass, seat);
      // If the sub-hand has not begun, the seat holds the cards that were dealt to it.
      const CardSet held = asked ? hand_.cards(seat) : hand_.setup().deal.hands[at(1 - hand_.selected(seat))][seat];
      check_pass(game_, *pass, seat, held);
    }
    ++passed_;
    pass_seat_ = 0;
  }

  [[noreturn]] void refuse_play(const std::string& message, std::optional<Seat> seat = {},
                                std::string_view rule = {}) const {
    throw Objection(message, {.play = plays_made(hand_) + 1, .seat = seat, .card = std::string(word_), .rule = rule});
  }

  const GameRules& game_;
  const PlayedHand& played_;
  bool with_legal_;
  Hand hand_;
  Judgement judgement_;
  std::string_view plays_;  // not yet parsed
  std::string_view word_;   // parsed, but not yet played
  CardSet legal_;           // before the present play
  int passed_ = 0;          // sub-hands with passes that are checked
  Seat pass_seat_ = 0;      // the next seat to pass
};

/// The most acts in one hand. A table has far fewer, but there is no limit on unfounded claims.
constexpr int kActsMax = 1000;

/// Does one act after another with a LawsHand, and records what the laws apply to.
class LawsJudge {
 public:
  LawsJudge(const GameRules& game, const PlayedHand& played, bool with_legal)
      : game_(game), played_(played), with_legal_(with_legal), hand_(game, played.setup, played.faulty) {}

  Judgement run() {
    pass();
    std::string_view plays = played_.plays;
    for (word_ = cut_word(plays); !word_.empty(); word_ = cut_word(plays)) {
      if (++number_ > kActsMax) object("a hand has at most " + std::to_string(kActsMax) + " acts");
      act();
    }
    finish();
    return std::move(judgement_);
  }

 private:
  using What = LawFinding::What;

  void pass() {
    const Seat none = hearts::kNobody;
    for (Seat seat = 0; seat < game_.seats(); ++seat) {
      const std::optional<PlayedHand::Pass>& pass = played_.passes[0][seat];
      if (!pass) continue;
      if (hand_.pass_offset() == 0) refuse_pass_in(hand_.setup().number, *pass, seat);
      check_pass(game_, *pass, seat, played_.setup.deal.hands[0][seat]);
      if (hand_.apply(seat, Move::pass(pass->cards))) refuse_pass(*pass, none, "the seat has already passed");
    }
  }

  void act() {
    const auto parsed = hearts::parse_act(game_.deck(), word_);
    if (const auto* wrong = std::get_if<std::string>(&parsed))
      object(*wrong, hand_.phase() == Phase::play ? std::optional(hand_.to_move()) : std::nullopt);
    const Act& act = std::get<Act>(parsed);
    const bool is_card = act.is_play_in_turn();
    if (is_card && hand_.phase() == Phase::pass) object("the seat has not passed yet", hand_.to_move());
    if (is_card && hand_.phase() != Phase::play) object("all cards are played");
    const LawsHand before = hand_;
    const auto done = hearts::do_act(hand_, act);
    if (const auto* refused = std::get_if<RefusedAct>(&done)) refuse(*refused, act);
    note(before, std::get<DoneAct>(done));
  }

  [[noreturn]] void refuse(const RefusedAct& refused, const Act& act) const {
    const std::optional<Seat> seat = refused.seat == hearts::kNobody ? std::nullopt : std::optional(refused.seat);
    const bool held = !act.is_play_in_turn() || hand_.cards(*seat).contains(*act.card);
    object(held ? refused.why : message_of(Breach::not_in_hand), seat, refused.rule);
  }

  [[noreturn]] void object(const std::string& message, std::optional<Seat> seat = {},
                           std::string_view rule = {}) const {
    throw Objection(message, {.play = number_, .seat = seat, .card = std::string(word_), .rule = rule});
  }

  void note(const LawsHand& before, const DoneAct& done) {
    switch (done.move.kind) {
      case Move::Kind::play:
        note_card(before, done.seat, done.move.card);
        break;
      case Move::Kind::demand:
        note_returned_cards(before, done.seat);
        break;
      case Move::Kind::correct:
        note_correction(before, done);
        break;
      case Move::Kind::call_misdeal:
        add({.what = What::misdeal, .seat = done.seat, .rule = "R001-22"});
        break;
      case Move::Kind::claim_revoke:
        note_claim(done, done.move.trick, "R001-31");
        if (done.founded) claimed_.emplace(done.move.seat, done.move.trick);
        break;
      case Move::Kind::claim_hand:
        note_claim(done, 0, "R001-23");
        break;
      default:
        break;
    }
  }

  void note_card(const LawsHand& before, Seat seat, hearts::Card card) {
    if (judgement_.leader == hearts::kNobody) judgement_.leader = before.to_move();
    if (with_legal_) judgement_.legal.push_back(before.legal(seat));
    const LawsTrick& trick = hand_.trick(before.trick_number());
    const LaidCard& laid = trick.at(*trick.place_of(seat));
    const int number = before.trick_number();
    if (laid.out_of_turn)
      add({.what = What::out_of_turn, .seat = seat, .trick = number, .card = card, .rule = "R001-28"});
    if (laid.revoke) add({.what = What::revoke, .seat = seat, .trick = number, .card = card, .rule = "R001-31"});
    if (hand_.trick_number() > number) judgement_.winners.push_back(hand_.last_winner());
  }

  /// `trick` is that of a revoke, or 0 for a hand.
  void note_claim(const DoneAct& done, int trick, std::string_view rule) {
    add({.what = What::claim,
         .seat = done.seat,
         .other = done.move.seat,
         .trick = trick,
         .found = done.founded,
         .rule = rule});
  }

  void add(const LawFinding& finding) { judgement_.findings.push_back(finding); }

  void note_correction(const LawsHand& before, const DoneAct& done) {
    if (with_legal_) judgement_.legal.push_back(before.corrections(done.seat));
    const LawsTrick& trick = before.trick();
    const hearts::Card wrong = trick.at(*trick.place_of(done.seat)).card;
    for (LawFinding& finding : judgement_.findings) {
      const bool is_that = finding.card == wrong && finding.trick == before.trick_number();
      if (!is_that || finding.what != What::revoke) continue;
      finding.what = What::corrected;
      finding.rule = "R001-30";
    }
    note_returned_cards(before, done.seat);
  }

  /// Updates the findings after a seat had cards taken back. These cards no longer count as revokes, and those out of
  /// turn are taken back.
  void note_returned_cards(const LawsHand& before, Seat by) {
    const CardSet gone = before.trick().card_set() - hand_.trick().card_set();
    const auto went_back = [&](const LawFinding& finding, What what) {
      return finding.what == what && finding.trick == before.trick_number() && gone.contains(*finding.card);
    };
    std::erase_if(judgement_.findings, [&](const LawFinding& finding) { return went_back(finding, What::revoke); });
    for (LawFinding& finding : judgement_.findings) {
      if (!went_back(finding, What::out_of_turn) || finding.other != hearts::kNobody) continue;
      finding.other = by;
      finding.rule = "R001-26";
    }
  }

  void finish() {
    const Phase phase = hand_.phase();
    if (phase == Phase::play && judgement_.leader == hearts::kNobody) judgement_.leader = hand_.to_move();
    if (phase == Phase::thrown_in) {
      judgement_.thrown_in = judgement_.complete = true;
      judgement_.totals = played_.setup.totals;
      judgement_.next_dealer = hearts::seat_at(played_.setup.dealer, 1, game_.seats());
      return;
    }
    if (phase != Phase::pass && phase != Phase::play) add_excess();
    settle(judgement_, game_, played_, hand_);
    if (judgement_.complete) charge();
  }

  void add_excess() {
    for (Seat seat = 0; seat < game_.seats(); ++seat) {
      if (!hand_.cards(seat).empty()) add({.what = What::excess, .seat = seat, .cards = hand_.cards(seat)});
    }
  }

  /// Adds to the findings which revokes and wrong hands were found, and what each cost.
  void charge() {
    const hearts::LawsFindings& found = hand_.findings();
    hearts::PerSeat<hearts::LawCharge> charges = hearts::law_charges(hand_);
    for (LawFinding& finding : judgement_.findings) {
      if (finding.what != What::revoke) continue;
      const bool all_found = game_.rules().revoke_discovery != hearts::RevokeDiscovery::by_claim;
      finding.found = all_found || claimed_.contains({finding.seat, finding.trick});
      // If a seat has several revokes, the first one that was found is charged.
      if (finding.found) finding.points = std::exchange(charges[finding.seat].points, 0);
    }
    if (!game_.rules().law_incorrect_hand) return;
    for (Seat seat = 0; seat < game_.seats(); ++seat) {
      if (!hand_.is_wrong_size(seat)) continue;
      const bool charged = found.faulty[seat] && !found.any_revoke();
      add({.what = What::incorrect_hand,
           .seat = seat,
           .count = played_.setup.deal.hands[0][seat].size(),
           .found = found.faulty[seat],
           .points = charged ? charges[seat].points : 0,
           .rule = found.faulty_hands() > 1 ? "R001-24" : "R001-23"});
    }
  }

  const GameRules& game_;
  const PlayedHand& played_;
  bool with_legal_;
  LawsHand hand_;
  Judgement judgement_;
  std::set<std::pair<Seat, int>> claimed_;  // claimed revokes by seat and trick
  std::string_view word_;                   // the present one
  int number_ = 0;                          // its number, from 1
};

}  // namespace

Judgement judge(const GameRules& game, const PlayedHand& played, bool with_legal) {
  return game.rules().has_table_laws() ? LawsJudge(game, played, with_legal).run()
                                       : Judge(game, played, with_legal).run();
}

}  // namespace arena
