#pragma once

#include <array>
#include <compare>
#include <string>
#include <string_view>
#include <vector>

#include "engine/rules.h"

/// A second engine, to compare the first with: written from the rules alone, with letters, vectors and loops, slow and
/// plain. Of the engine it knows only the keys of the rules. Cards are two letters, seats are numbers from 0.
namespace naive {

/// The letters of its rank and its suit, as in "QS".
class Card {
 public:
  Card() = default;  ///< none
  Card(std::string_view text) {
    if (!text.empty()) letters_ = {text.at(0), text.at(1)};
  }
  Card(const std::string& text) : Card(std::string_view(text)) {}
  Card(const char* text) : Card(std::string_view(text)) {}

  char operator[](std::size_t place) const { return letters_[place]; }
  bool empty() const { return *this == Card(); }
  std::string_view text() const { return {letters_.data(), letters_.size()}; }
  auto operator<=>(const Card&) const = default;

 private:
  std::array<char, 2> letters_ = {};
};

using Cards = std::vector<Card>;

char rank_letter(Card card);
char suit_letter(Card card);
/// The Joker -1, then 0 for the lowest rank.
int rank_order(const hearts::Rules& rules, Card card);
bool holds(const Cards& cards, Card card);
/// Every card of the pack.
Cards pack_of(const hearts::Rules& rules);

struct Deal {
  char point_suit = 0;
  std::vector<std::vector<Cards>> hands;  ///< by hand of a seat, then by seat
  Cards leftover;
};

/// A card on the table.
struct Played {
  int seat = 0;
  Card card;
};

/// Who takes the cards, in order of play.
int winner_of(const hearts::Rules& rules, const std::vector<Played>& trick);

/// The cards that each seat receives of those that one seat passes.
std::vector<Cards> parts_of_pass(const hearts::Rules& rules, int giver, int offset, const Cards& cards);

/// The tricks that were taken in a deal.
struct TricksTaken {
  std::vector<int> count;  ///< by seat
  int first = -1;
  int last = -1;
};

/// The worth of the won cards and tricks.
struct Count {
  std::vector<int> penalty;
  std::vector<int> bonus;
  std::vector<bool> no_points;
  std::vector<bool> no_tricks;
  int shooter = -1;
  int amount = 0;
};

Count count_hand(const hearts::Rules& rules, char point_suit, const std::vector<Cards>& won, const Cards& set_aside,
                 const TricksTaken& tricks);
/// "subtract_self", "add_others": what the shooter may do, the usual one first.
std::vector<std::string> moon_options(const hearts::Rules& rules, const Count& count, const std::vector<int>& totals);
std::vector<int> changes(const hearts::Rules& rules, const Count& count, const std::string& option);
std::vector<int> totals_after(const hearts::Rules& rules, const std::vector<int>& totals,
                              const std::vector<int>& change);
bool meets_limit(const hearts::Rules& rules, const std::vector<int>& totals);

/// Where a match stands.
struct Match {
  std::vector<int> totals;
  int hands = 0;
  bool over = false;
  bool cut = false;
  bool further_hands = false;
  std::vector<int> winners;
};

Match start_of_match(const hearts::Rules& rules);
void book(const hearts::Rules& rules, Match& match, const std::vector<int>& change);

/// One deal, played out.
class Hand {
 public:
  Hand(const hearts::Rules& rules, int number, int dealer, std::vector<int> totals, Deal deal);

  /// "select", "pass", "play", "choose" or "done".
  const std::string& phase() const { return phase_; }
  int to_move() const { return to_move_; }
  int sub_hand() const { return sub_hand_; }
  int trick_number() const { return trick_number_; }
  bool broken() const { return broken_; }
  const std::vector<Cards>& hands() const { return hands_; }
  const std::vector<Cards>& won() const { return won_; }
  const std::vector<Played>& trick() const { return trick_; }
  int kitty_taker() const { return kitty_taker_; }
  const TricksTaken& tricks() const { return tricks_; }
  const Count& count() const { return count_; }
  const std::vector<std::string>& options() const { return options_; }
  const std::vector<int>& change() const { return change_; }

  Cards legal() const;

  void select(int hand_index);
  void pass(const Cards& cards);
  void play(Card card);
  void choose(const std::string& option);

 private:
  bool in_class(Card card, hearts::CardClass name) const;
  bool in_any_class(Card card, const std::vector<hearts::CardClass>& names) const;
  int offset() const;
  std::string opening_suit() const;
  void start_sub_hand();
  void open();
  void watch_breaking(Card card);
  void end_trick();
  void end_play();

  const hearts::Rules& rules_;
  int number_;
  int dealer_;
  std::vector<int> totals_;
  Deal deal_;
  std::string phase_;
  int to_move_ = 0;
  int sub_hand_ = 0;
  int trick_number_ = 1;
  bool broken_ = false;
  int kitty_taker_ = -1;
  std::vector<int> selected_;
  std::vector<Cards> passed_;
  std::vector<Cards> hands_;
  std::vector<Cards> won_;
  std::vector<Played> trick_;
  Card opening_card_;
  TricksTaken tricks_;
  Count count_;
  std::vector<std::string> options_;
  std::vector<int> change_;
};

}  // namespace naive
