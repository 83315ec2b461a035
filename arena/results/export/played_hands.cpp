#include "arena/results/export/played_hands.h"

#include <algorithm>
#include <utility>

#include "arena/base/text/input_error.h"

namespace arena {
namespace {

using hearts::Card;
using hearts::Seat;
using hearts::SeatView;

class HandsWatcher final : public ReplayWatcher {
 public:
  explicit HandsWatcher(const hearts::GameRules& rules) : rules_(rules) {}

  void hand_dealt(const TableHand&) override {
    hands_.emplace_back();
    trick_begin_ = 0;
  }

  void deciding(const TableHand& hand, Seat seat, int question) override {
    question_ = question;
    choices_ = std::nullopt;
    if (hand.next()->kind == Decision::Kind::play) choices_ = hand.view(seat).legal().size();
  }

  void card_played(const TableHand& hand, Seat seat, Card card, std::optional<Card> then, Decider decider) override {
    lay(seat, card, decider);
    const auto in_trick = std::count_if(cards().begin() + trick_begin_, cards().end(),
                                        [](const PlayedCard& one) { return !one.taken_back; });
    if (in_trick == rules_.seats()) end_trick(hand.view(0));
    if (!then) return;
    choices_ = std::nullopt;
    lay(seat, *then, decider);
  }

  void answered(const TableHand&, const Decision& asked, const std::optional<hearts::Move>& move, std::optional<Card>,
                Decider decider) override {
    if (!move) return;
    if (asked.kind == Decision::Kind::demand) take_back_from(asked.owner);
    if (asked.kind == Decision::Kind::correct) take_back_from(asked.seat);
    if (asked.kind == Decision::Kind::correct || asked.kind == Decision::Kind::early)
      lay(asked.seat, move->card, decider);
  }

  void hand_scored(const TableHand& hand, const hearts::PerSeat<int>&) override {
    hands_.back().figures = figures_of(hand);
  }

  std::vector<PlayedHand> release_hands() { return std::move(hands_); }

 private:
  std::vector<PlayedCard>& cards() { return hands_.back().cards; }

  void lay(Seat seat, Card card, Decider decider) {
    const int trick = static_cast<int>(hands_.back().tricks.size()) + 1;
    cards().push_back({trick, seat, card, decider, question_, choices_});
  }

  /// Takes back the card of the seat and those that were laid after it (A001-14).
  void take_back_from(Seat owner) {
    const auto is_owners = [&](const PlayedCard& one) { return one.seat == owner && !one.taken_back; };
    const auto first = std::find_if(cards().begin() + trick_begin_, cards().end(), is_owners);
    std::for_each(first, cards().end(), [](PlayedCard& one) { one.taken_back = true; });
  }

  void end_trick(const SeatView& view) {
    PlayedTrick trick{.leader = hearts::kNobody, .winner = view.last_winner()};
    for (auto one = cards().begin() + trick_begin_; one != cards().end(); ++one) {
      if (one->taken_back) continue;
      if (trick.leader == hearts::kNobody) trick.leader = one->seat;
      trick.points += rules_.card_points(one->card, view.point_lane());
    }
    hands_.back().tricks.push_back(trick);
    trick_begin_ = std::ssize(cards());
  }

  const hearts::GameRules& rules_;
  std::vector<PlayedHand> hands_;
  std::ptrdiff_t trick_begin_ = 0;  ///< index of the first card of the trick on the table
  int question_ = 0;                ///< of the present decision; 0: nobody was asked
  std::optional<int> choices_;
};

}  // namespace

std::vector<PlayedHand> played_hands(const GameRecord& record, const hearts::GameRules& rules,
                                     const std::string& place) {
  HandsWatcher watcher(rules);
  if (const auto wrong = replay_game(record, rules, watcher)) throw InputError(place + ": " + *wrong);
  return watcher.release_hands();
}

}  // namespace arena
