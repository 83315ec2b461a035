#include "arena/results/replay/game_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "arena/game/table/offer.h"
#include "arena/game/table/table_hand.h"
#include "engine/seat.h"
#include "engine/typed_text.h"

namespace arena {
namespace {

using hearts::at;
using hearts::Card;
using hearts::CardSet;
using hearts::PerSeat;
using hearts::Phase;
using hearts::Seat;
using hearts::SeatView;

/// The indents of lines that belong to a line of the game.
constexpr std::size_t kTableIndent = 7;
constexpr std::size_t kSeatIndent = 9;

/// What both kinds of text have in common.
class GameWatcher : public ReplayWatcher {
 public:
  GameWatcher(const GameFrame& frame, bool timed) : frame_(frame), columns_(frame.columns(timed)) {}

 protected:
  void begin_hand(const SeatView& view) {
    ++hands_;
    trick_.clear();
    trick_number_ = 0;
    kitty_shown_ = false;
    heads_shown_ = false;
    shown_ = frame_.shows_hand(view.hand_number());
    if (shown_) frame_.write_title(view);
  }

  /// The columns of the hand's tricks. The first call writes their heads.
  const SeatColumns& columns() {
    if (!std::exchange(heads_shown_, true)) frame_.write_heads(columns_);
    return columns_;
  }

  void show_leftover(CardSet cards) const {
    if (!cards.empty()) frame_.out << "  left over: " << frame_.paint.cards(cards) << "\n";
  }

  /// Writes who took the undealt cards. Returns true the first time.
  bool show_kitty_taker(Seat taker) {
    if (taker == hearts::kNobody || std::exchange(kitty_shown_, true)) return false;
    frame_.out << fmt::format("  {} takes the cards left over\n", frame_.name(taker));
    return true;
  }

  /// Writes the dealer's mistake in the hand that was dealt last.
  void show_slip() const {
    const std::string slip = frame_.slip(frame_.record.result.hands[hands_ - 1].slip);
    if (!slip.empty()) frame_.out << "  " << slip << "\n";
  }

  void show_early_lead(Seat seat, Card card) {
    frame_.out << fmt::format("       {} leads out of turn: {}\n", frame_.name(seat), frame_.paint.card(card));
    trick_.push_back({seat, card, {}, 0});
  }

  /// Writes what everybody sees of an answer to a law. A card that is taken back is removed from the trick.
  void show_law_move(const TableHand& hand, const Decision& asked, const hearts::Move& move) {
    frame_.out << "       " << frame_.law_move(hand, asked, move) << "\n";
    if (asked.kind == Decision::Kind::demand) return_card(asked.owner);
    if (asked.kind == Decision::Kind::correct) return_card(asked.seat);
    if (asked.kind != Decision::Kind::correct && asked.kind != Decision::Kind::early) return;
    trick_.push_back({asked.seat, move.card, {}, question_});
  }

  /// Writes what was left over, what the laws charged, and the points.
  void show_scores(const TableHand& hand, const SeatView& view, const PerSeat<int>& totals) {
    if (hand.laws()) {
      for (const std::string& sentence : frame_.charges(*hand.laws())) frame_.out << "  " << sentence << "\n";
    }
    frame_.write_points(view.score().change, totals, columns());
  }

  const GameFrame& frame_;
  std::vector<TrickCell> trick_;
  int trick_number_ = 0;
  int question_ = 0;  ///< of the present decision; 0: nobody was asked
  bool shown_ = true;

 private:
  void return_card(Seat owner) { trick_.erase(std::ranges::find(trick_, owner, &TrickCell::seat), trick_.end()); }

  const SeatColumns columns_;
  std::size_t hands_ = 0;  ///< dealt so far
  bool kitty_shown_ = false;
  bool heads_shown_ = false;
};

/// Writes a game for somebody who sees every hand.
class TableText final : public GameWatcher {
 public:
  explicit TableText(const GameFrame& frame) : GameWatcher(frame, true) {}

  void hand_dealt(const TableHand& hand) override {
    begin_hand(hand.view(0));
    sub_hand_ = 0;
    if (!shown_) return;
    for (int sub = 0; sub < frame_.rules.rules().hands_per_seat; ++sub) {
      for (Seat seat = 0; seat < frame_.rules.seats(); ++seat) {
        frame_.out << fmt::format("  {:<{}}  {}\n", frame_.name(seat), width_,
                                  frame_.paint.cards(hand.setup().deal.hands[at(sub)][seat]));
      }
    }
    show_leftover(hand.setup().deal.leftover);
    show_slip();
  }

