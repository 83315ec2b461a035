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
using hearts::Seat;
using hearts::SeatView;

/// Where lines stand that belong to a line of the game.
constexpr std::size_t kTableIndent = 7;

class TableText final : public ReplayWatcher {
 public:
  explicit TableText(const GameFrame& frame) : frame_(frame), rules_(frame.rules), out_(frame.out) {}

  void hand_dealt(const Hand& hand) override {
    trick_.clear();
    trick_number_ = sub_hand_ = 0;
    kitty_taken_ = false;
    shown_ = frame_.shows_hand(hand.setup().number);
    if (!shown_) return;
    frame_.write_title(SeatView(hand, 0));
    for (int sub = 0; sub < rules_.rules().hands_per_seat; ++sub) {
      for (Seat seat = 0; seat < rules_.seats(); ++seat) {
        out_ << fmt::format("  {:<{}}  {}\n", frame_.name(seat), width_,
                            frame_.paint.cards(hand.setup().deal.hands[at(sub)][seat]));
      }
    }
    if (!hand.setup().deal.leftover.empty())
      out_ << "  left over: " << frame_.paint.cards(hand.setup().deal.leftover) << "\n";
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
    const Seat shooter = hand.tally().shooter;
    write_decision(
        shooter, fmt::format("{} shoots the moon: {} {}{}", frame_.name(shooter), moon_option_name(hand.option_taken()),
                             hand.tally().moon_amount, decider_mark(decider)));
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
    if (hand.kitty_taker() != hearts::kNobody && !kitty_taken_) {
      out_ << fmt::format("  {} takes the cards left over\n", frame_.name(hand.kitty_taker()));
      kitty_taken_ = true;
    }
    trick_.clear();
    if (hand.sub_hand() != sub_hand_) {
      sub_hand_ = hand.sub_hand();
      out_ << "  second hand\n";
      trick_number_ = 0;
    }
    question_ = 0;  // a moon that leaves no choice asks nobody
  }

  const GameFrame& frame_;
  const hearts::GameRules& rules_;
  std::ostream& out_;
  const std::size_t width_ = frame_.name_width();
  const bool timed_ = frame_.view.clocks && frame_.annotations.any_time();
  std::vector<TrickCell> trick_;
  PerSeat<int> last_question_{};  ///< asked so far
  int question_ = 0;              ///< of the decision under way
  int trick_number_ = 0;
  int sub_hand_ = 0;
  bool kitty_taken_ = false;
  bool shown_ = true;
};

}  // namespace

std::unique_ptr<ReplayWatcher> make_table_text(const GameFrame& frame) { return std::make_unique<TableText>(frame); }

}  // namespace arena
