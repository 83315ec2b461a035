#include <fmt/format.h>

#include "arena/replay/game_text.h"
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

/// Where lines stand that belong to a line of the game.
constexpr std::size_t kTableIndent = 7;
constexpr std::size_t kSeatIndent = 9;

/// What both texts do alike.
class GameWatcher : public ReplayWatcher {
 public:
  explicit GameWatcher(const GameFrame& frame) : frame_(frame), rules_(frame.rules), out_(frame.out) {}

 protected:
  void begin_hand(const SeatView& view) {
    trick_.clear();
    trick_number_ = 0;
    kitty_shown_ = false;
    shown_ = frame_.shows_hand(view.hand_number());
    if (shown_) frame_.write_title(view);
  }

  void show_leftover(CardSet cards) const {
    if (!cards.empty()) out_ << "  left over: " << frame_.paint.cards(cards) << "\n";
  }

  /// True the first time that it is taken.
  bool show_kitty_taker(Seat taker) {
    if (taker == hearts::kNobody || kitty_shown_) return false;
    kitty_shown_ = true;
    out_ << fmt::format("  {} takes the cards left over\n", frame_.name(taker));
    return true;
  }

  std::string moon_text(const Hand& hand) const {
    return fmt::format("{} shoots the moon: {} {}", frame_.name(hand.tally().shooter),
                       moon_option_name(hand.option_taken()), hand.tally().moon_amount);
  }

  const GameFrame& frame_;
  const hearts::GameRules& rules_;
  std::ostream& out_;
  std::vector<TrickCell> trick_;
  int trick_number_ = 0;
  int question_ = 0;  ///< of the decision under way; 0: nobody was asked
  bool shown_ = true;

 private:
  bool kitty_shown_ = false;
};

class TableText final : public GameWatcher {
 public:
  using GameWatcher::GameWatcher;

  void hand_dealt(const Hand& hand) override {
    begin_hand(SeatView(hand, 0));
    sub_hand_ = 0;
    if (!shown_) return;
    for (int sub = 0; sub < rules_.rules().hands_per_seat; ++sub) {
      for (Seat seat = 0; seat < rules_.seats(); ++seat) {
        out_ << fmt::format("  {:<{}}  {}\n", frame_.name(seat), width_,
                            frame_.paint.cards(hand.setup().deal.hands[at(sub)][seat]));
      }
    }
    show_leftover(hand.setup().deal.leftover);
  }

  void deciding(const Hand&, Seat seat, int question) override {
    question_ = question;
    if (question > 0) last_question_[seat] = question;
  }

  void hand_selected(const Hand& hand, Seat seat, Decider decider) override {
    write_decision(seat, fmt::format("{} plays the {} hand first{}", frame_.name(seat),
                                     hand.selected(seat) == 0 ? "first" : "second", decider_mark(decider)));
  }

  void cards_passed(const Hand& hand, Seat seat, CardSet cards, Decider decider) override {
    write_decision(seat, fmt::format("{:<{}}  passes {}{} to {}", frame_.name(seat), width_, frame_.paint.cards(cards),
                                     decider_mark(decider),
                                     frame_.name(hearts::seat_at(seat, hand.pass_offset(), rules_.seats()))));
  }

  void card_played(const Hand& hand, Seat seat, Card card, Decider decider) override {
    if (!shown_) return;
    trick_.push_back({seat, card, decider_mark(decider), question_});
    if (trick_.size() == at(rules_.seats())) finish_trick(hand);
  }

  void moon_settled(const Hand& hand, Decider decider) override {
    write_decision(hand.tally().shooter, moon_text(hand) + std::string(decider_mark(decider)));
  }

  void hand_scored(const Hand& hand, const PerSeat<int>& totals) override {
    if (!shown_) return;
    frame_.write_points(hand.score().change, totals);
    std::string banks;
    for (Seat seat = 0; seat < rules_.seats(); ++seat) {
      const std::string bank = frame_.bank_text(seat, last_question_[seat]);
      if (!bank.empty()) banks += fmt::format("   {} {}", frame_.name(seat), bank);
    }
    if (!banks.empty()) out_ << frame_.paint.faint("  bank left" + banks) << "\n";
  }

 private:
  void write_decision(Seat seat, const std::string& text) const {
    if (!shown_) return;
    out_ << "  " << text << frame_.time_text(seat, question_) << "\n";
    if (question_ > 0) frame_.write_annotations(seat, question_, kTableIndent, true);
  }

  void finish_trick(const Hand& hand) {
    frame_.write_trick(++trick_number_, trick_, SeatView(hand, 0), timed_);
    for (const TrickCell& cell : trick_) {
      if (cell.question > 0) frame_.write_annotations(cell.seat, cell.question, kTableIndent, true);
    }
    show_kitty_taker(hand.kitty_taker());
    trick_.clear();
    if (hand.sub_hand() != sub_hand_) {
      sub_hand_ = hand.sub_hand();
      out_ << "  second hand\n";
      trick_number_ = 0;
    }
    question_ = 0;  // a moon that leaves no choice asks nobody
  }

  const std::size_t width_ = frame_.name_width();
  const bool timed_ = frame_.view.clocks && frame_.annotations.any_time();
  PerSeat<int> last_question_{};  ///< asked so far
  int sub_hand_ = 0;
};

class SeatText final : public GameWatcher {
 public:
  SeatText(const GameFrame& frame, Seat seat) : GameWatcher(frame), seat_(seat) {}

  void hand_dealt(const Hand& hand) override {
    const SeatView view(hand, seat_);
    begin_hand(view);
    sub_hands_shown_ = 0;
    leftover_shown_ = false;
    if (shown_) show_new_leftover(view);
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
    if (show_kitty_taker(view.kitty_taker())) show_new_leftover(view);
  }

  void moon_settled(const Hand& hand, Decider decider) override {
    if (!shown_) return;
    out_ << "  " << moon_text(hand) << "\n";
    if (hand.tally().shooter == seat_ && question_ > 0)
      show_answer(std::string(moon_option_name(hand.option_taken())), decider);
  }

  void hand_scored(const Hand& hand, const PerSeat<int>& totals) override {
    if (!shown_) return;
    const SeatView view(hand, seat_);
    show_new_leftover(view);
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

  /// As soon as the seat sees it.
  void show_new_leftover(const SeatView& view) {
    if (!leftover_shown_) show_leftover(view.leftover());
    leftover_shown_ = leftover_shown_ || !view.leftover().empty();
  }

  /// "question 4: what it chose", and what stands beside that.
  void show_answer(const std::string& choice, Decider decider) {
    const std::string who = question_ > 0 ? "question " + std::to_string(question_) + ": " : "house player: ";
    out_ << "       " << who << choice << decider_mark(decider) << frame_.time_text(seat_, question_) << "\n";
    if (question_ > 0) frame_.write_annotations(seat_, question_, kSeatIndent, false);
  }

  const Seat seat_;
  int last_question_ = 0;  ///< asked so far
  int sub_hands_shown_ = 0;
  bool leftover_shown_ = false;
};

}  // namespace

std::unique_ptr<ReplayWatcher> make_table_text(const GameFrame& frame) { return std::make_unique<TableText>(frame); }

std::unique_ptr<ReplayWatcher> make_seat_text(const GameFrame& frame, Seat seat) {
  return std::make_unique<SeatText>(frame, seat);
}

}  // namespace arena