  void deciding(const TableHand&, Seat seat, int question) override {
    question_ = question;
    if (question > 0) last_question_[seat] = question;
  }

  void hand_selected(const TableHand& hand, Seat seat, Decider decider) override {
    write_decision(seat, fmt::format("{} plays the {} hand first{}", frame_.name(seat),
                                     hand.selected(seat) == 0 ? "first" : "second", decider_mark(decider)));
  }

  void cards_passed(const TableHand& hand, Seat seat, CardSet cards, Decider decider) override {
    write_decision(
        seat, fmt::format("{:<{}}  passes {}{} to {}", frame_.name(seat), width_, frame_.paint.cards(cards),
                          decider_mark(decider),
                          frame_.name(hearts::seat_at(seat, hand.view(seat).pass_offset(), frame_.rules.seats()))));
  }

  void card_played(const TableHand& hand, Seat seat, Card card, std::optional<Card> then, Decider decider) override {
    if (!shown_) return;
    if (hand.laws() && hand.laws()->is_revoke(card))
      frame_.out << fmt::format("       {} does not follow suit: {}\n", frame_.name(seat), frame_.paint.card(card));
    trick_.push_back({seat, card, decider_mark(decider), question_});
    if (trick_.size() == at(frame_.rules.seats())) finish_trick(hand);
    if (then) show_early_lead(seat, *then);
  }

  void answered(const TableHand& hand, const Decision& asked, const std::optional<hearts::Move>& move,
                std::optional<Card>, Decider) override {
    if (!shown_ || !asked.is_of_law()) return;
    if (move) show_law_move(hand, asked, *move);
    if (question_ > 0) frame_.write_annotations(asked.seat, question_, kTableIndent, true);
  }

  void hand_thrown_in(const TableHand& hand) override {
    if (!shown_) return;
    if (!trick_.empty()) frame_.write_trick(++trick_number_, trick_, hand.view(0), columns());
    frame_.out << "  thrown in\n";
  }

  void moon_settled(const TableHand& hand, Decider decider) override {
    const SeatView view = hand.view(0);
    write_decision(view.tally().shooter, frame_.moon(view) + std::string(decider_mark(decider)));
  }

  void hand_scored(const TableHand& hand, const PerSeat<int>& totals) override {
    if (!shown_) return;
    show_scores(hand, hand.view(0), totals);
    const auto bank = [&](Seat seat) { return frame_.bank_text(seat, last_question_[seat]); };
    bool any = false;
    for (Seat seat = 0; seat < frame_.rules.seats(); ++seat) any = any || !bank(seat).empty();
    if (any) frame_.write_row("bank", columns(), [&](Seat seat) { return frame_.paint.faint(bank(seat)); });
  }

 private:
  void write_decision(Seat seat, const std::string& text) const {
    if (!shown_) return;
    frame_.out << "  " << text << frame_.time_text(seat, question_) << "\n";
    if (question_ > 0) frame_.write_annotations(seat, question_, kTableIndent, true);
  }

  void finish_trick(const TableHand& hand) {
    const SeatView view = hand.view(0);
    frame_.write_trick(++trick_number_, trick_, view, columns());
    for (const TrickCell& cell : trick_) {
      if (cell.question > 0) frame_.write_annotations(cell.seat, cell.question, kTableIndent, true);
    }
    show_kitty_taker(view.kitty_taker());
    trick_.clear();
    if (view.sub_hand() != sub_hand_) {
      sub_hand_ = view.sub_hand();
      frame_.out << "  second hand\n";
      trick_number_ = 0;
    }
    question_ = 0;  // a moon that leaves no choice asks nobody
  }

  const std::size_t width_ = frame_.name_width();
  PerSeat<int> last_question_{};  ///< the number of the last question so far
  int sub_hand_ = 0;
};

/// Writes a game as one seat saw it.
class SeatText final : public GameWatcher {
 public:
  SeatText(const GameFrame& frame, Seat seat) : GameWatcher(frame, false), seat_(seat) {}

  void hand_dealt(const TableHand& hand) override {
    const SeatView view = hand.view(seat_);
    begin_hand(view);
    sub_hands_shown_ = 0;
    leftover_shown_ = false;
    if (!shown_) return;
    show_new_leftover(view);
    show_slip();
  }

