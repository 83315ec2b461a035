#pragma once

#include <set>
#include <string>
#include <vector>

#include "engine/rules.h"
#include "tests/unit/engine/naive_model.h"

namespace naive {

/// A second model of a hand under the laws, to compare LawsHand with. It keeps only what was dealt, laid, demanded and
/// claimed, and works everything else out of that record whenever it is asked.
class LawsHand {
 public:
  /// `deal` may have hands of unequal size. `slip`: the dealer made a mistake that no count of cards shows.
  LawsHand(const hearts::Rules& rules, int number, int dealer, std::vector<int> totals, Deal deal, bool slip);

  /// "pass", "play", "claim", "choose", "done" or "thrown in".
  std::string phase() const;
  int turn() const;
  int trick_number() const { return static_cast<int>(tricks_.size()); }
  bool broken() const;
  Cards hand(int seat) const;
  Cards won(int seat) const;
  /// The trick on the table, in the order in which it was laid.
  std::vector<Played> table() const;
  Cards possible(int seat) const;
  /// What it could lay without breaking a rule but that of turns, or put in the place of the card that it has laid.
  Cards lawful(int seat) const;
  bool has_left(int seat) const { return !hand(seat).empty(); }
  TricksTaken tricks() const;
  Count count() const;
  std::vector<int> change() const;

  // Each says whether the act is allowed; if it is, it has happened.
  bool pass(int seat, const Cards& cards);
  bool play(int seat, Card card);
  bool demand(int seat, int owner);
  bool correct(int seat, Card card);
  bool call_misdeal();
  bool claim_revoke(int owner, int trick);
  bool claim_hand(int owner);
  bool agree(int seat);
  bool choose(int seat, const std::string& option);

 private:
  struct Laid {
    int seat = 0;
    Card card;
    bool early = false;
    bool failed = false;
  };
  using Tricks = std::vector<std::vector<Laid>>;

  bool laws() const { return rules_.has_table_laws(); }
  bool must_be_claimed() const;
  bool wrong_size(int seat) const;
  int offset() const;
  int full_tricks() const;
  Card opening_card() const;
  int winner(const std::vector<Laid>& trick) const;
  int due_to_lead() const;
  bool in_classes(Card card, const std::vector<hearts::CardClass>& classes) const;
  bool breaks(const std::vector<Laid>& trick, std::size_t place) const;
  bool lies_in(const std::vector<Laid>& trick, int seat) const;
  bool can_follow(int seat) const;
  std::set<int> offenders() const;
  std::set<int> faulty() const;
  int hearts_in(const Cards& cards) const;
  int others_in(const Cards& cards) const;

  const hearts::Rules& rules_;
  int number_;
  int dealer_;
  std::vector<int> totals_;
  Deal deal_;
  bool slip_;
  std::vector<Cards> passed_;
  Tricks tricks_ = Tricks(1);  ///< the last one lies on the table
  std::set<int> must_wait_;
  std::set<int> claimed_revokes_;
  bool claimed_hands_ = false;
  std::set<int> agreed_;
  bool thrown_in_ = false;
  std::string option_;
};

}  // namespace naive
