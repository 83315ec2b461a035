#include <fmt/format.h>

#include "arena/replay/game_frame.h"
#include "engine/seat.h"

namespace arena {
namespace {

using hearts::at;
using hearts::Card;
using hearts::CardSet;
using hearts::Hand;
using hearts::PerSeat;
using hearts::Phase;
using hearts::Seat;
using hearts::SeatView;

constexpr std::size_t kSeatIndent = 9;

class SeatText final : public ReplayWatcher {
 public:
  SeatText(const GameFrame& frame, Seat seat) : frame_(frame), rules_(frame.rules), out_(frame.out), seat_(seat) {}

  void hand_dealt(const Hand& hand) override {
    const SeatView view(hand, seat_);
    trick_.clear();
    trick_number_ = sub_hands_shown_ = 0;
    kitty_shown_ = leftover_shown_ = false;
    shown_ = frame_.shows_hand(view.hand_number());
    if (!shown_) return;
    frame_.write_title(view);
    show_leftover(view);
  }

  void deciding(const Hand& hand, Seat seat, int question) override {
    const SeatView view(hand, seat_);
    if (seat == seat_) {
      question_ = question;
      if (question > 0) last_question_ = question;
    }
    if (!shown_) return;
    const bool dealt = view.phase() == Phase::pass || view.phase() == Phase::play;
    if (dealt) show_deal(view);
    if (seat != seat_ || view.phase() != Phase::play) return;
    out_ << "       holds " << frame_.paint.cards(view.cards()) << "\n";
    const hearts::Trick& trick = view.trick();
    std::string lies;
    for (int i = 0; i < trick.count; ++i) lies += " " + frame_.paint.card(trick.cards[i]);
    out_ << (lies.empty() ? "       leads" : "       on the table" + lies) << ", may play "
         << frame_.paint.cards(view.legal()) << "\n";
  }

  void hand_selected(const Hand& hand, Seat seat, Decider decider) override {
    if (shown_ && seat == seat_) show_answer(hand.selected(seat_) == 0 ? "first" : "second", decider);
  }

  void cards_passed(const Hand& hand, Seat seat, CardSet cards, Decider decider) override {
    if (!shown_) return;
    const SeatView view(hand, seat_);
    const int offset = view.pass_offset();
    if (seat == seat_) {
      show_answer(
          "passes " + frame_.paint.cards(cards) + " to " + frame_.name(hearts::seat_at(seat_, offset, rules_.seats())),
          decider);
    }
    if (view.phase() == Phase::pass) return;
    out_ << "  got " << frame_.paint.cards(view.received()) << " from "
         << frame_.name(hearts::seat_at(seat_, -offset, rules_.seats())) << "\n";
  }

  void card_played(const Hand& hand, Seat seat, Card card, Decider decider) override {
    if (!shown_) return;
    const SeatView view(hand, seat_);
    if (seat == seat_) show_answer(frame_.paint.card(card), decider);
    trick_.push_back({seat, card});  // who decided for another is not told
    if (trick_.size() < at(rules_.seats())) return;
    frame_.write_trick(++trick_number_, trick_, view, false);
    trick_.clear();
    question_ = 0;
    if (view.kitty_taker() == hearts::kNobody || kitty_shown_) return;
    kitty_shown_ = true;
    out_ << fmt::format("  {} takes the cards left over\n", frame_.name(view.kitty_taker()));
    show_leftover(view);
  }

  void moon_settled(const Hand& hand, Decider decider) override {
    if (!shown_) return;
    const SeatView view(hand, seat_);
    const Seat shooter = view.tally().shooter;
    const std::string option(moon_option_name(view.option_taken()));
    out_ << fmt::format("  {} shoots the moon: {} {}\n", frame_.name(shooter), option, view.tally().moon_amount);
    if (shooter == seat_ && question_ > 0) show_answer(option, decider);
  }

  void hand_scored(const Hand& hand, const PerSeat<int>& totals) override {
    if (!shown_) return;
    const SeatView view(hand, seat_);
    show_leftover(view);
    frame_.write_points(view.score().change, totals);
    const std::string bank = frame_.bank_text(seat_, last_question_);
    if (!bank.empty()) out_ << frame_.paint.faint("  bank left " + bank) << "\n";
  }

 private:
  /// The second of two hands is seen only when it begins; before they are selected neither is.
  void show_deal(const SeatView& view) {
    if (view.sub_hand() < sub_hands_shown_) return;
    sub_hands_shown_ = view.sub_hand() + 1;
    trick_number_ = 0;
    if (sub_hands_shown_ == 2) out_ << "  second hand\n";
    out_ << "  dealt " << frame_.paint.cards(view.cards()) << "\n";
  }

  void show_leftover(const SeatView& view) {
    if (leftover_shown_ || view.leftover().empty()) return;
    leftover_shown_ = true;
    out_ << "  left over: " << frame_.paint.cards(view.leftover()) << "\n";
  }

  /// "question 4: what it chose", and what stands beside that.
  void show_answer(const std::string& choice, Decider decider) {
    const std::string who = question_ > 0 ? "question " + std::to_string(question_) + ": " : "house player: ";
    out_ << "       " << who << choice << decider_mark(decider) << frame_.time_text(seat_, question_) << "\n";
    if (question_ > 0) frame_.write_annotations(seat_, question_, kSeatIndent, false);
  }

  const GameFrame& frame_;
  const hearts::GameRules& rules_;
  std::ostream& out_;
  const Seat seat_;
  std::vector<TrickCell> trick_;
  int question_ = 0;       ///< of the seat, of the decision under way
  int last_question_ = 0;  ///< asked so far
  int trick_number_ = 0;
  int sub_hands_shown_ = 0;
  bool kitty_shown_ = false;
  bool leftover_shown_ = false;
  bool shown_ = true;
};

}  // namespace

std::unique_ptr<ReplayWatcher> make_seat_text(const GameFrame& frame, Seat seat) {
  return std::make_unique<SeatText>(frame, seat);
}

}  // namespace arena