  void deciding(const TableHand& hand, Seat seat, int question) override {
    const SeatView view = hand.view(seat_);
    if (seat == seat_) {
      question_ = question;
      if (question > 0) last_question_ = question;
    }
    if (!shown_) return;
    const bool dealt = view.phase() == Phase::pass || view.phase() == Phase::play;
    if (dealt) show_deal(view);
    if (seat != seat_ || hand.next()->kind != Decision::Kind::play) return;
    frame_.out << "       holds " << frame_.paint.cards(view.cards()) << "\n";
    const hearts::Trick trick = view.trick();
    std::string on_table;
    for (int i = 0; i < trick.count; ++i) on_table += " " + frame_.paint.card(trick.cards[i]);
    frame_.out << (on_table.empty() ? "       leads" : "       on the table" + on_table) << ", may play "
               << frame_.paint.cards(view.legal()) << "\n";
  }

  void hand_selected(const TableHand& hand, Seat seat, Decider decider) override {
    if (shown_ && seat == seat_) show_answer(hand.selected(seat_) == 0 ? "first" : "second", decider);
  }

  void cards_passed(const TableHand& hand, Seat seat, CardSet cards, Decider decider) override {
    if (!shown_) return;
    const SeatView view = hand.view(seat_);
    const int offset = view.pass_offset();
    if (seat == seat_) {
      show_answer("passes " + frame_.paint.cards(cards) + " to " +
                      frame_.name(hearts::seat_at(seat_, offset, frame_.rules.seats())),
                  decider);
    }
    if (view.phase() == Phase::pass) return;
    frame_.out << "  got " << frame_.paint.cards(view.received()) << " from "
               << frame_.name(hearts::seat_at(seat_, -offset, frame_.rules.seats())) << "\n";
  }

  void card_played(const TableHand& hand, Seat seat, Card card, std::optional<Card> then, Decider decider) override {
    if (!shown_) return;
    const SeatView view = hand.view(seat_);
    const std::string next = then ? ", then " + frame_.paint.card(*then) : "";
    if (seat == seat_) show_answer(frame_.paint.card(card) + next, decider);
    trick_.push_back({seat, card});  // who decided for another seat is not shown
    if (trick_.size() < at(frame_.rules.seats())) return;
    frame_.write_trick(++trick_number_, trick_, view, columns());
    trick_.clear();
    question_ = 0;
    if (show_kitty_taker(view.kitty_taker())) show_new_leftover(view);
    if (then) show_early_lead(seat, *then);
  }

  void answered(const TableHand& hand, const Decision& asked, const std::optional<hearts::Move>& move,
                std::optional<Card>, Decider decider) override {
    if (!shown_ || !asked.is_of_law()) return;
    if (asked.seat == seat_) {
      Offer offer;
      offer.make(hand);
      show_answer(fmt::format("{} {}", decision_name(asked.kind), offer.words_of(move).front()), decider);
    }
    if (move) show_law_move(hand, asked, *move);
  }

  void hand_thrown_in(const TableHand&) override {
    if (shown_) frame_.out << "  thrown in\n";
  }

  void moon_settled(const TableHand& hand, Decider decider) override {
    if (!shown_) return;
    const SeatView view = hand.view(seat_);
    frame_.out << "  " << frame_.moon(view) << "\n";
    if (view.tally().shooter == seat_ && question_ > 0)
      show_answer(std::string(moon_option_name(view.option_taken())), decider);
  }

  void hand_scored(const TableHand& hand, const PerSeat<int>& totals) override {
    if (!shown_) return;
    const SeatView view = hand.view(seat_);
    show_new_leftover(view);
    show_scores(hand, view, totals);
    const std::string bank = frame_.bank_text(seat_, last_question_);
    if (!bank.empty()) frame_.out << frame_.paint.faint("  bank left " + bank) << "\n";
  }

 private:
  /// The second of two hands is shown only when it begins. Before the players have selected, neither is shown.
  void show_deal(const SeatView& view) {
    if (view.sub_hand() < sub_hands_shown_) return;
    sub_hands_shown_ = view.sub_hand() + 1;
    trick_number_ = 0;
    if (sub_hands_shown_ == 2) frame_.out << "  second hand\n";
    frame_.out << "  dealt " << frame_.paint.cards(view.cards()) << "\n";
  }

