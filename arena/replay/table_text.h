#pragma once

#include "arena/records/replay.h"
#include "arena/replay/game_frame.h"
#include "arena/replay/trick_line.h"

namespace arena {

/// Tells a game as one who sees every hand.
class TableText : public ReplayWatcher {
 public:
  explicit TableText(const GameFrame& frame);

  void hand_dealt(const hearts::Hand& hand) override;
  void deciding(const hearts::Hand& hand, hearts::Seat seat, int question) override;
  void hand_selected(const hearts::Hand& hand, hearts::Seat seat, Decider decider) override;
  void cards_passed(const hearts::Hand& hand, hearts::Seat seat, hearts::CardSet cards, Decider decider) override;
  void card_played(const hearts::Hand& hand, hearts::Seat seat, hearts::Card card, Decider decider) override;
  void moon_settled(const hearts::Hand& hand, Decider decider) override;
  void hand_scored(const hearts::Hand& hand, const hearts::PerSeat<int>& totals) override;

 private:
  void write_trick(const hearts::Hand& hand);
  void write_banks();

  const GameFrame& frame_;
  const hearts::GameRules& rules_;
  std::ostream& out_;
  TrickLine trick_;
  std::vector<int> questions_;            ///< of the cards of the trick
  hearts::PerSeat<int> last_question_{};  ///< asked so far, by seat
  int question_ = 0;                      ///< of the decision under way
  int trick_number_ = 0;
  int sub_hand_ = 0;
  bool kitty_taken_ = false;
  bool shown_ = true;
};

}  // namespace arena
