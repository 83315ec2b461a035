#include "tests/unit/bots/protocol/scribe.h"

#include <stdexcept>

#include "arena/bots/protocol/encode.h"
#include "arena/game/table/house_player.h"
#include "engine/deck.h"
#include "engine/rule_keys.h"
#include "engine/variants/registry.h"

namespace arena::test {

using hearts::at;
using hearts::Card;
using hearts::GameRules;
using hearts::Hand;
using hearts::Move;
using hearts::Phase;
using hearts::Seat;
using hearts::SeatView;

namespace {

void make(Hand& hand, Seat seat, const Move& move) {
  if (const auto breach = hand.apply(seat, move)) throw std::runtime_error(std::string(describe(breach->breach)));
}

}  // namespace

GameRules rules_of(const std::string& variant, const std::vector<std::pair<std::string, std::string>>& keys) {
  hearts::Rules rules = hearts::resolve_variant(variant);
  for (const auto& [key, value] : keys) hearts::set_rule(rules, key, value);
  return GameRules(rules);
}

hearts::Deal deal_of(const GameRules& rules, const std::vector<std::string>& hands) {
  hearts::Deal deal;
  deal.point_lane = rules.fixed_point_lane();
  deal.leftover = rules.deck().cards();
  const int per_seat = rules.rules().hands_per_seat;
  for (int i = 0; i < static_cast<int>(hands.size()); ++i) {
    const auto cards = hearts::parse_cards(rules.deck(), hands[at(i)]);
    if (!cards) throw std::runtime_error("no cards: " + hands[at(i)]);
    deal.hands[at(i % per_seat)][at(i / per_seat)] = *cards;
    deal.leftover -= *cards;
  }
  if (!hearts::is_whole(rules, deal)) throw std::runtime_error("the deal is not whole");
  return deal;
}

std::string transcript(const GameRules& rules, const Hand::Setup& setup, Seat you, const Choose& choose) {
  std::string out;
  Hand hand(rules, setup);
  const SeatView view(hand, you);
  encode::hand(out, view);
  while (hand.phase() == Phase::select) {
    const Seat seat = hand.to_move();
    make(hand, seat, Move::select(choose(seat, {"first", "second"})));
  }
  for (int sub_hand = 0; sub_hand < rules.rules().hands_per_seat; ++sub_hand) {
    encode::sub_hand(out, view);
    encode::deal(out, view);
    if (hand.phase() == Phase::pass) {
      while (hand.phase() == Phase::pass) {
        const Seat seat = hand.to_move();
        make(hand, seat, Move::pass(house_pass(hand.cards(seat), rules.pass_count())));
      }
      encode::got(out, view);
    }
    while (hand.phase() == Phase::play && hand.sub_hand() == sub_hand) {
      const Seat seat = hand.to_move();
      if (!hand.trick().started()) encode::trick(out, hand.trick_number(), seat);
      const Card card = house_play(hand.legal());
      const bool was_broken = hand.broken();
      const Seat had_kitty = hand.kitty_taker();
      make(hand, seat, Move::play(card));
      encode::play(out, rules.deck(), seat, card);
      if (hand.broken() && !was_broken && hand.sub_hand() == sub_hand) encode::broken(out);
      if (!hand.trick().started()) encode::took(out, view);
      if (hand.kitty_taker() != had_kitty) {
        encode::kitty(out, hand.kitty_taker());
        if (!view.leftover().empty() && hand.phase() == Phase::play) encode::leftover(out, view);
      }
    }
  }
  if (hand.tally().shooter != hearts::kNobody) encode::moon(out, view);
  if (hand.phase() == Phase::choose) {
    const Seat shooter = hand.to_move();
    std::vector<std::string> words;
    for (int i = 0; i < hand.options().count; ++i) words.emplace_back(moon_option_name(hand.options().list[at(i)]));
    const hearts::MoonOption option = hand.options().list[at(choose(shooter, words))];
    make(hand, shooter, Move::choose(option));
    encode::chose(out, shooter, moon_option_name(option));
  }
  const bool shown = rules.rules().leftover_visibility == hearts::LeftoverVisibility::everybody;
  if (!setup.deal.leftover.empty() && !shown) encode::leftover(out, view);
  encode::score(out, view, hearts::new_totals(rules, setup.totals, hand.score().change));
  return out;
}

}  // namespace arena::test
