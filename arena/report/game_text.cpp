#include "arena/report/game_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "arena/records/replay.h"
#include "engine/notation.h"

namespace arena {
namespace {

using hearts::Card;
using hearts::CardSet;
using hearts::GameRules;
using hearts::Hand;
using hearts::PerSeat;
using hearts::Seat;

std::size_t at(Seat seat) { return static_cast<std::size_t>(seat); }

std::string_view mark(Decider decider) {
  switch (decider) {
    case Decider::bot:
      return "";
    case Decider::arena:
      return "!";
    case Decider::house:
      return "!!";
  }
  return "";
}

std::string direction(int offset, int seats) {
  if (offset == 0) return "no pass";
  if (seats % 2 == 0 && (offset == seats / 2 || offset == -seats / 2)) return "pass across";
  const std::string side = offset > 0 ? "left" : "right";
  return std::abs(offset) == 1 ? "pass " + side : "pass " + std::to_string(std::abs(offset)) + " to the " + side;
}

/// What each seat is called: its bot, with the number of the seat where the bot sits in several.
std::vector<std::string> names_of(const GameRecord& record) {
  std::vector<std::string> names = record.bots;
  for (std::size_t seat = 0; seat < names.size(); ++seat) {
    if (std::count(record.bots.begin(), record.bots.end(), record.bots[seat]) > 1)
      names[seat] += ":" + std::to_string(seat);
  }
  return names;
}

/// Collects each trick and prints it when it is complete.
class TextWriter : public ReplayWatcher {
 public:
  TextWriter(std::ostream& out, const GameRecord& record, const GameRules& rules)
      : out_(out), names_(names_of(record)), rules_(rules) {
    for (const std::string& name : names_) width_ = std::max(width_, name.size());
  }

  void hand_dealt(const Hand& hand) override {
    out_ << fmt::format("\nHand {}: {} deals, {}", hand.setup().number, name(hand.setup().dealer),
                        direction(hand.pass_offset(), rules_.seats()));
    if (rules_.rules().point_suit_source == hearts::PointSuitSource::drawn_per_hand) {
      out_ << ", point suit " << rules_.deck().suit_letter(hand.point_lane());
    }
    out_ << "\n";
    for (int sub = 0; sub < rules_.rules().hands_per_seat; ++sub) {
      for (Seat seat = 0; seat < rules_.seats(); ++seat) {
        out_ << fmt::format(
            "  {:<{}}  {}\n", name(seat), width_,
            cards_text(rules_.deck(), hand.setup().deal.hands[static_cast<std::size_t>(sub)][at(seat)]));
      }
    }
    if (!hand.setup().deal.leftover.empty())
      out_ << "  left over: " << cards_text(rules_.deck(), hand.setup().deal.leftover) << "\n";
    trick_.clear();
    sub_hand_ = 0;
    kitty_taken_ = false;
  }

  void hand_selected(const Hand& hand, Seat seat, Decider decider) override {
    out_ << fmt::format("  {} plays the {} hand first{}\n", name(seat), hand.selected(seat) == 0 ? "first" : "second",
                        mark(decider));
  }

  void cards_passed(const Hand& hand, Seat seat, CardSet cards, Decider decider) override {
    out_ << fmt::format("  {:<{}}  passes {}{} to {}\n", name(seat), width_, cards_text(rules_.deck(), cards),
                        mark(decider), name(hearts::seat_at(seat, hand.pass_offset(), rules_.seats())));
  }

  void card_played(const Hand& hand, Seat seat, Card card, Decider decider) override {
    trick_.push_back({seat, card, decider});
    if (trick_.size() < static_cast<std::size_t>(rules_.seats())) return;
    ++trick_number_;
    std::string line = fmt::format("  {:>2}", trick_number_);
    int points = 0;
    for (const Played& played : trick_) {
      const std::string_view star = played.seat == hand.last_winner() ? "*" : "";
      line += fmt::format("   {:<{}} {:<5}", name(played.seat), width_,
                          rules_.deck().name(played.card) + std::string(star) + std::string(mark(played.decider)));
      points += rules_.card_points(played.card, hand.point_lane());
    }
    while (line.back() == ' ') line.pop_back();
    if (points != 0) line += fmt::format("  ({} {})", points, points == 1 ? "point" : "points");
    out_ << line << "\n";
    if (hand.kitty_taker() != hearts::kNobody && !kitty_taken_) {
      out_ << fmt::format("  {} takes the cards left over\n", name(hand.kitty_taker()));
      kitty_taken_ = true;
    }
    trick_.clear();
    if (hand.sub_hand() != sub_hand_) {
      sub_hand_ = hand.sub_hand();
      out_ << "  second hand\n";
      trick_number_ = 0;
    }
  }

  void moon_settled(const Hand& hand, Decider decider) override {
    out_ << fmt::format("  {} shoots the moon: {} {}{}\n", name(hand.tally().shooter),
                        moon_option_name(hand.option_taken()), hand.tally().moon_amount, mark(decider));
  }

  void hand_scored(const Hand& hand, const PerSeat<int>& totals) override {
    out_ << "  points";
    for (Seat seat = 0; seat < rules_.seats(); ++seat)
      out_ << fmt::format("   {} {:+d} = {}", name(seat), hand.score().change[at(seat)], totals[at(seat)]);
    out_ << "\n";
    trick_number_ = 0;
  }

 private:
  struct Played {
    Seat seat;
    Card card;
    Decider decider;
  };
  const std::string& name(Seat seat) const { return names_[at(seat)]; }

  std::ostream& out_;
  std::vector<std::string> names_;
  const GameRules& rules_;
  std::size_t width_ = 0;
  std::vector<Played> trick_;
  int trick_number_ = 0;
  int sub_hand_ = 0;
  bool kitty_taken_ = false;
};

}  // namespace

std::optional<std::string> write_game_text(std::ostream& out, const GameRecord& record, const GameRules& rules,
                                           const hearts::MatchLength& length) {
  out << fmt::format("Game {}  {}  (block {}, game {})\n", record.id, record.variant, record.block, record.game);
  for (std::size_t seat = 0; seat < record.bots.size(); ++seat)
    out << fmt::format("  seat {}  {}\n", seat, record.bots[seat]);

  TextWriter writer(out, record, rules);
  const auto wrong = replay_game(record, rules, length, writer);

  const std::vector<std::string> names = names_of(record);
  out << "\nEnd\n";
  for (std::size_t seat = 0; seat < names.size(); ++seat) {
    out << fmt::format("  place {}  {}  {} points", record.result.places[seat], names[seat],
                       record.result.scores[seat]);
    for (const Forfeit& forfeit : record.result.forfeits) {
      if (static_cast<std::size_t>(forfeit.seat) == seat)
        out << fmt::format(", forfeited in hand {} ({})", forfeit.hand, fault_name(forfeit.fault));
    }
    out << "\n";
  }
  for (const FaultEvent& event : record.result.faults) {
    out << fmt::format("  fault: {} in hand {}, question {}: {}: {}\n", names[at(event.seat)], event.hand,
                       event.question, fault_name(event.fault), event.detail);
  }
  for (const Interference& attempt : record.result.tries) {
    out << fmt::format("  refused: {} in hand {}, question {}: {}\n", names[at(attempt.seat)], attempt.hand,
                       attempt.question, attempt.answer);
  }
  return wrong;
}

}  // namespace arena