  /// Writes the undealt cards as soon as the seat sees them.
  void show_new_leftover(const SeatView& view) {
    if (!leftover_shown_) show_leftover(view.leftover());
    leftover_shown_ = leftover_shown_ || !view.leftover().empty();
  }

  /// Writes "question 4: " with the choice, and its annotations.
  void show_answer(const std::string& choice, Decider decider) {
    const std::string who = question_ > 0 ? "question " + std::to_string(question_) + ": " : "house player: ";
    frame_.out << "       " << who << choice << decider_mark(decider) << frame_.time_text(seat_, question_) << "\n";
    if (question_ > 0) frame_.write_annotations(seat_, question_, kSeatIndent, false);
  }

  const Seat seat_;
  int last_question_ = 0;  ///< the number of the last question so far
  int sub_hands_shown_ = 0;
  bool leftover_shown_ = false;
};

void write_start(const GameFrame& frame, const GameDetails& details) {
  const GameRecord& record = frame.record;
  frame.out << fmt::format("Game {}  {}  (block {}, game {})\n", record.id, record.variant, record.block, record.game);
  if (frame.view.seat) {
    frame.out << fmt::format("as seat {} ({}) saw it\n", *frame.view.seat, frame.name(*frame.view.seat));
  }
  for (std::size_t seat = 0; seat < record.bots.size(); ++seat)
    frame.out << fmt::format("  seat {}  {}\n", seat, record.bots[seat]);
  if (frame.view.clocks && details.busy) {
    frame.out << frame.paint.alarm("  the machine was busy with other work during this game") << "\n";
  }
  if (frame.view.clocks && details.crowded) {
    frame.out << frame.paint.alarm("  bots waited for a processor: the arena played more games than it had processors")
              << "\n";
  }
  if (!frame.view.seat && frame.annotations.any_time() && frame.view.clocks &&
      frame.columns(true).times == SeatColumns::Times::none)
    frame.out << "  the terminal is too narrow for the time of each answer\n";
  for (Seat seat = 0; seat < frame.rules.seats(); ++seat) {
    if (frame.view.seat.value_or(seat) == seat) frame.write_annotations(seat, 0, 2, true);
  }
}

void write_end(const GameFrame& frame) {
  const GameResult& result = frame.record.result;
  frame.out << "\nEnd\n";
  if (was_cut(frame.record, frame.rules))
    frame.out << fmt::format(
        "  cut after hand {}: no more are played (match.hands_max), although {}\n",
        frame.record.result.hands.back().number,
        frame.record.result.hands.back().extra ? "a tie was being played off" : "the totals had not ended the game");
  std::vector<Seat> by_place(at(frame.rules.seats()));
  std::iota(by_place.begin(), by_place.end(), 0);
  std::ranges::stable_sort(by_place, {}, [&](Seat seat) { return result.places[seat]; });
  for (const Seat seat : by_place) {
    frame.out << fmt::format("  place {}  {}  {}", result.places[seat], frame.name(seat),
                             hearts::counted(result.scores[seat], "point"));
    if (const Forfeit* forfeit = result.forfeit_of(seat))
      frame.out << fmt::format(", forfeited {} ({})",
                               forfeit->hand == 0 ? "before the first hand" : fmt::format("in hand {}", forfeit->hand),
                               fault_name(forfeit->fault));
    frame.out << "\n";
  }
  for (const FaultEvent& event : result.faults) {
    if (frame.view.seat.value_or(event.seat) != event.seat) continue;
    frame.out << fmt::format("  fault: {} {}: {}: {}\n", frame.name(event.seat), describe_moment(event),
                             fault_name(event.fault), event.detail);
  }
}

}  // namespace

std::unique_ptr<ReplayWatcher> make_seat_text(const GameFrame& frame, Seat seat) {
  return std::make_unique<SeatText>(frame, seat);
}

std::optional<std::string> write_game_text(std::ostream& out, const GameRecord& record, const hearts::GameRules& rules,
                                           const GameDetails& details, const TableLimits& limits,
                                           const GameView& view) {
  const GameFrame frame{{rules, seat_names(record), CardPaint(rules.deck(), view.color, view.symbols)},
                        out,
                        record,
                        view,
                        GameAnnotations(record, details, limits, view.notes)};
  write_start(frame, details);
  const auto text = view.seat ? make_seat_text(frame, *view.seat) : std::make_unique<TableText>(frame);
  const auto wrong = replay_game(record, rules, *text);
  write_end(frame);
  return wrong;
}

}  // namespace arena
