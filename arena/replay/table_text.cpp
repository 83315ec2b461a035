#include "arena/replay/table_text.h"

#include <fmt/format.h>

#include "arena/replay/game_words.h"
#include "engine/seat.h"

namespace arena {
namespace {

using hearts::at;
using hearts::Card;
using hearts::CardSet;
using hearts::Hand;
using hearts::PerSeat;
using hearts::Seat;

/// Where lines stand that belong to a line of the game.
constexpr std::size_t kTableIndent = 7;

}  // namespace

TableText::TableText(const GameFrame& frame)
    : frame_(frame),
      rules_(frame.rules),
      out_(frame.out),
      trick_(frame.names, frame.paint, frame.rules.deck(), frame.view.clocks && frame.annotations.any_time()) {}

void TableText::hand_dealt(const Hand& hand) {
  trick_.clear();
  questions_.clear();
  trick_number_ = sub_hand_ = 0;
  kitty_taken_ = false;
  shown_ = frame_.shows_hand(hand.setup().number);
  if (!shown_) return;
  out_ << "\n"
       << frame_.hand_title(hand.setup().number, hand.setup().dealer, hand.pass_offset(), hand.point_lane()) << "\n";
  for (int sub = 0; sub < rules_.rules().hands_per_seat; ++sub) {
    for (Seat seat = 0; seat < rules_.seats(); ++seat) {
      out_ << fmt::format("  {:<{}}  {}\n", frame_.name(seat), trick_.name_width(),
                          frame_.paint.cards(hand.setup().deal.hands[at(sub)][seat]));
    }
  }
  if (!hand.setup().deal.leftover.empty())
    out_ << "  left over: " << frame_.paint.cards(hand.setup().deal.leftover) << "\n";
}

void TableText::deciding(const Hand&, Seat seat, int question) {
  question_ = question;
  if (question > 0) last_question_[seat] = question;
}

void TableText::hand_selected(const Hand& hand, Seat seat, Decider decider) {
  if (!shown_) return;
  out_ << fmt::format("  {} plays the {} hand first{}{}\n", frame_.name(seat),
                      hand.selected(seat) == 0 ? "first" : "second", decider_mark(decider),
                      frame_.time_text(seat, question_));
  if (question_ > 0) frame_.write_annotations(seat, question_, kTableIndent, true);
}

void TableText::cards_passed(const Hand& hand, Seat seat, CardSet cards, Decider decider) {
  if (!shown_) return;
  out_ << fmt::format("  {:<{}}  passes {}{} to {}{}\n", frame_.name(seat), trick_.name_width(),
                      frame_.paint.cards(cards), decider_mark(decider),
                      frame_.name(hearts::seat_at(seat, hand.pass_offset(), rules_.seats())),
                      frame_.time_text(seat, question_));
  if (question_ > 0) frame_.write_annotations(seat, question_, kTableIndent, true);
}

void TableText::card_played(const Hand& hand, Seat seat, Card card, Decider decider) {
  if (!shown_) return;
  TrickLine::Cell cell{seat, card, decider_mark(decider), {}, false};
  if (const auto time = frame_.annotations.time(seat, question_); time && frame_.view.clocks && question_ > 0) {
    cell.slow = frame_.annotations.is_slow(*time);
    cell.time = short_time(*time) + (cell.slow ? "~" : "");
  }
  trick_.add(std::move(cell));
  questions_.push_back(question_);
  if (trick_.cells().size() == at(rules_.seats())) write_trick(hand);
}

void TableText::write_trick(const Hand& hand) {
  int points = 0;
  for (const TrickLine::Cell& cell : trick_.cells()) points += rules_.card_points(cell.card, hand.point_lane());
  out_ << trick_.text(++trick_number_, hand.last_winner(), points);
  for (std::size_t i = 0; i < questions_.size(); ++i) {
    if (questions_[i] > 0) frame_.write_annotations(trick_.cells()[i].seat, questions_[i], kTableIndent, true);
  }
  if (hand.kitty_taker() != hearts::kNobody && !kitty_taken_) {
    out_ << fmt::format("  {} takes the cards left over\n", frame_.name(hand.kitty_taker()));
    kitty_taken_ = true;
  }
  trick_.clear();
  questions_.clear();
  if (hand.sub_hand() != sub_hand_) {
    sub_hand_ = hand.sub_hand();
    out_ << "  second hand\n";
    trick_number_ = 0;
  }
  question_ = 0;  // a moon that leaves no choice asks nobody
}

void TableText::moon_settled(const Hand& hand, Decider decider) {
  if (!shown_) return;
  const Seat shooter = hand.tally().shooter;
  out_ << fmt::format("  {} shoots the moon: {} {}{}{}\n", frame_.name(shooter), moon_option_name(hand.option_taken()),
                      hand.tally().moon_amount, decider_mark(decider), frame_.time_text(shooter, question_));
  if (question_ > 0) frame_.write_annotations(shooter, question_, kTableIndent, true);
}

void TableText::hand_scored(const Hand& hand, const PerSeat<int>& totals) {
  if (!shown_) return;
  frame_.write_points(hand.score().change, totals);
  if (frame_.view.clocks) write_banks();
}

void TableText::write_banks() {
  std::string line;
  for (Seat seat = 0; seat < rules_.seats(); ++seat) {
    const auto bank = frame_.annotations.bank_left(seat, last_question_[seat]);
    if (bank) line += fmt::format("   {} {}", frame_.name(seat), short_time(*bank));
  }
  if (!line.empty()) out_ << frame_.paint.faint("  bank left" + line) << "\n";
}

}  // namespace arena
