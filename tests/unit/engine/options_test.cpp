#include <algorithm>
#include <functional>

#include "engine/deck.h"
#include "engine/game_rules.h"
#include "engine/rule_keys.h"
#include "engine/variants/registry.h"
#include "tests/catch.h"
#include "tests/unit/engine/key_tables.h"
#include "tests/unit/engine/play.h"

namespace options_test {

// Each option both ways: what happens at the table without it, and what with it. The outcomes are worked out by hand.

namespace {

using namespace hearts;
using namespace hearts::test;

using Names = std::vector<std::string>;  ///< cards by seat
using Probe = std::function<std::string(const GameRules&)>;

template <class T>
std::string list_text(const GameRules& game, const PerSeat<T>& values) {
  std::string text;
  for (Seat seat = 0; seat < game.seats(); ++seat)
    text += (seat > 0 ? " " : "") + std::to_string(values[static_cast<std::size_t>(seat)]);
  return text;
}

PerSeat<CardSet> by_seat(const GameRules& game, const Names& names) {
  PerSeat<CardSet> cards{};
  for (std::size_t seat = 0; seat < names.size(); ++seat) cards[seat] = cards_of(game, names[seat]);
  return cards;
}

/// What may be discarded on a club in the first trick by a hand without clubs.
std::string first_discard(const GameRules& game) {
  PlaySituation situation;
  situation.point_lane = game.fixed_point_lane();
  situation.first_trick = true;
  situation.led_lane = *game.deck().lane_of('C');
  return cards_text(game.deck(), legal_cards(game, cards_of(game, "4D QS 5H"), situation));
}

/// A new hand without pass: J,Q,K,A of four suits at four seats.
Hand small_hand(const GameRules& game, const Names& names) {
  Hand::Setup setup;
  setup.dealer = 3;
  setup.deal.point_lane = *game.deck().lane_of('H');
  setup.deal.hands[0] = by_seat(game, names);
  return Hand(game, setup);
}

/// Whether hearts are broken when QS has been discarded on a club.
std::string broken_by_queen(const GameRules& game) {
  Hand hand = small_hand(game, {"JC JH KH AH", "JS QS KS AS", "QC KC AC QH", "JD QD KD AD"});
  must_apply(hand, 0, Move::play(card_of(game, "JC")));
  must_apply(hand, 1, Move::play(card_of(game, "QS")));
  return hand.broken() ? "broken" : "not broken";
}

/// Who leads first, and what he may lead.
std::string first_lead(const GameRules& game) {
  const Hand hand = small_hand(game, {"KC AC QS JD", "JS KS AS QD", "JC QC QH KH", "KD AD JH AH"});
  return "seat " + std::to_string(hand.to_move()) + ": " + cards_text(game.deck(), hand.legal());
}

std::string first_passes(const GameRules& game) {
  std::string text;
  for (const int number : {1, 2, 3, 4}) text += std::to_string(game.pass_offset(number)) + (number < 4 ? " " : "");
  return text;
}

/// What the won cards change, with the usual option where there is a moon.
Probe change_by(const Names& won, const std::string& set_aside = "", char point_suit = 'H') {
  return [=](const GameRules& game) {
    const Tally tally =
        tally_hand(game, *game.deck().lane_of(point_suit), by_seat(game, won), cards_of(game, set_aside));
    MoonOption option = MoonOption::subtract_self;
    if (tally.shooter != kNobody) option = moon_options(game, tally, {}).list[0];
    return list_text(game, score_hand(game, tally, option).change);
  };
}

/// The options of the seat 0 that shot the moon, with these totals before the hand.
Probe moon_options_at(const PerSeat<int>& totals) {
  return [=](const GameRules& game) {
    Tally tally;
    tally.shooter = 0;
    tally.moon_amount = 26;
    const MoonOptions options = moon_options(game, tally, totals);
    std::string text(moon_option_name(options.list[0]));
    if (options.count == 2) text += " " + std::string(moon_option_name(options.list[1]));
    return text;
  };
}

std::string total_of_99(const GameRules& game) { return list_text(game, new_totals(game, {98, 95, 99}, {1, 5, 0})); }

/// The trick whose winner takes the cards left over.
std::string kitty_trick(const GameRules& game) {
  Random random(seed_of(11));
  Hand hand(game, random_setup(game, 1, random));
  std::string text = std::to_string(hand.setup().deal.leftover.size()) + " over";
  bool taken = false;
  while (hand.phase() != Phase::done) {
    must_apply(hand, hand.to_move(), random_move(hand, random));
    if (taken || hand.kitty_taker() == kNobody) continue;
    taken = true;
    const bool winner =
        hand.kitty_taker() == hand.last_winner() && hand.won(hand.last_winner()).contains(hand.setup().deal.leftover);
    text += std::string(winner ? ", to the winner" : ", to another") + " of trick " +
            std::to_string(hand.trick_number() - 1);
  }
  return text;
}

Probe value_of(const std::string& key) {
  return [=](const GameRules& game) { return find_rule_key(key)->get(game.rules()); };
}

struct Case {
  std::string without;  ///< the rules without the option
  std::string option;
  Probe probe;
  std::string off;
  std::string on;
};

std::vector<Case> cases() {
  const std::string small = "+deck.ranks=J,Q,K,A+pass.count=0";
  const std::string hearts = "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH";
  const std::string paper = "2P 3P 4P 6P 7P 8P 9P TP JP QP KP AP";
  std::vector<Case> list = {
      {"deluxe@4", "bleed", first_discard, "4D", "4D QS 5H"},
      {"deluxe@4", "no_jack", change_by({"JD", hearts, "QS", ""}), "-10 13 13 0", "0 13 13 0"},
      {"deluxe@4", "no_queen", change_by({"JD", hearts, "QS", ""}), "-10 13 13 0", "-10 13 0 0"},
      {"deluxe@4", "no_queen", change_by({"JD", hearts + " QS", "", ""}), "-10 -26 0 0", "-10 -26 0 0"},
      {"deluxe@4", "no_trick", change_by({"JD", hearts, "QS", "2C"}), "-10 13 13 0", "-15 13 13 -5"},
      {"deluxe@4", "no_trick", change_by({"JD", hearts + " QS", "", ""}), "-10 -26 0 0", "-15 -26 -5 -5"},
      {"deluxe@4", "no_pass", first_passes, "1 -1 2 0", "0 0 0 0"},
      {"deluxe@4" + small, "two_must_lead", first_lead, "seat 2: JC QC", "seat 2: JC"},
      {"deluxe@4" + small, "rotate_lead", first_lead, "seat 2: JC QC", "seat 0: KC AC JD"},
      {"deluxe@4+bleed" + small, "queen_not_heart", broken_by_queen, "broken", "not broken"},
      {"tournament-laws@4", "with_passing", first_passes, "0 0 0 0", "1 -1 2 0"},
      {"tournament-laws@4", "reject_illegal", value_of("laws.illegal_action"), "table_laws", "reject"},
      // It asks for what the rules say anyway; a league that would not play them does.
      {"tournament-laws@4", "table_laws", value_of("laws.illegal_action"), "table_laws", "table_laws"},
      {"tournament-laws@4", "all_penalty_cards", value_of("laws.penalty_scope"), "hearts_only", "all_penalty_cards"},
      {"royal-classic@4", "match.ends_when=more_than",
       [](const GameRules& game) { return limit_met(game, {100, 0, 0, 0}) ? "over" : "on"; }, "over", "on"},
      {"royal@4+queens=H", "queens=SH", change_by({"QS", "", "", ""}), "13 0 0 0", "26 0 0 0"},
      {"royal@4+queens=S", "queens=SH", change_by({"QH 2H", "3H", "", ""}), "2 1 0 0", "4 1 0 0"},
      {"royal@4+queens=H", "queens=HC", change_by({"QS QC", "", "", ""}), "13 0 0 0", "0 0 0 0"},
      {"royal@4+queens=H", "queens=HD", change_by({"QD", "2H", "", ""}), "0 1 0 0", "-10 1 0 0"},
      {"royal@4+queens=H", "queens=HD", change_by({hearts + " QS", "QD", "", ""}), "-39 0 0 0", "-39 -10 0 0"}};
  for (const std::string variant : {"black-lady", "omnibus"}) {
    const std::string four = variant + "@4";
    list.push_back({four, "no_blood", first_discard, "4D QS 5H", "4D"});
    list.push_back({four + small, "queen_breaks", broken_by_queen, "not broken", "broken"});
    list.push_back({four, "sinkhole", total_of_99, "99 100 99 0", "0 100 0 0"});
    list.push_back(
        {four, "shooter_protection", moon_options_at({95, 80, 60, 20}), "add_others", "add_others subtract_self"});
    list.push_back({four, "shooter_protection", moon_options_at({40, 80, 60, 20}), "add_others", "add_others"});
    list.push_back({four, "shooter_protection", moon_options_at({73, 47, 47, 47}), "add_others", "add_others"});
    list.push_back({variant + "@3", "kitty_first", kitty_trick, "0 over", "1 over, to the winner of trick 1"});
    list.push_back({variant + "@6", "kitty_last", kitty_trick, "0 over", "4 over, to the winner of trick 8"});
  }
  for (const std::string variant : {"green-queen", "green-queen-jokers"}) {
    const std::string joker = variant == "green-queen" ? "" : " XP";
    const bool jokers = !joker.empty();
    list.push_back({variant + "@4", "house_moon", change_by({paper + " 5P QL" + joker, "", "", ""}, "", 'P'),
                    jokers ? "-27 0 0 0" : "-26 0 0 0", jokers ? "0 27 27 27" : "0 26 26 26"});
    list.push_back({variant + "@4", "moon.leftover=exempt", change_by({paper + " QL" + joker, "", "", ""}, "5P", 'P'),
                    jokers ? "26 0 0 0" : "25 0 0 0", jokers ? "-26 0 0 0" : "-25 0 0 0"});
  }
  return list;
}

std::string outcome(const Probe& probe, const std::string& spec) {
  const GameRules game(resolve_variant(spec));
  return probe(game);
}

/// The id with another option instead of one of the same name, or added to it.
std::string with_option(const std::string& without, const std::string& option) {
  const bool queens = option.starts_with("queens=");
  return (queens ? without.substr(0, without.find('+')) : without) + "+" + option;
}

}  // namespace

TEST_CASE("each option changes at the table what it says") {
  for (const Case& known : cases()) {
    INFO(known.without << " and " << known.option);
    CHECK(outcome(known.probe, known.without) == known.off);
    CHECK(outcome(known.probe, with_option(known.without, known.option)) == known.on);
  }
}

TEST_CASE("every option that is offered has been looked at both ways") {
  const std::vector<Case> looked_at = cases();
  for (const Variant* variant : variants()) {
    for (const VariantOption& option : variant->options) {
      INFO(variant->id << " " << option.name);
      CHECK(std::any_of(looked_at.begin(), looked_at.end(), [&](const Case& known) {
        return variant_of(known.without) == variant->id && known.option.starts_with(option.name) &&
               (known.off != known.on || option.name == "table_laws");
      }));
    }
  }
}

}  // namespace options_test
