#include "tests/unit/engine/naive_model.h"

#include <algorithm>

namespace naive {

using hearts::BreakEvent;
using hearts::CardClass;
using hearts::Rules;

namespace {

bool breaks_on(const Rules& rules, BreakEvent event) {
  for (BreakEvent named : rules.break_on) {
    if (named == event) return true;
  }
  return false;
}

Cards of_suit(const Cards& cards, char suit) {
  Cards found;
  for (Card card : cards) {
    if (suit_letter(card) == suit) found.push_back(card);
  }
  return found;
}

void remove_card(Cards& cards, Card card) { cards.erase(std::find(cards.begin(), cards.end(), card)); }

/// The lowest card that is no Joker; "" if there is none.
Card lowest_ranked(const Rules& rules, const Cards& cards) {
  Card lowest;
  for (Card card : cards) {
    if (rank_letter(card) == 'X') continue;
    if (lowest.empty() || rank_order(rules, card) < rank_order(rules, lowest)) lowest = card;
  }
  return lowest;
}

}  // namespace

char rank_letter(Card card) { return card[0]; }
char suit_letter(Card card) { return card[1]; }

int rank_order(const Rules& rules, Card card) {
  if (rank_letter(card) == 'X') return -1;
  return static_cast<int>(rules.ranks.find(rank_letter(card)));
}

bool holds(const Cards& cards, Card card) { return std::find(cards.begin(), cards.end(), card) != cards.end(); }

Cards pack_of(const Rules& rules) {
  Cards pack;
  for (char suit : rules.suits) {
    for (char rank : (rules.jokers == hearts::Jokers::one_per_suit ? "X" : "") + rules.ranks) {
      bool removed = false;
      for (hearts::CardName gone : rules.removed) removed = removed || (gone.rank == rank && gone.suit == suit);
      if (!removed) pack.emplace_back(std::string{rank, suit});
    }
  }
  return pack;
}

int winner_of(const Rules& rules, const std::vector<Played>& trick) {
  const char led = suit_letter(trick[0].card);
  std::string can_win;  // suits, weakest first
  can_win = std::string(1, led);
  if (rules.trick_order == hearts::TrickOrder::suit_ring) {
    bool joker = false;
    for (const Played& played : trick) joker = joker || rank_letter(played.card) == 'X';
    std::string ring = rules.suit_ring;
    if (joker && rules.joker_reverses == hearts::JokerReverses::any_joker_in_trick)
      std::reverse(ring.begin(), ring.end());
    const std::size_t place = ring.find(led);
    can_win += ring[(place + 1) % ring.size()];
    can_win += ring[(place + 2) % ring.size()];
  }
  for (std::size_t i = can_win.size(); i > 0; --i) {
    const Played* best = nullptr;
    for (const Played& played : trick) {
      if (suit_letter(played.card) != can_win[i - 1]) continue;
      if (best == nullptr || rank_order(rules, played.card) > rank_order(rules, best->card)) best = &played;
    }
    if (best != nullptr) return best->seat;
  }
  return -1;
}

std::vector<Cards> parts_of_pass(const Rules& rules, int giver, int offset, const Cards& cards) {
  std::vector<Cards> parts(static_cast<std::size_t>(rules.seats));
  int taker = (giver + offset + rules.seats) % rules.seats;
  for (Card card : pack_of(rules)) {  // in the order of the pack
    if (!holds(cards, card)) continue;
    parts[static_cast<std::size_t>(taker)].push_back(card);
    if (!rules.pass_scatter) continue;
    do {
      taker = taker + 1 == rules.seats ? 0 : taker + 1;
    } while (taker == giver);
  }
  return parts;
}

Hand::Hand(const Rules& rules, int number, int dealer, std::vector<int> totals, Deal deal)
    : rules_(rules), number_(number), dealer_(dealer), totals_(std::move(totals)), deal_(std::move(deal)) {
  const std::size_t seats = static_cast<std::size_t>(rules.seats);
  won_.resize(seats);
  tricks_.count.resize(seats);
  if (rules.hand_select == hearts::HandSelect::blind_choice_of_two) {
    phase_ = "select";
    return;
  }
  selected_.assign(seats, 0);
  start_sub_hand();
}

void Hand::select(int hand_index) {
  selected_.push_back(hand_index);
  ++to_move_;
  if (to_move_ == rules_.seats) start_sub_hand();
}

int Hand::offset() const {
  if (rules_.pass_count == 0) return 0;
  int entry = number_;
  const int length = static_cast<int>(rules_.pass_cycle.size());
  while (entry > length) entry -= length;
  return rules_.pass_cycle[static_cast<std::size_t>(entry - 1)];
}

void Hand::start_sub_hand() {
  hands_.clear();
  for (std::size_t seat = 0; seat < won_.size(); ++seat) {
    const int index = sub_hand_ == 0 ? selected_[seat] : 1 - selected_[seat];
    hands_.push_back(deal_.hands[static_cast<std::size_t>(index)][seat]);
  }
  if (rules_.break_scope == hearts::BreakScope::sub_hand) broken_ = false;
  trick_number_ = 1;
  trick_.clear();
  passed_.clear();
  if (offset() == 0) {
    open();
  } else {
    phase_ = "pass";
    to_move_ = 0;
  }
}

void Hand::pass(const Cards& cards) {
  passed_.push_back(cards);
  ++to_move_;
  if (to_move_ < rules_.seats) return;
  for (int giver = 0; giver < rules_.seats; ++giver) {
    const Cards& passed = passed_[static_cast<std::size_t>(giver)];
    for (Card card : passed) remove_card(hands_[static_cast<std::size_t>(giver)], card);
    const std::vector<Cards> parts = parts_of_pass(rules_, giver, offset(), passed);
    for (std::size_t taker = 0; taker < parts.size(); ++taker)
      hands_[taker].insert(hands_[taker].end(), parts[taker].begin(), parts[taker].end());
  }
  open();
}

std::string Hand::opening_suit() const {
  if (!rules_.opening_suit) return "";
  if (*rules_.opening_suit != hearts::kMappedSuit) return std::string(1, *rules_.opening_suit);
  return std::string(1, rules_.opening_suit_map.at(deal_.point_suit));
}

void Hand::open() {
  phase_ = "play";
  opening_card_ = {};
  to_move_ = dealer_ + 1 == rules_.seats ? 0 : dealer_ + 1;
  if (rules_.opening_leader == hearts::OpeningLeader::rotating_seat) return;
  Cards everybody;
  for (const Cards& hand : hands_) everybody.insert(everybody.end(), hand.begin(), hand.end());
  opening_card_ = lowest_ranked(rules_, of_suit(everybody, opening_suit()[0]));
  for (int seat = 0; seat < rules_.seats; ++seat) {
    if (!opening_card_.empty() && holds(hands_[static_cast<std::size_t>(seat)], opening_card_)) to_move_ = seat;
  }
}

bool Hand::in_class(Card card, CardClass name) const {
  if (name == CardClass::queen_of_spades) return card == "QS";
  return suit_letter(card) == deal_.point_suit;
}

bool Hand::in_any_class(Card card, const std::vector<CardClass>& names) const {
  for (CardClass name : names) {
    if (in_class(card, name)) return true;
  }
  return false;
}

Cards Hand::legal() const {
  const Cards& hand = hands_[static_cast<std::size_t>(to_move_)];
  const bool first = trick_number_ == 1;
  const bool leading = trick_.empty();
  Cards candidates = hand;
  if (first && rules_.opening_lead == hearts::OpeningLead::lowest_of_opening_suit_else_any) {
    const Cards suit = of_suit(hand, opening_suit()[0]);
    if (!suit.empty()) {
      const Card lowest = lowest_ranked(rules_, suit);
      return {lowest.empty() ? suit[0] : lowest};  // a Joker alone is a club too
    }
    if (leading || suit_letter(trick_[0].card) == opening_suit()[0] || !rules_.follow_required) return hand;
    const Cards follow = of_suit(hand, suit_letter(trick_[0].card));
    return follow.empty() ? hand : follow;
  }
  if (leading) {
    if (first && rules_.opening_lead == hearts::OpeningLead::opening_card && !opening_card_.empty()) {
      return {opening_card_};
    }
    if (first && rules_.opening_lead == hearts::OpeningLead::any_of_opening_suit && !opening_card_.empty()) {
      candidates.clear();
      for (Card card : of_suit(hand, opening_suit()[0])) {
        if (rank_letter(card) != 'X') candidates.push_back(card);
      }
    }
  } else if (rules_.follow_required) {
    const Cards follow = of_suit(hand, suit_letter(trick_[0].card));
    if (!follow.empty()) candidates = follow;
  }
  Cards allowed;
  for (Card card : candidates) {
    if (first && in_any_class(card, rules_.first_trick_forbid)) continue;
    if (leading && !broken_ && in_any_class(card, rules_.hold_until_broken)) continue;
    allowed.push_back(card);
  }
  return allowed.empty() ? candidates : allowed;
}

void Hand::watch_breaking(Card card) {
  if (trick_number_ == 1 && !rules_.break_on_first_trick) return;
  const bool point = suit_letter(card) == deal_.point_suit;
  if (point && !trick_.empty() && suit_letter(trick_[0].card) != deal_.point_suit &&
      breaks_on(rules_, BreakEvent::heart_discarded)) {
    broken_ = true;
  }
  if (point && trick_.empty() && breaks_on(rules_, BreakEvent::heart_led_by_necessity)) broken_ = true;
  if (card == "QS" && breaks_on(rules_, BreakEvent::queen_of_spades_played)) broken_ = true;
}

void Hand::play(Card card) {
  watch_breaking(card);
  remove_card(hands_[static_cast<std::size_t>(to_move_)], card);
  trick_.push_back({to_move_, card});
  if (static_cast<int>(trick_.size()) == rules_.seats) {
    end_trick();
  } else {
    to_move_ = to_move_ + 1 == rules_.seats ? 0 : to_move_ + 1;
  }
}

void Hand::end_trick() {
  const int winner = winner_of(rules_, trick_);
  Cards& pile = won_[static_cast<std::size_t>(winner)];
  for (const Played& played : trick_) pile.push_back(played.card);
  trick_.clear();
  ++tricks_.count[static_cast<std::size_t>(winner)];
  if (tricks_.first < 0) tricks_.first = winner;
  tricks_.last = winner;
  to_move_ = winner;
  const bool hand_over = hands_[0].empty();
  const bool deal_over = hand_over && sub_hand_ + 1 == rules_.hands_per_seat;
  const bool kitty = rules_.leftover_fate == hearts::LeftoverFate::kitty_first_trick
                         ? trick_number_ == 1 && sub_hand_ == 0
                         : rules_.leftover_fate == hearts::LeftoverFate::kitty_last_trick && deal_over;
  if (kitty) {
    kitty_taker_ = winner;
    pile.insert(pile.end(), deal_.leftover.begin(), deal_.leftover.end());
  }
  ++trick_number_;
  if (deal_over) {
    end_play();
  } else if (hand_over) {
    ++sub_hand_;
    start_sub_hand();
  }
}

void Hand::end_play() {
  const bool aside = rules_.leftover_fate == hearts::LeftoverFate::set_aside;
  count_ = count_hand(rules_, deal_.point_suit, won_, aside ? deal_.leftover : Cards(), tricks_);
  options_ = moon_options(rules_, count_, totals_);
  if (options_.size() > 1) {
    phase_ = "choose";
    to_move_ = count_.shooter;
  } else {
    choose(options_.empty() ? "" : options_[0]);
  }
}

void Hand::choose(const std::string& option) {
  change_ = changes(rules_, count_, option);
  phase_ = "done";
  to_move_ = -1;
}

}  // namespace naive
