#include "tests/unit/engine/naive_laws.h"

#include <algorithm>
#include <utility>

namespace naive {

using hearts::BreakEvent;
using hearts::CardClass;
using hearts::LeftoverFate;
using hearts::Rules;

namespace {

Cards without(const Cards& cards, const Cards& gone) {
  Cards rest;
  for (Card card : cards) {
    if (!holds(gone, card)) rest.push_back(card);
  }
  return rest;
}

void append(Cards& cards, const Cards& more) { cards.insert(cards.end(), more.begin(), more.end()); }

Card lowest_of(const Rules& rules, const Cards& cards, char suit) {
  Card lowest;
  for (Card card : cards) {
    if (suit_letter(card) != suit || rank_letter(card) == 'X') continue;
    if (lowest.empty() || rank_order(rules, card) < rank_order(rules, lowest)) lowest = card;
  }
  return lowest;
}

template <class T>
bool names(const std::vector<T>& list, T wanted) {
  return std::find(list.begin(), list.end(), wanted) != list.end();
}

}  // namespace

LawsHand::LawsHand(const Rules& rules, int number, int dealer, std::vector<int> totals, Deal deal, bool slip)
    : rules_(rules),
      number_(number),
      dealer_(dealer),
      totals_(std::move(totals)),
      deal_(std::move(deal)),
      slip_(slip),
      passed_(static_cast<std::size_t>(rules.seats)) {}

// --- what follows from the record

bool LawsHand::must_be_claimed() const {
  return laws() && rules_.law_revoke && rules_.revoke_discovery == hearts::RevokeDiscovery::by_claim;
}

bool LawsHand::wrong_size(int seat) const {
  return static_cast<int>(deal_.hands[0][static_cast<std::size_t>(seat)].size()) != rules_.hand_size();
}

int LawsHand::offset() const {
  if (rules_.pass_count == 0) return 0;
  return rules_.pass_cycle[static_cast<std::size_t>(number_ - 1) % rules_.pass_cycle.size()];
}

int LawsHand::full_tricks() const {
  std::size_t least = 100;
  for (const Cards& hand : deal_.hands[0]) least = std::min(least, hand.size());
  return static_cast<int>(least);
}

std::string LawsHand::phase() const {
  if (thrown_in_) return "thrown in";
  if (offset() != 0) {
    for (const Cards& cards : passed_) {
      if (cards.empty()) return "pass";
    }
  }
  if (trick_number() <= full_tricks()) return "play";
  if (must_be_claimed() && static_cast<int>(agreed_.size()) < rules_.seats) return "claim";
  if (count().shooter >= 0 && option_.empty() && moon_options(rules_, count(), totals_).size() > 1) return "choose";
  return "done";
}

Cards LawsHand::hand(int seat) const {
  Cards cards = deal_.hands[0][static_cast<std::size_t>(seat)];
  if (offset() != 0 && std::none_of(passed_.begin(), passed_.end(), [](const Cards& p) { return p.empty(); })) {
    cards = without(cards, passed_[static_cast<std::size_t>(seat)]);
    for (int giver = 0; giver < rules_.seats; ++giver) {
      const Cards& passed = passed_[static_cast<std::size_t>(giver)];
      append(cards, parts_of_pass(rules_, giver, offset(), passed)[static_cast<std::size_t>(seat)]);
    }
  }
  Cards gone;
  for (const std::vector<Laid>& trick : tricks_) {
    for (const Laid& laid : trick) {
      if (laid.seat == seat) gone.push_back(laid.card);
    }
  }
  return without(cards, gone);
}

Card LawsHand::opening_card() const {
  if (rules_.opening_leader == hearts::OpeningLeader::rotating_seat) return "";
  Cards all;
  for (const Cards& cards : deal_.hands[0]) append(all, cards);
  const char suit =
      *rules_.opening_suit == hearts::kMappedSuit ? rules_.opening_suit_map.at(deal_.point_suit) : *rules_.opening_suit;
  return lowest_of(rules_, all, suit);
}

int LawsHand::winner(const std::vector<Laid>& trick) const {
  std::vector<Played> played;
  for (const Laid& laid : trick) played.push_back({laid.seat, laid.card});
  return winner_of(rules_, played);
}

int LawsHand::due_to_lead() const {
  if (tricks_.size() > 1) return winner(tricks_[tricks_.size() - 2]);
  const Card card = opening_card();
  for (int seat = 0; seat < rules_.seats && !card.empty(); ++seat) {
    Cards held = hand(seat);
    for (const Laid& laid : tricks_[0]) {
      if (laid.seat == seat) held.push_back(laid.card);
    }
    if (holds(held, card)) return seat;
  }
  return (dealer_ + 1) % rules_.seats;
}

bool LawsHand::lies_in(const std::vector<Laid>& trick, int seat) const {
  return std::any_of(trick.begin(), trick.end(), [&](const Laid& laid) { return laid.seat == seat; });
}

int LawsHand::turn() const {
  const std::vector<Laid>& now = tricks_.back();
  int seat = now.empty() ? due_to_lead() : now[0].seat;
  while (lies_in(now, seat)) seat = (seat + 1) % rules_.seats;
  return seat;
}

std::vector<Played> LawsHand::table() const {
  std::vector<Played> played;
  for (const Laid& laid : tricks_.back()) played.push_back({laid.seat, laid.card});
  return played;
}

bool LawsHand::in_classes(Card card, const std::vector<CardClass>& classes) const {
  return (names(classes, CardClass::point_suit) && suit_letter(card) == deal_.point_suit) ||
         (names(classes, CardClass::queen_of_spades) && card == "QS");
}

bool LawsHand::breaks(const std::vector<Laid>& trick, std::size_t place) const {
  Card card = trick[place].card;
  if (card == "QS" && names(rules_.break_on, BreakEvent::queen_of_spades_played)) return true;
  if (suit_letter(card) != deal_.point_suit) return false;
  if (place == 0) return names(rules_.break_on, BreakEvent::heart_led_by_necessity);
  return suit_letter(trick[0].card) != deal_.point_suit && names(rules_.break_on, BreakEvent::heart_discarded);
}

bool LawsHand::broken() const {
  for (std::size_t number = rules_.break_on_first_trick ? 0 : 1; number < tricks_.size(); ++number) {
    for (std::size_t place = 0; place < tricks_[number].size(); ++place) {
      if (breaks(tricks_[number], place)) return true;
    }
  }
  return false;
}

Cards LawsHand::won(int seat) const {
  Cards cards;
  for (std::size_t number = 0; number + 1 < tricks_.size(); ++number) {
    if (winner(tricks_[number]) != seat) continue;
    for (const Laid& laid : tricks_[number]) cards.push_back(laid.card);
    const bool first = number == 0 && rules_.leftover_fate == LeftoverFate::kitty_first_trick;
    const bool last =
        static_cast<int>(number) + 1 == full_tricks() && rules_.leftover_fate == LeftoverFate::kitty_last_trick;
    if (first || last) append(cards, deal_.leftover);
  }
  return cards;
}

bool LawsHand::can_follow(int seat) const {
  const char led = suit_letter(tricks_.back()[0].card);
  const Cards held = hand(seat);
  return std::any_of(held.begin(), held.end(), [&](Card card) { return suit_letter(card) == led; });
}

/// What may be played by the rules of every variant, turns left aside.
Cards LawsHand::lawful(int seat) const {
  const std::vector<Laid>& now = tricks_.back();
  Cards open = hand(seat);
  const bool first = trick_number() == 1;
  if (!now.empty() && can_follow(seat)) {
    std::erase_if(open, [&](Card card) { return suit_letter(card) != suit_letter(now[0].card); });
  }
  if (now.empty() && first && !opening_card().empty()) {
    const Card opening = opening_card();
    if (rules_.opening_lead == hearts::OpeningLead::opening_card)
      std::erase_if(open, [&](Card card) { return card != opening; });
    if (rules_.opening_lead == hearts::OpeningLead::any_of_opening_suit)
      std::erase_if(open,
                    [&](Card card) { return suit_letter(card) != suit_letter(opening) || rank_letter(card) == 'X'; });
  }
  Cards allowed;
  for (Card card : open) {
    if (first && in_classes(card, rules_.first_trick_forbid)) continue;
    if (now.empty() && !broken() && in_classes(card, rules_.hold_until_broken)) continue;
    allowed.push_back(card);
  }
  return allowed.empty() ? open : allowed;
}

Cards LawsHand::possible(int seat) const {
  const std::vector<Laid>& now = tricks_.back();
  if (phase() != "play" || lies_in(now, seat)) return {};
  if (seat != turn() && !(laws() && rules_.law_out_of_turn && must_wait_.count(seat) == 0)) return {};
  Cards cards = lawful(seat);
  if (now.empty() || !can_follow(seat) || !laws() || !rules_.law_revoke) return cards;
  for (Card card : hand(seat)) {
    if (suit_letter(card) == suit_letter(now[0].card)) continue;
    if (trick_number() == 1 && in_classes(card, rules_.first_trick_forbid)) continue;
    cards.push_back(card);
  }
  return cards;
}

std::set<int> LawsHand::offenders() const {
  if (must_be_claimed()) return claimed_revokes_;
  std::set<int> found;
  for (const std::vector<Laid>& trick : tricks_) {
    for (const Laid& laid : trick) {
      if (laid.failed) found.insert(laid.seat);
    }
  }
  return found;
}

std::set<int> LawsHand::faulty() const {
  std::set<int> found;
  if (!laws() || !rules_.law_incorrect_hand || (must_be_claimed() && !claimed_hands_)) return found;
  for (int seat = 0; seat < rules_.seats; ++seat) {
    if (wrong_size(seat)) found.insert(seat);
  }
  return found;
}

int LawsHand::hearts_in(const Cards& cards) const {
  int points = 0;
  for (Card card : cards) {
    if (suit_letter(card) == deal_.point_suit) points += rules_.points_per_suit_card;
  }
  return points;
}

int LawsHand::others_in(const Cards& cards) const {
  int points = 0;
  for (const auto& [name, value] : rules_.points_of_cards) {
    if (value > 0 && holds(cards, name.text())) points += value;
  }
  return points;
}

TricksTaken LawsHand::tricks() const {
  TricksTaken tricks;
  tricks.count.resize(static_cast<std::size_t>(rules_.seats));
  const int full = full_tricks();
  for (int number = 1; number <= full && number < trick_number(); ++number) {
    const int taker = winner(tricks_[static_cast<std::size_t>(number - 1)]);
    ++tricks.count[static_cast<std::size_t>(taker)];
    if (number == 1) tricks.first = taker;
    if (number == full) tricks.last = taker;
  }
  return tricks;
}

Count LawsHand::count() const {
  Cards left;
  Cards all;
  std::vector<Cards> taken;
  for (int seat = 0; seat < rules_.seats; ++seat) {
    append(left, hand(seat));
    taken.push_back(won(seat));
    append(all, won(seat));
  }
  append(all, left);
  const std::set<int> wrong = faulty();
  if (wrong.size() == 1) append(taken[static_cast<std::size_t>(*wrong.begin())], left);
  const Cards aside = rules_.leftover_fate == LeftoverFate::set_aside ? deal_.leftover : Cards{};
  Count count = count_hand(rules_, deal_.point_suit, taken, aside, tricks());
  if (wrong.empty() && offenders().empty()) return count;
  count.shooter = -1;
  count.amount = 0;
  const bool every_penalty_card = rules_.penalty_scope == hearts::PenaltyScope::all_penalty_cards;
  for (int seat = 0; seat < rules_.seats; ++seat) {
    const std::size_t at = static_cast<std::size_t>(seat);
    int charge = 0;
    if (!offenders().empty()) {
      count.penalty[at] = 0;
      if (offenders().count(seat) != 0)
        charge = hearts_in(all) + (every_penalty_card ? others_in(all) : others_in(taken[at]));
    } else if (wrong.size() > 1 && wrong.count(seat) != 0) {
      charge = hearts_in(left) + (every_penalty_card ? others_in(left) : 0);
    }
    count.penalty[at] += charge;
    if (charge > 0) count.no_points[at] = false;
  }
  return count;
}

std::vector<int> LawsHand::change() const {
  const Count result = count();
  const std::vector<std::string> options = moon_options(rules_, result, totals_);
  return changes(rules_, result, option_.empty() && !options.empty() ? options[0] : option_);
}

// --- acts

bool LawsHand::pass(int seat, const Cards& cards) {
  Cards& passed = passed_[static_cast<std::size_t>(seat)];
  if (phase() != "pass" || !passed.empty() || static_cast<int>(cards.size()) != rules_.pass_count) return false;
  for (Card card : cards) {
    if (!holds(hand(seat), card)) return false;
  }
  passed = cards;
  return true;
}

bool LawsHand::play(int seat, Card card) {
  if (!holds(possible(seat), card)) return false;
  const bool early = seat != turn();
  std::vector<Laid>& now = tricks_.back();
  const bool failed = !now.empty() && suit_letter(card) != suit_letter(now[0].card) && can_follow(seat);
  now.push_back({seat, card, early, failed});
  if (static_cast<int>(now.size()) == rules_.seats) {
    tricks_.emplace_back();
    must_wait_.clear();
  }
  return true;
}

bool LawsHand::demand(int seat, int owner) {
  std::vector<Laid>& now = tricks_.back();
  if (!laws() || !rules_.law_out_of_turn || phase() != "play" || seat == owner || lies_in(now, seat)) return false;
  for (std::size_t place = 0; place < now.size(); ++place) {
    if (now[place].seat != owner || !now[place].early) continue;
    now.resize(place);
    must_wait_.insert(owner);
    return true;
  }
  return false;
}

bool LawsHand::correct(int seat, Card card) {
  std::vector<Laid>& now = tricks_.back();
  if (!laws() || !rules_.law_revoke || phase() != "play") return false;
  for (std::size_t place = 0; place < now.size(); ++place) {
    if (now[place].seat != seat || !now[place].failed) continue;
    if (!holds(lawful(seat), card)) return false;
    now.resize(place + 1);
    now[place].card = card;
    now[place].failed = false;
    return true;
  }
  return false;
}

bool LawsHand::call_misdeal() {
  bool wrong = slip_;
  for (int seat = 0; seat < rules_.seats; ++seat) wrong = wrong || wrong_size(seat);
  if (!laws() || !rules_.law_misdeal || !wrong || thrown_in_ || trick_number() > 1) return false;
  thrown_in_ = true;
  return true;
}

bool LawsHand::claim_revoke(int owner, int trick) {
  if (!must_be_claimed() || (phase() != "play" && phase() != "claim")) return false;
  if (trick < 1 || trick >= trick_number() || claimed_revokes_.count(owner) != 0) return false;
  for (const Laid& laid : tricks_[static_cast<std::size_t>(trick - 1)]) {
    if (laid.seat == owner && laid.failed) return claimed_revokes_.insert(owner).second;
  }
  return false;
}

bool LawsHand::claim_hand(int owner) {
  if (!must_be_claimed() || !rules_.law_incorrect_hand || (phase() != "play" && phase() != "claim")) return false;
  if (owner < 0 || owner >= rules_.seats || trick_number() == 1 || claimed_hands_ || !wrong_size(owner)) return false;
  claimed_hands_ = true;
  return true;
}

bool LawsHand::agree(int seat) { return phase() == "claim" && agreed_.insert(seat).second; }

bool LawsHand::choose(int seat, const std::string& option) {
  if (phase() != "choose" || seat != count().shooter) return false;
  option_ = option;
  return true;
}

}  // namespace naive
