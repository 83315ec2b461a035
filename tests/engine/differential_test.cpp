#include <algorithm>
#include <map>
#include <stdexcept>

#include "engine/match.h"
#include "engine/notation.h"
#include "tests/catch.h"
#include "tests/engine/key_tables.h"
#include "tests/engine/model_deal.h"
#include "tests/engine/moon_play.h"
#include "tests/engine/naive_model.h"
#include "tests/engine/play.h"

// The engine and the naive model play the same hands and must agree at every step. Half of the hands are played so
// that somebody is likely to shoot the moon, and half of the matches to a low limit, so that ties come up.

namespace {

using namespace hearts;
using naive::Cards;

/// How often something happened that a test must have seen.
using Seen = std::map<std::string, int>;

Cards sorted(Cards cards) {
  std::sort(cards.begin(), cards.end());
  return cards;
}

[[noreturn]] void differ(const std::string& what) { throw std::runtime_error("engine and model differ: " + what); }

void same(bool equal, const std::string& what) {
  if (!equal) differ(what);
}

void same_cards(const GameRules& game, CardSet engine, const Cards& model, const char* what) {
  if (engine.size() == static_cast<int>(model.size()) && sorted(test::names_of(game, engine)) == sorted(model)) return;
  std::string text = std::string(what) + "; engine " + cards_text(game.deck(), engine) + "; model";
  for (const std::string& card : sorted(model)) text += " " + card;
  differ(text);
}

bool same_values(const PerSeat<int>& engine, const std::vector<int>& model) {
  return std::equal(model.begin(), model.end(), engine.begin());
}

std::string phase_name(Phase phase) {
  static const std::map<Phase, std::string> names = {{Phase::select, "select"},
                                                     {Phase::pass, "pass"},
                                                     {Phase::play, "play"},
                                                     {Phase::choose, "choose"},
                                                     {Phase::done, "done"}};
  return names.at(phase);
}

void compare_state(const GameRules& game, const Hand& hand, const naive::Hand& model) {
  same(phase_name(hand.phase()) == model.phase(), "phase " + phase_name(hand.phase()) + " and " + model.phase());
  same(hand.to_move() == model.to_move(), "seat to move");
  same(hand.broken() == model.broken(), "broken");
  same(hand.sub_hand() == model.sub_hand(), "sub-hand");
  same(hand.kitty_taker() == model.kitty_taker(), "taker of the kitty");
  if (hand.phase() != Phase::play) return;
  same(hand.trick_number() == model.trick_number(), "trick number");
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
  Cards names;
  for (int i = 0; i < hand.options().count; ++i)
    names.emplace_back(moon_option_name(hand.options().list[static_cast<std::size_t>(i)]));
  same(names == model.options(), "moon options");
  ++seen["moon of " + game.rules().id];
  if (game.rules().hands_per_seat == 2) ++seen["moon in two hands"];
  if (hand.kitty_taker() == tally.shooter) ++seen["moon with the kitty"];
}

/// Plays one hand in both and returns the engine's.
Hand play_hand(const GameRules& game, const Match& match, const naive::Match& model_match, Random& random, Seen& seen) {
  const bool moon = random.below(2) == 0;
  const Seat shooter = static_cast<Seat>(random.below(static_cast<std::uint32_t>(game.seats())));
  Deal deal = deal_cards(game, match.dealer(), random);
  if (moon) test::strengthen(game, deal, shooter, random);
  same(is_whole(game, deal), "a deal that is not whole");
  Hand hand(game, match.next_hand(deal));
  naive::Hand model(game.rules(), match.hand_number(), match.dealer(), model_match.totals,
                    test::model_deal(game, deal));
  const char point_suit = game.deck().suit_letter(deal.point_lane);
  while (true) {
    compare_state(game, hand, model);
    if (hand.phase() == Phase::done) break;
    Move move = random_move(hand, random);
    const Seat seat = hand.to_move();
    switch (hand.phase()) {
      case Phase::select:
        model.select(move.hand_index);
        ++seen["choice of a hand"];
        break;
      case Phase::pass:
        if (moon) move.cards = test::moon_pass(game, hand.cards(seat), seat == shooter);
        model.pass(test::names_of(game, move.cards));
        break;
      case Phase::play: {
        const Cards legal = model.legal();
        same_cards(game, hand.legal(), legal, "legal cards");
        if (moon) {
          move = Move::play(test::card_of(game, test::moon_card(game.rules(), model, point_suit, shooter, legal)));
        }
        if (move.card.is_joker()) ++seen["Joker played"];
        model.play(game.deck().name(move.card));
        break;
      }
      case Phase::choose:
        compare_result(game, hand, model, seen);
        ++seen["choice " + std::string(moon_option_name(move.option)) + ", " +
               std::string(moon_option_name(hand.options().list[0])) + " first"];
        model.choose(std::string(moon_option_name(move.option)));
        break;
      case Phase::done:
        break;
    }
    test::must_apply(hand, seat, move);
  }
  if (hand.options().count != 2) compare_result(game, hand, model, seen);
  same(same_values(hand.score().change, model.change()), "change of the totals");
  if (hand.kitty_taker() != kNobody) ++seen["kitty"];
  if (!deal.leftover.empty() && hand.kitty_taker() == kNobody) ++seen["cards set aside"];
  if (game.rules().hands_per_seat == 2) ++seen["two-hand deal"];
  return hand;
}

void play_match(const GameRules& game, Random& random, Seen& seen) {
  const Seat dealer = static_cast<Seat>(random.below(static_cast<std::uint32_t>(game.seats())));
  Match match(game, {.hands_max = 30}, dealer);
  naive::Match model = naive::start_of_match(game.rules());
  for (int number = 1; !match.status().over; ++number) {
    INFO("hand " << number);
    same(match.hand_number() == number, "hand number");
    const std::vector<int> before = model.totals;
    const Hand hand = play_hand(game, match, model, random, seen);
    match.finish_hand(hand);
    naive::book(game.rules(), model, {hand.score().change.begin(), hand.score().change.begin() + game.seats()});
    same(same_values(match.totals(), model.totals), "totals");
    for (std::size_t seat = 0; seat < before.size(); ++seat) {
      const int sum = before[seat] + hand.score().change[seat];
      if (sum < 0 && model.totals[seat] == 0) ++seen["floor"];
      if (game.rules().score_sinkhole == sum) ++seen["sinkhole"];
      if (model.totals[seat] < 0) ++seen["total below zero"];
    }
    if (model.further_hands && !model.over) ++seen["further hand"];
    ++seen["hands"];
    if (number == 30) return;
    same(match.status().over == model.over, "end of the match");
  }
  std::vector<int> winners;
  for (Seat seat = 0; seat < game.seats(); ++seat) {
    if (match.status().winners[static_cast<std::size_t>(seat)]) winners.push_back(seat);
  }
  same(winners == model.winners, "winners");
  if (winners.size() > 1) ++seen["shared win"];
  if (model.further_hands) ++seen["tie played off"];
  ++seen["matches"];
}

void play_configuration(const std::string& id, int hands, std::uint64_t seed, Seen& seen) {
  Random random(test::seed_of(seed));
  Rules rules = test::rules_of(id);
  const GameRules full(rules);
  rules.match_limit = 20;
  const GameRules quick(rules);
  const int before = seen["hands"];
  for (int round = 0; seen["hands"] - before < hands; ++round) {
    INFO(id << ", seed " << seed << ", match " << round);
    play_match(round % 2 == 0 ? quick : full, random, seen);
  }
}

}  // namespace

TEST_CASE("engine and naive model play every configuration alike") {
  Seen seen;
  std::uint64_t seed = 1000;
  const std::vector<std::string>& listed = test::KeyTables::get().ids();
  for (const std::string& id : test::configurations_with_options()) {
    const bool is_listed = std::find(listed.begin(), listed.end(), id) != listed.end();
    REQUIRE_NOTHROW(play_configuration(id, is_listed ? 150 : 60, seed++, seen));
    INFO(id);
    CHECK(seen["moon of " + id] > 0);
  }
  for (const char* event :
       {"choice of a hand", "choice subtract_self, subtract_self first", "choice add_others, subtract_self first",
        "choice subtract_self, add_others first", "choice add_others, add_others first", "two-hand deal",
        "moon in two hands", "kitty", "moon with the kitty", "cards set aside", "Joker played", "floor", "sinkhole",
        "total below zero", "shared win", "further hand", "tie played off"}) {
    INFO(event);
    CHECK(seen[event] > 0);
  }
}
