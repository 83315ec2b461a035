#include "tests/unit/engine/side_by_side.h"

#include <algorithm>
#include <stdexcept>
#include <vector>

#include "engine/deck.h"
#include "engine/hand.h"
#include "tests/unit/engine/model_play.h"
#include "tests/unit/engine/moon_move.h"
#include "tests/unit/engine/play.h"

namespace hearts::test {
namespace {

using naive::Cards;

[[noreturn]] void differ(const std::string& what) { throw std::runtime_error("engine and model differ: " + what); }

void same(bool equal, const char* what) {
  if (!equal) differ(what);
}

/// The same cards, each once.
void same_cards(const GameRules& game, CardSet engine, const Cards& model, const char* what) {
  CardSet found;
  for (const naive::Card card : model) found.insert(card_of(game, card.text()));
  if (found == engine && model.size() == static_cast<std::size_t>(engine.size())) return;
  std::string text = std::string(what) + "; engine " + cards_text(game.deck(), engine) + "; model";
  for (const naive::Card card : model) text.append(" ").append(card.text());
  differ(text);
}

bool same_values(const PerSeat<int>& engine, const std::vector<int>& model) {
  return std::equal(model.begin(), model.end(), engine.begin());
}

const char* phase_name(Phase phase) {
  static constexpr const char* kNames[] = {"select", "pass", "play", "choose", "done"};
  return kNames[static_cast<std::size_t>(phase)];
}

void compare_state(const GameRules& game, const Hand& hand, const naive::Hand& model) {
  if (phase_name(hand.phase()) != model.phase())
    differ("phase " + std::string(phase_name(hand.phase())) + " and " + model.phase());
  same(hand.to_move() == model.to_move(), "seat to move");
  same(hand.broken() == model.broken(), "broken");
  same(hand.sub_hand() == model.sub_hand(), "sub-hand");
  same(hand.kitty_taker() == model.kitty_taker(), "taker of the kitty");
  if (hand.phase() != Phase::play) return;
  same(hand.trick_number() == model.trick_number(), "trick number");
  same_cards(game, hand.legal(), model.legal(), "legal cards");
  same(!hand.legal().empty() && hand.cards(hand.to_move()).contains(hand.legal()), "no legal card of the hand");
  if (hand.trick().started()) return;
  for (Seat seat = 0; seat < game.seats(); ++seat) {
    const std::size_t at = static_cast<std::size_t>(seat);
    same_cards(game, hand.cards(seat), model.hands()[at], "hand");
    same_cards(game, hand.won(seat), model.won()[at], "won cards");
  }
}

void compare_result(const GameRules& game, const Hand& hand, const naive::Hand& model, Seen& seen) {
  const Tally& tally = hand.tally();
  const naive::Count& count = model.count();
  same(same_values(tally.penalty, count.penalty), "penalty");
  same(same_values(tally.bonus, count.bonus), "bonus");
  for (std::size_t seat = 0; seat < count.no_points.size(); ++seat)
    same(tally.no_points[seat] == count.no_points[seat], "no points");
  same(tally.shooter == count.shooter, "shooter");
  if (tally.shooter == kNobody) return;
  same(tally.moon_amount == count.amount, "moon amount");
  std::vector<std::string> names;
  for (int i = 0; i < hand.options().count; ++i)
    names.emplace_back(moon_option_name(hand.options().list[static_cast<std::size_t>(i)]));
  same(names == model.options(), "moon options");
  ++seen["moon"];
  ++seen["moon of " + game.rules().id];
  if (game.rules().hands_per_seat == 2) ++seen["moon in two hands"];
  if (hand.kitty_taker() == tally.shooter) ++seen["moon with the kitty"];
}

void note_move(const Hand& hand, const Move& move, Seen& seen) {
  if (hand.phase() == Phase::select) ++seen["choice of a hand"];
  if (hand.phase() == Phase::play && move.card.is_joker()) ++seen["Joker played"];
  if (hand.phase() == Phase::choose) {
    ++seen["choice " + std::string(moon_option_name(move.option)) + ", " +
           std::string(moon_option_name(hand.options().list[0])) + " first"];
  }
}

void note_totals(const GameRules& game, const std::vector<int>& before, const PerSeat<int>& change,
                 const naive::Match& after, Seen& seen) {
  for (std::size_t seat = 0; seat < before.size(); ++seat) {
    const int sum = before[seat] + change[seat];
    if (sum < 0 && after.totals[seat] == 0) ++seen["floor"];
    if (game.rules().score_sinkhole == sum) ++seen["sinkhole"];
    if (after.totals[seat] < 0) ++seen["total below zero"];
  }
  if (after.further_hands && !after.over) ++seen["further hand"];
}

}  // namespace

Hand play_both(const GameRules& game, const Hand::Setup& setup, Random& random, Seen& seen) {
  const bool moon = random.below(2) == 0;
  const Seat shooter = static_cast<Seat>(random.below(static_cast<std::uint32_t>(game.seats())));
  Hand::Setup start = setup;
  if (moon) strengthen(game, start.deal, shooter, random);
  same(is_whole(game, start.deal), "a deal that is not whole");
  Hand hand(game, start);
  naive::Hand model(game.rules(), start.number, start.dealer,
                    {start.totals.begin(), start.totals.begin() + game.seats()}, model_deal(game, start.deal));
  compare_state(game, hand, model);
  while (hand.phase() != Phase::done) {
    const Move move = moon ? moon_move(hand, shooter, random) : random_move(hand, random);
    if (hand.phase() == Phase::choose) compare_result(game, hand, model, seen);
    note_move(hand, move, seen);
    play_in_model(game, model, move);
    must_apply(hand, hand.to_move(), move);
    compare_state(game, hand, model);
  }
  if (hand.options().count != 2) compare_result(game, hand, model, seen);
  same(same_values(hand.score().change, model.change()), "change of the totals");
  if (hand.kitty_taker() != kNobody) ++seen["kitty"];
  if (!start.deal.leftover.empty() && hand.kitty_taker() == kNobody) ++seen["cards set aside"];
  if (game.rules().hands_per_seat == 2) ++seen["two-hand deal"];
  ++seen["hands"];
  return hand;
}

void play_match(const GameRules& game, int hands_max, Random& random, Seen& seen) {
  const Seat dealer = static_cast<Seat>(random.below(static_cast<std::uint32_t>(game.seats())));
  Match match(game, dealer);
  naive::Match model = naive::start_of_match(game.rules());
  same(same_values(match.totals(), model.totals), "totals at the start");
  for (int number = 1; !match.status().over; ++number) {
    same(match.hand_number() == number, "hand number");
    same(match.dealer() == (dealer + number - 1) % game.seats(), "dealer");
    const std::vector<int> before = model.totals;
    const Hand hand = play_both(game, match.next_hand(deal_cards(game, match.dealer(), random)), random, seen);
    match.finish_hand(hand);
    naive::book(game.rules(), model, {hand.score().change.begin(), hand.score().change.begin() + game.seats()});
    same(same_values(match.totals(), model.totals), "totals");
    same(match.status().in_extra_hands == model.further_hands, "further hands");
    note_totals(game, before, hand.score().change, model, seen);
    same(match.status().over == model.over, "end of the match");
    same(match.status().cut == model.cut, "cut of the match");
    if (number == hands_max && !model.over) return;
  }
  std::vector<int> winners;
  for (Seat seat = 0; seat < game.seats(); ++seat) {
    if (match.status().winners[static_cast<std::size_t>(seat)]) winners.push_back(seat);
  }
  same(winners == model.winners, "winners");
  if (winners.size() > 1) ++seen["shared win"];
  if (model.further_hands && !model.cut) ++seen["tie played off"];
  if (model.cut) ++seen["cut"];
  if (game.rules().match_hands) ++seen["fixed hands"];
  ++seen["matches"];
}

}  // namespace hearts::test
