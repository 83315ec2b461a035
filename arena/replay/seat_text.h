#pragma once

#include "arena/records/replay.h"
#include "arena/replay/game_frame.h"
#include "arena/replay/trick_line.h"
#include "engine/seat_view.h"

namespace arena {

/// Tells a game as one seat saw it, in the order in which it learnt it: its hand, its questions, what lay on the table.
/// All of it comes from a SeatView and from what the table saw.
class SeatText : public ReplayWatcher {
 public:
  SeatText(const GameFrame& frame, hearts::Seat seat);

  void hand_dealt(const hearts::Hand& hand) override;
  void deciding(const hearts::Hand& hand, hearts::Seat seat, int question) override;
  void hand_selected(const hearts::Hand& hand, hearts::Seat seat, Decider decider) override;
  void cards_passed(const hearts::Hand& hand, hearts::Seat seat, hearts::CardSet cards, Decider decider) override;
  void card_played(const hearts::Hand& hand, hearts::Seat seat, hearts::Card card, Decider decider) override;
  void moon_settled(const hearts::Hand& hand, Decider decider) override;
  void hand_scored(const hearts::Hand& hand, const hearts::PerSeat<int>& totals) override;

 private:
  void show_deal(const hearts::SeatView& view);
  void show_leftover(const hearts::SeatView& view);
  /// "question 4: what it chose", and what stands beside that.
  void show_answer(const std::string& choice, Decider decider);

  const GameFrame& frame_;
  const hearts::GameRules& rules_;
  std::ostream& out_;
  hearts::Seat seat_;
  TrickLine trick_;
  int question_ = 0;       ///< of the seat, of the decision under way
  int last_question_ = 0;  ///< asked so far
  int trick_number_ = 0;
  int sub_hands_shown_ = 0;
  bool kitty_shown_ = false;
  bool leftover_shown_ = false;
  bool shown_ = true;
};

}  // namespace arena
